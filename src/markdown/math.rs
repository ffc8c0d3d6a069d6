//! Formulas: LaTeX between dollars to MathML, which browsers draw without scripts or fonts.

use std::ops::Range;

use math_core::{LatexToMathML, MathCoreConfig, MathDisplay};

use crate::diagnostic::Diagnostic;

/// Converts a formula; `is_block` gives it a line of its own. A mistake comes with its bytes in the formula.
pub(super) fn to_mathml(latex: &str, is_block: bool) -> Result<String, (Diagnostic, Range<usize>)> {
    let display = if is_block { MathDisplay::Block } else { MathDisplay::Inline };
    let failure = |message: String, label: &str, span: Range<usize>| {
        let problem = Diagnostic::error("bad-math", format!("this formula can't be read: {message}")).label(label);
        let help = "formulas are LaTeX; where a dollar is meant, write `\\$`";
        (problem.help(help), span)
    };
    // Without macros of our own, the converter has nothing to refuse.
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
