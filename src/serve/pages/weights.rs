//! What a page weighs: its HTML, and all that a browser may fetch to show and run it, as it travels.
//!
//! 1. The page's words are walked through, and those of its style sheets and scripts: what they name of this site counts once,
//!    whether it is fetched at once or when its time comes.
//! 2. Of a picture in several sizes and formats a browser fetches one: the largest of the best format counts.

use std::collections::BTreeMap;

use super::super::content_type;
use super::super::fingerprint::{named, words};
use super::super::live::{File, Site};
use crate::check::html::{Element, Tag, Visitor, decode, scan};

/// Bytes by kind; text as a host compresses it.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Weight {
    pub html: usize,
    pub styles: usize,
    pub scripts: usize,
    pub pictures: usize,
    pub fonts: usize,
}

impl Weight {
    pub fn sum(&self) -> usize {
        self.html + self.styles + self.scripts + self.pictures + self.fonts
    }
}

/// The weight of the page that is this file.
pub fn of(site: &Site, name: &str, page: &File) -> Weight {
    let mut parts = Parts { site, found: BTreeMap::new() };
    parts.named_in(name, page, &[Kind::Style, Kind::Script, Kind::Font]);
    let mut pictures = Pictures { in_picture: 0, is_chosen: false, chosen: Vec::new() };
    scan(&String::from_utf8_lossy(&page.bytes), &mut pictures);
    for address in &pictures.chosen {
        if let Some((picture, file)) = named(site, address, name).filter(|(name, _)| kind(name) == Some(Kind::Picture)) {
            parts.found.insert(picture, file);
        }
    }
    let mut weight = Weight { html: page.compressed(), ..Weight::default() };
    for (name, file) in parts.found {
        match kind(name) {
            Some(Kind::Style) => weight.styles += file.compressed(),
            Some(Kind::Script) => weight.scripts += file.compressed(),
            Some(Kind::Picture) if name.ends_with(".svg") => weight.pictures += file.compressed(),
            Some(Kind::Picture) => weight.pictures += file.bytes.len(),
            Some(Kind::Font) => weight.fonts += file.bytes.len(),
            None => {}
        }
    }
    weight
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Style,
    Script,
    Picture,
    Font,
}

fn kind(name: &str) -> Option<Kind> {
    let of = content_type::of(name);
    let begins = |start: &str| of.starts_with(start);
    match () {
        () if of == content_type::CSS => Some(Kind::Style),
        () if begins("text/javascript") => Some(Kind::Script),
        () if begins("image/") => Some(Kind::Picture),
        () if begins("font/") => Some(Kind::Font),
        () => None,
    }
}

/// The files that a page is made of.
struct Parts<'a> {
    site: &'a Site,
    found: BTreeMap<&'a str, &'a File>,
}

impl Parts<'_> {
    /// Adds what a file names of these kinds, and what that names.
    fn named_in(&mut self, within: &str, file: &File, kinds: &[Kind]) {
        for (_, word) in words(&file.bytes) {
            let Some((name, part)) = named(self.site, word, within) else { continue };
            let Some(kind) = kind(name).filter(|kind| kinds.contains(kind)) else { continue };
            if self.found.insert(name, part).is_some() {
                continue;
            }
            match kind {
                Kind::Style => self.named_in(name, part, &[Kind::Style, Kind::Font, Kind::Picture]),
                Kind::Script => self.named_in(name, part, &[Kind::Script]),
                Kind::Picture | Kind::Font => {}
            }
        }
    }
}

/// The addresses of the pictures that a page shows.
struct Pictures {
    /// How deep within `picture` elements.
    in_picture: usize,
    /// The source of this `picture` is found.
    is_chosen: bool,
    chosen: Vec<String>,
}

impl<'a> Visitor<'a> for Pictures {
    fn start(&mut self, tag: &Tag<'a>) {
        let value = |name: &str| tag.get(name).map(|attribute| attribute.value().into_owned());
        match tag.element {
            Element::Other(name) if name.eq_ignore_ascii_case("picture") => {
                self.in_picture += 1;
                self.is_chosen = false;
            }
            Element::Source | Element::Img if self.in_picture > 0 && self.is_chosen => {}
            Element::Source if self.in_picture > 0 => {
                let largest = value("srcset").and_then(|set| largest(&set));
                self.is_chosen = largest.is_some();
                self.chosen.extend(largest);
            }
            Element::Img => {
                self.chosen.extend(value("srcset").and_then(|set| largest(&set)).or_else(|| value("src")));
            }
            Element::Image => self.chosen.extend(value("href").or_else(|| value("xlink:href"))),
            Element::Video => self.chosen.extend(value("poster")),
            Element::Input => self.chosen.extend(value("src")),
            _ => {}
        }
    }

    fn listens(&self) -> bool {
        self.in_picture > 0
    }

    fn end(&mut self, element: Element<'a>) {
        if matches!(element, Element::Other(name) if name.eq_ignore_ascii_case("picture")) {
            self.in_picture = self.in_picture.saturating_sub(1);
        }
    }

    fn text(&mut self, _: &'a str) {}

    fn raw(&mut self, _: &'a str, _: usize) {}
}

/// The address of the largest picture of a `srcset`.
fn largest(set: &str) -> Option<String> {
    let set = decode(set);
    let candidates = set.split(", ").filter_map(|candidate| {
        let mut words = candidate.split_ascii_whitespace();
        let address = words.next()?.trim_end_matches(',');
        let size = words.next().and_then(|size| size.trim_end_matches(['w', 'x', ',']).parse::<f64>().ok());
        Some((size.unwrap_or(1.0), address))
    });
    candidates.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, address)| address.to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::super::live::tests::site;
    use super::*;

    /// The weight of a page beside files of so many bytes that can't be compressed.
    fn check(page: &str, files: &[(&str, &[u8])], expected: [usize; 4]) {
        let mut all = vec![("index.html", page.as_bytes())];
        all.extend(files);
        let site = site(true, "/", &all);
        let weight = of(&site, "index.html", site.file("index.html").expect("the page"));
        assert_eq!([weight.styles, weight.scripts, weight.pictures, weight.fonts], expected, "{page}");
        assert_eq!(weight.sum(), weight.html + expected.iter().sum::<usize>());
    }

    /// How much of a text travels.
    fn travels(bytes: &[u8]) -> usize {
        let site = site(true, "/", &[("x", bytes)]);
        site.file("x").expect("the file").compressed()
    }

    #[test]
    fn a_page_weighs_what_it_shows_and_runs() {
        let (css, part): (&[u8], &[u8]) = (b"@import 'part.css'; a { src: url(/f.woff2) }", b"b { background: url(/i.png) }");
        let (js, chunk): (&[u8], &[u8]) = (b"import a from \"./chunk.js\"; import(\"./chunk.js\")", b"export default 1");
        let files: &[(&str, &[u8])] = &[
            ("css/a.css", css),
            ("css/part.css", part),
            ("f.woff2", b"12345"),
            ("i.png", b"123"),
            ("js/a.js", js),
            ("js/chunk.js", chunk),
            ("b.html", b"other"),
        ];
        let styles = travels(css) + travels(part);
        let scripts = travels(js) + travels(chunk);
        check("<link rel=stylesheet href=/css/a.css><div data-src='/js/a.js'><a href=/b.html>", files, [styles, scripts, 3, 5]);
        check("<meta property=og:image content=https://e.com/i.png><a href=/i.png>", files, [0, 0, 0, 0]);
    }

    #[test]
    fn of_a_picture_one_is_fetched() {
        let files: &[(&str, &[u8])] = &[("s.avif", b"1"), ("l.avif", b"12"), ("l.webp", b"1234"), ("l.jpg", b"12345678")];
        let picture = "<picture><source type=image/avif srcset=\"/s.avif 100w, /l.avif 200w\"><source srcset=/l.webp><img src=/l.jpg></picture>";
        check(picture, files, [0, 0, 2, 0]);
        check(&format!("{picture}<img src=/l.jpg>"), files, [0, 0, 10, 0]);
        check("<img src=/l.jpg srcset='/s.avif, /l.avif 2x'>", files, [0, 0, 2, 0]);
        check("<img src=/l.jpg><img src=l.jpg>", files, [0, 0, 8, 0]);
    }
}
