//! From minijinja's errors to diagnostics: the innermost place, the name under the caret, what may have been meant.

use std::error::Error as _;
use std::ops::Range;

use minijinja::{Error, ErrorKind};

use super::carried::Carried;
use super::names::{Names, TESTS};
use super::undefined::{self, LACKING, Origin};
use super::{Templates, syntax};
use crate::diagnostic::{Diagnostic, Place, closest, did_you_mean};

/// Parts what is wrong from what may have been meant, in the errors that our own functions raise.
pub const HINT: char = '\n';

/// Puts a template error into words. `names` would have been right; they are known while rendering, not while compiling. `is_none`
/// tells whether an expression comes to nothing on the page.
pub fn diagnose(error: &Error, templates: &Templates, names: &Names, is_none: &dyn Fn(&str) -> bool) -> Diagnostic {
    let mut chain = vec![error];
    let mut cause = error.source();
    while let Some(inner) = cause.and_then(|source| source.downcast_ref::<Error>()) {
        chain.push(inner);
        cause = inner.source();
    }
    // The innermost error that knows its place: an error in an include is wrapped by those of its includers.
    let inner = chain.iter().rev().find(|e| e.name().is_some() && e.line().is_some()).copied().unwrap_or(error);
    let cause = chain.last().copied().unwrap_or(error);
    if let Some(carried) = chain.iter().find_map(|error| error.source()?.downcast_ref::<Carried>()) {
        return carried_words(carried, inner, templates);
    }
    let Some(source) = inner.name().and_then(|name| templates.source(name)) else {
        let diagnostic = Words { error: cause, marked: "", templates, names }.diagnostic();
        return match inner.name() {
            Some(name) => diagnostic.at(Place::file(format!("templates/{name}"))),
            None => diagnostic,
        };
    };
    let span = span(inner, &source.text);
    let marked = source.text[span.clone()].trim();
    let guessed = (cause.kind() == ErrorKind::UndefinedError && !marked.is_empty() && identifier(marked) == marked)
        .then_some(Origin { expression: marked, location: None });
    if let Some(origin) = chain.iter().rev().find_map(|error| Origin::of(error)).or(guessed) {
        let (source, span) = origin.find(templates, inner.name().unwrap_or_default(), span);
        let source = templates.source(source);
        let (text, file) = source.map_or(("", ""), |source| (&*source.text, &*source.file));
        return undefined::words(origin.expression, text, templates, names, is_none).at(Place::new(file, text, span));
    }
    let (diagnostic, span) = if cause.kind() == ErrorKind::SyntaxError {
        syntax::explain(&source.text, cause.detail().unwrap_or_default(), span)
    } else {
        let diagnostic = Words { error: cause, marked, templates, names }.diagnostic();
        let span = narrow(&source.text, span, &diagnostic);
        (diagnostic, span)
    };
    diagnostic.at(Place::new(source.file.clone(), &source.text, span))
}

/// A diagnostic that a function gave: at the call, unless it knows a better place.
fn carried_words(carried: &Carried, error: &Error, templates: &Templates) -> Diagnostic {
    let diagnostic = carried.diagnostic.clone();
    let Some(source) = error.name().and_then(|name| templates.source(name)) else { return diagnostic };
    let span = span(error, &source.text);
    if diagnostic.place.is_some() {
        let call = Place::new(source.file.clone(), &source.text, span);
        return diagnostic.note(format!("used at {}:{}:{}", call.file, call.line, call.column));
    }
    let span = match &carried.marked {
        Some(marked) => word_in(&source.text, span.clone(), marked).unwrap_or(span),
        None => narrow(&source.text, span, &diagnostic),
    };
    diagnostic.at(Place::new(source.file.clone(), &source.text, span))
}

/// Where a word stands within a span: rather in quotes than as the name of an argument.
fn word_in(text: &str, span: Range<usize>, word: &str) -> Option<Range<usize>> {
    let found = text[span.clone()].match_indices(word);
    let places: Vec<_> = found.map(|(at, _)| span.start + at..span.start + at + word.len()).collect();
    let whole = || places.iter().filter(|place| is_whole(text, (*place).clone()));
    let is_quoted = |place: &Range<usize>| {
        let (before, after) = (&text[..place.start], &text[place.end..]);
        before.trim_end_matches('-').ends_with(['"', '\'']) && after.starts_with(['"', '\''])
    };
    whole().find(|place| is_quoted(place)).or_else(|| whole().next()).cloned()
}

/// An error as a person reads it; `marked` is the piece of template that it is about.
struct Words<'a> {
    error: &'a Error,
    marked: &'a str,
    templates: &'a Templates,
    names: &'a Names,
}

/// How minijinja begins to say that it does not know `name` of `f(name=1)`.
const UNKNOWN_ARGUMENT: &str = "unknown keyword argument ";

impl Words<'_> {
    fn diagnostic(&self) -> Diagnostic {
        let detail = self.error.detail().unwrap_or_default();
        match self.error.kind() {
            ErrorKind::UndefinedError => Diagnostic::error("undefined-variable", "a value here is not defined")
                .label("asked for here")
                .help(LACKING),
            ErrorKind::UnknownFilter => Self::unknown("filter", second_word(detail), self.names.filters()),
            ErrorKind::UnknownTest => Self::unknown("test", second_word(detail), TESTS),
            ErrorKind::UnknownFunction => {
                let name = detail.split_whitespace().next().unwrap_or_default();
                Self::unknown("function", name, self.names.functions())
            }
            ErrorKind::UnknownMethod => self.unknown_method(detail),
            ErrorKind::TemplateNotFound => {
                let name = quoted(detail).unwrap_or(detail);
                Diagnostic::error("unknown-template", format!("there is no template `{name}`"))
                    .label(did_you_mean(name, self.templates.names(), "no such file in templates/"))
                    .help(format!("make the file templates/{name} or name one that is there"))
            }
            ErrorKind::MissingArgument => {
                self.arguments(format!("{} wants another argument", self.called()), "an argument is missing")
            }
            ErrorKind::TooManyArguments if !detail.starts_with(UNKNOWN_ARGUMENT) => {
                self.arguments(format!("{} has too many arguments", self.called()), "one or more too many")
            }
            _ if detail.contains("recursion limit") => {
                Diagnostic::error("include-cycle", "these templates include each other without end")
                    .label("one of the includes that go round")
                    .help("take one of the includes out, or put a condition around it")
            }
            _ => self.other(detail),
        }
    }

    fn unknown<'n>(what: &str, name: &str, known: impl IntoIterator<Item = &'n str>) -> Diagnostic {
        Diagnostic::error("unknown-name", format!("there is no {what} `{name}`"))
            .label(did_you_mean(name, known, &format!("no {what} of this name")))
            .help("docs/templates.md lists the functions and filters")
    }

    /// "string has no method named strip"
    fn unknown_method(&self, detail: &str) -> Diagnostic {
        let (kind, name) = detail.split_once(" has no method named ").unwrap_or(("map", detail));
        let filter = self.names.filters().find(|filter| *filter == name).or_else(|| match name {
            "strip" => Some("trim"),
            _ => closest(name, self.names.filters()),
        });
        let label = filter.map_or_else(|| "not known".to_owned(), |filter| format!("did you mean `| {filter}`?"));
        Diagnostic::error("unknown-name", format!("{} has no method `{name}`", kind_words(kind)))
            .label(label)
            .help("values are changed by filters, as in `{{ page.title | upper }}`")
    }

    fn other(&self, detail: &str) -> Diagnostic {
        if let Some(name) = detail.strip_prefix(UNKNOWN_ARGUMENT).map(|n| n.trim_matches(['\'', '`'])) {
            let usage = self.names.usage(identifier(self.marked)).unwrap_or_default();
            let known = usage.split(['(', ',', ' ']).filter_map(|word| word.split_once('=')).map(|(name, _)| name);
            let label = did_you_mean(name, known, "not known here");
            return self.arguments(format!("{} has no argument `{name}`", self.called()), &label);
        }
        let conversion = detail.strip_prefix("cannot convert ").and_then(|rest| rest.split_once(" to "));
        if let Some((given, wanted)) = conversion {
            let (given, wanted) = (kind_words(given), type_words(wanted));
            let message = format!("{} was given {given}, where {wanted} is expected", self.called());
            return self.arguments(message, &format!("expected {wanted}"));
        }
        if let Some(kind) = detail.strip_suffix(" is not iterable") {
            return Diagnostic::error("template-error", "there is nothing to go through here")
                .label(format!("this is {}, where a list is expected", kind_words(kind)));
        }
        let detail = if detail.is_empty() { self.error.kind().to_string() } else { detail.to_owned() };
        let (message, hint) = detail.split_once(HINT).unwrap_or((&detail, ""));
        Diagnostic::error("template-error", message).label(hint)
    }

    fn arguments(&self, message: String, label: &str) -> Diagnostic {
        let diagnostic = Diagnostic::error("wrong-arguments", message).label(label);
        match self.names.usage(identifier(self.marked)) {
            Some(usage) => diagnostic.help(format!("it is used like this: `{usage}`")),
            None => {
                diagnostic.help("https://docs.rs/minijinja/latest/minijinja/ has the arguments of its own functions")
            }
        }
    }

    /// The function or filter that was called, as a message names it.
    fn called(&self) -> String {
        match identifier(self.marked) {
            "" => "this call".to_owned(),
            name => format!("`{name}`"),
        }
    }
}

/// The bytes an error is about: its own range, else its line.
fn span(error: &Error, text: &str) -> Range<usize> {
    error
        .range()
        .filter(|range| text.get(range.clone()).is_some())
        .unwrap_or_else(|| line_span(text, error.line().unwrap_or_default()))
}

/// What stands on a line, counted from 1; the end of the text where there is no such line.
pub(super) fn line_span(text: &str, wanted: usize) -> Range<usize> {
    let mut start = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        if number + 1 == wanted {
            let indent = line.len() - line.trim_start().len();
            return start + indent..start + line.trim_end().len().max(indent);
        }
        start += line.len();
    }
    text.len()..text.len()
}

/// The name or text within the span that the message is about.
fn narrow(text: &str, span: Range<usize>, diagnostic: &Diagnostic) -> Range<usize> {
    let marked = &text[span.clone()];
    let called = identifier(marked);
    let whole = |name: &str| {
        let mut places = marked.match_indices(name).map(|(at, _)| at..at + name.len());
        places.find(|place| is_whole(marked, place.clone()))
    };
    // A text in quotes that the message repeats, or else a name of the message.
    let texts = marked.split('"').skip(1).step_by(2).filter(|text| !text.is_empty());
    let is_repeated = |text: &&str| {
        let text = text.trim_start_matches('/');
        !text.is_empty() && diagnostic.code != "wrong-arguments" && diagnostic.message.contains(text)
    };
    let repeated = texts.filter(is_repeated).find_map(whole);
    let mut names = diagnostic.message.split('`').skip(1).step_by(2).filter(|name| !name.is_empty());
    let named = || names.find_map(|name| whole(name).filter(|_| name != called || diagnostic.code == "unknown-name"));
    repeated.or_else(named).map_or(span.clone(), |place| span.start + place.start..span.start + place.end)
}

/// Whether the bytes are no part of a longer name.
pub(super) fn is_whole(text: &str, span: Range<usize>) -> bool {
    let of_name = |c: char| c.is_alphanumeric() || c == '_';
    let begins_with_name = text[span.clone()].starts_with(of_name);
    let goes_on_before = begins_with_name && text[..span.start].ends_with(of_name);
    let goes_on_after = text[span.end..].starts_with(of_name);
    !goes_on_before && !goes_on_after
}

/// The dotted name that an expression begins with.
pub(super) fn identifier(expression: &str) -> &str {
    let expression = expression.trim_start_matches(['{', '%', '-', ' ']);
    let end = expression.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.')).unwrap_or(expression.len());
    expression[..end].trim_end_matches('.')
}

pub(super) fn last_part(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

fn second_word(detail: &str) -> &str {
    detail.split_whitespace().nth(1).unwrap_or_default()
}

/// The first text in quotes of either kind.
fn quoted(detail: &str) -> Option<&str> {
    let start = detail.find(['"', '\''])?;
    let quote = detail[start..].chars().next()?;
    detail[start + 1..].split(quote).next()
}

/// minijinja's name for a kind of value, in plain words.
fn kind_words(kind: &str) -> &str {
    match kind {
        "undefined" | "none" => "nothing",
        "bool" => "true or false",
        "number" => "a number",
        "string" => "a text",
        "sequence" | "iterable" => "a list",
        "map" => "a mapping",
        "plain object" => "an entry",
        other => other,
    }
}

fn type_words(wanted: &str) -> &str {
    match wanted {
        "string" | "str" | "&str" => "a text",
        "bool" => "true or false",
        "f32" | "f64" | "float" => "a number",
        "integer" => "a whole number",
        _ if wanted.starts_with(['u', 'i']) && wanted.contains(|c: char| c.is_ascii_digit() || c == 's') => {
            "a whole number"
        }
        other => other,
    }
}
