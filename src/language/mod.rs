//! The rules of languages: how dates, numbers and quotation marks are written, how texts are sorted, which forms a plural
//! has, and in which direction people read. The rules are Unicode's (CLDR), but for the quotation marks, which are a
//! table of ours.
//!
//! Nothing is prepared or kept: making a formatter takes a microsecond or two.

mod quotes;
mod rules;
mod tag;

pub use quotes::QuotationMarks;
pub use rules::{DateStyle, LanguageRules, PLURAL_FORMS, TextOrder};
pub use tag::{correction, is_same_or_variant, is_tag};
