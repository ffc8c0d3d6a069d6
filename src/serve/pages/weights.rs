//! What a page weighs: its HTML, and what it makes a browser load, as it travels. The parts are those of the budgets.

use std::collections::BTreeMap;

use super::super::content_type;
use super::super::fingerprint::{named, words};
use super::super::live::{File, Site};
use crate::check::weight::{Load, loads};
use crate::content::budgets::Part;
use crate::output::compress::is_text;

/// The parts, as they are shown.
pub const PARTS: [(Part, &str); 6] = [
    (Part::Html, "Compressed"),
    (Part::Css, "CSS"),
    (Part::Script, "Script"),
    (Part::ScriptLater, "Script later"),
    (Part::Images, "Pictures"),
    (Part::Fonts, "Fonts"),
];

/// The bytes of a page by part; text as a host compresses it.
pub fn of(site: &Site, name: &str, page: &File) -> BTreeMap<Part, usize> {
    let mut loaded = Loaded { site, parts: BTreeMap::new() };
    for load in loads(&String::from_utf8_lossy(&page.bytes)) {
        // What stands within the page is a part of its HTML.
        if let Load::Address(part, address) = load {
            loaded.add(part, &address, name);
        }
    }
    let mut weights: BTreeMap<Part, usize> = loaded
        .parts
        .iter()
        .map(|(part, files)| (*part, files.iter().map(|(name, file)| travels(name, file)).sum()))
        .collect();
    weights.insert(Part::Html, page.compressed());
    weights
}

fn travels(name: &str, file: &File) -> usize {
    if is_text(name) { file.compressed() } else { file.bytes.len() }
}

/// What a page loads, each file once.
struct Loaded<'a> {
    site: &'a Site,
    parts: BTreeMap<Part, BTreeMap<&'a str, &'a File>>,
}

impl Loaded<'_> {
    /// Adds the file of an address that stands in the file `within`, and what it imports.
    fn add(&mut self, part: Part, address: &str, within: &str) {
        let Some((name, file)) = named(self.site, address, within) else { return };
        let is_known = part == Part::ScriptLater
            && self.parts.get(&Part::Script).is_some_and(|at_once| at_once.contains_key(name));
        if is_known || self.parts.entry(part).or_default().insert(name, file).is_some() {
            return;
        }
        let kind = content_type::of(name);
        if matches!(part, Part::Css | Part::Script | Part::ScriptLater) {
            let imports = words(&file.bytes).filter(|(_, word)| content_type::of(word) == kind);
            imports.for_each(|(_, word)| self.add(part, word, name));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::live::tests::site;
    use super::*;

    /// What a page weighs beside its HTML, where there are these files.
    fn check(page: &str, files: &[(&str, &[u8])], expected: &[(Part, &[&[u8]])]) {
        let mut all = vec![("a/index.html", page.as_bytes())];
        all.extend(files);
        let site = site(true, "/", &all);
        let mut weights = of(&site, "a/index.html", site.file("a/index.html").expect("the page"));
        assert!(weights.remove(&Part::Html).is_some_and(|weight| weight > 0));
        let weight = |bytes: &&[u8]| {
            site.files().find(|(_, file)| *file.bytes == **bytes).map(|(name, file)| travels(name, file))
        };
        let sum = |parts: &[&[u8]]| parts.iter().filter_map(weight).sum::<usize>();
        let expected: BTreeMap<Part, usize> = expected.iter().map(|(part, parts)| (*part, sum(parts))).collect();
        assert_eq!(weights, expected, "{page}");
    }

    #[test]
    fn a_page_weighs_what_it_makes_a_browser_load() {
        let (css, part): (&[u8], &[u8]) = (b"@import \"part.css\"; a { background: url(/i.png) }", b"b { color: red }");
        let (js, chunk, later): (&[u8], &[u8], &[u8]) =
            (b"import a from \"./chunk.js\"", b"export default 1", b"import \"./chunk.js\"; export default 2");
        let (picture, font): (&[u8], &[u8]) = (b"123", b"12345");
        let files: &[(&str, &[u8])] = &[
            ("css/a.css", css),
            ("css/part.css", part),
            ("js/a.js", js),
            ("js/chunk.js", chunk),
            ("js/later.js", later),
            ("i.png", picture),
            ("f.woff2", font),
            ("b.html", b"other"),
        ];
        let page = "<link rel=stylesheet href=../css/a.css><script src=/js/a.js></script><img src=/i.png><img src=/i.png>\
                    <link rel=preload as=font href=/f.woff2><div data-island=A data-src=/js/later.js><a href=/b.html>";
        let expected: [(Part, &[&[u8]]); 5] = [
            (Part::Css, &[css, part]),
            (Part::Script, &[js, chunk]),
            (Part::ScriptLater, &[later]),
            (Part::Images, &[picture]),
            (Part::Fonts, &[font]),
        ];
        check(page, files, &expected);
        check("<a href=/i.png>x</a><p>words", files, &[]);
    }
}
