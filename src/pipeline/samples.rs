//! The diagnostics that list sample values.

use crate::diagnostic::{Diagnostic, Place, Severity};

/// The code of these diagnostics.
pub const SAMPLE_VALUE: &str = "sample-value";

/// Reports a sample value.
pub fn report(severity: Severity, place: Place) -> Diagnostic {
    let message = "a sample value stands here";
    let diagnostic = match severity {
        Severity::Error => Diagnostic::error(SAMPLE_VALUE, message),
        Severity::Warning => Diagnostic::warning(SAMPLE_VALUE, message),
    };
    diagnostic.at(place).label("not meant for visitors").help("write the real value and take `!sample` away")
}
