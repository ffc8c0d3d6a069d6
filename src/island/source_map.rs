//! Source maps, version 3, which map a position in a bundle to a position in a source file.

use serde::Deserialize;

use super::runtime;

/// A parsed source map. Its mappings are decoded on each lookup.
#[derive(Debug, Deserialize)]
pub struct SourceMap {
    sources: Vec<String>,
    #[serde(rename = "sourcesContent", default)]
    contents: Vec<Option<String>>,
    mappings: String,
}

/// A position in a source file.
#[derive(Debug, PartialEq, Eq)]
pub struct OriginalPosition<'m> {
    /// The source's name in the map, relative to the map.
    pub source: &'m str,
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 0 in UTF-16 units.
    pub column: usize,
    /// The text of the line.
    pub text: &'m str,
}

impl SourceMap {
    /// Parses the JSON of a source map; `None` if it is invalid.
    pub fn parse(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// Lists the sources: the name in the map and the text of each.
    pub fn sources(&self) -> impl Iterator<Item = (&str, &str)> {
        let named = self.sources.iter().zip(&self.contents);
        named.filter_map(|(source, text)| Some((source.as_str(), text.as_deref()?)))
    }

    /// Finds the source of a position in the bundle; `None` if the map has no source for it. The line is counted from
    /// 1, the column from 0 in UTF-16 units.
    pub fn find_origin(&self, line: usize, column: usize) -> Option<OriginalPosition<'_>> {
        // A segment's numbers are the column in the bundle, then the source, line and column. Each is relative to the
        // previous segment, but the column in the bundle starts at 0 on each line.
        let mut position = [0_i64; 3];
        let mut found = None;
        for (index, segments) in self.mappings.split(';').enumerate().take(line) {
            let mut segment_column = 0;
            for segment in segments.split(',').filter(|segment| !segment.is_empty()) {
                let fields = decode_vlq(segment);
                segment_column += fields.first()?;
                for (number, field) in position.iter_mut().zip(fields.iter().skip(1)) {
                    *number += field;
                }
                let begins_before = usize::try_from(segment_column).is_ok_and(|start| start <= column);
                if index + 1 == line && fields.len() > 3 && begins_before {
                    found = Some(position);
                }
            }
        }
        let [source, line, column] = found?.map(|number| usize::try_from(number).unwrap_or_default());
        let text = self.contents.get(source).and_then(Option::as_deref).unwrap_or_default();
        Some(OriginalPosition {
            source: self.sources.get(source)?,
            line: line + 1,
            column,
            text: text.lines().nth(line).unwrap_or_default(),
        })
    }
}

/// Converts a source's name in the prerenderer's map to its path relative to the root: `../islands/Counter.tsx` →
/// `islands/Counter.tsx`, `../../shared/a.ts` → `../shared/a.ts`. Returns `None` if the source belongs to a package or
/// to the runtime.
pub fn own_path(source: &str) -> Option<&str> {
    let path = source.strip_prefix("../")?;
    let is_own = !path.contains("node_modules/") && !path.starts_with(runtime::FOLDER);
    is_own.then_some(path)
}

/// Decodes numbers in base64 VLQ: each character has five bits of a number and a continuation bit. The lowest bit of a
/// number is its sign.
fn decode_vlq(segment: &str) -> Vec<i64> {
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
    use super::{SourceMap, decode_vlq};

    #[test]
    fn vlq_numbers_are_decoded_with_their_sign() {
        assert_eq!(decode_vlq("AAgBC"), [0, 0, 16, 1]);
        assert_eq!(decode_vlq("D"), [-1]);
    }

    #[test]
    fn positions_in_the_bundle_are_mapped_to_sources() {
        // Line 1: column 0 is a.ts 1:0, column 4 is b.ts 2:2. Line 2: column 2 is b.ts 3:2.
        let map = r#"{
            "version": 3,
            "sources": ["a.ts", "b.ts"],
            "sourcesContent": ["one", "x\ny y\nz"],
            "mappings": "AAAA,ICCE;EACA"
        }"#;
        let map = SourceMap::parse(map).expect("a source map");
        let check = |line, column, expected: Option<(&str, usize, usize, &str)>| {
            let found = map.find_origin(line, column).map(|o| (o.source, o.line, o.column, o.text));
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
