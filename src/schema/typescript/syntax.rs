//! The syntax of TypeScript: unions, literals, names of fields and types, comments.

use std::fmt::Write;

use serde_json::Value;

use crate::schema::describe::distinct;
use crate::unicode::collapse_white_space;

/// Writes a comment line, unless the comment is empty.
pub(super) fn write_comment(text: &mut String, comment: &str, depth: usize) {
    let comment = collapse_white_space(comment).replace("*/", "* /");
    if !comment.is_empty() {
        let _ = writeln!(text, "{}/** {comment} */", "  ".repeat(depth));
    }
}

/// Joins types by `|`, each once; `unknown` absorbs the others.
pub(super) fn union(types: impl Iterator<Item = String>) -> String {
    let different = distinct(types);
    if different.iter().any(|ty| ty == "unknown") { "unknown".to_owned() } else { different.join(" | ") }
}

/// Puts a type with an operator into parentheses. `sign` is `|` if only unions need them, and a space if intersections
/// do too. A single object type, such as `{ a: string | null }`, needs none.
pub(super) fn parenthesized(ty: &str, sign: char) -> String {
    let mut depth = 0;
    let closing = ty.chars().position(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        depth == 0
    });
    let is_object = closing.is_some_and(|closing| closing + 1 == ty.chars().count());
    if ty.contains(sign) && !is_object { format!("({ty})") } else { ty.to_owned() }
}

/// Whether a type is a union with `null`. A `null` inside a list or an object does not count: `(string | null)[]`.
pub(super) fn has_null(ty: &str) -> bool {
    // Brackets in string literals don't count either.
    let without_escapes = ty.replace("\\\\", "").replace("\\\"", "");
    let without_literals: String = without_escapes.split('"').step_by(2).collect();
    let mut depth = 0;
    without_literals.split(" | ").any(|part| {
        let is_whole = depth == 0 && part == "null";
        let brackets = part.chars().map(|c| match c {
            '(' | '[' | '{' => 1,
            ')' | ']' | '}' => -1,
            _ => 0,
        });
        depth += brackets.sum::<i32>();
        is_whole
    })
}

/// Formats a constant as a literal type.
pub(super) fn literal(value: &Value) -> String {
    match value {
        Value::Array(_) | Value::Object(_) => "unknown".to_owned(),
        // JSON is valid TypeScript except for two line separators.
        simple => simple.to_string().replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029"),
    }
}

/// Formats the name of a field, in quotes if TypeScript needs them.
pub(super) fn field_name(name: &str) -> String {
    let mut characters = name.chars();
    let is_name = characters.next().is_some_and(|c| c.is_ascii_alphabetic() || "_$".contains(c))
        && characters.all(|c| c.is_ascii_alphanumeric() || "_$".contains(c));
    if is_name { name.to_owned() } else { literal(&name.into()) }
}

/// Converts a name to the name of a type: `case-studies` → `CaseStudies`.
pub(super) fn pascal_case(name: &str) -> String {
    let mut out = String::new();
    for word in name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        out.push_str(&word[..1].to_ascii_uppercase());
        out.push_str(&word[1..]);
    }
    if out.starts_with(|c: char| c.is_ascii_digit()) { format!("_{out}") } else { out }
}
