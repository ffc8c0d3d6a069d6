//! Damages, each of one file or folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use site::asset::raster::Format;
use site::diagnostic::Diagnostic;

use crate::support::photo;
use crate::support::random::Random;

/// The files of a site by path; `None` for an empty folder.
pub type Tree = BTreeMap<String, Option<Vec<u8>>>;

/// A damage that was done.
pub struct Damage {
    pub kind: &'static str,
    /// The path of the damaged file or folder.
    pub path: String,
    /// The paths and names by which a diagnostic may name it.
    names: Vec<String>,
}

type ChangeBytes = fn(&mut Vec<u8>, &str, &mut Random);
type ChangeTree = fn(&mut Tree, &str, &mut Random);

/// Damages of the bytes of a file.
const OF_BYTES: &[(&str, ChangeBytes)] = &[
    ("flipped bit", |bytes, _, random| {
        if let Some(at) = draw_index(bytes, random) {
            bytes[at] ^= 1 << random.below(8);
        }
    }),
    ("deleted bytes", |bytes, _, random| {
        if let Some(at) = draw_index(bytes, random) {
            let end = (at + 1 + random.below(6)).min(bytes.len());
            bytes.drain(at..end);
        }
    }),
    ("inserted bytes", |bytes, _, random| {
        let inserted = random.pick(INSERTED);
        insert(bytes, inserted.as_bytes(), random);
    }),
    ("truncated", |bytes, _, random| bytes.truncate(random.below(bytes.len() + 1))),
    ("emptied", |bytes, _, _| bytes.clear()),
    ("invalid UTF-8", |bytes, _, random| {
        let inserted: &[&[u8]] = &[&[0xFF], &[0xC3], &[0xED, 0xA0, 0x80], &[0xF5, 0x80, 0x80, 0x80]];
        let inserted = random.pick(inserted);
        insert(bytes, inserted, random);
    }),
    ("NUL", |bytes, _, random| insert(bytes, &[0], random)),
    ("BOM", |bytes, _, random| {
        let at = if random.one_in(2) { 0 } else { random.below(bytes.len() + 1) };
        bytes.splice(at..at, *b"\xEF\xBB\xBF");
    }),
    ("UTF-16", |bytes, _, _| {
        let units = String::from_utf8_lossy(bytes).encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
        *bytes = [&[0xFF, 0xFE], &units[..]].concat();
    }),
    ("CRLF", |bytes, _, random| {
        let whole = random.one_in(2);
        of_lines(bytes, |lines| {
            for line in lines {
                if whole || random.one_in(3) {
                    *line = line.trim_end_matches('\n').to_owned() + "\r\n";
                }
            }
        });
    }),
    ("swapped halves", |bytes, _, _| {
        let middle = bytes.len() / 2;
        bytes.rotate_left(middle);
    }),
    ("removed line", |bytes, _, random| {
        of_lines(bytes, |lines| drop(draw_index(lines, random).map(|at| lines.remove(at))));
    }),
    ("duplicated line", |bytes, _, random| {
        of_lines(bytes, |lines| {
            if let Some(at) = draw_index(lines, random) {
                lines.insert(at, lines[at].clone());
            }
        });
    }),
    ("moved line", |bytes, _, random| {
        of_lines(bytes, |lines| {
            if let (Some(from), Some(to)) = (draw_index(lines, random), draw_index(lines, random)) {
                let moved = lines.remove(from);
                lines.insert(to, moved);
            }
        });
    }),
    ("renamed key", |bytes, _, random| {
        of_lines(bytes, |lines| {
            let keys: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].contains([':', '='])).collect();
            if let Some(at) = draw_index(&keys, random).map(|at| keys[at]) {
                let end = lines[at].find([':', '=']).unwrap_or(0);
                lines[at].insert(end, 'x');
            }
        });
    }),
    ("unbalanced bracket", |bytes, _, random| {
        let brackets: Vec<usize> = (0..bytes.len()).filter(|at| b"[]{}()<>\"'`".contains(&bytes[*at])).collect();
        if let Some(at) = draw_index(&brackets, random).map(|at| brackets[at]) {
            let doubled = [bytes[at]; 2];
            bytes.splice(at..=at, doubled[..random.pick(&[0, 2])].iter().copied());
        }
    }),
    ("huge number", |bytes, _, random| {
        let number =
            random.pick(&["99999999999999999999999", "-1", "1e999", "4294967296", "0x7fffffffffffffff", ".nan"]);
        let digits: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at].is_ascii_digit()).collect();
        match draw_index(&digits, random).map(|at| digits[at]) {
            Some(at) => drop(bytes.splice(at..=at, number.bytes())),
            None => insert(bytes, number.as_bytes(), random),
        }
    }),
    ("deep nesting", |bytes, path, random| {
        let depth = random.pick(&[60, 1_000, 20_000]);
        let (open, close) = random.pick(nesting(path));
        let close = if random.one_in(2) { close.repeat(depth) } else { String::new() };
        insert_line(bytes, &format!("{}{close}\n", open.repeat(depth)), random);
    }),
    ("aliases", |bytes, path, random| {
        let mut text = "bomb0: &b0 [x, x]\n".to_owned();
        for number in 1..random.pick(&[2, 10, 40]) {
            let before = number - 1;
            // A String takes anything that is written to it.
            let _ = writeln!(text, "bomb{number}: &b{number} [*b{before}, *b{before}, *b{before}]");
        }
        let text = random.pick(&[
            text.as_str(),
            "self: &self { a: *self }\n",
            "<<: *none\n",
            "a: &a 1\nb: *a\n<<: { c: d }\n",
        ]);
        if path.ends_with(".md") { insert_after_first_line(bytes, text) } else { insert_line(bytes, text, random) }
    }),
    ("circle", |bytes, path, random| {
        let template = path.strip_prefix("templates/").unwrap_or_default();
        let own = path.rsplit('/').next().unwrap_or_default();
        let stem = own.split('.').next().unwrap_or_default();
        let text = match own.rsplit('.').next().unwrap_or_default() {
            "html" | "xml" => match random.below(4) {
                0 => format!("{{% include \"{template}\" %}}\n"),
                1 => format!("{{% extends \"{template}\" %}}\n"),
                2 => format!("{{% import \"{template}\" as own %}}{{{{ own.x() }}}}\n"),
                _ => "{% macro own(x) %}{{ own(x) }}{% endmacro %}{{ own(1) }}\n".to_owned(),
            },
            "css" => format!("@import \"{own}\";\n"),
            "ts" | "tsx" => format!("import again from \"./{stem}\";\nconsole.log(again);\n"),
            "md" => "<Note><Note><Note>\n".to_owned(),
            "svg" => "<use href=\"#x\" id=\"x\"/><!ENTITY a \"&a;\">\n".to_owned(),
            _ => [
                "$ref: \"#\"\n",
                "$defs: { own: { $ref: \"#/$defs/own\" } }\n",
                "allOf: [{ $ref: \"#/properties\" }]\n",
            ][random.below(3)]
            .to_owned(),
        };
        insert_line(bytes, &text, random);
    }),
    ("other file's text", |bytes, _, random| {
        let texts = [
            "<?php echo 1; ?>",
            "{\"a\": 1}",
            "\u{1F}\u{8B}\u{8}",
            "PK\u{3}\u{4}",
            "<!doctype html><p>",
            "---\n---\n",
            "+++\na = 1\n+++\n",
            "\u{89}PNG\r\n",
        ];
        *bytes = random.pick(&texts).as_bytes().to_vec();
    }),
];

/// Damages of a file or folder as a whole.
const OF_TREE: &[(&str, ChangeTree)] = &[
    ("deleted", |tree, path, _| drop(tree.remove(path))),
    ("file becomes a folder", |tree, path, random| {
        let bytes = tree.remove(path).flatten();
        if random.one_in(2) {
            tree.insert(format!("{path}/inner"), bytes);
        } else {
            tree.insert(path.to_owned(), None);
        }
    }),
    ("folder becomes a file", |tree, path, random| {
        let below = format!("{path}/");
        tree.retain(|other, _| !other.starts_with(&below));
        tree.insert(path.to_owned(), Some(random.pick(&["", "text\n", "a: 1\n"]).as_bytes().to_vec()));
    }),
    ("deleted folder", |tree, path, _| {
        let below = format!("{path}/");
        tree.retain(|other, _| !other.starts_with(&below));
    }),
    ("wrong extension", |tree, path, random| {
        let bytes = tree.remove(path).flatten();
        tree.insert(renamed(path, random), bytes);
    }),
];

const INSERTED: &[&str] = &[
    "\"", "'", ":", "#", "{", "}}", "{%", "%}", "[", "<", ">", "</", "<!--", "&", "\\", "\t", "- ", "|", "*x", "!tag ",
    "`", "é", "\u{202E}", "$", "@",
];

impl Damage {
    /// Damages a file or folder.
    pub fn draw(tree: &mut Tree, random: &mut Random) -> Self {
        let before: BTreeSet<String> = tree.keys().cloned().collect();
        let number = random.below(OF_BYTES.len() + OF_TREE.len());
        let (kind, path) = match number.checked_sub(OF_BYTES.len()) {
            None => {
                let (kind, change) = OF_BYTES[number];
                let path = match kind {
                    "aliases" => draw_file(tree, random, |path| path.ends_with(".yaml") || path.ends_with(".md")),
                    _ => draw_file(tree, random, |_| true),
                };
                let bytes = tree.get_mut(&path).and_then(Option::as_mut).expect("a file");
                change(bytes, &path, random);
                (kind, path)
            }
            Some(number) => {
                let (kind, change) = OF_TREE[number];
                let file = draw_file(tree, random, |_| true);
                let path = match kind {
                    "folder becomes a file" | "deleted folder" => folder_of(&file),
                    _ => file,
                };
                change(tree, &path, random);
                (kind, path)
            }
        };
        let mut names = vec![path.clone()];
        if !tree.get(&path).is_some_and(Option::is_some) {
            names.extend(names_of_gone(&path));
            // A renamed file may be reported by its new name.
            names.extend(tree.keys().filter(|other| !before.contains(*other)).cloned());
        }
        Self { kind, path, names }
    }

    /// Whether a diagnostic names what was damaged.
    pub fn is_named_by(&self, diagnostic: &Diagnostic) -> bool {
        let is_placed =
            diagnostic.place.as_ref().is_some_and(|place| self.names.iter().any(|name| place.file.starts_with(name)));
        let texts =
            [&diagnostic.message, &diagnostic.label].into_iter().chain(&diagnostic.notes).chain(&diagnostic.help);
        is_placed || texts.into_iter().any(|text| self.names.iter().any(|name| text.contains(name)))
    }
}

/// Returns how diagnostics may call a missing file: by the name that a template, style or script uses, or by the id of
/// an entry.
fn names_of_gone(path: &str) -> Vec<String> {
    let Some((folder, below)) = path.split_once('/') else { return Vec::new() };
    let own = below.rsplit('/').next().unwrap_or_default();
    let Some((id, _)) = below.rsplit_once('.') else {
        return vec![format!("`{below}`"), format!("{below}/"), format!("there is no `{own}` ")];
    };
    // The id of a folder's own entry is that of the folder.
    let id = id.strip_suffix("/_index").or_else(|| id.strip_suffix("/index")).unwrap_or(id);
    match (folder, id.split_once('/')) {
        ("content", None) => vec![format!("`{id}`")],
        ("content", Some((collection, name))) => {
            vec![
                format!("{path}/"),
                format!("`{id}`"),
                format!("`{name}` in the collection `{collection}`"),
                format!("there is no `{}` ", name.rsplit('/').next().unwrap_or_default()),
                format!("{name}."),
            ]
        }
        // Styles and scripts name files beside them by `./`.
        _ => vec![
            format!("`{below}`"),
            below.split_once('/').map_or(below, |(_, inner)| inner).to_owned(),
            format!("./{id}`"),
            format!("`{own}`"),
        ],
    }
}

fn draw_file(tree: &Tree, random: &mut Random, suits: fn(&str) -> bool) -> String {
    let paths: Vec<&String> = tree.keys().filter(|path| suits(path)).collect();
    random.pick(&paths).clone()
}

fn folder_of(path: &str) -> String {
    path.rsplit_once('/').map_or(path, |(folder, _)| folder).to_owned()
}

fn renamed(path: &str, random: &mut Random) -> String {
    let (stem, ending) = path.rsplit_once('.').unwrap_or((path, ""));
    match random.below(4) {
        0 => format!("{path}.txt"),
        1 => format!("{stem}.{}", ending.to_uppercase()),
        2 => format!("{stem}.{}", if ending == "yaml" { "yml" } else { "yaml" }),
        _ => stem.to_owned(),
    }
}

/// Returns what can nest in a file of this name: how each level begins and ends.
fn nesting(path: &str) -> &'static [(&'static str, &'static str)] {
    match path.rsplit('.').next().unwrap_or_default() {
        "yaml" => &[("[", "]"), ("{a: ", "}"), ("- ", ""), ("? ", "")],
        "md" => &[
            ("> ", ""),
            ("- ", ""),
            ("<b>", "</b>"),
            ("[", "](/)"),
            ("*a ", "*"),
            ("<Note>", "</Note>"),
            ("![", "](x)"),
        ],
        "html" | "xml" => &[
            ("{% if 1 %}", "{% endif %}"),
            ("<b>", "</b>"),
            ("<div>", "</div>"),
            ("{{ (", ") }}"),
            ("{{ ((((((((", ")))))))) }}"),
            ("{% for x in [1] %}", "{% endfor %}"),
        ],
        "ts" | "tsx" => &[("(", ")"), ("[", "]"), ("{", "}")],
        "css" => &[("a{", "}"), ("@media all{", "}"), ("(", ")")],
        "svg" => &[("<g>", "</g>"), ("<svg>", "</svg>")],
        _ => &[("(", ")")],
    }
}

/// Draws an index of a list; `None` of an empty one.
fn draw_index<T>(list: &[T], random: &mut Random) -> Option<usize> {
    (!list.is_empty()).then(|| random.below(list.len()))
}

fn insert(bytes: &mut Vec<u8>, inserted: &[u8], random: &mut Random) {
    let at = random.below(bytes.len() + 1);
    bytes.splice(at..at, inserted.iter().copied());
}

/// Inserts whole lines before a line or at the end.
fn insert_line(bytes: &mut Vec<u8>, inserted: &str, random: &mut Random) {
    of_lines(bytes, |lines| {
        let at = random.below(lines.len() + 1);
        lines.insert(at, inserted.to_owned());
    });
}

fn insert_after_first_line(bytes: &mut Vec<u8>, inserted: &str) {
    of_lines(bytes, |lines| lines.insert(lines.len().min(1), inserted.to_owned()));
}

/// Changes the lines of a text. Bytes that are not UTF-8 stay as they are.
fn of_lines(bytes: &mut Vec<u8>, change: impl FnOnce(&mut Vec<String>)) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut lines = text.split_inclusive('\n').map(str::to_owned).collect();
    change(&mut lines);
    *bytes = lines.concat().into_bytes();
}

/// A small picture.
pub fn photo() -> Vec<u8> {
    photo::photo(20, 8, Format::Png, |x, y| [x * 2, y * 2, 180])
}
