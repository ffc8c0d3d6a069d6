//! What a page looks like, in a few bytes: an open page compares them with its own and knows whether to reload.
//!
//! The page's words are walked through. One that is the address of a stylesheet of this site is left out of the look and noted
//! with the stylesheet's version: if only those differ, styles are swapped in place, even where a stylesheet has got another
//! name. One that is the address of another file that a page shows or runs, such as an image or a script, adds that file's
//! content to the look. So do the headers that hosts send with the page. Only pages that are open are looked at, so this costs nothing while a site is built.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use xxhash_rust::xxh3::Xxh3Default;

use super::content_type;
use super::live::{File, Found, Site};
use super::target;
use crate::output::hosts::Policy;

/// Stylesheets that import stylesheets are followed this far.
const IMPORT_DEPTH: usize = 4;

/// Longer words are no addresses; a `data:` URL is an example.
const LONGEST_ADDRESS: usize = 1024;

/// What a page looks like.
#[derive(Debug, PartialEq, Eq)]
pub struct Fingerprint {
    /// Everything but the stylesheets.
    pub look: u64,
    /// The addresses of its stylesheets as the page writes them, each once, with their versions.
    pub styles: Vec<(String, u64)>,
}

/// Those of a site that were asked for, by the path of a URL, still encoded: the stream of events and the page itself need the same.
#[derive(Debug, Default)]
pub struct Known(Mutex<BTreeMap<String, Arc<Fingerprint>>>);

/// So many are kept: addresses lead anywhere.
const MOST_KNOWN: usize = 64;

/// The fingerprint of what `path` leads to, which is the path of a URL, still encoded.
pub fn of(site: &Site, path: &str) -> Arc<Fingerprint> {
    let mut known = site.prints.0.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(print) = known.get(path) {
        return print.clone();
    }
    if known.len() >= MOST_KNOWN {
        known.clear();
    }
    let print = Arc::new(make(site, path));
    known.insert(path.to_owned(), print.clone());
    print
}

fn make(site: &Site, path: &str) -> Fingerprint {
    let mut print = Print { site, look: Xxh3Default::new(), styles: Vec::new() };
    let path = target::decode_path(path).unwrap_or_default();
    if let Some(policy) = &site.policy {
        print.policy(policy, &path);
    }
    match site.find(&path) {
        Found::File(name, file) => print.page(name, file),
        Found::Folder => print.look.update(b"folder"),
        Found::Nothing => {
            print.look.update(b"nothing");
            if let Some(file) = site.file("404.html") {
                print.page("404.html", file);
            }
        }
    }
    Fingerprint { look: print.look.digest(), styles: print.styles }
}

struct Print<'a> {
    site: &'a Site,
    look: Xxh3Default,
    styles: Vec<(String, u64)>,
}

impl Print<'_> {
    /// Adds how hosts answer for the page: its headers, and where it leads. Hashes are left out: they are those of all pages'
    /// scripts and styles, and this page's own are in its look anyway.
    fn policy(&mut self, policy: &Policy, path: &str) {
        for (name, value) in policy.headers(path) {
            self.look.update(name.as_bytes());
            let words = value.split(' ').filter(|word| !word.starts_with("'sha256-"));
            words.for_each(|word| self.look.update(format!(" {word}").as_bytes()));
        }
        if let Some((status, to)) = policy.redirect(path) {
            self.look.update(format!("{status} {to}").as_bytes());
        }
    }

    fn page(&mut self, name: &str, file: &File) {
        let bytes: &[u8] = &file.bytes;
        let mut done = 0;
        for (start, word) in words(bytes) {
            let Some((mentioned, other)) = named(self.site, word, name) else { continue };
            if is_style(mentioned) {
                self.look.update(&bytes[done..start]);
                done = start + word.len();
                let mut version = Xxh3Default::new();
                self.style(mentioned, other, IMPORT_DEPTH, &mut version);
                if !self.styles.iter().any(|(address, _)| address == word) {
                    self.styles.push((word.to_owned(), version.digest()));
                }
            } else {
                self.asset(mentioned, other);
            }
        }
        self.look.update(&bytes[done..]);
    }

    /// Adds a stylesheet and those that it imports to `version`, and the other files it names to the look: swapping a
    /// stylesheet does not fetch its images again.
    fn style(&mut self, name: &str, file: &File, depth: usize, version: &mut Xxh3Default) {
        version.update(&file.hash().to_le_bytes());
        for (_, word) in words(&file.bytes) {
            match named(self.site, word, name) {
                Some((mentioned, other)) if !is_style(mentioned) => self.asset(mentioned, other),
                Some((mentioned, other)) if depth > 0 && mentioned != name => {
                    self.style(mentioned, other, depth - 1, version);
                }
                _ => {}
            }
        }
    }

    /// What a page only links to is no part of it.
    fn asset(&mut self, name: &str, file: &File) {
        if content_type::is_part_of_a_page(content_type::of(name)) {
            self.look.update(&file.hash().to_le_bytes());
        }
    }
}

/// The file that `word`, written in the file `within`, is the address of.
pub fn named<'a>(site: &'a Site, word: &str, within: &str) -> Option<(&'a str, &'a File)> {
    let word = word.split(['?', '#']).next().filter(|word| word.contains('.') && word.len() <= LONGEST_ADDRESS)?;
    let folder = within.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut path = match word.strip_prefix('/') {
        Some(_) => String::new(),
        None => format!("{}{folder}", site.base),
    };
    for segment in word.split('/') {
        match segment {
            "." | "" => {}
            ".." => path.truncate(path.rfind('/').unwrap_or(0)),
            name => {
                if !path.ends_with('/') {
                    path.push('/');
                }
                path.push_str(name);
            }
        }
    }
    match site.find(&target::decode_path(&path)?) {
        Found::File(name, file) => Some((name, file)),
        Found::Folder | Found::Nothing => None,
    }
}

fn is_style(name: &str) -> bool {
    content_type::of(name) == content_type::CSS
}

/// Which bytes stand between words. A table: each byte of a page and its style sheets is looked up.
const BETWEEN: [bool; 256] = {
    let (mut table, bytes, mut at) = ([false; 256], b" \t\n\r\x0c\"'`()<>=,;\\{}[]|", 0);
    while at < bytes.len() {
        table[bytes[at] as usize] = true;
        at += 1;
    }
    table
};

/// The words of HTML, CSS or JSON that could be addresses, with the places they begin at.
pub fn words(bytes: &[u8]) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    bytes.split(|byte| BETWEEN[usize::from(*byte)]).filter_map(move |word| {
        let here = start;
        start += word.len() + 1;
        // `&quot;` and its like are no part of an address, and end it.
        let word = std::str::from_utf8(word).ok()?.split('&').next()?;
        (!word.is_empty()).then_some((here, word))
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::Snapshot;
    use super::super::live::Live;
    use super::super::live::tests::site;
    use super::*;
    use crate::output::hosts::Rule;

    const PAGE: &[u8] =
        b"<link rel=stylesheet href=\"/css/a.css\"><img srcset=\"/i.png 1x, /j.png 2x\"><a href=/b.html><link href=/feed.xml>";

    fn print(base: &str, path: &str, files: &[(&str, &[u8])]) -> Arc<Fingerprint> {
        of(&site(true, base, files), path)
    }

    /// What differs between the home pages of two sites: the look, the styles.
    fn check(before: &[(&str, &[u8])], after: &[(&str, &[u8])], look: bool, styles: bool) {
        let (before, after) = (print("/", "/", before), print("/", "/", after));
        assert_eq!((before.look != after.look, before.styles != after.styles), (look, styles), "{before:?} {after:?}");
    }

    #[test]
    fn a_look_is_the_page_and_the_files_it_names() {
        let all: [(&str, &[u8]); 6] = [
            ("index.html", PAGE),
            ("css/a.css", b"a"),
            ("i.png", b"i"),
            ("j.png", b"j"),
            ("feed.xml", b"f"),
            ("b.html", b"b"),
        ];
        let with = |name: &str, bytes: &'static [u8]| all.map(|(n, b)| if n == name { (n, bytes) } else { (n, b) });
        check(&all, &all, false, false);
        check(&all, &with("css/a.css", b"other"), false, true);
        check(&all, &with("j.png", b"other"), true, false);
        check(&all, &with("b.html", b"other"), false, false);
        check(&all, &with("feed.xml", b"other"), false, false);
        check(&all, &with("index.html", b"other"), true, true);
        check(&all, &all[..5], false, false);
    }

    #[test]
    fn a_renamed_stylesheet_is_no_other_look() {
        let before: [(&str, &[u8]); 2] = [("index.html", b"<link href=/a.1.css>text"), ("a.1.css", b"1")];
        let after: [(&str, &[u8]); 2] = [("index.html", b"<link href=/a.2.css>text"), ("a.2.css", b"2")];
        check(&before, &after, false, true);
    }

    #[test]
    fn stylesheets_bring_imports_and_images() {
        let page: (&str, &[u8]) = ("index.html", b"<link href='css/a.css?v=1'>");
        let sheet: (&str, &[u8]) = ("css/a.css", b"@import \"b.css\"; a { background: url(../i.png) }");
        let site = |b: &'static [u8], i: &'static [u8]| [page, sheet, ("css/b.css", b), ("i.png", i)];
        check(&site(b"b", b"i"), &site(b"other", b"i"), false, true);
        check(&site(b"b", b"i"), &site(b"b", b"other"), true, false);
        check(&site(b"@import '/css/a.css'", b"i"), &site(b"@import '/css/a.css';", b"i"), false, true);
    }

    #[test]
    fn missing_pages_look_like_the_404_page() {
        let empty = print("/", "/a/", &[]);
        let with_404 = print("/", "/a/", &[("404.html", b"no")]);
        let there = print("/", "/a/", &[("404.html", b"no"), ("a/index.html", b"no")]);
        assert!(empty.look != with_404.look && with_404.look != there.look);
        assert_eq!(with_404, print("/", "/%zz", &[("404.html", b"no")]));
    }

    #[test]
    fn addresses_begin_with_the_base() {
        let files: [(&str, &[u8]); 3] = [("a/index.html", b"/x/s.css ../t.css /u.css"), ("s.css", b""), ("t.css", b"")];
        let print = print("/x/", "/x/a/", &files);
        assert_eq!(
            print.styles.iter().map(|(address, _)| address.as_str()).collect::<Vec<_>>(),
            ["/x/s.css", "../t.css"]
        );
    }

    #[test]
    fn headers_are_part_of_a_look() {
        let look = |values: &[(&str, &str)], path: &str| {
            let values = values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
            let rules = vec![Rule { path: "/a/*".to_owned(), values }];
            let files = [("a/index.html".to_owned(), Some(Arc::from(&b"a"[..])))].into();
            let policy = Some(Policy { rules, redirects: Vec::new() });
            let live = Live::new(true);
            live.publish(Snapshot { files, base_path: "/".to_owned(), policy, ..Snapshot::default() }, &[]);
            of(&live.now(), path).look
        };
        let with = |value: &str| look(&[("Content-Security-Policy", value)], "/a/");
        assert_ne!(with("default-src 'self'"), with("default-src 'none'"));
        assert_ne!(with("default-src 'self'"), look(&[], "/a/"));
        assert_eq!(with("script-src 'self' 'sha256-a='"), with("script-src 'self' 'sha256-b=' 'sha256-c='"));
        assert_eq!(look(&[("X-A", "1")], "/b/"), look(&[("X-A", "2")], "/b/"));
    }

    proptest::proptest! {
        #[test]
        fn any_page_has_a_fingerprint(page: Vec<u8>, text in "[ -~]*") {
            print("/", "/", &[("index.html", &page), ("a.css", text.as_bytes())]);
            print("/", "/", &[("index.html", text.as_bytes())]);
        }
    }
}
