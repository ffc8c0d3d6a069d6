//! The check of the language and the direction that the `<html>` tag states.

use std::ops::Range;

use crate::check::spanned;
use crate::diagnostic::SpannedDiagnostic;
use crate::html::Tag;
use crate::language::is_same_or_variant;

/// The language that the site gives a page, and that its `<html>` tag should state.
#[derive(Debug, Clone, Copy)]
pub struct ExpectedLanguage<'a> {
    pub tag: &'a str,
    /// `ltr` or `rtl`.
    pub direction: &'a str,
}

/// The language and the direction that the `<html>` tag states.
#[derive(Debug, Default)]
pub(super) struct StatedLanguage {
    /// The span of the `<html>` tag.
    pub span: Range<usize>,
    tag: Option<String>,
    is_right_to_left: bool,
}

impl StatedLanguage {
    pub fn read(tag: &Tag<'_>) -> Self {
        let text = |name: &str| tag.get(name).map(|attribute| attribute.value().trim().to_owned());
        Self {
            span: tag.span.clone(),
            tag: text("lang").filter(|tag| !tag.is_empty()),
            is_right_to_left: tag.attribute_is("dir", "rtl"),
        }
    }

    /// Reports a missing language, or a language or direction that is not the page's.
    pub fn check(&self, expected: Option<ExpectedLanguage<'_>>) -> Option<SpannedDiagnostic> {
        let Some(stated) = &self.tag else {
            let message = "the page does not say its language";
            let help = "write it in the template: `<html lang=\"en\">`";
            return Some(spanned::error("missing-language", message, self.span.clone(), help));
        };
        let ExpectedLanguage { tag, direction } = expected?;
        let help = "write in the template: `<html lang=\"{{ site.language }}\" dir=\"{{ site.direction }}\">`";
        let message = if !is_same_or_variant(stated, tag) {
            format!("the page says that it is in `{stated}`, but it is in `{tag}`")
        } else if (direction == "rtl") == self.is_right_to_left {
            return None;
        } else if self.is_right_to_left {
            format!("the page is laid out from right to left, and `{tag}` is read from left to right")
        } else {
            format!("`{tag}` is read from right to left, and the page does not say so")
        };
        Some(spanned::error("wrong-language", message, self.span.clone(), help))
    }
}
