//! The conversion of minijinja's errors to diagnostics, which point to the wrong name in the innermost template and
//! suggest a correction.

use std::error::Error as _;
use std::ops::Range;

use minijinja::{Error, ErrorKind};

use super::diagnostic_error::DiagnosticError;
use super::known_names::{ErrorContext, TESTS};
use super::lexer::tags;
use super::syntax_errors;
use super::templates::Templates;
use super::text::{dotted_name, find_names, is_name_character, line_span};
use super::undefined::{self, DECLARE_FIELD_HELP, UndefinedValue};
use crate::diagnostic::{Diagnostic, Place, closest, did_you_mean};
use crate::lines::line_start;

pub fn diagnose(error: &Error, context: &ErrorContext<'_>) -> Diagnostic {
    let templates = context.templates;
    // An error in an included template is wrapped by errors of the templates that include it. The innermost error is
    // the cause.
    let chain = std::iter::successors(Some(error), |&error| error.source()?.downcast_ref::<Error>());
    let chain: Vec<&Error> = chain.collect();
    let cause = chain.last().copied().unwrap_or(error);
    let located = chain.iter().rev().find(|e| e.name().is_some() && e.line().is_some()).copied().unwrap_or(error);
    if let Some(raised) = chain.iter().find_map(|error| error.source()?.downcast_ref::<DiagnosticError>()) {
        return place_at_call(raised, located, templates);
    }
    let Some(source) = located.name().and_then(|name| templates.source(name)) else {
        let without_text = TemplateError { error: cause, snippet: "", text: "", line_start: 0, context };
        let diagnostic = without_text.explain();
        return match located.name() {
            Some(name) => diagnostic.at(Place::file(format!("templates/{name}"))),
            None => diagnostic,
        };
    };
    let text = &*source.text;
    let span = error_span(located, text);
    let snippet = text[span.clone()].trim();
    // If minijinja does not name the undefined value, a snippet that is a dotted name counts as the value.
    let guessed = (cause.kind() == ErrorKind::UndefinedError && !snippet.is_empty() && dotted_name(snippet) == snippet)
        .then_some(UndefinedValue { expression: snippet, location: None });
    if let Some(value) = chain.iter().rev().find_map(|error| UndefinedValue::parse(error)).or(guessed) {
        let name = located.name().unwrap_or_default();
        let found = value.find(templates, name, span);
        let source = templates.source(found.template);
        let (text, file) = source.map_or(("", ""), |source| (&*source.text, &*source.file));
        return undefined::explain(&found, text, context).at(Place::new(file, text, found.span));
    }
    if cause.kind() == ErrorKind::SyntaxError {
        let (diagnostic, span) = syntax_errors::explain(text, cause.detail().unwrap_or_default(), span);
        return diagnostic.at(Place::new(source.file.clone(), text, span));
    }
    let line_start = line_start(text, span.start);
    let diagnostic = TemplateError { error: cause, snippet, text, line_start, context }.explain();
    let span = narrow(text, span, &diagnostic);
    diagnostic.at(Place::new(source.file.clone(), text, span))
}

/// Returns the diagnostic that a function raised, with the place of the call. If the diagnostic has a place of its own,
/// the place of the call becomes a note.
fn place_at_call(raised: &DiagnosticError, error: &Error, templates: &Templates) -> Diagnostic {
    let diagnostic = raised.diagnostic.clone();
    let Some(source) = error.name().and_then(|name| templates.source(name)) else { return diagnostic };
    let span = error_span(error, &source.text);
    if diagnostic.place.is_some() {
        let call = Place::new(source.file.clone(), &source.text, span);
        return diagnostic.note(format!("used at {}:{}:{}", call.file, call.line, call.column));
    }
    let span = match &raised.word {
        Some(word) => find_word(&source.text, span.clone(), word).unwrap_or(span),
        None => narrow(&source.text, span, &diagnostic),
    };
    diagnostic.at(Place::new(source.file.clone(), &source.text, span))
}

/// Finds a word within a span, preferably in quotes rather than as the name of an argument.
fn find_word(text: &str, span: Range<usize>, word: &str) -> Option<Range<usize>> {
    let spans: Vec<Range<usize>> = find_names(text, span, word).collect();
    let is_quoted = |span: &&Range<usize>| {
        let (before, after) = (&text[..span.start], &text[span.end..]);
        // A minus before a field reverses an order: `sort="-date"`.
        before.trim_end_matches('-').ends_with(['"', '\'']) && after.starts_with(['"', '\''])
    };
    spans.iter().find(is_quoted).or(spans.first()).cloned()
}

struct TemplateError<'a> {
    error: &'a Error,
    /// The part of the template that the error is about.
    snippet: &'a str,
    /// The text of the template; empty if it is unknown.
    text: &'a str,
    /// The offset in `text` of the line with the error.
    line_start: usize,
    context: &'a ErrorContext<'a>,
}

/// The maximum number of templates that are followed through `extends`. Templates may extend each other in a circle.
const MAX_EXTENDED: usize = 16;

/// The beginning of minijinja's message for an unknown `name` in `f(name=1)`.
const UNKNOWN_ARGUMENT: &str = "unknown keyword argument ";

impl TemplateError<'_> {
    fn explain(&self) -> Diagnostic {
        let detail = self.error.detail().unwrap_or_default();
        let word = |number: usize| detail.split_whitespace().nth(number).unwrap_or_default();
        match self.error.kind() {
            ErrorKind::UndefinedError => {
                Diagnostic::error("undefined-variable", "a value here is not defined")
                    .label("used here")
                    .help("an index beyond the end of a list, and `first` of an empty one, give nothing: add `| default(none)`")
                    .help(DECLARE_FIELD_HELP)
            }
            ErrorKind::UnknownFilter => Self::explain_unknown("filter", word(1), self.context.names.filter_names()),
            ErrorKind::UnknownTest => Self::explain_unknown("test", word(1), TESTS.split(' ')),
            ErrorKind::UnknownFunction => {
                Self::explain_unknown("function", word(0), self.context.names.function_names())
            }
            ErrorKind::UnknownMethod => self.explain_unknown_method(detail),
            ErrorKind::TemplateNotFound => {
                let name = detail.split(['"', '\'']).nth(1).unwrap_or(detail);
                Diagnostic::error("unknown-template", format!("there is no template `{name}`"))
                    .label(did_you_mean(name, self.context.templates.names(), "no such file in templates/"))
                    .help(format!("make the file templates/{name} or use an existing one"))
            }
            ErrorKind::MissingArgument => {
                self.wrong_arguments(format!("{} is missing an argument", self.called()), "an argument is missing")
            }
            ErrorKind::TooManyArguments if !detail.starts_with(UNKNOWN_ARGUMENT) => {
                self.wrong_arguments(format!("{} has too many arguments", self.called()), "one or more too many")
            }
            _ if detail.contains("recursion limit") && !self.snippet.contains("include") => {
                Diagnostic::error("endless-macro", format!("{} calls itself without end", self.called()))
                    .label("one of the calls that go round")
                    .help("put a condition around the call, so that it ends")
            }
            _ if detail.contains("recursion limit") => {
                Diagnostic::error("include-cycle", "these templates include each other without end")
                    .label("one of the includes that go round")
                    .help("take one of the includes out, or put a condition around it")
            }
            _ => self.explain_other(detail),
        }
    }

    fn explain_unknown<'n>(what: &str, name: &str, known: impl IntoIterator<Item = &'n str>) -> Diagnostic {
        Diagnostic::error("unknown-name", format!("there is no {what} `{name}`"))
            .label(did_you_mean(name, known, &format!("no {what} of this name")))
            .help("docs/templates.md lists the functions and filters")
    }

    /// Explains "string has no method named strip".
    fn explain_unknown_method(&self, detail: &str) -> Diagnostic {
        let Some((kind, name)) = detail.split_once(" has no method named ") else { return self.explain_other(detail) };
        if let Some(file) = self.imported_template(name).and_then(|file| self.context.templates.source(file)) {
            return Diagnostic::error("unknown-name", format!("{} has no macro `{name}`", file.file))
                .label(did_you_mean(name, undefined::defined_macros(&file.text), "no macro of this name"))
                .help("write the name of a macro in it, or add one: `{% macro NAME() %}…{% endmacro %}`");
        }
        let filter = self.context.names.filter_names().find(|filter| *filter == name).or_else(|| match name {
            "strip" => Some("trim"),
            _ => closest(name, self.context.names.filter_names()),
        });
        let label = filter.map_or_else(|| "not known".to_owned(), |filter| format!("did you mean `| {filter}`?"));
        Diagnostic::error("unknown-name", format!("{} has no method `{name}`", describe_kind(kind)))
            .label(label)
            .help("values are changed by filters, as in `{{ page.title | upper }}`")
    }

    /// Returns the template that is imported as `m`, if the line calls `m.name`. Looks for the import in the template
    /// of the error, then in the templates that it extends.
    fn imported_template(&self, name: &str) -> Option<&str> {
        let line = &self.text[self.line_start..];
        let before = &line[..line.find(&format!(".{name}"))?];
        let alias = before.rsplit(|c: char| !is_name_character(c)).next()?;
        let mut text = self.text;
        for _ in 0..MAX_EXTENDED {
            let found = tags(text).find_map(|(_, tag)| {
                let (file, imported) = tag.strip_prefix("import ")?.split_once(" as ")?;
                (dotted_name(imported) == alias).then(|| file.trim().trim_matches(['"', '\'']))
            });
            if found.is_some() {
                return found;
            }
            text = &self.context.templates.source(undefined::extended_template(text)?)?.text;
        }
        None
    }

    fn explain_other(&self, detail: &str) -> Diagnostic {
        if let Some(name) = detail.strip_prefix(UNKNOWN_ARGUMENT).map(|n| n.trim_matches(['\'', '`'])) {
            let usage = self.context.names.usage(dotted_name(self.snippet)).unwrap_or_default();
            let known = usage.split(['(', ',', ' ']).filter_map(|word| word.split_once('=')).map(|(name, _)| name);
            let label = did_you_mean(name, known, "not known here");
            return self.wrong_arguments(format!("{} has no argument `{name}`", self.called()), &label);
        }
        let conversion = detail.strip_prefix("cannot convert ").and_then(|rest| rest.split_once(" to "));
        if let Some((given, wanted)) = conversion {
            let (given, wanted) = (describe_kind(given), describe_type(wanted));
            let message = format!("{} was given {given}, where {wanted} is expected", self.called());
            return self.wrong_arguments(message, &format!("expected {wanted}"));
        }
        if let Some(kind) = detail.strip_suffix(" is not iterable") {
            return Diagnostic::error("template-error", "there is nothing to go through here")
                .label(format!("this is {}, but a list is expected", describe_kind(kind)));
        }
        let message = if detail.is_empty() { self.error.kind().to_string() } else { detail.to_owned() };
        Diagnostic::error("template-error", message)
    }

    fn wrong_arguments(&self, message: String, label: &str) -> Diagnostic {
        let diagnostic = Diagnostic::error("wrong-arguments", message).label(label);
        match self.context.names.usage(dotted_name(self.snippet)) {
            Some(usage) => diagnostic.help(format!("it is used like this: `{usage}`")),
            None => {
                diagnostic.help("https://docs.rs/minijinja/latest/minijinja/ has the arguments of its own functions")
            }
        }
    }

    /// Returns the called function or filter, as messages name it.
    fn called(&self) -> String {
        match dotted_name(self.snippet) {
            "" => "this call".to_owned(),
            name => format!("`{name}`"),
        }
    }
}

/// Returns the span of an error: the range that it names, or else its line.
fn error_span(error: &Error, text: &str) -> Range<usize> {
    error
        .range()
        .filter(|range| text.get(range.clone()).is_some())
        .unwrap_or_else(|| line_span(text, error.line().unwrap_or_default()))
}

/// Narrows a span to the part that the message is about: a string in double quotes that the message repeats, or else a
/// name that the message has in backticks.
fn narrow(text: &str, span: Range<usize>, diagnostic: &Diagnostic) -> Range<usize> {
    let snippet = &text[span.clone()];
    let find_first = |name: &str| find_names(text, span.clone(), name).next();
    let is_repeated = |string: &&str| {
        let string = string.trim_start_matches('/');
        !string.is_empty() && diagnostic.code != "wrong-arguments" && diagnostic.message.contains(string)
    };
    // A message may also name the called function. The function is the mistake only if its name is unknown.
    let is_wrong =
        |name: &&str| !name.is_empty() && (*name != dotted_name(snippet) || diagnostic.code == "unknown-name");
    let repeated = texts_between(snippet, '"').filter(is_repeated).find_map(find_first);
    let named = || texts_between(&diagnostic.message, '`').filter(is_wrong).find_map(find_first);
    repeated.or_else(named).unwrap_or_else(|| span.clone())
}

/// Iterates over the texts between pairs of a delimiter.
fn texts_between(text: &str, delimiter: char) -> impl Iterator<Item = &str> {
    text.split(delimiter).skip(1).step_by(2)
}

/// Describes a kind of value that minijinja names.
fn describe_kind(kind: &str) -> &str {
    match kind {
        "undefined" | "none" => "nothing",
        "bool" => "true or false",
        "number" => "a number",
        "string" => "a string",
        "sequence" | "iterable" => "a list",
        "map" => "a mapping",
        "plain object" => "an entry",
        other => other,
    }
}

/// Describes the Rust type of an argument.
fn describe_type(wanted: &str) -> &str {
    match wanted {
        "string" | "str" | "&str" => "a string",
        "bool" => "true or false",
        "f32" | "f64" | "float" => "a number",
        "integer" => "a whole number",
        // `u8` to `i128`, `usize` and `isize`.
        _ if wanted.starts_with(['u', 'i']) && wanted.contains(|c: char| c.is_ascii_digit() || c == 's') => {
            "a whole number"
        }
        other => other,
    }
}
