//! The filters that write and sort by the rules of the page's language (`docs/languages.md`).

#![expect(clippy::needless_pass_by_value, reason = "templates hand their values over")]

use std::sync::Arc;

use minijinja::value::{Kwargs, Rest, Value};
use minijinja::{Error, State};

use super::errors::{failure, failure_with_hint, optional_argument, require_defined, require_defined_options};
use super::page_context::PageContext;
use crate::date;
use crate::diagnostic::{Diagnostic, list_names};
use crate::language::{DATE_STYLES, LanguageRules};
use crate::snapshot::ReadSettings;
use crate::template::DiagnosticError;

/// The conversions of `strftime` that write English words.
const ENGLISH_CONVERSIONS: &[u8] = b"ABPabchpr";

/// The filter `date`: formats a date by a style, as in `date("long")`, or by a pattern, as in `date("%Y")`; in the
/// site's time zone or in another `zone`.
pub fn date(state: &State, value: Value, pattern: &str, options: Kwargs) -> Result<Value, Error> {
    require_defined(state, &value)?;
    let context = PageContext::of_call(state, &options)?;
    let zone = options.get::<Option<&str>>("zone")?;
    options.assert_all_used()?;
    if value.is_none() {
        let hint = "the field is empty: test it first with `{% if … %}`";
        return Err(failure_with_hint("there is no date to format", hint));
    }
    let text = value.as_str().ok_or_else(|| failure(format!("`{value}` is not a date")))?;
    let unknown =
        |hint: String| failure_with_hint(&format!("`{}` is not a time zone", zone.unwrap_or_default()), &hint);
    let named = zone.map(date::zone).transpose().map_err(unknown)?;
    let moment = date::parse(text, named.as_ref().unwrap_or_else(|| context.tracked.zone().0)).map_err(failure)?;
    if DATE_STYLES.contains(&pattern) {
        let written = context.tracked.language_rules().date(moment.datetime(), pattern);
        let written = written.ok_or_else(|| failure(format!("`{text}` is out of the range of dates")))?;
        return Ok(context.derived_text(text, written));
    }
    // Feeds have their dates in English.
    let is_document = context.tracked.own_page().is_document();
    if is_document && has_english_words(pattern) && !context.tracked.language_rules().is_english() {
        return Err(english_date(&context, pattern));
    }
    Ok(context.derived_text(text, date::format(&moment, pattern).map_err(failure)?))
}

/// Whether a `strftime` pattern writes names of months or days, or other English words.
fn has_english_words(pattern: &str) -> bool {
    let mut bytes = pattern.bytes();
    while bytes.any(|byte| byte == b'%') {
        // Flags and a width may precede the letter.
        let conversion = bytes.find(|byte| byte.is_ascii_alphabetic() || *byte == b'%');
        if conversion.is_some_and(|conversion| ENGLISH_CONVERSIONS.contains(&conversion)) {
            return true;
        }
    }
    false
}

fn english_date(context: &PageContext, pattern: &str) -> Error {
    let message = format!("`{pattern}` writes English words on a page in `{}`", context.tracked.language());
    let styles = list_names(DATE_STYLES);
    let diagnostic = Diagnostic::error("english-date", message)
        .label("months and days have their English names here")
        .help(format!("use a style, which the page's language writes: {styles}"));
    DiagnosticError::at_word(pattern, diagnostic).into()
}

/// The filter `number`: groups the digits by the rules of the page's language, and rounds to `decimals`.
/// `number("indian")` groups the digits as in India.
pub fn number(state: &State, value: Value, style: Rest<Value>, options: Kwargs) -> Result<String, Error> {
    require_defined(state, &value)?;
    let style: Option<&str> = optional_argument(state, &style)?;
    let context = PageContext::of_call(state, &options)?;
    let decimals = options.get("decimals")?;
    options.assert_all_used()?;
    match style {
        None => write_number(context.tracked.language_rules(), &value, decimals),
        Some("indian") => write_number(&LanguageRules::new("en-IN"), &value, decimals),
        Some(other) => Err(failure(format!("there is no number style `{other}`: the only one is `indian`"))),
    }
}

fn write_number(rules: &LanguageRules, value: &Value, decimals: Option<u8>) -> Result<String, Error> {
    rules.number(&digits_of(value)?, decimals).ok_or_else(|| not_a_number(value))
}

/// Returns a number as the text that [`LanguageRules`] takes, such as `-1234.5`. A whole number has no decimals, though
/// templates write the result of a division as `5.0`.
fn digits_of(value: &Value) -> Result<String, Error> {
    if !value.is_number() {
        return Err(not_a_number(value));
    }
    let digits = value.to_string();
    Ok(digits.strip_suffix(".0").unwrap_or(&digits).to_owned())
}

fn not_a_number(value: &Value) -> Error {
    failure(format!("`{value}` is not a number"))
}

/// The filter `currency`, as in `7.9 | currency("EUR")`: writes an amount with the sign of the currency, by the rules
/// of the page's language.
pub fn currency(state: &State, value: Value, code: &str) -> Result<String, Error> {
    require_defined(state, &value)?;
    let context = PageContext::of(state)?;
    let written = context.tracked.language_rules().amount(&digits_of(&value)?, code);
    written.ok_or_else(|| failure(format!("`{code}` is not a currency's code of three letters, such as `EUR`")))
}

/// The filter `plural`, as in `{"one": "{n} page", "other": "{n} pages"} | plural(3)`: returns the form that the page's
/// language uses with the number, with the number in place of `{n}`.
pub fn plural(state: &State, forms: Value, count: Value) -> Result<Value, Error> {
    require_defined(state, &count)?;
    let context = PageContext::of(state)?;
    let rules = context.tracked.language_rules();
    let digits = digits_of(&count)?;
    let form = rules.plural_form(&digits).ok_or_else(|| not_a_number(&count))?;
    let is_missing = forms.get_attr(form)?.is_undefined();
    // Without a translation, a partial language shows the first language's text, which may lack `form`. Then `other` is
    // used, which every language has.
    let written = if is_missing && context.tracked.is_partial_language() { "other" } else { form };
    let text = forms.get_attr(written)?;
    let text = text.as_str().ok_or_else(|| missing_form(&context, &forms, form, &digits))?;
    Ok(context.derived_text(text, text.replace("{n}", &write_number(rules, &count, None)?)))
}

/// Creates the error for a missing plural form. If a trace knows the mapping with the other forms, the place of the
/// error is the mapping's key.
fn missing_form(context: &PageContext, forms: &Value, form: &str, digits: &str) -> Error {
    let (language, rules) = (context.tracked.language(), context.tracked.language_rules());
    let mut texts = forms.try_iter().into_iter().flatten().filter_map(|key| forms.get_item(&key).ok());
    let mapping = texts.find_map(|text| context.trace.as_ref()?.mapping_of(text.as_str()?));
    let subject = mapping.as_ref().map_or("the text".to_owned(), |(path, _)| format!("`{path}`"));
    let message = format!("{subject} has no form `{form}`, which `{language}` uses for {digits}");
    let mut diagnostic = Diagnostic::error("missing-plural-form", message)
        .label(format!("the forms of `{language}` are {}", list_names(rules.plural_forms())));
    diagnostic.place = mapping.map(|(_, place)| place);
    DiagnosticError::at_word("plural", diagnostic).into()
}

/// The filter `sort`: sorts texts, or values by the text in an `attribute`, in the order of the page's language. Other
/// values, and calls with `case_sensitive`, go to minijinja's own filter, which refuses values that are not lists.
pub fn sort(state: &State, value: Value, options: Kwargs) -> Result<Value, Error> {
    require_defined_options(state, &options)?;
    if options.has("case_sensitive") {
        return minijinja::filters::sort(state, value, options);
    }
    let attribute = options.get::<Option<&str>>("attribute")?.unwrap_or_default();
    let key = |item: &Value| -> Option<Arc<str>> {
        let mut parts = attribute.split('.').filter(|part| !part.is_empty());
        parts.try_fold(item.clone(), |value, part| value.get_attr(part).ok())?.to_str()
    };
    let items: Vec<Value> = value.try_iter().map(Iterator::collect).unwrap_or_default();
    let keys = items.iter().map(key).collect::<Option<Vec<_>>>();
    let Some(keys) = keys.filter(|keys| !keys.is_empty()) else {
        return minijinja::filters::sort(state, value, options);
    };
    let is_reversed = options.get::<Option<bool>>("reverse")?.unwrap_or(false);
    options.assert_all_used()?;
    let context = PageContext::of(state)?;
    let order = context.tracked.language_rules().text_order();
    let mut sorted: Vec<_> = keys.into_iter().zip(items).collect();
    sorted.sort_by(|(a, _), (b, _)| if is_reversed { order.compare(b, a) } else { order.compare(a, b) });
    Ok(sorted.into_iter().map(|(_, item)| item).collect())
}

#[cfg(test)]
mod tests {
    use minijinja::{Environment, UndefinedBehavior, Value, context};

    use super::{digits_of, has_english_words, sort};

    #[test]
    fn only_lists_are_sorted() {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.add_filter("sort", sort);
        let sorted = |template: &str| environment.render_str(template, context! {}).ok();
        assert_eq!(sorted("{{ [] | sort }}").as_deref(), Some("[]"));
        assert_eq!(sorted("{{ missing | sort }}"), None);
        assert_eq!(sorted("{{ 5 | sort }}"), None);
        assert_eq!(sorted("{{ [1] | sort(attribute=missing) }}"), None);
    }

    #[test]
    fn whole_numbers_have_no_decimals() {
        let check = |value: Value, expected: &str| assert_eq!(digits_of(&value).expect("a number"), expected);
        check(Value::from(10.0 / 2.0), "5");
        check(Value::from(-7.0), "-7");
        check(Value::from(10.05), "10.05");
        check(Value::from(100), "100");
        assert!(digits_of(&Value::from("5.0")).is_err());
    }

    #[test]
    fn patterns_with_words_differ_from_those_with_numbers() {
        for pattern in ["%-d %B %Y", "%a", "%d.%m. %p", "%% %^b", "%0b"] {
            assert!(has_english_words(pattern), "{pattern}");
        }
        for pattern in ["%Y", "%d.%m.%Y %H:%M", "%%B", "B", "%-d/%-m", "%", "iso", "%:z"] {
            assert!(!has_english_words(pattern), "{pattern}");
        }
    }
}
