//! The conversion of formulas, LaTeX between dollars, to MathML, which browsers draw without scripts or fonts.

use std::ops::Range;

use math_core::{LatexToMathML, MathCoreConfig, MathDisplay};

use super::text::MarkdownText;
use crate::diagnostic::{Diagnostic, SpannedDiagnostic};

/// Converts a formula. `range` includes the dollars; `is_block` gives the formula a line of its own.
pub(super) fn convert(
    source: &MarkdownText,
    range: &Range<usize>,
    latex: &str,
    is_block: bool,
) -> Result<String, SpannedDiagnostic> {
    let (display, dollars) = if is_block { (MathDisplay::Block, "$$") } else { (MathDisplay::Inline, "$") };
    let failure = |message: &str, label: &str, part: Range<usize>| {
        let start = range.start + dollars.len();
        // In a quote, `latex` lacks the `>` of its lines in the file. Then the whole formula is marked.
        let is_verbatim = source.text.get(start..start + latex.len()) == Some(latex);
        let span = if is_verbatim { start + part.start..start + part.end } else { range.clone() };
        let diagnostic = Diagnostic::error("bad-math", format!("this formula can't be read: {message}"))
            .label(label)
            .help("formulas are LaTeX; if a dollar is meant, write `\\$`");
        (diagnostic, source.span(span))
    };
    let converter = LatexToMathML::new(MathCoreConfig::default()).expect("the default configuration has no macros");
    let converted = converter.convert_with_local_state(latex, display).map_err(|error| {
        let start = latex.floor_char_boundary(error.0.start);
        let end = latex.ceil_char_boundary(error.0.end);
        failure(error.error_message().trim_end_matches('.'), error.label(), start..end.max(start))
    })?;
    Ok(converted.mathml)
}
