//! HTML without a tree: the scanner, the functions built on it, and the escaper.
//!
//! 1. `scanner` splits a page into its tokens, in one pass: tags (`tag`), text, raw text (`raw_text`) and comments.
//! 2. `references` extracts the URLs in a tag; `origin` reads their schemes and hosts; `absolute` makes them absolute
//!    for feeds. `shift` changes the levels of headings.
//! 3. `text` extracts the plain text; `head` finds the end of the head; `minify` removes white space and comments from
//!    a finished page. `open_element` tracks an element that a reader skips or copies with everything in it; `foreign`
//!    tracks what is SVG or MathML.
//! 4. `escape` writes text as HTML; `spans` replaces parts of a text, and finds where a slice of a text begins.
//! 5. `xml` finds the first mistake in a text that should be XML.

mod absolute;
mod escape;
mod foreign;
mod head;
mod minify;
mod open_element;
mod origin;
mod raw_text;
pub mod references;
mod scanner;
mod shift;
mod spans;
mod tag;
mod text;
mod xml;

pub use absolute::make_urls_absolute;
pub use escape::{escape, escape_double_quoted, escape_single_quoted, escaped, write_attribute};
pub use foreign::{ends_foreign, holds_html};
pub use head::head_end;
pub use minify::minify;
pub use open_element::OpenElement;
pub use origin::{origin_of, scheme_of};
pub use raw_text::begins_with_name;
pub use scanner::{Token, after_comment, scan};
pub use shift::shift_headings;
pub use spans::{offset, replace_spans};
pub use tag::{Tag, TagAttribute, after_tag, decode, is_void};
pub use text::{is_hidden, plain_text, separates_words};
pub use xml::{XmlError, is_xml, xml_error};

#[cfg(test)]
mod tests;
