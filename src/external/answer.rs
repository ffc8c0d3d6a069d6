//! The answer for one external link.

/// Whether a link works for visitors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    Working,
    /// The link works, and is permanently redirected to this URL.
    Moved(String),
    /// The link works for nobody; the string is a clause that says why.
    Broken(String),
    /// The host refuses this program, but may serve browsers; the string is a clause that says why.
    Unclear(String),
}
