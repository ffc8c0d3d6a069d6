//! The tracker of SVG and MathML in a page: tells whether the content at a position belongs to them or is HTML.

use std::borrow::Cow;

use super::tag::Tag;

/// The open elements, beginning with the outermost `svg` or `math`. Empty outside of these.
#[derive(Debug, Default)]
pub struct ForeignElements<'a>(Vec<ForeignElement<'a>>);

#[derive(Debug)]
struct ForeignElement<'a> {
    name: Cow<'a, str>,
    /// Whether the element is one of SVG or MathML, such as `svg` itself.
    is_foreign: bool,
    /// Whether elements directly in the element belong to SVG or MathML.
    has_foreign_children: bool,
}

impl<'a> ForeignElements<'a> {
    /// Whether an element that begins here belongs to SVG or MathML that is already open.
    pub fn has_foreign_children(&self) -> bool {
        self.0.last().is_some_and(|open| open.has_foreign_children)
    }

    /// Whether the innermost open element belongs to SVG or MathML, so that a CDATA section may begin here.
    pub fn is_foreign(&self) -> bool {
        self.0.last().is_some_and(|open| open.is_foreign)
    }

    /// Processes a start tag, and sets its `is_foreign`.
    pub fn open(&mut self, tag: &mut Tag<'a>) {
        tag.is_foreign = false;
        if self.0.is_empty() && !tag.is_foreign_root() {
            return;
        }
        if self.has_foreign_children() && ends_foreign(tag) {
            self.close_foreign();
        }
        tag.is_foreign = self.has_foreign_children();
        let is_foreign = tag.is_foreign || tag.is_foreign_root();
        if tag.has_content() && (is_foreign || !self.0.is_empty()) {
            let has_foreign_children = is_foreign && !holds_html(tag);
            self.0.push(ForeignElement { name: tag.name.clone(), is_foreign, has_foreign_children });
        }
    }

    /// Processes an end tag, which also closes everything that is open in its element. `name` is in lower case.
    pub fn close(&mut self, name: &str) {
        if self.0.is_empty() {
            return;
        }
        if matches!(name, "p" | "br") {
            self.close_foreign();
        }
        if let Some(at) = self.0.iter().rposition(|open| open.name == name) {
            self.0.truncate(at);
        }
    }

    /// Closes the innermost open elements, until one holds HTML, as `foreignObject` does, or none is left.
    fn close_foreign(&mut self) {
        while self.has_foreign_children() {
            self.0.pop();
        }
    }
}

/// Whether a start tag is HTML wherever it stands, so that it closes the SVG or MathML that it is directly in (HTML
/// standard, §13.2.6.5).
pub fn ends_foreign(tag: &Tag<'_>) -> bool {
    const NAMES: &str = "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li \
                         listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var";
    NAMES.split(' ').any(|name| name == tag.name)
        || tag.name == "font" && ["color", "face", "size"].iter().any(|attribute| tag.has(attribute))
}

/// Whether an element of SVG or MathML contains HTML (HTML standard, §13.2.6: the integration points).
pub fn holds_html(tag: &Tag<'_>) -> bool {
    match &*tag.name {
        "foreignobject" | "desc" | "title" | "mi" | "mo" | "mn" | "ms" | "mtext" => true,
        "annotation-xml" => {
            tag.attribute_is("encoding", "text/html") || tag.attribute_is("encoding", "application/xhtml+xml")
        }
        _ => false,
    }
}
