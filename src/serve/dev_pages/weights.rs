//! The weight of a served page: the bytes sent for its HTML and for the files that it makes a browser load, by the
//! parts for which budgets can be set.

use std::collections::BTreeMap;

use crate::check::page_weight::{LoadedResource, list_resources};
use crate::check::style;
use crate::content::budgets::WeightPart;
use crate::output::precompress::is_text;
use crate::serve::http::content_type;
use crate::serve::page_fingerprint::{file_at, words};
use crate::serve::served_site::{ServedFile, ServedSite};

/// The parts with their column titles.
pub const PARTS: [(WeightPart, &str); 6] = [
    (WeightPart::Html, "Compressed"),
    (WeightPart::Css, "CSS"),
    (WeightPart::Script, "Script"),
    (WeightPart::ScriptLater, "Script later"),
    (WeightPart::Images, "Pictures"),
    (WeightPart::Fonts, "Fonts"),
];

/// The files that a page loads, by part and name.
type LoadedFiles<'a> = BTreeMap<WeightPart, BTreeMap<&'a str, &'a ServedFile>>;

/// Returns the bytes that are sent for a page, by part. Texts are counted compressed, as hosts send them.
pub fn of(site: &ServedSite, name: &str, page: &ServedFile) -> BTreeMap<WeightPart, usize> {
    let mut parts = LoadedFiles::new();
    for resource in list_resources(&String::from_utf8_lossy(&page.bytes)) {
        // Inline resources are part of the HTML.
        if let LoadedResource::Url(part, address) = resource {
            add(site, &mut parts, part, &address, name);
        }
    }
    let first = parts.get(&WeightPart::Script).cloned().unwrap_or_default();
    let mut weights = BTreeMap::from([(WeightPart::Html, page.compressed_size())]);
    for (part, mut files) in parts {
        // A script that the page loads at once does not count again as a later one.
        files.retain(|name, _| part != WeightPart::ScriptLater || !first.contains_key(name));
        weights.insert(part, files.into_iter().map(|(name, file)| sent_bytes(name, file)).sum());
    }
    weights
}

fn sent_bytes(name: &str, file: &ServedFile) -> usize {
    if is_text(name) { file.compressed_size() } else { file.bytes.len() }
}

/// Adds the file at an address that stands in the file `within`, and all files that the added file imports.
fn add<'a>(site: &'a ServedSite, parts: &mut LoadedFiles<'a>, part: WeightPart, address: &str, within: &str) {
    let Some((name, file)) = file_at(site, address, within) else { return };
    if parts.entry(part).or_default().insert(name, file).is_some() {
        return;
    }
    let kind = content_type::of(name);
    if kind == content_type::CSS {
        style::imports(&String::from_utf8_lossy(&file.bytes)).for_each(|url| add(site, parts, part, url, name));
    } else if matches!(part, WeightPart::Script | WeightPart::ScriptLater) {
        let path_of = |word: &'a str| word.split(['?', '#']).next().unwrap_or_default();
        let imports = words(&file.bytes).filter(|(_, word)| content_type::of(path_of(word)) == kind);
        imports.for_each(|(_, word)| add(site, parts, part, word, name));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::live_site::tests::site;

    /// Checks the weights of a page, except that of its HTML, in a site with these files.
    fn check(page: &str, files: &[(&str, &[u8])], expected: &[(WeightPart, &[&[u8]])]) {
        let mut all = vec![("a/index.html", page.as_bytes())];
        all.extend(files);
        let site = site(true, "/", &all);
        let mut weights = of(&site, "a/index.html", site.file("a/index.html").expect("the page"));
        assert!(weights.remove(&WeightPart::Html).is_some_and(|weight| weight > 0));
        let weight = |bytes: &&[u8]| {
            site.files().find(|(_, file)| *file.bytes == **bytes).map(|(name, file)| sent_bytes(name, file))
        };
        let sum = |parts: &[&[u8]]| parts.iter().filter_map(weight).sum::<usize>();
        let expected: BTreeMap<WeightPart, usize> = expected.iter().map(|(part, parts)| (*part, sum(parts))).collect();
        assert_eq!(weights, expected, "{page}");
    }

    #[test]
    fn weights_count_loaded_files_once_and_linked_ones_never() {
        let (css, part): (&[u8], &[u8]) =
            (b"/* other.css */ @import \"part.css\"; a { background: url(/i.png) }", b"b { color: red }");
        let (js, chunk, later): (&[u8], &[u8], &[u8]) =
            (b"import a from \"./chunk.js?v=1.2\"", b"export default 1", b"import \"./chunk.js\"; export default 2");
        let (picture, font): (&[u8], &[u8]) = (b"123", b"12345");
        let files: &[(&str, &[u8])] = &[
            ("css/a.css", css),
            ("css/part.css", part),
            ("css/other.css", b"i { color: blue }"),
            ("js/a.js", js),
            ("js/chunk.js", chunk),
            ("js/later.js", later),
            ("i.png", picture),
            ("f.woff2", font),
            ("b.html", b"other"),
        ];
        let page = "<link rel=stylesheet href=../css/a.css><script src=/js/a.js></script><img src=/i.png>\
                    <img src=/i.png><link rel=preload as=font href=/f.woff2><div data-island=A data-src=/js/later.js><a href=/b.html>";
        let expected: [(WeightPart, &[&[u8]]); 5] = [
            (WeightPart::Css, &[css, part]),
            (WeightPart::Script, &[js, chunk]),
            (WeightPart::ScriptLater, &[later]),
            (WeightPart::Images, &[picture]),
            (WeightPart::Fonts, &[font]),
        ];
        check(page, files, &expected);
        check("<a href=/i.png>x</a><p>words", files, &[]);
        let page = "<div data-island=A data-src=/js/a.js></div><script src=/js/a.js></script>";
        let expected: [(WeightPart, &[&[u8]]); 2] =
            [(WeightPart::Script, &[js, chunk]), (WeightPart::ScriptLater, &[])];
        check(page, files, &expected);
    }
}
