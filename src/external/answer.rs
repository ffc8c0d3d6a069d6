//! The answer for one external link.

/// The result of checking an external link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    pub verdict: Verdict,
    /// The URL to which the link is permanently redirected.
    pub moved: Option<String>,
}

/// Whether a link works for visitors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    Working,
    /// The link works for nobody; the string is a clause that says why.
    Broken(String),
    /// The host refuses this program, but may serve browsers; the string is a clause that says why.
    Unclear(String),
}
