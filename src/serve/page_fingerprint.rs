//! The computation of a page's fingerprint, by which open pages decide whether to update (`reload.js`).
//!
//! 1. Split the page into words at spaces, quotes, brackets, and signs such as `=` and `,`.
//! 2. If a word is the address of a stylesheet of this site, leave it out of the content hash, and record it with the
//!    stylesheet's hash. If only stylesheets differ, open pages replace the stylesheets, even a renamed one.
//! 3. If a word is the address of another file that the page shows or runs, such as an image or a script, add the file
//!    to the content hash.
//! 4. Add the headers and the redirect that hosts send for the page to the content hash.
//!
//! A page's fingerprint is computed when the page is requested, and after changes while the page is open.

use xxhash_rust::xxh3::Xxh3Default;

use super::http::{content_type, target};
use super::served_site::{Lookup, ServedFile, ServedSite};
use crate::output::hosts::HostPolicy;
use crate::render::content_paths::resolve;
use crate::route::url;

/// How deep imports of stylesheets by stylesheets are followed.
const MAX_IMPORT_DEPTH: usize = 4;

/// Longer words, such as `data:` URLs, are not looked up as addresses.
const MAX_ADDRESS_BYTES: usize = 1024;

/// The hashes of a page's appearance. An open page updates when the hashes change.
#[derive(Debug, PartialEq, Eq)]
pub struct PageFingerprint {
    /// Hash of the page, its headers and the files that it shows or runs, without its stylesheets. If this hash
    /// differs, replacing the stylesheets is not enough.
    pub content: u64,
    /// Hash of the headers, and of the files that the page shows or runs. The editor can bring a page up to date in
    /// place only while this hash and `styles` are the same.
    pub files: u64,
    /// The addresses of the page's stylesheets as the page writes them, each once. The hash beside an address is that
    /// of the stylesheet and its imports.
    pub styles: Vec<(String, u64)>,
}

/// Returns the fingerprint of the page at `path`, the encoded path of a URL.
pub fn fingerprint_of(site: &ServedSite, path: &str) -> PageFingerprint {
    let mut hasher = PageHasher { site, page: Xxh3Default::new(), files: Xxh3Default::new(), styles: Vec::new() };
    let path = target::decode_path(path).unwrap_or_default();
    if let Some(policy) = &site.policy {
        hasher.add_policy(policy, &path);
    }
    match site.lookup(&path) {
        Lookup::File(name, file) => hasher.add_page(name, file),
        Lookup::Folder => hasher.page.update(b"folder"),
        Lookup::Nothing => {
            hasher.page.update(b"nothing");
            let name = site.not_found_page(&path);
            if let Some(file) = site.file(&name) {
                hasher.add_page(&name, file);
            }
        }
    }
    let files = hasher.files.digest();
    hasher.page.update(&files.to_le_bytes());
    PageFingerprint { content: hasher.page.digest(), files, styles: hasher.styles }
}

struct PageHasher<'a> {
    site: &'a ServedSite,
    /// The page without the addresses of its stylesheets.
    page: Xxh3Default,
    /// The headers, and the files that the page shows or runs.
    files: Xxh3Default,
    styles: Vec<(String, u64)>,
}

impl PageHasher<'_> {
    /// Adds the headers and the redirect that hosts send for the page. The hashes in a CSP are left out, because they
    /// cover the inline scripts and styles of all pages. The page's own inline scripts and styles are hashed as text of
    /// the page.
    fn add_policy(&mut self, policy: &HostPolicy, path: &str) {
        for (name, value) in policy.headers(path) {
            self.files.update(name.as_bytes());
            let words = value.split(' ').filter(|word| !word.starts_with("'sha256-"));
            words.for_each(|word| self.files.update(format!(" {word}").as_bytes()));
        }
        if let Some((status, to)) = policy.redirect(path) {
            self.files.update(format!("{status} {to}").as_bytes());
        }
    }

    /// Adds a page, but not the addresses of its stylesheets. Also adds the stylesheets, and the files that the page
    /// shows or runs.
    fn add_page(&mut self, name: &str, file: &ServedFile) {
        let bytes: &[u8] = &file.bytes;
        let mut hashed = 0;
        for (start, word) in words(bytes) {
            let Some((linked_name, linked_file)) = file_at(self.site, word, name) else { continue };
            if is_stylesheet(linked_name) {
                self.page.update(&bytes[hashed..start]);
                hashed = start + word.len();
                let mut version = Xxh3Default::new();
                self.add_stylesheet(linked_name, linked_file, MAX_IMPORT_DEPTH, &mut version);
                if !self.styles.iter().any(|(address, _)| address == word) {
                    self.styles.push((word.to_owned(), version.digest()));
                }
            } else {
                self.add_asset(linked_name, linked_file);
            }
        }
        self.page.update(&bytes[hashed..]);
    }

    /// Adds a stylesheet and its imports to `version`, and their images and fonts to `files`. After a change of an
    /// image or a font, a page has to reload: replacing the stylesheet would not make the browser fetch the image or
    /// font again.
    fn add_stylesheet(&mut self, name: &str, file: &ServedFile, depth: usize, version: &mut Xxh3Default) {
        version.update(&file.hash().to_le_bytes());
        for (_, word) in words(&file.bytes) {
            let Some((linked_name, linked_file)) = file_at(self.site, word, name) else { continue };
            if !is_stylesheet(linked_name) {
                self.add_asset(linked_name, linked_file);
            } else if depth > 0 && linked_name != name {
                self.add_stylesheet(linked_name, linked_file, depth - 1, version);
            }
        }
    }

    /// Adds a file if it is of a type that pages show or run.
    fn add_asset(&mut self, name: &str, file: &ServedFile) {
        if content_type::is_part_of_a_page(content_type::of(name)) {
            self.files.update(&file.hash().to_le_bytes());
        }
    }
}

/// Finds the file at an address that stands in the file `within`: `../a.css` in `b/index.html` → `a.css`.
pub fn file_at<'a>(site: &'a ServedSite, address: &str, within: &str) -> Option<(&'a str, &'a ServedFile)> {
    let written = address.split(['?', '#']).next()?;
    if !written.contains('.') || written.len() > MAX_ADDRESS_BYTES {
        return None;
    }
    let from = if written.starts_with('/') { "/".to_owned() } else { url(&site.base, &format!("/{within}")) };
    match site.lookup(&target::decode_path(&resolve(&from, written)?)?) {
        Lookup::File(name, file) => Some((name, file)),
        Lookup::Folder | Lookup::Nothing => None,
    }
}

fn is_stylesheet(name: &str) -> bool {
    content_type::of(name) == content_type::CSS
}

fn is_separator(byte: u8) -> bool {
    byte.is_ascii_whitespace()
        || matches!(byte, b'"' | b'\'' | b'`' | b',' | b';' | b'=' | b'|' | b'\\')
        || matches!(byte, b'(' | b')' | b'<' | b'>' | b'{' | b'}' | b'[' | b']')
}

/// Returns the words of a page, stylesheet or script that could be addresses, with their byte offsets.
pub fn words(bytes: &[u8]) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    bytes.split(|byte| is_separator(*byte)).filter_map(move |word| {
        let offset = start;
        start += word.len() + 1;
        // An entity such as `&quot;` ends an address.
        let word = std::str::from_utf8(word).ok()?.split('&').next()?;
        (!word.is_empty()).then_some((offset, word))
    })
}

#[cfg(test)]
mod tests {
    use super::super::live_site::LiveSite;
    use super::super::live_site::tests::{changes, site};
    use super::*;
    use crate::output::hosts::HeaderBlock;

    const PAGE: &[u8] =
        b"<link rel=stylesheet href=\"/css/a.css\"><img srcset=\"/i.png 1x, /j.png 2x\"><a href=/b.html>\
          <link href=/feed.xml>";

    fn fingerprint(base: &str, path: &str, files: &[(&str, &[u8])]) -> PageFingerprint {
        fingerprint_of(&site(true, base, files), path)
    }

    /// Checks whether the content and the styles of the home page differ between two sites.
    fn check(before: &[(&str, &[u8])], after: &[(&str, &[u8])], content: bool, styles: bool) {
        let (before, after) = (fingerprint("/", "/", before), fingerprint("/", "/", after));
        let differ = (before.content != after.content, before.styles != after.styles);
        assert_eq!(differ, (content, styles), "{before:?} {after:?}");
    }

    #[test]
    fn the_content_is_the_page_and_the_files_it_shows_or_runs() {
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
    fn a_renamed_stylesheet_leaves_the_content_unchanged() {
        let before: [(&str, &[u8]); 2] = [("index.html", b"<link href=/a.1.css>text"), ("a.1.css", b"1")];
        let after: [(&str, &[u8]); 2] = [("index.html", b"<link href=/a.2.css>text"), ("a.2.css", b"2")];
        check(&before, &after, false, true);
    }

    #[test]
    fn imports_change_the_styles_and_images_of_stylesheets_the_content() {
        let page: (&str, &[u8]) = ("index.html", b"<link href='css/a.css?v=1'>");
        let sheet: (&str, &[u8]) = ("css/a.css", b"@import \"b.css\"; a { background: url(../i.png) }");
        let site = |b: &'static [u8], i: &'static [u8]| [page, sheet, ("css/b.css", b), ("i.png", i)];
        check(&site(b"b", b"i"), &site(b"other", b"i"), false, true);
        check(&site(b"b", b"i"), &site(b"b", b"other"), true, false);
        check(&site(b"@import '/css/a.css'", b"i"), &site(b"@import '/css/a.css';", b"i"), false, true);
    }

    #[test]
    fn missing_pages_have_the_fingerprint_of_the_404_page() {
        let empty = fingerprint("/", "/a/", &[]);
        let with_404 = fingerprint("/", "/a/", &[("404.html", b"no")]);
        let there = fingerprint("/", "/a/", &[("404.html", b"no"), ("a/index.html", b"no")]);
        assert!(empty.content != with_404.content && with_404.content != there.content);
        assert_eq!(with_404, fingerprint("/", "/%zz", &[("404.html", b"no")]));
    }

    #[test]
    fn addresses_outside_the_base_path_are_ignored() {
        let files: [(&str, &[u8]); 4] = [
            ("a/index.html", b"/x/s.css ../t.css /u.css ../../t.css"),
            ("index.html", b"t.css ../t.css"),
            ("s.css", b""),
            ("t.css", b""),
        ];
        let check = |path: &str, expected: &[&str]| {
            let fingerprint = fingerprint("/x/", path, &files);
            let styles: Vec<&str> = fingerprint.styles.iter().map(|(address, _)| address.as_str()).collect();
            assert_eq!(styles, expected, "{path}");
        };
        check("/x/a/", &["/x/s.css", "../t.css"]);
        check("/x/", &["t.css"]);
    }

    #[test]
    fn relative_addresses_are_found_in_a_folder_with_a_percent_sign() {
        let files: [(&str, &[u8]); 2] = [("100%/index.html", b"<link href=a.css>"), ("100%/a.css", b"a")];
        assert_eq!(fingerprint("/x%20y/", "/x%20y/100%25/", &files).styles.len(), 1);
    }

    #[test]
    fn headers_are_part_of_the_content() {
        let content = |headers: &[(&str, &str)], path: &str| {
            let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
            let header_blocks = vec![HeaderBlock { path: "/a/*".to_owned(), headers }];
            let policy = Some(HostPolicy { header_blocks, ..HostPolicy::default() });
            let live = LiveSite::new(true, None, "");
            live.publish(changes(&[("a/index.html", b"a")]), "/", policy, &[]);
            fingerprint_of(&live.current(), path).content
        };
        let with = |value: &str| content(&[("Content-Security-Policy", value)], "/a/");
        assert_ne!(with("default-src 'self'"), with("default-src 'none'"));
        assert_ne!(with("default-src 'self'"), content(&[], "/a/"));
        assert_eq!(with("script-src 'self' 'sha256-a='"), with("script-src 'self' 'sha256-b=' 'sha256-c='"));
        assert_eq!(content(&[("X-A", "1")], "/b/"), content(&[("X-A", "2")], "/b/"));
    }

    proptest::proptest! {
        #[test]
        fn any_page_has_a_fingerprint(page: Vec<u8>, text in "[ -~]*") {
            fingerprint("/", "/", &[("index.html", &page), ("a.css", text.as_bytes())]);
            fingerprint("/", "/", &[("index.html", text.as_bytes())]);
        }
    }
}
