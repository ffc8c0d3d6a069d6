//! Alerts: quotes that begin with `[!NOTE]`, `[!TIP]`, `[!IMPORTANT]`, `[!WARNING]` or `[!CAUTION]`.

use std::collections::BTreeMap;
use std::ops::Range;

use pulldown_cmark::BlockQuoteKind;

use super::text::MarkdownText;
use crate::diagnostic::{Diagnostic, SpannedDiagnostic, closest};
use crate::html::escaped;

/// The HTML after the content of an alert.
pub(super) const END: &str = "</aside>\n";

const KINDS: [&str; 5] = ["NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION"];

/// Returns the HTML before the content of an alert: the start tag and the title.
pub(super) fn begin(kind: BlockQuoteKind, titles: &BTreeMap<String, String>) -> String {
    let name = match kind {
        BlockQuoteKind::Note => "note",
        BlockQuoteKind::Tip => "tip",
        BlockQuoteKind::Important => "important",
        BlockQuoteKind::Warning => "warning",
        BlockQuoteKind::Caution => "caution",
    };
    let title = titles.get(name).map(|title| escaped(title)).unwrap_or_default();
    format!("<aside class=\"alert alert-{name}\">\n<p class=\"alert-title\">{title}</p>\n")
}

/// Returns the diagnostic of a quote that begins like an alert of an unknown kind: `[!NOET]`.
pub(super) fn unknown_kind(source: &MarkdownText, quote: &Range<usize>) -> Option<SpannedDiagnostic> {
    let line = source.text[quote.clone()].lines().next()?;
    let marker = line.trim_start_matches(['>', ' ', '\t']);
    let word = marker.strip_prefix("[!")?.trim_end().strip_suffix(']')?;
    if word.is_empty() || !word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') {
        return None;
    }
    let upper = word.to_ascii_uppercase();
    if KINDS.contains(&upper.as_str()) {
        return None;
    }
    let start = quote.start + line.len() - marker.len();
    let label = closest(&upper, KINDS)
        .map_or_else(|| "the quote stays a quote".to_owned(), |near| format!("did you mean `[!{near}]`?"));
    let diagnostic = Diagnostic::warning("unknown-alert", format!("there is no kind of alert `{word}`"))
        .label(label)
        .help("alerts begin with `[!NOTE]`, `[!TIP]`, `[!IMPORTANT]`, `[!WARNING]` or `[!CAUTION]`");
    Some((diagnostic, source.span(start..start + marker.trim_end().len())))
}
