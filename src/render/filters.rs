//! The filters of templates (`docs/templates.md`).

#![expect(clippy::needless_pass_by_value, reason = "templates hand their values over")]

use minijinja::value::{Kwargs, Value, ValueKind};
use minijinja::{Error, State};

use super::errors::{failure, failure_with_hint, require_defined};
use super::page_context::PageContext;
use super::{language, markdown_body, marks};
use crate::html::{make_urls_absolute, plain_text, shift_headings};
use crate::snapshot::ReadSettings;
use crate::template::Callable;

pub const FILTERS: &[Callable] = &[
    ("currency", "7.9 | currency(\"EUR\")", |to, name| to.add_filter(name, language::currency)),
    ("date", "page.date | date(\"%-d %B %Y\")", |to, name| to.add_filter(name, language::date)),
    ("excerpt", "page.content | excerpt(30)", |to, name| to.add_filter(name, excerpt)),
    ("for_feed", "page.content | for_feed", |to, name| to.add_filter(name, for_feed)),
    ("json", "page.title | json", |to, name| to.add_filter(name, json)),
    ("markdown", "page.intro | markdown(inline=true)", |to, name| to.add_filter(name, markdown)),
    ("number", "16000 | number", |to, name| to.add_filter(name, language::number)),
    ("plain", "page.content | plain", |to, name| to.add_filter(name, plain)),
    ("plural", "data.words.minutes | plural(3)", |to, name| to.add_filter(name, language::plural)),
    ("shift", "page.content | shift(1)", |to, name| to.add_filter(name, shift)),
    ("slugify", "page.title | slugify", |to, name| to.add_filter(name, slugify)),
    ("sort", "page.tags | sort", |to, name| to.add_filter(name, language::sort)),
    ("wrap", "page.title | wrap(24)", |to, name| to.add_filter(name, wrap)),
];

fn wrap(state: &State, text: &str, width: usize) -> Result<Value, Error> {
    let context = PageContext::of(state)?;
    let lines = split_lines(&marks::without(text), width).into_iter();
    Ok(lines.map(|line| context.derived_text(text, line)).collect())
}

/// Returns the text of HTML, without the marks that the HTML may have.
fn plain(html: &str) -> String {
    plain_text(&marks::without(html))
}

fn slugify(state: &State, text: &str) -> Result<String, Error> {
    let text = &*marks::without(text);
    PageContext::of(state)?.tracked.slug_of(text).ok_or_else(|| {
        let hint = "the setting `slugs: ascii` converts only Latin, Greek and Cyrillic letters";
        failure_with_hint(&format!("`{text}` can't be written in ASCII letters"), hint)
    })
}

fn markdown(state: &State, text: Value, options: Kwargs) -> Result<Value, Error> {
    require_defined(state, &text)?;
    let context = PageContext::of_call(state, &options)?;
    let inline = options.get::<Option<bool>>("inline")?.unwrap_or(false);
    options.assert_all_used()?;
    if text.is_none() {
        return Ok(text);
    }
    let text = text.as_str().ok_or_else(|| failure(format!("`{text}` is not a string")))?;
    let html = markdown_body::render_fragment(&context, text, inline, state.name())?;
    Ok(context.derived_text(text, Value::from_safe_string(html)))
}

/// Prepares HTML for a feed: with absolute URLs, and as text that the template escapes (RFC 4287, 3.1.1.2).
fn for_feed(state: &State, html: Value) -> Result<String, Error> {
    require_defined(state, &html)?;
    let context = PageContext::of(state)?;
    Ok(make_urls_absolute(&marks::without(html.as_str().unwrap_or_default()), context.tracked.origin()))
}

/// Writes JSON in which no `</script>`, `<!--` or line separator can end or break the script around it.
fn json(state: &State, value: Value) -> Result<Value, Error> {
    require_all_defined(state, &value)?;
    let json = match value.as_str() {
        Some(text) => serde_json::to_string(&marks::without(text)),
        None => serde_json::to_string(&value),
    };
    let mut json = json.map_err(|error| failure(format!("this can't be written as JSON: {error}")))?;
    for c in ['<', '>', '&', '\u{2028}', '\u{2029}'] {
        json = json.replace(c, &format!("\\u{:04x}", u32::from(c)));
    }
    Ok(Value::from_safe_string(json))
}

fn shift(html: &str, levels: i64) -> Value {
    Value::from_safe_string(shift_headings(html, levels))
}

/// Fails if a value, or one inside it, is undefined: JSON would have `null` in its place.
fn require_all_defined(state: &State, value: &Value) -> Result<(), Error> {
    require_defined(state, value)?;
    match value.kind() {
        ValueKind::Map => value.try_iter()?.try_for_each(|key| require_all_defined(state, &value.get_item(&key)?)),
        ValueKind::Seq | ValueKind::Iterable => {
            value.try_iter()?.try_for_each(|item| require_all_defined(state, &item))
        }
        _ => Ok(()),
    }
}

/// Returns the first words, with an ellipsis if more follow.
fn excerpt(html: &str, words: usize) -> String {
    let text = plain(html);
    let mut parts = text.split_whitespace();
    let kept = parts.by_ref().take(words).collect::<Vec<_>>().join(" ");
    if parts.next().is_none() {
        return kept;
    }
    format!("{}…", kept.trim_end_matches([',', ';', ':']))
}

/// Splits a text into as few lines of at most `width` characters as possible. The lines are as equal in length as the
/// words allow. A word that is longer than `width` gets a longer line.
fn split_lines(text: &str, width: usize) -> Vec<String> {
    let width = width.min(text.chars().count());
    let fewest = fill_lines(text, width).len();
    let narrowest = (1..width).rev().take_while(|&narrower| fill_lines(text, narrower).len() == fewest).last();
    fill_lines(text, narrowest.unwrap_or(width))
}

fn fill_lines(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use minijinja::{Environment, ErrorKind, UndefinedBehavior, context};

    use super::*;

    fn try_render(template: &str, variables: Value) -> Result<String, Error> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        FILTERS.iter().for_each(|(name, _, add)| add(&mut environment, name));
        environment.render_str(template, variables)
    }

    fn render(template: &str, variables: Value) -> Option<String> {
        try_render(template, variables).ok()
    }

    #[test]
    fn texts_are_split_into_the_fewest_lines_of_equal_length() {
        let check = |text: &str, width: usize, lines: &[&str]| assert_eq!(split_lines(text, width), lines, "{text}");
        check("one two three four", 14, &["one two", "three four"]);
        check("one two three four", 18, &["one two three four"]);
        check("a considerable word", 5, &["a", "considerable", "word"]);
        check("", 5, &[]);
        check("one two", usize::MAX, &["one two"]);
    }

    #[test]
    fn excerpts_end_with_an_ellipsis_if_cut() {
        assert_eq!(excerpt("one two, three", 2), "one two…");
        assert_eq!(excerpt("one two:", 2), "one two:");
    }

    #[test]
    fn json_cannot_end_its_script() {
        let text = "</script><!-- & \u{2028}";
        let written = render("{{ text | json }}", context! { text });
        assert_eq!(written.as_deref(), Some(r#""\u003c/script\u003e\u003c!-- \u0026 \u2028""#));
    }

    #[test]
    fn undefined_options_are_not_absent_ones() {
        let error = try_render("{{ 'x' | markdown(inline=missing) }}", context! {}).expect_err("a misspelt name");
        assert_eq!(error.kind(), ErrorKind::UndefinedError);
    }

    #[test]
    fn undefined_values_are_not_written_as_json() {
        assert_eq!(render("{{ none | json }}", context! {}).as_deref(), Some("null"));
        for value in ["missing", "{'a': [1, missing]}", "[missing] | map('upper')"] {
            assert_eq!(render(&format!("{{{{ {value} | json }}}}"), context! {}), None, "{value}");
        }
        let value = "{'a': [none, true], 'b': range(2)}";
        let written = render(&format!("{{{{ {value} | json }}}}"), context! {});
        assert_eq!(written.as_deref(), Some(r#"{"a":[null,true],"b":[0,1]}"#));
    }
}
