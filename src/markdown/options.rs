//! The options of the parser.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;

use super::highlight::Highlighter;
use crate::language::QuotationMarks;

/// The options of a site, for one of its languages.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MarkdownOptions {
    pub settings: MarkdownSettings,
    /// Whether the first heading of level 1 becomes the title, and is left out of the text.
    pub takes_title: bool,
    /// Highlights code blocks in known languages; `None` if the settings switch highlighting off.
    pub highlighter: Option<Arc<Highlighter>>,
    /// The quotation marks that `smart_punctuation` writes.
    pub quotes: QuotationMarks,
    /// Scheme and host of the site. Links to other hosts get the attributes of `external_links`.
    pub origin: String,
}

/// The settings `markdown` of a site.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
pub struct MarkdownSettings {
    /// Whether quotation marks, dashes and dots become typographic.
    pub smart_punctuation: bool,
    pub highlight: bool,
    /// Whether quotes that begin with `[!NOTE]` and the like are alerts.
    pub alerts: bool,
    /// The titles of alerts, by the kind in lower case.
    pub alert_titles: BTreeMap<String, String>,
    /// Whether bare addresses are links.
    pub autolinks: bool,
    /// Whether a line that begins with `: ` defines the term above.
    pub definition_lists: bool,
    /// Whether `H~2~O` and `x^2^` have a sub- and a superscript.
    pub sub_superscript: bool,
    /// Whether `$x$` and `$$x$$` are formulas.
    pub math: bool,
    pub headings: HeadingSettings,
    /// The attributes of links to other hosts. An attribute without a value is left out.
    pub external_links: BTreeMap<String, Option<String>>,
}

/// The settings `markdown.headings`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Deserialize)]
pub struct HeadingSettings {
    pub ids: IdStyle,
    /// Whether the text of a heading is a link to the heading.
    pub anchors: bool,
    /// The number of levels by which headings move down.
    pub shift: u8,
}

/// How ids are made from the text of headings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum IdStyle {
    /// As in the slugs of routes.
    #[default]
    Site,
    /// As GitHub and Hugo do: every space becomes a hyphen.
    Github,
    /// As Zola does: Latin, Greek and Cyrillic letters become ASCII.
    Ascii,
}
