//! The removal of the tag `!sample`, by which a value stays as it is.

use std::iter::once;

use super::{Splice, Unwritable, first_exact, parse_yaml};
use crate::yaml::DocumentSource;

/// The tag of sample values.
pub const SAMPLE: &str = "!sample";

/// Returns the splice of the file that removes the tag of the sample value at `pointer`.
///
/// # Errors
/// Fails if the tag does not stand right before the value.
pub fn remove_sample_tag(source: &DocumentSource<'_>, pointer: &str) -> Result<Splice, Unwritable> {
    let mut expected = parse_yaml(source)?;
    expected.samples.retain(|sample| sample != pointer);
    let (text, tree) = (source.document(), source.tree());
    let path = tree.path(pointer).ok_or(Unwritable::Shared)?;
    let (_, node) = path.last().ok_or(Unwritable::WrongKind)?;
    let before = text[..node.span.start].trim_end();
    let start = before.strip_suffix(SAMPLE).ok_or(Unwritable::Shared)?.len();
    let blank = [' ', '\t'];
    let rest = text[before.len()..].trim_start_matches(blank);
    let next = rest.trim_start_matches('\r').trim_start_matches('\n');
    let range = if next.len() == rest.len() {
        start..text.len() - rest.len()
    } else if text[..start].ends_with('\n') || start == 0 {
        start..text.len() - next.len()
    } else {
        text[..start].trim_end_matches(blank).len()..text.len() - rest.len()
    };
    first_exact(source, once(Splice::new(text, range, String::new())), &expected)
}
