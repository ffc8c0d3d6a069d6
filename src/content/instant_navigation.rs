//! The setting `navigation`.

use serde::Deserialize;

/// What browsers do before a visitor follows a link, and while the next page appears.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
pub struct Navigation {
    pub prefetch: Eagerness,
    pub prerender: Eagerness,
    /// Whether one page blends into the next.
    pub transitions: bool,
}

/// When a page is fetched in advance.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Eagerness {
    #[default]
    Never,
    /// When the visitor presses the link.
    Press,
    /// When the pointer rests on the link.
    Hover,
}

impl Eagerness {
    /// Returns the `eagerness` in speculation rules.
    pub fn keyword(self) -> Option<&'static str> {
        match self {
            Self::Never => None,
            Self::Press => Some("conservative"),
            Self::Hover => Some("moderate"),
        }
    }
}
