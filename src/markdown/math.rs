//! The conversion of formulas, LaTeX between dollars, to MathML, which browsers draw without scripts or fonts.

use std::ops::Range;

use math_core::{LatexToMathML, MathCoreConfig, MathDisplay};

use super::text::{MarkdownText, SpannedDiagnostic};
use crate::diagnostic::Diagnostic;

/// Converts the formula in a range of the text, dollars included; `is_block` gives it a line of its own.
///
/// # Errors
/// Fails with the mistake in the formula.
pub(super) fn convert(
    source: &MarkdownText,
    range: &Range<usize>,
    latex: &str,
    is_block: bool,
) -> Result<String, SpannedDiagnostic> {
    to_mathml(latex, is_block).map_err(|(problem, part)| {
        let start = range.start + if is_block { "$$" } else { "$" }.len();
        // In a quote, the formula lacks the `>` that begins its lines in the file.
        let is_verbatim = source.text.get(start..start + latex.len()) == Some(latex);
        let span = if is_verbatim { start + part.start..start + part.end } else { range.clone() };
        (problem, source.span(span))
    })
}

/// Converts a formula; `is_block` gives it a line of its own. A mistake comes with its bytes in the formula.
fn to_mathml(latex: &str, is_block: bool) -> Result<String, (Diagnostic, Range<usize>)> {
    let display = if is_block { MathDisplay::Block } else { MathDisplay::Inline };
    let failure = |message: String, label: &str, span: Range<usize>| {
        let problem = Diagnostic::error("bad-math", format!("this formula can't be read: {message}")).label(label);
        let help = "formulas are LaTeX; if a dollar is meant, write `\\$`";
        (problem.help(help), span)
    };
    // The converter refuses only invalid macros, and the default configuration has none.
    let converter = LatexToMathML::new(MathCoreConfig::default())
        .map_err(|_| failure("the converter did not start".to_owned(), "", 0..latex.len()))?;
    match converter.convert_with_local_state(latex, display) {
        Ok(converted) => Ok(converted.mathml),
        Err(error) => {
            let start = latex.floor_char_boundary(error.0.start);
            let end = latex.ceil_char_boundary(error.0.end);
            Err(failure(error.error_message().trim_end_matches('.').to_owned(), error.label(), start..end.max(start)))
        }
    }
}
