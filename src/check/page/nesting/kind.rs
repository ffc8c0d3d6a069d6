//! The kinds of elements by what may stand in them, what ends them, and whether they need an end tag (HTML standard, §4 and
//! §13.1.2.4).

/// Elements that are alike in this.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Anything that is not named here: `span`, `strong`, custom elements.
    Plain,
    /// No element: text.
    Text,
    Void,
    Line,
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
    Item,
    Terms,
    Term,
    Link,
    Button,
    Label,
    Form,
    /// `input` and `embed`.
    Input,
    Textarea,
    Frame,
    Media,
    Select,
    OptionGroup,
    Option,
    Table,
    Caption,
    Columns,
    Column,
    Rows,
    Row,
    Cell,
    Ruby,
    /// What ends the search for an open paragraph, as a table's cell does.
    Object,
    Html,
    Head,
    Body,
    /// `svg` and `math`.
    Foreign,
}

/// As many as there are.
const KINDS: usize = Kind::Foreign as usize + 1;

/// Does an element need its end tag?
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    Needed,
    Optional,
    /// It has none.
    Never,
}

/// What holds for a kind. Sets of kinds have one bit for each; what is around an element is told by the bits below.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// What may stand in it.
    pub children: u64,
    /// The start tags that end it where its end tag is left out.
    pub ended_by: u64,
    /// In what it must not stand.
    pub not_in: u8,
    /// What goes on to hold inside.
    pub keeps: u8,
    /// What holds inside from here on.
    pub gives: u8,
    pub end: End,
}

pub const IN_PARAGRAPH: u8 = 1;
pub const IN_LINK: u8 = 2;
pub const IN_BUTTON: u8 = 4;
pub const IN_LABEL: u8 = 8;
pub const IN_FORM: u8 = 16;
pub const IN_FOREIGN: u8 = 32;

const TO_CLICK: u8 = IN_LINK | IN_BUTTON;

/// Everything.
pub const ALL: u64 = u64::MAX;

/// The set of these kinds.
const fn set(kinds: &[Kind]) -> u64 {
    let (mut set, mut at) = (0, 0);
    while at < kinds.len() {
        set |= 1 << kinds[at] as u64;
        at += 1;
    }
    set
}

impl Kind {
    pub const fn is_in(self, set: u64) -> bool {
        set >> self as u64 & 1 == 1
    }

    pub const fn rule(self) -> &'static Rule {
        &RULES[self as usize]
    }

    /// The kind of the element with this name, of which `key` is what [`key`] gives.
    pub fn named(key: u64, length: usize) -> Self {
        let mut slot = slot(key);
        loop {
            let named = &NAMED[slot];
            if named.key == key && named.length == length {
                return named.kind;
            }
            if named.length == 0 {
                return Self::Plain;
            }
            slot = (slot + 1) % SLOTS;
        }
    }
}

const RULES: &[Rule; KINDS] = &rules();

const fn rules() -> [Rule; KINDS] {
    use Kind::{
        Block, Body, Button, Caption, Cell, Column, Columns, Details, Div, Foreign, Form, Frame, Head, Heading, Html,
        Input, Item, Label, Line, Link, List, Media, Metadata, Noscript, Object, Option, OptionGroup, Paragraph, Row,
        Rows, Ruby, Script, Select, Style, Table, Template, Term, Terms, Text, Textarea, Title, Void,
    };
    let parts = set(&[Caption, Columns, Column, Rows, Row, Cell]);
    let ordinary = ALL & !(parts | set(&[Item, Term, Html, Head, Body]));
    let scripts = set(&[Script, Template]);
    let blocks = set(&[Block, Div, Heading, Details, Paragraph, List, Terms, Form, Table, Line]);
    let metadata = scripts | set(&[Metadata, Title, Style, Noscript, Text]);
    let plain = Rule { children: ordinary, ended_by: 0, not_in: 0, keeps: u8::MAX, gives: 0, end: End::Needed };
    let void = Rule { end: End::Never, ..plain };
    let block = Rule { not_in: IN_PARAGRAPH, ..plain };
    let to_click = Rule { not_in: TO_CLICK, ..plain };
    let optional = Rule { end: End::Optional, ..plain };
    // A paragraph around it is not ended by a block inside.
    let walled = Rule { keeps: !IN_PARAGRAPH, ..optional };

    let mut rules = [plain; KINDS];
    rules[Void as usize] = void;
    rules[Metadata as usize] = void;
    rules[Column as usize] = void;
    rules[Line as usize] = Rule { not_in: IN_PARAGRAPH, ..void };
    rules[Input as usize] = Rule { end: End::Never, ..to_click };
    rules[Template as usize] = Rule { children: ALL, keeps: 0, ..plain };
    rules[Block as usize] = block;
    rules[Div as usize] = Rule { children: ordinary | set(&[Term]), ..block };
    rules[Heading as usize] = Rule { children: ordinary & !set(&[Heading]), ..block };
    rules[Details as usize] = Rule { not_in: IN_PARAGRAPH | TO_CLICK, ..plain };
    rules[Paragraph as usize] = Rule {
        // It ends with what it stands in, too.
        ended_by: blocks | parts | set(&[Item, Term]),
        not_in: IN_PARAGRAPH,
        gives: IN_PARAGRAPH,
        ..optional
    };
    rules[List as usize] = Rule { children: scripts | set(&[Item]), ..block };
    rules[Item as usize] = Rule { ended_by: set(&[Item]), ..optional };
    rules[Terms as usize] = Rule { children: scripts | set(&[Term, Div]), ..block };
    rules[Term as usize] = Rule { ended_by: set(&[Term]), ..optional };
    rules[Link as usize] = Rule { gives: IN_LINK, ..to_click };
    rules[Button as usize] = Rule { gives: IN_BUTTON, keeps: !IN_PARAGRAPH, ..to_click };
    rules[Label as usize] = Rule { not_in: TO_CLICK | IN_LABEL, gives: IN_LABEL, ..plain };
    rules[Form as usize] = Rule { not_in: IN_PARAGRAPH | IN_FORM, gives: IN_FORM, ..plain };
    rules[Textarea as usize] = to_click;
    rules[Frame as usize] = to_click;
    rules[Media as usize] = to_click;
    let options = scripts | set(&[Option, OptionGroup, Line, Noscript, Button, Div]);
    rules[Select as usize] = Rule { children: options, ..to_click };
    let next_group = set(&[OptionGroup, Line]);
    rules[OptionGroup as usize] =
        Rule { children: scripts | set(&[Option, Noscript, Div]), ended_by: next_group, ..optional };
    rules[Option as usize] = Rule { ended_by: next_group | set(&[Option]), ..optional };
    let in_table = scripts | parts & !set(&[Cell]);
    rules[Table as usize] = Rule { children: in_table, keeps: !IN_PARAGRAPH, ..block };
    rules[Caption as usize] = Rule { ended_by: set(&[Columns, Column, Rows, Row]), ..walled };
    let next_rows = set(&[Columns, Rows, Row]);
    rules[Columns as usize] = Rule { children: set(&[Column, Template]), ended_by: next_rows, ..optional };
    rules[Rows as usize] = Rule { children: scripts | set(&[Row]), ended_by: set(&[Rows]), ..optional };
    rules[Row as usize] = Rule { children: scripts | set(&[Cell]), ended_by: set(&[Row, Rows]), ..optional };
    rules[Cell as usize] = Rule { ended_by: set(&[Cell, Row, Rows]), ..walled };
    rules[Ruby as usize] = Rule { ended_by: set(&[Ruby]), ..optional };
    rules[Object as usize] = Rule { end: End::Needed, ..walled };
    rules[Html as usize] = Rule { children: ALL, ..optional };
    rules[Head as usize] = Rule { children: metadata, ended_by: !metadata, ..optional };
    rules[Body as usize] = optional;
    rules[Foreign as usize] = Rule { children: ALL, keeps: 0, gives: IN_FOREIGN, ..plain };
    // What ends an element does not stand in it.
    let mut at = 0;
    while at < KINDS {
        rules[at].children &= !rules[at].ended_by;
        at += 1;
    }
    rules
}

/// The first eight letters of the name that begins at byte `at`, in lower case: enough to tell nearly all names apart.
pub fn key(page: &str, at: usize, length: usize) -> u64 {
    let rest = &page.as_bytes()[at..];
    let letters = rest.first_chunk().copied().unwrap_or_else(|| {
        let mut letters = [0; 8];
        letters.iter_mut().zip(rest).for_each(|(letter, byte)| *letter = *byte);
        letters
    });
    shortened(u64::from_le_bytes(letters), length)
}

const fn shortened(letters: u64, length: usize) -> u64 {
    let used = if length < 8 { 8 * length } else { 64 };
    (letters | 0x2020_2020_2020_2020) & (u64::MAX >> (64 - used))
}

/// A name in the table of names; none where the length is 0.
#[derive(Clone, Copy)]
struct Named {
    key: u64,
    length: usize,
    kind: Kind,
}

const SLOTS: usize = 256;

const fn slot(key: u64) -> usize {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as usize
}

/// By their slots; a name whose slot is taken stands in the next.
const NAMED: &[Named; SLOTS] = &named();

const fn named() -> [Named; SLOTS] {
    let mut table = [Named { key: 0, length: 0, kind: Kind::Plain }; SLOTS];
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
            let key = shortened(u64::from_le_bytes(letters), name.len());
            let mut slot = slot(key);
            while table[slot].length > 0 {
                slot = (slot + 1) % SLOTS;
            }
            table[slot] = Named { key, length: name.len(), kind };
            next += 1;
        }
        at += 1;
    }
    table
}

const NAMES: &[(Kind, &[&str])] = &[
    (Kind::Void, &["area", "br", "img", "param", "source", "track", "wbr"]),
    (Kind::Line, &["hr"]),
    (Kind::Metadata, &["base", "link", "meta"]),
    (Kind::Title, &["title"]),
    (Kind::Style, &["style"]),
    (Kind::Script, &["script"]),
    (Kind::Noscript, &["noscript"]),
    (Kind::Template, &["template"]),
    (
        Kind::Block,
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
    (Kind::Div, &["div"]),
    (Kind::Heading, &["h1", "h2", "h3", "h4", "h5", "h6"]),
    (Kind::Details, &["details"]),
    (Kind::Paragraph, &["p"]),
    (Kind::List, &["dir", "menu", "ol", "ul"]),
    (Kind::Item, &["li"]),
    (Kind::Terms, &["dl"]),
    (Kind::Term, &["dd", "dt"]),
    (Kind::Link, &["a"]),
    (Kind::Button, &["button"]),
    (Kind::Label, &["label"]),
    (Kind::Form, &["form"]),
    (Kind::Input, &["embed", "input"]),
    (Kind::Textarea, &["textarea"]),
    (Kind::Frame, &["iframe"]),
    (Kind::Media, &["audio", "video"]),
    (Kind::Select, &["select"]),
    (Kind::OptionGroup, &["optgroup"]),
    (Kind::Option, &["option"]),
    (Kind::Table, &["table"]),
    (Kind::Caption, &["caption"]),
    (Kind::Columns, &["colgroup"]),
    (Kind::Column, &["col"]),
    (Kind::Rows, &["tbody", "tfoot", "thead"]),
    (Kind::Row, &["tr"]),
    (Kind::Cell, &["td", "th"]),
    (Kind::Ruby, &["rp", "rt"]),
    (Kind::Object, &["applet", "marquee", "object"]),
    (Kind::Html, &["html"]),
    (Kind::Head, &["head"]),
    (Kind::Body, &["body"]),
    (Kind::Foreign, &["math", "svg"]),
];
