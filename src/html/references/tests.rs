//! References, taken from tags.

use proptest::prelude::*;

use super::*;
use crate::html::{self, Token};

/// Calls `found` with the element and every reference of each tag of a page, in document order.
fn scan<'a>(page: &'a str, mut found: impl FnMut(&str, Reference<'a>)) {
    html::scan(page, |token| {
        if let Token::Start(tag) = token {
            extract(tag, |reference| found(&tag.name, reference));
        }
    });
}

/// Checks the references in a piece of HTML: element, attribute, URL, kind.
#[track_caller]
fn check(html: &str, expected: &[(&str, &str, &str, ReferenceKind)]) {
    let mut references = Vec::new();
    scan(html, |element, reference| references.push((element.to_owned(), reference)));
    let found: Vec<_> = references.iter().map(|(element, r)| (&**element, r.attribute, &*r.url, r.kind)).collect();
    assert_eq!(found, expected, "{html}");
}

#[test]
fn every_kind_of_reference_is_found() {
    check(
        "<a href=/a><area href='/b'>",
        &[("a", "href", "/a", ReferenceKind::Page), ("area", "href", "/b", ReferenceKind::Page)],
    );
    check("<a>none</a><A HREF=\" /x\n \">", &[("a", "href", "/x", ReferenceKind::Page)]);
    check("<a href='/a?b=1&amp;c=2\n3'>", &[("a", "href", "/a?b=1&c=23", ReferenceKind::Page)]);
    check("<script src=a.js></script><script>x</script>", &[("script", "src", "a.js", ReferenceKind::Script)]);
    check(
        "<script href=a></script><svg><script href=b /><script xlink:href=c /><script src=d /></svg>",
        &[("script", "href", "b", ReferenceKind::Script), ("script", "xlink:href", "c", ReferenceKind::Script)],
    );
    check(
        "<video src=a poster=b><source src=c><track src=d></video><audio src=e>",
        &[
            ("video", "src", "a", ReferenceKind::Media),
            ("video", "poster", "b", ReferenceKind::Image),
            ("source", "src", "c", ReferenceKind::Media),
            ("track", "src", "d", ReferenceKind::Media),
            ("audio", "src", "e", ReferenceKind::Media),
        ],
    );
    check(
        "<iframe src=a></iframe><embed src=b><object data=c></object>",
        &[
            ("iframe", "src", "a", ReferenceKind::Frame),
            ("embed", "src", "b", ReferenceKind::Media),
            ("object", "data", "c", ReferenceKind::Media),
        ],
    );
    check(
        "<form action=a><button formaction=b><input type=image src=c formaction=d></form>",
        &[
            ("form", "action", "a", ReferenceKind::Form),
            ("button", "formaction", "b", ReferenceKind::Form),
            ("input", "src", "c", ReferenceKind::Image),
            ("input", "formaction", "d", ReferenceKind::Form),
        ],
    );
    check(
        "<svg><use href=#a /><use xlink:href=b#c /><image href=d /><a href=e></a></svg>",
        &[
            ("use", "href", "#a", ReferenceKind::Symbol),
            ("use", "xlink:href", "b#c", ReferenceKind::Symbol),
            ("image", "href", "d", ReferenceKind::Image),
            ("a", "href", "e", ReferenceKind::Page),
        ],
    );
    check(
        "<!-- <a href=a> --><script>'<a href=b>'</script><textarea><a href=c></textarea><noscript><img src=d></noscript>",
        &[("img", "src", "d", ReferenceKind::Image)],
    );
}

#[test]
fn links_in_the_head_are_classified_by_rel() {
    let link =
        |rel: &str, kind: ReferenceKind| check(&format!("<link rel='{rel}' href=x>"), &[("link", "href", "x", kind)]);
    link("stylesheet", ReferenceKind::Style);
    link("preload Stylesheet", ReferenceKind::Style);
    link("canonical", ReferenceKind::Page);
    link("alternate", ReferenceKind::Page);
    link("icon", ReferenceKind::Resource);
    link("modulepreload", ReferenceKind::Resource);
    check("<link rel=preconnect href=//fonts.example><link rel=dns-prefetch href=//x>", &[]);
    check(
        "<link rel=preload as=image imagesrcset='a 1x, b 2x'>",
        &[("link", "imagesrcset", "a", ReferenceKind::Image), ("link", "imagesrcset", "b", ReferenceKind::Image)],
    );
    check(
        "<meta property=og:image content=a><meta name=twitter:image content=b><meta name=x content=c>",
        &[("meta", "content", "a", ReferenceKind::Image), ("meta", "content", "b", ReferenceKind::Image)],
    );
}

#[test]
fn source_sets_are_split_into_urls() {
    let set = |value: &str, expected: &[&str]| {
        let expected: Vec<_> = expected.iter().map(|&url| ("img", "srcset", url, ReferenceKind::Image)).collect();
        check(&format!("<img srcset=\"{value}\">"), &expected);
    };
    set("a.png", &["a.png"]);
    set("a.png 1x, b.png 2x", &["a.png", "b.png"]);
    set(" a.png 480w,b.png 800w , c.png", &["a.png", "b.png", "c.png"]);
    set("a,b.png 1x,c.png,, d.png", &["a,b.png", "c.png", "d.png"]);
    set("a.png, b.png", &["a.png", "b.png"]);
    set("a.png x(1,2) 2w, b.png", &["a.png", "b.png"]);
    set("a.png x((1,2) 2w, b.png", &["a.png", "b.png"]);
    set("/a?b&amp;c 1x&#44;&#32;/d 2x", &["/a?b&c", "/d"]);
    set("data:image/png;base64,AA== 1x, b.png 2x", &["data:image/png;base64,AA==", "b.png"]);
    set(" ,, ", &[]);
    set("", &[]);
}

#[test]
fn refresh_urls_are_extracted() {
    let refresh = |content: &str, expected: &[&str]| {
        let expected: Vec<_> = expected.iter().map(|&url| ("meta", "content", url, ReferenceKind::Refresh)).collect();
        check(&format!("<meta http-equiv=Refresh content=\"{content}\">"), &expected);
    };
    refresh("0; url=/a/", &["/a/"]);
    refresh("0;URL = '/a b/' x", &["/a b/"]);
    refresh("5, /a/", &["/a/"]);
    refresh("5 url=/a/", &["/a/"]);
    refresh("0.5; urls", &["urls"]);
    refresh("0; url=&#39;/a/&#39;", &["/a/"]);
    refresh("0&#59; url=/a/?b&amp;c", &["/a/?b&c"]);
    refresh(".5; url=/a/", &["/a/"]);
    refresh("; url=/a/", &[]);
    refresh(" /a/", &[]);
    refresh("30", &[]);
    refresh("30 ", &[]);
    refresh("0;", &[]);
    refresh("ä", &[]);
}

/// Extracts the references in `href`, `src` and `action` with html5gum.
fn extract_with_html5gum(html: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut tokenizer = html5gum::Tokenizer::new(html);
    while let Some(Ok(token)) = tokenizer.next() {
        let html5gum::Token::StartTag(tag) = token else { continue };
        tokenizer.set_state(match &**tag.name {
            b"script" => html5gum::State::ScriptData,
            b"iframe" => html5gum::State::RawText,
            _ => html5gum::State::Data,
        });
        let wanted: &[&[u8]] = match &**tag.name {
            b"a" | b"area" => &[b"href"],
            b"img" | b"script" | b"iframe" => &[b"src"],
            b"form" => &[b"action"],
            _ => &[],
        };
        for &name in wanted {
            if let Some(value) = tag.attributes.get(name) {
                let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                let value = text(&value.value);
                found.push((text(name), value.trim_matches(|c| c <= ' ').replace(['\t', '\n', '\r'], "")));
            }
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn references_are_those_that_html5gum_finds(
        pieces in proptest::collection::vec(prop::sample::select(vec![
            "<a ", "<img ", "<script ", "<iframe ", "<form ", "<p ", "<AREA ", "href=", "src=", "action=", "id=", "ID = ", "\"", "'", ">", " ", "/x",
            "#y", "&amp;", "&", "?a=b", "<!--", "-->", "</script>", "</iframe>", "</a>", "\n", "=", "/>", "é", "<",
        ]), 0..40)
    ) {
        let html = pieces.concat();
        let mut found = Vec::new();
        scan(&html, |_, reference| {
            assert!(html.get(reference.span.clone()).is_some());
            found.push((reference.attribute.to_owned(), reference.url.into_owned()));
        });
        prop_assert_eq!(found, extract_with_html5gum(&html));
    }

    #[test]
    fn spans_mark_the_url(
        pieces in proptest::collection::vec(prop::sample::select(vec![
            "a", "0", "/", " ", "\r\n", "\r", "\0", ",", ";", "(", ")", "=", "url", "'", "é", "&", "&amp;", "&lt", "&#39;", "&#44;", "&#32;", "&#x20b9;",
        ]), 0..20)
    ) {
        let value = pieces.concat();
        for tag in ["<a href=", "<img srcset=", "<meta http-equiv=refresh content="] {
            let html = format!("{tag}\"{value}\">");
            scan(&html, |_, reference| {
                let marked = html::decode(&html[reference.span.clone()]);
                assert_eq!(marked.replace(['\t', '\n', '\r'], ""), &*reference.url, "{html:?}");
            });
        }
    }
}
