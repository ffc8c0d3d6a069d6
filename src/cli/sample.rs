//! Sample values for `site new`. Most of them match their schema.

use jiff::Zoned;
use regex_syntax::hir::{Class, Hir, HirKind};
use serde_json::{Map, Value, json};

/// The deepest nesting of a sample: the sample of a schema that refers to itself would nest without end.
const MAX_DEPTH: usize = 8;

/// The maximum number of characters in a string, and of items in a list.
const MAX_LENGTH: usize = 1000;

/// Sample strings by format of JSON Schema.
const FORMATS: &[(&str, &str)] = &[
    ("duration", "P1D"),
    ("email", "name@example.com"),
    ("hostname", "example.com"),
    ("ipv4", "192.0.2.1"),
    ("ipv6", "2001:db8::1"),
    ("time", "10:00:00Z"),
    ("uri", "https://example.com/"),
    ("uuid", "00000000-0000-4000-8000-000000000000"),
];

/// Returns a sample for a normalized schema, as YAML on one line: `!sample "…"`. `root` is the schema with the
/// definitions that `schema` refers to. The tag `!sample` marks values that the author is to replace.
pub fn yaml(schema: &Value, root: &Value, today: &Zoned) -> String {
    Sampler { root, today }.value(schema, 0, MAX_DEPTH)
}

/// Returns the keywords of a normalized schema, together with those of the schemas that it refers to or combines.
pub fn merge_schema(schema: &Value, root: &Value, today: &Zoned) -> Value {
    Sampler { root, today }.merge_keywords(schema, MAX_DEPTH).into()
}

struct Sampler<'a> {
    /// The schema that holds the definitions.
    root: &'a Value,
    today: &'a Zoned,
}

impl Sampler<'_> {
    /// Returns a sample, at most `depth` levels deep. `index` is the sample's index in a list, so that the items can
    /// differ; 0 outside of lists.
    fn value(&self, schema: &Value, index: usize, depth: usize) -> String {
        let Some(depth) = depth.checked_sub(1) else { return "!sample \"…\"".to_owned() };
        let schema = self.merge_keywords(schema, depth);
        let keyword = |name: &str| schema.get(name).unwrap_or(&Value::Null);
        if let Some(default) = schema.get("default").filter(|value| !value.is_null()) {
            return default.to_string();
        }
        if let Some(fixed) = schema.get("const") {
            return fixed.to_string();
        }
        if let Some(options) = keyword("enum").as_array().filter(|options| !options.is_empty()) {
            return format!("!sample {}", options[index % options.len()]);
        }
        if let Some(example) = keyword("examples").get(0) {
            return format!("!sample {example}");
        }
        let value_type = keyword("type").as_str().or_else(|| keyword("type").get(0)?.as_str());
        match (value_type, keyword("format").as_str()) {
            (Some("boolean"), _) => "false".to_owned(),
            (Some("integer"), _) => format!("!sample {}", number(&schema, Some(1.0))),
            (Some("number"), _) => format!("!sample {}", number(&schema, None)),
            (Some("array"), _) => {
                let least = usize::try_from(keyword("minItems").as_u64().unwrap_or(0)).unwrap_or(MAX_LENGTH);
                let item_schema = |index: usize| keyword("prefixItems").get(index).unwrap_or(keyword("items"));
                let items = (0..least.min(MAX_LENGTH)).map(|index| self.value(item_schema(index), index, depth));
                format!("[{}]", items.collect::<Vec<_>>().join(", "))
            }
            (Some("object"), _) => {
                let required = keyword("required").as_array().into_iter().flatten().filter_map(Value::as_str);
                let pair = |name: &str| {
                    let property = keyword("properties").get(name).unwrap_or(&Value::Null);
                    format!("{}: {}", Value::from(name), self.value(property, 0, depth))
                };
                format!("{{ {} }}", required.map(pair).collect::<Vec<_>>().join(", "))
            }
            (_, Some("date")) => self.today.date().to_string(),
            (_, Some("local-date-time")) => self.today.strftime("%Y-%m-%dT%H:%M").to_string(),
            (_, format) => format!("!sample {}", Value::from(text(&schema, format))),
        }
    }

    /// Returns the keywords of a schema, together with those of the target of its `$ref`, of all parts of its `allOf`,
    /// and of the first parts of its `anyOf` and `oneOf`.
    fn merge_keywords(&self, schema: &Value, depth: usize) -> Map<String, Value> {
        let mut all = schema.as_object().cloned().unwrap_or_default();
        let Some(depth) = depth.checked_sub(1) else { return all };
        let target = all.remove("$ref").and_then(|target| self.root.pointer(target.as_str()?.strip_prefix('#')?));
        let mut take_list = |name: &str| match all.remove(name) {
            Some(Value::Array(parts)) => parts,
            _ => Vec::new(),
        };
        let (all_of, any_of, one_of) = (take_list("allOf"), take_list("anyOf"), take_list("oneOf"));
        for part in target.into_iter().chain(&all_of).chain(any_of.first()).chain(one_of.first()) {
            for (key, value) in self.merge_keywords(part, depth) {
                match (all.get_mut(&key), value) {
                    (Some(Value::Object(known)), Value::Object(more)) => {
                        more.into_iter().for_each(|(name, part)| _ = known.entry(name).or_insert(part));
                    }
                    (Some(Value::Array(known)), Value::Array(more)) if key == "required" => {
                        let missing: Vec<Value> = more.into_iter().filter(|name| !known.contains(name)).collect();
                        known.extend(missing);
                    }
                    (Some(_), _) => {}
                    (None, value) => drop(all.insert(key, value)),
                }
            }
        }
        all
    }
}

/// Returns a number near the lower limit if the schema has both limits, or else as near to zero as the schema allows.
/// The number is a multiple of `multipleOf` or else of `step`, if either is given.
fn number(schema: &Map<String, Value>, step: Option<f64>) -> Value {
    let limit = |name: &str| schema.get(name).and_then(Value::as_f64);
    let step = limit("multipleOf").filter(|step| *step > 0.0).or(step);
    // Multiples are rounded to the decimals of the step: 3 × 0.1 is 0.30000000000000004.
    let decimals = step.map(|step| step.to_string().split_once('.').map_or(0, |(_, decimals)| decimals.len()));
    let exact = |value: f64| decimals.map_or(value, |decimals| format!("{value:.decimals$}").parse().unwrap_or(value));
    let rounded = |value: f64, round: fn(f64) -> f64| step.map_or(value, |step| exact(round(value / step) * step));
    let exclusive_min = limit("exclusiveMinimum");
    let exclusive_max = limit("exclusiveMaximum");
    let least = limit("minimum").into_iter().chain(exclusive_min).reduce(f64::max);
    let most = limit("maximum").into_iter().chain(exclusive_max).reduce(f64::min);
    // The distance of the value from an excluded limit.
    let inward = step.unwrap_or_else(|| least.zip(most).map_or(1.0, |(least, most)| (most - least) / 2.0));
    let at_least = |limit: f64| {
        let value = rounded(limit, f64::ceil);
        if exclusive_min.is_some_and(|min| value <= min) { value + inward } else { value }
    };
    let at_most = |limit: f64| {
        let value = rounded(limit, f64::floor);
        if exclusive_max.is_some_and(|max| value >= max) { value - inward } else { value }
    };
    let value = exact(match (least, most) {
        (Some(least), Some(_)) => at_least(least),
        (Some(least), None) => at_least(least.max(0.0)),
        (None, Some(most)) => at_most(most.min(0.0)),
        (None, None) => 0.0,
    });
    #[allow(
        clippy::cast_possible_truncation,
        reason = "the number has no decimals; one that is too large becomes the largest `i64`"
    )]
    if value.fract() == 0.0 { json!(value as i64) } else { json!(value) }
}

/// Returns the sample of this format, or else a string that matches the schema's `pattern`, or else `…` as often as its
/// `minLength` asks.
fn text(schema: &Map<String, Value>, format: Option<&str>) -> String {
    if let Some((_, text)) = FORMATS.iter().find(|(name, _)| Some(*name) == format) {
        return (*text).to_owned();
    }
    let least = schema.get("minLength").and_then(Value::as_u64).and_then(|least| usize::try_from(least).ok());
    let least = least.unwrap_or(1).clamp(1, MAX_LENGTH);
    let pattern = schema.get("pattern").and_then(Value::as_str);
    // The parser refuses some patterns, such as those with look-ahead. The sample then ignores the pattern.
    let Some(pattern) = pattern.and_then(|pattern| regex_syntax::parse(pattern).ok()) else {
        return "…".repeat(least);
    };
    let matching = |extra: usize| {
        let mut text = String::new();
        append_match(&pattern, extra, &mut text).then_some(text)
    };
    let mut texts = (0..=least).filter_map(matching);
    texts.find(|text| text.chars().count() >= least).unwrap_or_else(|| "…".repeat(least))
}

/// Appends a text that matches a pattern. Repetitions are repeated `extra` times more than required, if the pattern
/// allows that: `a+` gives `aaa` if `extra` is 2. Returns false if no text is found.
fn append_match(pattern: &Hir, extra: usize, text: &mut String) -> bool {
    if text.len() > MAX_LENGTH {
        return false;
    }
    match pattern.kind() {
        HirKind::Empty | HirKind::Look(_) => true,
        HirKind::Literal(literal) => match std::str::from_utf8(&literal.0) {
            Ok(literal) => {
                text.push_str(literal);
                true
            }
            Err(_) => false,
        },
        HirKind::Class(class) => {
            let first = pick_char(class);
            text.extend(first);
            first.is_some()
        }
        HirKind::Repetition(repetition) => {
            let most = repetition.max.map_or(usize::MAX, |max| max as usize);
            (0..most.min(repetition.min as usize + extra)).all(|_| append_match(&repetition.sub, extra, text))
        }
        HirKind::Capture(capture) => append_match(&capture.sub, extra, text),
        HirKind::Concat(parts) => parts.iter().all(|part| append_match(part, extra, text)),
        HirKind::Alternation(alternatives) => {
            alternatives.first().is_some_and(|first| append_match(first, extra, text))
        }
    }
}

/// Returns a character of a class such as `[^/]`. Plain ones, such as `a` and `1`, are preferred.
fn pick_char(class: &Class) -> Option<char> {
    let ranges: Vec<(char, char)> = match class {
        Class::Unicode(class) => class.iter().map(|range| (range.start(), range.end())).collect(),
        Class::Bytes(class) => class.iter().map(|range| (range.start().into(), range.end().into())).collect(),
    };
    let mut preferred = ['a', 'A', '1', '0', '-', '!', ' '].into_iter();
    let holds = |c: &char| ranges.iter().any(|(start, end)| (start..=end).contains(&c));
    preferred.find(holds).or_else(|| ranges.first().map(|(start, _)| *start))
}

#[cfg(test)]
mod tests {
    use super::yaml;
    use crate::date::Clock;
    use jiff::tz::TimeZone;

    #[track_caller]
    fn check(schema: &str, expected: &str) {
        let schema = serde_yaml::from_str(schema).expect("a schema");
        let today = Clock::parse("2025-06-01").expect("a day").now(&TimeZone::UTC);
        assert_eq!(yaml(&schema, &schema, &today), expected);
    }

    #[test]
    fn texts_match_their_pattern_format_and_length() {
        check("{ type: string }", "!sample \"…\"");
        check("{ type: string, minLength: 3 }", "!sample \"………\"");
        check("{ type: string, pattern: '^[A-Z]{2}-[0-9]{3,}$' }", "!sample \"AA-111\"");
        check("{ type: string, pattern: '^(red|blue)\\s\\w+(x|y)?$', minLength: 7 }", "!sample \"red aax\"");
        check("{ type: string, pattern: '^[a-z]{1,10}$', minLength: 3 }", "!sample \"aaa\"");
        check("{ type: string, pattern: '^/' }", "!sample \"/\"");
        check("{ type: string, pattern: '^(?!x).*$' }", "!sample \"…\"");
        check("{ type: string, format: ipv4 }", "!sample \"192.0.2.1\"");
        check("{ type: string, format: date }", "2025-06-01");
        check("{ type: string, format: local-date-time }", "2025-06-01T00:00");
    }

    #[test]
    fn numbers_are_within_their_limits() {
        check("{ type: integer }", "!sample 0");
        check("{ type: integer, minimum: 3 }", "!sample 3");
        check("{ type: integer, minimum: 7, multipleOf: 5 }", "!sample 10");
        check("{ type: number, exclusiveMinimum: 0.5 }", "!sample 1.5");
        check("{ type: number, minimum: 0.25, multipleOf: 0.1 }", "!sample 0.3");
        check("{ type: number, exclusiveMinimum: 0.7, multipleOf: 0.1 }", "!sample 0.8");
        check("{ type: number, exclusiveMinimum: 0, exclusiveMaximum: 1 }", "!sample 0.5");
        check("{ type: integer, maximum: -2 }", "!sample -2");
        check("{ type: integer, exclusiveMaximum: 0, multipleOf: 4 }", "!sample -4");
        check("{ type: integer, minimum: -5, maximum: -3 }", "!sample -5");
    }

    #[test]
    fn alternatives_lists_and_mappings_get_values() {
        check("{ const: 2 }", "2");
        check("{ enum: [small, large] }", "!sample \"small\"");
        check("{ type: [integer, 'null'], examples: [12] }", "!sample 12");
        check(
            "{ type: array, items: { enum: [a, b] }, minItems: 2, uniqueItems: true }",
            "[!sample \"a\", !sample \"b\"]",
        );
        check(
            "{ type: object, required: [a], properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { type: boolean } } }",
            "{ \"a\": false }",
        );
        check("{ allOf: [{ type: integer }, { minimum: 2 }] }", "!sample 2");
        check(
            "{ required: [a], properties: { a: { const: 1 } }, \
             allOf: [{ type: object, required: [a], properties: { a: { enum: [1, 2] } } }] }",
            "{ \"a\": 1 }",
        );
        check("{ anyOf: [{ type: integer }, { type: string }] }", "!sample 0");
        check("{ $ref: '#' }", "!sample \"…\"");
    }
}
