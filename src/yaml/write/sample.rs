//! The removal of the tag `!sample` from a value, which stays as it is.

use std::ops::Range;

use super::{Splice, Unwritable, first_exact, parse_yaml};
use crate::yaml::DocumentSource;

const TAG: &str = "!sample";

/// The maximum number of places of the word `!sample` that are tried as the tag. A comment between the tag and its
/// value may contain the word too.
const MAX_PLACES: usize = 4;

/// Returns the splice of the file that removes the tag of the sample value at `pointer`.
///
/// # Errors
/// Fails if the document is not valid YAML, if the value is missing, or if the tag can't be found before the value.
pub fn remove_sample_tag(source: &DocumentSource<'_>, pointer: &str) -> Result<Splice, Unwritable> {
    let mut expected = parse_yaml(source)?;
    expected.samples.retain(|sample| sample != pointer);
    let (text, tree) = (source.document_text(), source.tree());
    let path = tree.path(pointer).ok_or(Unwritable::Shared)?;
    let (_, node) = path.last().ok_or(Unwritable::WrongKind)?;
    let places = text[..node.span.start].rmatch_indices(TAG).take(MAX_PLACES);
    first_exact(source, places.map(|(start, _)| (tag_range(text, start), "")), &expected)
}

/// Returns the range to remove for the tag at `start`: the tag, and the blanks or the line break that separate it.
fn tag_range(text: &str, start: usize) -> Range<usize> {
    let blanks = [' ', '\t'];
    let rest = text[start + TAG.len()..].trim_start_matches(blanks);
    let next = rest.trim_start_matches('\r').trim_start_matches('\n');
    if next.len() == rest.len() {
        // The value or a comment follows in the line: the blanks after the tag are removed too.
        start..text.len() - rest.len()
    } else if text[..start].ends_with('\n') || start == 0 {
        // The tag has a line of its own, which is removed.
        start..text.len() - next.len()
    } else {
        // The tag ends its line: the blanks before the tag are removed too.
        text[..start].trim_end_matches(blanks).len()..text.len() - rest.len()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::Unwritable;
    use super::remove_sample_tag;
    use crate::yaml::DocumentSource;

    #[test]
    fn a_sample_value_loses_its_tag_alone() {
        let file: Arc<str> = "a.yaml".into();
        let check = |text: &str, pointer: &str, expected: &str| {
            let splice = remove_sample_tag(&DocumentSource::whole(&file, text), pointer);
            assert_eq!(
                splice.ok().and_then(|splice| splice.apply(text)).as_deref(),
                Some(expected),
                "{text:?} {pointer}"
            );
        };
        check("a: !sample \"x\" # c\n", "/a", "a: \"x\" # c\n");
        check("- { a: !sample 9, b: 2 }\n", "/0/a", "- { a: 9, b: 2 }\n");
        check("a: !sample >-\n  x\n  y\n", "/a", "a: >-\n  x\n  y\n");
        check("a: !sample  # c\n  b: 1\n", "/a", "a: # c\n  b: 1\n");
        check("a: !sample # a !sample\n  b: 1\n", "/a", "a: # a !sample\n  b: 1\n");
        check("a: !sample # c\n  x\n", "/a", "a: # c\n  x\n");
        check("a: !sample\n  b: !sample 1\n", "/a", "a:\n  b: !sample 1\n");
        check("a: !sample\n  b: !sample 1\n", "/a/b", "a: !sample\n  b: 1\n");
        check("!sample\r\na: 1\r\n", "", "a: 1\r\n");
        check("- !sample\n  a: 1\n", "/0", "-\n  a: 1\n");
        let shared = remove_sample_tag(&DocumentSource::whole(&file, "a: !sample &x y\nb: *x\n"), "/b");
        assert_eq!(shared, Err(Unwritable::Shared));
    }
}
