//! The explanation of undefined values: where the value is used, and whether its name is misspelt or the value that it
//! belongs to is empty on this page.

use std::ops::Range;

use minijinja::Error;

use super::known_names::{ErrorContext, KnownDataFile, KnownNames};
use super::lexer::tags;
use super::templates::Templates;
use super::text::{dotted_name, find_names, is_name_character, last_part, line_span, path_start, undefined_message};
use crate::diagnostic::{Diagnostic, did_you_mean, list_names};
use crate::lines::{line_end, line_start};

/// An undefined value, as minijinja reports it.
pub(super) struct UndefinedValue<'e> {
    /// `post.titel`, or `(...).titel` if the expression does not begin with a name.
    pub expression: &'e str,
    /// The name of the template and the line in which the expression is written, if minijinja names them. The name is
    /// empty for "from line 3", which is a line of the error's own template.
    pub location: Option<(&'e str, usize)>,
}

/// The place where an undefined value is written.
pub(super) struct UndefinedUse<'t> {
    pub template: &'t str,
    pub expression: &'t str,
    /// The span of the expression's last part.
    pub span: Range<usize>,
}

impl<'e> UndefinedValue<'e> {
    /// Reads "`post.titel` is undefined", and "(`post.titel` is undefined, from page.html:3)".
    pub fn parse(error: &'e Error) -> Option<Self> {
        let (before, after) = error.detail()?.rsplit_once("` is undefined")?;
        let expression = &before[before.rfind('`')? + 1..];
        let location = after.split_once("from ").map(|(_, rest)| rest.trim_end_matches(')'));
        let location = location.and_then(|location| match location.strip_prefix("line ") {
            Some(line) => Some(("", line.parse().ok()?)),
            None => location.rsplit_once(':').and_then(|(name, line)| Some((name, line.parse().ok()?))),
        });
        Some(Self { expression, location })
    }

    /// Finds where the expression is written: of several places, the one nearest to the value's location. If minijinja
    /// names no location, finds the place nearest to the error, which is at the span `reported` of `template`.
    pub fn find<'t>(&'t self, templates: &'t Templates, template: &'t str, reported: Range<usize>) -> UndefinedUse<'t> {
        let text_of = |template: &str| templates.source(template).map_or("", |source| &*source.text);
        let (template, near) = match self.location {
            Some((name, line)) => {
                let template = templates.names().find(|known| *known == name).unwrap_or(template);
                (template, line_span(text_of(template), line))
            }
            None => (template, reported),
        };
        let (text, expression) = (text_of(template), self.expression);
        // The variable before `[...]` may be the wrong one: for `page.gallery[photo.name].width`, minijinja reports
        // `photo[...].width`. So only the end is searched for: `].width`.
        if let Some((_, end_of_path)) = expression.rsplit_once("[...") {
            let Some(at) = find_nearest(text, end_of_path, &near) else {
                return UndefinedUse { template, expression, span: near };
            };
            let path = path_start(&text[..=at])..at + end_of_path.len();
            return UndefinedUse { template, expression: &text[path.clone()], span: last_part_span(text, path) };
        }
        let written = expression.trim_start_matches("(...)");
        let found = find_nearest(text, written, &near);
        let span = found.map_or(near, |at| last_part_span(text, at..at + written.len()));
        UndefinedUse { template, expression, span }
    }
}

/// Finds a name as near to the span `near` as possible: within the span, else before the span on its lines, else after
/// the span on its lines.
fn find_nearest(text: &str, name: &str, near: &Range<usize>) -> Option<usize> {
    let is_start = |at: &usize| !text[..*at].ends_with('.');
    let found: Vec<usize> = find_names(text, 0..text.len(), name).map(|span| span.start).filter(is_start).collect();
    let lines = line_start(text, near.start)..line_end(text, near.end);
    let within = found.iter().find(|at| near.contains(at));
    let before = || found.iter().rfind(|at| (lines.start..near.start).contains(at));
    let after = || found.iter().find(|at| lines.contains(at));
    within.or_else(before).or_else(after).copied()
}

/// Returns the span of an expression's last part without its brackets: `width` in `page.picture[width]`.
fn last_part_span(text: &str, expression: Range<usize>) -> Range<usize> {
    let part = last_part(&text[expression.clone()]);
    let brackets = usize::from(part.starts_with('[') && part.ends_with(']'));
    expression.end - part.len() + brackets..expression.end - brackets
}

pub(super) fn explain(found: &UndefinedUse<'_>, text: &str, context: &ErrorContext<'_>) -> Diagnostic {
    let ErrorContext { names, missing_key, .. } = *context;
    let expression = found.expression;
    let is_filter = text.get(..found.span.start).is_some_and(|before| before.trim_end().ends_with('|'));
    if is_filter {
        return Diagnostic::error("undefined-variable", format!("`{expression}` gives nothing here"))
            .label("the list before it is empty")
            .help(format!("test the list first: {}", if_example("list")));
    }
    if let Some(missing) = missing_key
        && let Some(file) = &missing.data_file
        && may_read_data_file(file, expression, text, names)
    {
        return missing.explain_in_data_file(file);
    }
    let missing_key = missing_key.filter(|missing| missing.is_at_end(expression));
    if let Some(missing) = missing_key.filter(|missing| missing.is_column) {
        return missing.explain_column(expression);
    }
    let mut diagnostic = explain_name(expression, text, context);
    let base = base_of(expression);
    // The help about a data file names the file already.
    if base == "data" {
        return diagnostic;
    }
    let note = match (missing_key, find_definition(expression, text)) {
        (Some(missing), _) => Some(missing.note()),
        (None, Ok(definition)) => Some(definition.note(names)),
        (None, Err(_)) if base.is_empty() => {
            extended_template(text).map(|name| format!("templates/{name}, which this template extends, lacks it too"))
        }
        (None, Err(_)) => None,
    };
    diagnostic.notes.extend(note);
    diagnostic
}

/// Explains an undefined value by the names that are known in its place.
fn explain_name(expression: &str, text: &str, context: &ErrorContext<'_>) -> Diagnostic {
    let ErrorContext { templates, names, is_none, .. } = *context;
    let (name, base) = (last_part(expression), base_of(expression));
    if !base.is_empty() && is_none(base) {
        return Diagnostic::error(
            "undefined-variable",
            format!("`{expression}` is not defined: `{base}` is empty here"),
        )
        .label(format!("`{base}` is `none` here, which has no fields"))
        .help(format!("test it first: {}", if_example(base)));
    }
    if name.starts_with('[') {
        return Diagnostic::error("undefined-variable", undefined_message(expression))
            .label(format!("`{base}` has nothing under this key"))
            .help("if a key may be missing, add `| default(none)`, which prints nothing");
    }
    let is_field = |name: &str| names.fields.iter().any(|known| known == name);
    let diagnostic = |label: String| {
        let shown = expression.trim_start_matches("(...).");
        Diagnostic::error("undefined-variable", undefined_message(shown)).label(label)
    };
    // In `page.author.name`, `author` and `name` are known fields: `page.author` is probably empty.
    if base.contains('.') && is_field(last_part(base)) && is_field(name) {
        let help = format!("if `{base}` may be empty, test it first: {}", if_example(base));
        return diagnostic(format!("is `{base}` empty here?")).help(help).help(DECLARE_FIELD_HELP);
    }
    let no_guess = "nothing of this name is known here";
    let label = if base.is_empty() {
        let macros = templates.sources.values().flat_map(|source| defined_macros(&source.text));
        let variables = names.variables.iter().map(String::as_str).chain(declared_names(text));
        did_you_mean(name, variables.chain(macros).chain(names.function_names()), no_guess)
    } else {
        did_you_mean(name, names.fields_of(base), no_guess)
    };
    let help = match base {
        "" => "variables of a template are made with `set` or `for`, or passed to a macro".to_owned(),
        "data" => format!("`data.{name}` is the file content/{name}.yaml"),
        "site" | "paginator" | "loop" => format!("`{base}` has {}", list_names(names.fields_of(base))),
        _ => DECLARE_FIELD_HELP.to_owned(),
    };
    diagnostic(label).help(help)
}

fn if_example(value: &str) -> String {
    format!("`{{% if {value} %}} … {{% endif %}}`")
}

/// The advice for values that only some entries have.
pub(super) const DECLARE_FIELD_HELP: &str =
    "declare a field in the schema if entries may lack it: it then reads as `none`, which prints nothing";

/// Returns the expression without its last part: `page.author` for `page.author.name`.
fn base_of(expression: &str) -> &str {
    expression[..expression.len() - last_part(expression).len()].trim_end_matches('.')
}

/// Whether an expression ends with a key that may be looked up in the data file `content/NAME.yaml`. A variable of
/// unknown origin, such as the argument of a macro, may hold any data file.
fn may_read_data_file(name: &str, expression: &str, text: &str, names: &KnownNames) -> bool {
    expression.ends_with(']')
        && match find_definition(expression, text) {
            Ok(definition) => matches!(definition, Definition::DataFile(file) if file == name),
            Err(variable) => !names.variables.iter().any(|known| known == variable),
        }
}

/// The file below `content/` that decides which keys the value of an expression has.
enum Definition<'t> {
    /// The data file of this name.
    DataFile(&'t str),
    /// The file `_collection.yaml` of this collection, which contains the schema of its entries.
    Collection(&'t str),
}

impl Definition<'_> {
    fn note(&self, names: &KnownNames) -> String {
        match self {
            Self::Collection(name) => format!("it is looked for in content/{name}/_collection.yaml"),
            Self::DataFile(name) => match names.data_files.get(*name) {
                Some(KnownDataFile { file, has_schema: false }) => {
                    format!("it is looked for in {file}, which has no schema: there is no content/{name}.schema.yaml")
                }
                Some(KnownDataFile { file, .. }) => format!("it is looked for in {file}"),
                None => format!("it is looked for in content/{name}.yaml"),
            },
        }
    }
}

/// Finds the file that decides which keys the value of an expression has, through the loops and variables of the
/// template.
///
/// # Errors
/// Fails with the variable that the template does not define. After `MAX_VARIABLES` variables, fails with the next one.
fn find_definition<'t>(expression: &'t str, text: &'t str) -> Result<Definition<'t>, &'t str> {
    let mut expression = expression.split('[').next().unwrap_or_default();
    for _ in 0..MAX_VARIABLES {
        let mut data =
            expression.match_indices("data.").map(|(at, data)| (&expression[..at], &expression[at + data.len()..]));
        if let Some((_, file)) = data.find(|(before, _)| !before.ends_with(|c| is_name_character(c) || c == '.')) {
            return Ok(Definition::DataFile(first_part(file)));
        }
        let listed =
            LISTING_FUNCTIONS.iter().find_map(|function| expression.strip_prefix(function)?.strip_prefix("(\""));
        if let Some((collection, _)) = listed.and_then(|rest| rest.split_once('"')) {
            return Ok(Definition::Collection(collection));
        }
        let variable = first_part(expression);
        expression = assigned_value(text, variable).ok_or(variable)?;
    }
    Err(first_part(expression))
}

/// Returns the expression that defines a variable: `b` in `{% set a = b %}` and in `{% for a in b %}`.
fn assigned_value<'t>(text: &'t str, variable: &str) -> Option<&'t str> {
    tags(text).find_map(|(_, tag)| {
        let (word, rest) = tag.split_once(' ')?;
        let (names, value) = rest.split_once(if word == "for" { " in " } else { "=" })?;
        let is_defined = matches!(word, "for" | "set") && names.split(',').any(|name| name.trim() == variable);
        is_defined.then_some(value.trim_start())
    })
}

/// The functions that list the entries of a collection, named by the first argument.
const LISTING_FUNCTIONS: [&str; 3] = ["collection", "recent", "tagged"];

pub(super) fn extended_template(text: &str) -> Option<&str> {
    tags(text).find_map(|(_, tag)| tag.strip_prefix("extends")?.split(['"', '\'']).nth(1))
}

/// The maximum number of variables that are followed to the origin of a value. Without a limit, `{% set a = a.b %}`
/// would be followed without end.
const MAX_VARIABLES: usize = 8;

fn first_part(expression: &str) -> &str {
    dotted_name(expression).split('.').next().unwrap_or_default()
}

/// Iterates over the names that a template's tags declare: variables, loop variables, arguments, imports.
fn declared_names(text: &str) -> impl Iterator<Item = &str> {
    tags(text).flat_map(|(_, tag)| {
        let (word, rest) = tag.split_once(' ').unwrap_or((tag, ""));
        let names = match word {
            "set" => rest.split('=').next(),
            "for" => rest.split(" in ").next(),
            "with" | "macro" => Some(rest),
            "from" | "import" => {
                rest.split_once(" import ").or_else(|| rest.split_once(" as ")).map(|(_, names)| names)
            }
            _ => None,
        };
        let parts = names.unwrap_or_default().split(|c: char| !is_name_character(c));
        parts.filter(|name| name.starts_with(char::is_alphabetic))
    })
}

pub(super) fn defined_macros(text: &str) -> impl Iterator<Item = &str> {
    tags(text).filter_map(|(_, tag)| Some(dotted_name(tag.strip_prefix("macro ")?.trim_start())))
}

#[cfg(test)]
mod tests {
    use super::{Definition, find_definition};

    #[test]
    fn a_data_file_defines_what_is_taken_from_it() {
        let check = |value: &str, expected: Option<&str>| {
            let text = format!("{{% for row in {value} %}}{{{{ row.unit }}}}{{% endfor %}}");
            let found = match find_definition("row.unit", &text) {
                Ok(Definition::DataFile(file)) => Some(file),
                _ => None,
            };
            assert_eq!(found, expected, "{value}");
        };
        check("data.prices", Some("prices"));
        check("data.prices.kites | sort", Some("prices"));
        check("page.data.prices", None);
        check("metadata.prices", None);
        check("page.data.prices or data.prices", Some("prices"));
    }
}
