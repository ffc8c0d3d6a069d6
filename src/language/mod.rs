//! The rules of languages: how dates, numbers and quotation marks are written, how texts are sorted, which forms a
//! plural has, and in which direction a script runs. The rules are Unicode's (CLDR); only the quotation marks are a
//! table of ours.
//!
//! Formatters are not cached: creating one takes a microsecond or two.

mod quotes;
mod rules;
mod tag;

pub use quotes::QuotationMarks;
pub use rules::{DATE_STYLES, LanguageRules, PLURAL_FORMS, TextOrder};
pub use tag::{correction, is_same_or_variant, is_tag};
