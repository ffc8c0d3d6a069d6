//! The content models of elements: which children they may have, what closes them implicitly, and whether they need an
//! end tag (HTML standard, §4 and §13.1.2.4). `html::is_void` lists the elements that have no end tag.

/// A class of elements with the same content model. [`ContentKind::of`] lists the elements of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContentKind {
    /// Elements of no other kind: `span`, `img`, custom elements.
    Plain,
    /// Text, which is not an element.
    Text,
    HorizontalRule,
    Metadata,
    Script,
    Noscript,
    Template,
    Block,
    Div,
    Heading,
    Details,
    Paragraph,
    List,
    ListItem,
    DescriptionList,
    DescriptionTerm,
    Link,
    Button,
    Label,
    Form,
    Input,
    Media,
    /// `iframe` and `textarea`.
    Interactive,
    Select,
    OptionGroup,
    Option,
    Table,
    Caption,
    ColumnGroup,
    Column,
    TableSection,
    Row,
    Cell,
    Ruby,
    /// `object`, `applet` and `marquee`. Like a table cell, they end the scope of a paragraph.
    Object,
    Html,
    Head,
    Body,
    Foreign,
}

const KIND_COUNT: usize = ContentKind::Foreign as usize + 1;

/// The content model of a kind. A set of kinds has one bit for each kind (see `set`); a set of enclosing elements has
/// the bits `IN_…`.
#[derive(Debug, Clone, Copy)]
pub struct ContentModel {
    /// The allowed children.
    pub children: u64,
    /// The start tags that close the element if its end tag is omitted.
    pub closed_by: u64,
    /// The enclosing elements in which the element is forbidden at any depth.
    pub forbidden_in: u8,
    /// The bits that the element keeps for its descendants: a table leaves out `IN_PARAGRAPH`.
    pub inherited: u8,
    /// The bit that the element adds for its descendants.
    pub adds: u8,
    /// Whether the end tag must not be omitted.
    pub needs_end_tag: bool,
}

// The bits of enclosing elements that change what is allowed inside them at any depth.
pub const IN_PARAGRAPH: u8 = 1;
pub const IN_LINK: u8 = 2;
pub const IN_BUTTON: u8 = 4;
pub const IN_LABEL: u8 = 8;
pub const IN_FORM: u8 = 16;
pub const IN_FOREIGN: u8 = 32;

const IN_CLICKABLE: u8 = IN_LINK | IN_BUTTON;

pub const ALL: u64 = u64::MAX;

const fn set(kinds: &[ContentKind]) -> u64 {
    let (mut set, mut at) = (0, 0);
    while at < kinds.len() {
        set |= 1 << kinds[at] as u64;
        at += 1;
    }
    set
}

impl ContentKind {
    pub const fn is_in(self, set: u64) -> bool {
        set >> self as u64 & 1 == 1
    }

    pub const fn model(self) -> &'static ContentModel {
        &MODELS[self as usize]
    }

    /// Whether the start tag may be omitted, so that an end tag without a start tag is no mistake.
    pub fn may_omit_start_tag(self) -> bool {
        matches!(self, Self::Html | Self::Head | Self::Body | Self::TableSection | Self::ColumnGroup)
    }

    /// Whether an end tag of the kind `ending` inside an element of this kind closes nothing outside of it (HTML
    /// standard, §13.2.4.2): `</p>` in a `<td>` closes no `<p>` around the table.
    pub fn ends_scope_of(self, ending: Self) -> bool {
        match self {
            Self::Template | Self::Table => true,
            Self::Caption | Self::Cell | Self::Object => {
                !matches!(ending, Self::Table | Self::Caption | Self::TableSection | Self::Row | Self::Cell)
            }
            _ => false,
        }
    }

    /// Returns the kind of the element of this name, in lower case.
    pub fn of(name: &str) -> Self {
        match name {
            "hr" => Self::HorizontalRule,
            "base" | "link" | "meta" | "style" | "title" => Self::Metadata,
            "script" => Self::Script,
            "noscript" => Self::Noscript,
            "template" => Self::Template,
            "address" | "article" | "aside" | "blockquote" | "center" | "dialog" | "fieldset" | "figcaption"
            | "figure" | "footer" | "header" | "hgroup" | "main" | "nav" | "pre" | "search" | "section" | "summary" => {
                Self::Block
            }
            "div" => Self::Div,
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => Self::Heading,
            "details" => Self::Details,
            "p" => Self::Paragraph,
            "dir" | "menu" | "ol" | "ul" => Self::List,
            "li" => Self::ListItem,
            "dl" => Self::DescriptionList,
            "dd" | "dt" => Self::DescriptionTerm,
            "a" => Self::Link,
            "button" => Self::Button,
            "label" => Self::Label,
            "form" => Self::Form,
            "embed" | "input" => Self::Input,
            "audio" | "video" => Self::Media,
            "iframe" | "textarea" => Self::Interactive,
            "select" => Self::Select,
            "optgroup" => Self::OptionGroup,
            "option" => Self::Option,
            "table" => Self::Table,
            "caption" => Self::Caption,
            "colgroup" => Self::ColumnGroup,
            "col" => Self::Column,
            "tbody" | "tfoot" | "thead" => Self::TableSection,
            "tr" => Self::Row,
            "td" | "th" => Self::Cell,
            "rp" | "rt" => Self::Ruby,
            "applet" | "marquee" | "object" => Self::Object,
            "html" => Self::Html,
            "head" => Self::Head,
            "body" => Self::Body,
            "math" | "svg" => Self::Foreign,
            _ => Self::Plain,
        }
    }
}

const MODELS: &[ContentModel; KIND_COUNT] = &build_models();

const fn build_models() -> [ContentModel; KIND_COUNT] {
    use ContentKind::{
        Block, Body, Button, Caption, Cell, Column, ColumnGroup, DescriptionList, DescriptionTerm, Details, Div,
        Foreign, Form, Head, Heading, HorizontalRule, Html, Input, Interactive, Label, Link, List, ListItem, Media,
        Metadata, Noscript, Object, Option, OptionGroup, Paragraph, Row, Ruby, Script, Select, Table, TableSection,
        Template, Text,
    };
    let table_parts = set(&[Caption, ColumnGroup, Column, TableSection, Row, Cell]);
    let ordinary = ALL & !(table_parts | set(&[ListItem, DescriptionTerm, Html, Head, Body]));
    let scripts = set(&[Script, Template]);
    let blocks = set(&[Block, Div, Heading, Details, Paragraph, List, DescriptionList, Form, Table, HorizontalRule]);
    let metadata = scripts | set(&[Metadata, Noscript, Text]);
    let plain = ContentModel {
        children: ordinary,
        closed_by: 0,
        forbidden_in: 0,
        inherited: u8::MAX,
        adds: 0,
        needs_end_tag: true,
    };
    let block = ContentModel { forbidden_in: IN_PARAGRAPH, ..plain };
    let interactive = ContentModel { forbidden_in: IN_CLICKABLE, ..plain };
    let optional = ContentModel { needs_end_tag: false, ..plain };
    // A scoping element ends the scope of a paragraph: blocks in the element close no paragraph around the element.
    let scoping = ContentModel { inherited: !IN_PARAGRAPH, ..optional };

    let mut models = [plain; KIND_COUNT];
    models[HorizontalRule as usize] = block;
    models[Input as usize] = interactive;
    models[Template as usize] = ContentModel { children: ALL, inherited: 0, ..plain };
    models[Block as usize] = block;
    models[Div as usize] = ContentModel { children: ordinary | set(&[DescriptionTerm]), ..block };
    models[Heading as usize] = ContentModel { children: ordinary & !set(&[Heading]), ..block };
    models[Details as usize] = ContentModel { forbidden_in: IN_PARAGRAPH | IN_CLICKABLE, ..plain };
    models[Paragraph as usize] = ContentModel {
        // A `<td>` that closes a cell also closes the paragraph in the cell.
        closed_by: blocks | table_parts | set(&[ListItem, DescriptionTerm]),
        forbidden_in: IN_PARAGRAPH,
        adds: IN_PARAGRAPH,
        ..optional
    };
    models[List as usize] = ContentModel { children: scripts | set(&[ListItem]), ..block };
    models[ListItem as usize] = ContentModel { closed_by: set(&[ListItem]), ..optional };
    models[DescriptionList as usize] = ContentModel { children: scripts | set(&[DescriptionTerm, Div]), ..block };
    models[DescriptionTerm as usize] = ContentModel { closed_by: set(&[DescriptionTerm]), ..optional };
    models[Link as usize] = ContentModel { adds: IN_LINK, ..interactive };
    models[Button as usize] = ContentModel { adds: IN_BUTTON, inherited: !IN_PARAGRAPH, ..interactive };
    models[Label as usize] = ContentModel { forbidden_in: IN_CLICKABLE | IN_LABEL, adds: IN_LABEL, ..plain };
    models[Form as usize] = ContentModel { forbidden_in: IN_PARAGRAPH | IN_FORM, adds: IN_FORM, ..plain };
    models[Media as usize] = interactive;
    models[Interactive as usize] = interactive;
    let options = scripts | set(&[Option, OptionGroup, HorizontalRule, Noscript, Button, Div]);
    models[Select as usize] = ContentModel { children: options, ..interactive };
    let next_group = set(&[OptionGroup, HorizontalRule]);
    models[OptionGroup as usize] =
        ContentModel { children: scripts | set(&[Option, Noscript, Div]), closed_by: next_group, ..optional };
    models[Option as usize] = ContentModel { closed_by: next_group | set(&[Option]), ..optional };
    let in_table = scripts | (table_parts & !set(&[Cell]));
    models[Table as usize] = ContentModel { children: in_table, inherited: !IN_PARAGRAPH, ..block };
    models[Caption as usize] = ContentModel { closed_by: set(&[ColumnGroup, Column, TableSection, Row]), ..scoping };
    let next_rows = set(&[ColumnGroup, TableSection, Row]);
    models[ColumnGroup as usize] =
        ContentModel { children: set(&[Column, Template]), closed_by: next_rows, ..optional };
    models[TableSection as usize] =
        ContentModel { children: scripts | set(&[Row]), closed_by: set(&[TableSection]), ..optional };
    models[Row as usize] =
        ContentModel { children: scripts | set(&[Cell]), closed_by: set(&[Row, TableSection]), ..optional };
    models[Cell as usize] = ContentModel { closed_by: set(&[Cell, Row, TableSection]), ..scoping };
    models[Ruby as usize] = ContentModel { closed_by: set(&[Ruby]), ..optional };
    models[Object as usize] = ContentModel { needs_end_tag: true, ..scoping };
    models[Html as usize] = ContentModel { children: ALL, ..optional };
    models[Head as usize] = ContentModel { children: metadata, closed_by: !metadata, ..optional };
    models[Body as usize] = optional;
    models[Foreign as usize] = ContentModel { children: ALL, inherited: 0, adds: IN_FOREIGN, ..plain };
    // A start tag that closes an element cannot be its child.
    let mut at = 0;
    while at < KIND_COUNT {
        models[at].children &= !models[at].closed_by;
        at += 1;
    }
    models
}
