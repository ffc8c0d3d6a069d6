//! The content models of elements: which children they may have, what closes them implicitly, and whether they need an
//! end tag (HTML standard, §4 and §13.1.2.4). `Element::is_void` lists the elements that
//! have no end tag.

/// A class of elements with the same content model. `NAMES` lists the elements of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContentKind {
    /// Any element not named here: `span`, `img`, custom elements.
    Plain,
    /// Text, which is not an element.
    Text,
    /// `hr`.
    HorizontalRule,
    /// `base`, `link` and `meta`.
    Metadata,
    Title,
    Style,
    Script,
    Noscript,
    Template,
    Block,
    Div,
    Heading,
    Details,
    Paragraph,
    List,
    /// `li`.
    ListItem,
    /// `dl`.
    DescriptionList,
    /// `dt` and `dd`.
    DescriptionTerm,
    Link,
    Button,
    Label,
    Form,
    /// `input` and `embed`.
    Input,
    Textarea,
    Iframe,
    Media,
    Select,
    OptionGroup,
    Option,
    Table,
    Caption,
    /// `colgroup`.
    ColumnGroup,
    Column,
    /// `tbody`, `thead` and `tfoot`.
    TableSection,
    Row,
    Cell,
    /// `rt` and `rp`.
    Ruby,
    /// `object` and others that end the scope of a paragraph, as a table cell does.
    Object,
    Html,
    Head,
    Body,
    /// `svg` and `math`.
    Foreign,
}

/// The number of kinds.
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
    /// The enclosing elements that still count within the element.
    pub inherited: u8,
    /// The bit that the element adds for its descendants.
    pub adds: u8,
    /// Whether the end tag must not be omitted.
    pub needs_end_tag: bool,
}

// The enclosing elements that forbid certain elements at any depth.
pub const IN_PARAGRAPH: u8 = 1;
pub const IN_LINK: u8 = 2;
pub const IN_BUTTON: u8 = 4;
pub const IN_LABEL: u8 = 8;
pub const IN_FORM: u8 = 16;
pub const IN_FOREIGN: u8 = 32;

const IN_CLICKABLE: u8 = IN_LINK | IN_BUTTON;

/// The set of all kinds.
pub const ALL: u64 = u64::MAX;

/// Returns the set of these kinds.
const fn set(kinds: &[ContentKind]) -> u64 {
    let (mut set, mut at) = (0, 0);
    while at < kinds.len() {
        set |= 1 << kinds[at] as u64;
        at += 1;
    }
    set
}

impl ContentKind {
    /// Whether the set contains this kind.
    pub const fn is_in(self, set: u64) -> bool {
        set >> self as u64 & 1 == 1
    }

    /// Returns the content model of this kind.
    pub const fn model(self) -> &'static ContentModel {
        &MODELS[self as usize]
    }

    /// Returns the kind of the element with this name, given its [`name_key`] and length.
    pub fn by_name(key: u64, length: usize) -> Self {
        let mut slot = slot(key);
        loop {
            let entry = &NAME_TABLE[slot];
            if entry.key == key && entry.length == length {
                return entry.kind;
            }
            if entry.length == 0 {
                return Self::Plain;
            }
            slot = (slot + 1) % NAME_SLOTS;
        }
    }
}

const MODELS: &[ContentModel; KIND_COUNT] = &build_models();

const fn build_models() -> [ContentModel; KIND_COUNT] {
    use ContentKind::{
        Block, Body, Button, Caption, Cell, Column, ColumnGroup, DescriptionList, DescriptionTerm, Details, Div,
        Foreign, Form, Head, Heading, HorizontalRule, Html, Iframe, Input, Label, Link, List, ListItem, Media,
        Metadata, Noscript, Object, Option, OptionGroup, Paragraph, Row, Ruby, Script, Select, Style, Table,
        TableSection, Template, Text, Textarea, Title,
    };
    let table_parts = set(&[Caption, ColumnGroup, Column, TableSection, Row, Cell]);
    let ordinary = ALL & !(table_parts | set(&[ListItem, DescriptionTerm, Html, Head, Body]));
    let scripts = set(&[Script, Template]);
    let blocks = set(&[Block, Div, Heading, Details, Paragraph, List, DescriptionList, Form, Table, HorizontalRule]);
    let metadata = scripts | set(&[Metadata, Title, Style, Noscript, Text]);
    let plain = ContentModel {
        children: ordinary,
        closed_by: 0,
        forbidden_in: 0,
        inherited: u8::MAX,
        adds: 0,
        needs_end_tag: true,
    };
    let block = ContentModel { forbidden_in: IN_PARAGRAPH, ..plain };
    let clickable = ContentModel { forbidden_in: IN_CLICKABLE, ..plain };
    let optional = ContentModel { needs_end_tag: false, ..plain };
    // Ends the scope of a paragraph: blocks within such an element do not close a paragraph around it.
    let scoping = ContentModel { inherited: !IN_PARAGRAPH, ..optional };

    let mut models = [plain; KIND_COUNT];
    models[HorizontalRule as usize] = block;
    models[Input as usize] = clickable;
    models[Template as usize] = ContentModel { children: ALL, inherited: 0, ..plain };
    models[Block as usize] = block;
    models[Div as usize] = ContentModel { children: ordinary | set(&[DescriptionTerm]), ..block };
    models[Heading as usize] = ContentModel { children: ordinary & !set(&[Heading]), ..block };
    models[Details as usize] = ContentModel { forbidden_in: IN_PARAGRAPH | IN_CLICKABLE, ..plain };
    models[Paragraph as usize] = ContentModel {
        // A paragraph also ends where its parent does.
        closed_by: blocks | table_parts | set(&[ListItem, DescriptionTerm]),
        forbidden_in: IN_PARAGRAPH,
        adds: IN_PARAGRAPH,
        ..optional
    };
    models[List as usize] = ContentModel { children: scripts | set(&[ListItem]), ..block };
    models[ListItem as usize] = ContentModel { closed_by: set(&[ListItem]), ..optional };
    models[DescriptionList as usize] = ContentModel { children: scripts | set(&[DescriptionTerm, Div]), ..block };
    models[DescriptionTerm as usize] = ContentModel { closed_by: set(&[DescriptionTerm]), ..optional };
    models[Link as usize] = ContentModel { adds: IN_LINK, ..clickable };
    models[Button as usize] = ContentModel { adds: IN_BUTTON, inherited: !IN_PARAGRAPH, ..clickable };
    models[Label as usize] = ContentModel { forbidden_in: IN_CLICKABLE | IN_LABEL, adds: IN_LABEL, ..plain };
    models[Form as usize] = ContentModel { forbidden_in: IN_PARAGRAPH | IN_FORM, adds: IN_FORM, ..plain };
    models[Textarea as usize] = clickable;
    models[Iframe as usize] = clickable;
    models[Media as usize] = clickable;
    let options = scripts | set(&[Option, OptionGroup, HorizontalRule, Noscript, Button, Div]);
    models[Select as usize] = ContentModel { children: options, ..clickable };
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

/// Returns the key of the name that begins at byte `at`: its first eight letters in lower case. Key and length together
/// are unique among `NAMES`.
pub fn name_key(page: &str, at: usize, length: usize) -> u64 {
    let rest = &page.as_bytes()[at..];
    let letters = rest.first_chunk().copied().unwrap_or_else(|| {
        let mut letters = [0; 8];
        letters.iter_mut().zip(rest).for_each(|(letter, byte)| *letter = *byte);
        letters
    });
    to_key(u64::from_le_bytes(letters), length)
}

/// Makes a key of the eight bytes at the beginning of a name: keeps `length` of them, in lower case.
const fn to_key(letters: u64, length: usize) -> u64 {
    let used = if length < 8 { 8 * length } else { 64 };
    (letters | 0x2020_2020_2020_2020) & (u64::MAX >> (64 - used))
}

/// An entry of the hash table of names; empty if the length is 0.
#[derive(Clone, Copy)]
struct NamedElement {
    key: u64,
    length: usize,
    kind: ContentKind,
}

/// The number of slots in the hash table, several times that of names.
const NAME_SLOTS: usize = 256;

/// Returns the slot at which the search for a key begins.
const fn slot(key: u64) -> usize {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as usize
}

/// The hash table of names, with linear probing.
const NAME_TABLE: &[NamedElement; NAME_SLOTS] = &build_name_table();

const fn build_name_table() -> [NamedElement; NAME_SLOTS] {
    let mut table = [NamedElement { key: 0, length: 0, kind: ContentKind::Plain }; NAME_SLOTS];
    let mut at = 0;
    while at < NAMES.len() {
        let (kind, names) = NAMES[at];
        let mut next = 0;
        while next < names.len() {
            let name = names[next].as_bytes();
            let (mut letters, mut letter) = ([0; 8], 0);
            while letter < name.len() && letter < 8 {
                letters[letter] = name[letter];
                letter += 1;
            }
            let key = to_key(u64::from_le_bytes(letters), name.len());
            let mut slot = slot(key);
            while table[slot].length > 0 {
                slot = (slot + 1) % NAME_SLOTS;
            }
            table[slot] = NamedElement { key, length: name.len(), kind };
            next += 1;
        }
        at += 1;
    }
    table
}

/// The names of each kind; elements with other names are `Plain`.
const NAMES: &[(ContentKind, &[&str])] = &[
    (ContentKind::HorizontalRule, &["hr"]),
    (ContentKind::Metadata, &["base", "link", "meta"]),
    (ContentKind::Title, &["title"]),
    (ContentKind::Style, &["style"]),
    (ContentKind::Script, &["script"]),
    (ContentKind::Noscript, &["noscript"]),
    (ContentKind::Template, &["template"]),
    (
        ContentKind::Block,
        &[
            "address",
            "article",
            "aside",
            "blockquote",
            "center",
            "dialog",
            "fieldset",
            "figcaption",
            "figure",
            "footer",
            "header",
            "hgroup",
            "main",
            "nav",
            "pre",
            "search",
            "section",
            "summary",
        ],
    ),
    (ContentKind::Div, &["div"]),
    (ContentKind::Heading, &["h1", "h2", "h3", "h4", "h5", "h6"]),
    (ContentKind::Details, &["details"]),
    (ContentKind::Paragraph, &["p"]),
    (ContentKind::List, &["dir", "menu", "ol", "ul"]),
    (ContentKind::ListItem, &["li"]),
    (ContentKind::DescriptionList, &["dl"]),
    (ContentKind::DescriptionTerm, &["dd", "dt"]),
    (ContentKind::Link, &["a"]),
    (ContentKind::Button, &["button"]),
    (ContentKind::Label, &["label"]),
    (ContentKind::Form, &["form"]),
    (ContentKind::Input, &["embed", "input"]),
    (ContentKind::Textarea, &["textarea"]),
    (ContentKind::Iframe, &["iframe"]),
    (ContentKind::Media, &["audio", "video"]),
    (ContentKind::Select, &["select"]),
    (ContentKind::OptionGroup, &["optgroup"]),
    (ContentKind::Option, &["option"]),
    (ContentKind::Table, &["table"]),
    (ContentKind::Caption, &["caption"]),
    (ContentKind::ColumnGroup, &["colgroup"]),
    (ContentKind::Column, &["col"]),
    (ContentKind::TableSection, &["tbody", "tfoot", "thead"]),
    (ContentKind::Row, &["tr"]),
    (ContentKind::Cell, &["td", "th"]),
    (ContentKind::Ruby, &["rp", "rt"]),
    (ContentKind::Object, &["applet", "marquee", "object"]),
    (ContentKind::Html, &["html"]),
    (ContentKind::Head, &["head"]),
    (ContentKind::Body, &["body"]),
    (ContentKind::Foreign, &["math", "svg"]),
];
