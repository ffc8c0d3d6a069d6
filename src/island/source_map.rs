//! From a place in a bundle to the line that somebody wrote: source maps, version 3.

use serde::Deserialize;

use super::runtime;

/// A source map, decoded when it is asked.
#[derive(Debug, Deserialize)]
pub struct SourceMap {
    sources: Vec<String>,
    #[serde(rename = "sourcesContent", default)]
    contents: Vec<Option<String>>,
    mappings: String,
}

/// A place in a source.
#[derive(Debug, PartialEq, Eq)]
pub struct Origin<'m> {
    /// As the map names it, relative to the map.
    pub source: &'m str,
    /// Counted from 1.
    pub line: usize,
    /// Counted from 0, in UTF-16 units.
    pub column: usize,
    pub text: &'m str,
}

impl SourceMap {
    pub fn parse(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// The sources as the map names them, relative to it, with their texts.
    pub fn sources(&self) -> impl Iterator<Item = (&str, &str)> {
        let named = self.sources.iter().zip(&self.contents);
        named.filter_map(|(source, text)| Some((source.as_str(), text.as_deref()?)))
    }

    /// What stands at a line, from 1, and a column, from 0, of the bundle.
    pub fn origin(&self, line: usize, column: usize) -> Option<Origin<'_>> {
        // Columns of the bundle begin anew on each line; the other three numbers go on.
        let mut here = [0_i64; 3];
        let mut found = None;
        for (number, segments) in self.mappings.split(';').enumerate().take(line) {
            let mut at = 0;
            for segment in segments.split(',').filter(|segment| !segment.is_empty()) {
                let fields = numbers(segment);
                at += fields.first()?;
                for (number, field) in here.iter_mut().zip(fields.iter().skip(1)) {
                    *number += field;
                }
                if number + 1 == line && fields.len() > 3 && usize::try_from(at).is_ok_and(|at| at <= column) {
                    found = Some(here);
                }
            }
        }
        let [source, line, column] = found?.map(|number| usize::try_from(number).unwrap_or_default());
        let text = self.contents.get(source).and_then(Option::as_deref).unwrap_or_default();
        Some(Origin {
            source: self.sources.get(source)?,
            line: line + 1,
            column,
            text: text.lines().nth(line).unwrap_or_default(),
        })
    }
}

/// The path from the root of a source that is the site's own, by its name in the pre-renderer's map.
pub fn own_file(source: &str) -> Option<&str> {
    let file = source.rsplit("../").next()?;
    let is_own = source.starts_with("../") && !source.contains("node_modules/") && !file.starts_with(runtime::FOLDER);
    is_own.then_some(file)
}

/// Base 64, five bits a letter and one that says whether more follow; the lowest of all bits is the sign.
fn numbers(segment: &str) -> Vec<i64> {
    let mut numbers = Vec::with_capacity(5);
    let (mut value, mut shift) = (0_i64, 0);
    for byte in segment.bytes() {
        let digit = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            _ => 63,
        };
        value |= i64::from(digit & 31) << shift;
        if digit & 32 != 0 && shift < 50 {
            shift += 5;
            continue;
        }
        numbers.push(if value & 1 == 1 { -(value >> 1) } else { value >> 1 });
        (value, shift) = (0, 0);
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::{SourceMap, numbers};

    #[test]
    fn numbers_have_five_bits_a_letter() {
        assert_eq!(numbers("AAgBC"), [0, 0, 16, 1]);
        assert_eq!(numbers("D"), [-1]);
    }

    #[test]
    fn a_place_in_the_bundle_is_one_in_a_source() {
        // Line 1: column 0 is a.ts 1:0, column 4 is b.ts 2:2. Line 2: column 2 is b.ts 3:2.
        let map = r#"{"version":3,"sources":["a.ts","b.ts"],"sourcesContent":["one","x\ny y\nz"],"mappings":"AAAA,ICCE;EACA"}"#;
        let map = SourceMap::parse(map).expect("a source map");
        let check = |line, column, expected: Option<(&str, usize, usize, &str)>| {
            let found = map.origin(line, column).map(|o| (o.source, o.line, o.column, o.text));
            assert_eq!(found, expected, "{line}:{column}");
        };
        check(1, 0, Some(("a.ts", 1, 0, "one")));
        check(1, 3, Some(("a.ts", 1, 0, "one")));
        check(1, 9, Some(("b.ts", 2, 2, "y y")));
        check(2, 2, Some(("b.ts", 3, 2, "z")));
        check(2, 1, None);
        check(3, 0, None);
    }
}
