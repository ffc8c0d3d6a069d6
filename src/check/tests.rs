//! Tests of the checks over whole pages.

use super::broken_links::{add_suggestions, find_missing_anchors};
use super::resolver::{OutputId, OutputLookup};
use super::*;
use crate::route::output_path;

/// Pages by their routes.
struct Pages(Vec<(&'static str, &'static str)>);

impl OutputLookup for Pages {
    fn has(&self, wanted: &str) -> bool {
        self.0.iter().any(|(route, _)| output_path(route) == wanted)
    }
}

/// Checks the broken links of a site: page, marked URL, message, help.
#[track_caller]
fn check(base_url: &str, pages: &[(&'static str, &'static str)], expected: &[(&str, &str, &str, &str)]) {
    let site = Pages(pages.to_vec());
    let mut resolver = Resolver::new(&site, base_url);
    let output = |route: &str| OutputId::of(&output_path(route));
    let examined: Vec<PageFindings> = pages
        .iter()
        .map(|&(route, html)| {
            examine(html, None, Referrer { route, output: output(route) }, &mut resolver, None, false)
        })
        .collect();
    let mut broken: Vec<BrokenLink> = examined
        .iter()
        .flat_map(|page| page.broken.clone())
        .chain(find_missing_anchors(&examined.iter().collect::<Vec<_>>()))
        .collect();
    let page = |id: OutputId| pages.iter().find(|(route, _)| output(route) == id).expect("a page");
    let paths = pages.iter().map(|(route, _)| route.trim_start_matches('/'));
    add_suggestions(&mut broken, &mut resolver, &paths, |id| page(id).0);
    let found: Vec<_> =
        (broken.iter()).map(|b| (page(b.output).0, &page(b.output).1[b.found.span.clone()], b.diagnostic())).collect();
    let found: Vec<_> =
        found.iter().map(|(page, marked, d)| (*page, *marked, d.message.as_str(), d.help[0].as_str())).collect();
    assert_eq!(found, expected);
}

#[test]
fn resolvable_links_are_not_reported() {
    check(
        "https://example.com/sub/",
        &[
            (
                "/",
                "<a href=/sub/About/#team></a><a href=#x></a><a name=x></a><a href=https://example.org/x></a><a href='mailto:a@b.c'></a>",
            ),
            ("/About/", "<h2 id=team></h2><a href=..></a><a href='?a#team'></a><a href=/sub/About#top></a>"),
        ],
        &[],
    );
}

#[test]
fn links_to_ids_within_a_template_are_reported() {
    let message =
        |url: &str| format!("the link `{url}` leads to a heading or place that the target page does not have");
    let help = "correct what follows the `#`, or give this id to the heading or element that is meant";
    check(
        "https://example.com/",
        &[(
            "/",
            "<template id=t><p id=a></p><template></template><a name=b></a></template><p id=c></p><a href=#t></a>\
             <a href=#a></a><a href=#b></a><a href=#c></a>",
        )],
        &[("/", "#a", &message("#a"), help), ("/", "#b", &message("#b"), help)],
    );
}

#[test]
fn similar_urls_are_suggested() {
    check(
        "https://example.com/sub/",
        &[
            (
                "/",
                "<a href='/sub/about/?x'></a><a href=About/tema/></a><img src=/sub/pic.pgn><a href=/About/></a><a href=/nothing/like/it></a>",
            ),
            ("/About/", ""),
            ("/About/team/", ""),
            ("/pic.png", ""),
        ],
        &[
            (
                "/",
                "/sub/about/?x",
                "the link `/sub/about/?x` leads nowhere: the site has no such page or file",
                "did you mean `/sub/About/`?",
            ),
            (
                "/",
                "About/tema/",
                "the link `About/tema/` leads nowhere: the site has no such page or file",
                "did you mean `/sub/About/team/`?",
            ),
            (
                "/",
                "/sub/pic.pgn",
                "the picture `/sub/pic.pgn` leads nowhere: the site has no such page or file",
                "did you mean `/sub/pic.png`?",
            ),
            ("/", "/About/", "the link `/About/` leads out of the site's own path", "did you mean `/sub/About/`?"),
            (
                "/",
                "/nothing/like/it",
                "the link `/nothing/like/it` leads out of the site's own path",
                "let templates write addresses with `url(…)` or `asset(…)`, which put the site's path before them",
            ),
        ],
    );
}

#[test]
fn a_file_that_is_not_called_index_is_suggested_by_its_whole_name() {
    check(
        "https://example.com/",
        &[("/", "<a href=/contactindx.html></a><a href=/contac></a>"), ("/contactindex.html", "")],
        &[
            (
                "/",
                "/contactindx.html",
                "the link `/contactindx.html` leads nowhere: the site has no such page or file",
                "did you mean `/contactindex.html`?",
            ),
            (
                "/",
                "/contac",
                "the link `/contac` leads nowhere: the site has no such page or file",
                "correct the address, add the page or file, or, if another system serves it, list it in `links.ignore`",
            ),
        ],
    );
}

#[test]
fn suggested_urls_are_escaped_as_in_a_link() {
    let broken = |url: &str| format!("the link `{url}` leads nowhere: the site has no such page or file");
    check(
        "https://example.com/a b/",
        &[("/", "<a href='/a%20b/Ü 50%25/x.txd'></a><a href='/Ü 50%25/x.txt'></a>"), ("/Ü 50%/x.txt", "")],
        &[
            ("/", "/a%20b/Ü 50%25/x.txd", &broken("/a%20b/Ü 50%25/x.txd"), "did you mean `/a%20b/Ü%2050%25/x.txt`?"),
            (
                "/",
                "/Ü 50%25/x.txt",
                "the link `/Ü 50%25/x.txt` leads out of the site's own path",
                "did you mean `/a%20b/Ü%2050%25/x.txt`?",
            ),
        ],
    );
}

#[test]
fn lengths_of_urls_are_compared_in_characters() {
    check(
        "https://example.com/",
        &[("/", "<a href='/достопримечательно/'></a>"), ("/достопримечательности/", "")],
        &[(
            "/",
            "/достопримечательно/",
            "the link `/достопримечательно/` leads nowhere: the site has no such page or file",
            "did you mean `/достопримечательности/`?",
        )],
    );
}

#[test]
fn missing_anchors_are_reported() {
    let help = "correct what follows the `#`, or give this id to the heading or element that is meant";
    check(
        "https://example.com/",
        &[
            ("/", "<a href='/a/#one'></a><a href='/a/#two'></a><a href=#three></a><a href=a/#One></a>"),
            ("/a/", "<p id=one><a href=/#x></a>"),
            ("/pic.svg", ""),
        ],
        &[
            ("/", "#three", "the link `#three` leads to a heading or place that the target page does not have", help),
            ("/", "/a/#two", "the link `/a/#two` leads to a heading or place that the target page does not have", help),
            ("/", "a/#One", "the link `a/#One` leads to a heading or place that the target page does not have", help),
            ("/a/", "/#x", "the link `/#x` leads to a heading or place that the target page does not have", help),
        ],
    );
}

#[test]
fn empty_and_malformed_urls_are_reported() {
    check(
        "https://example.com/",
        &[("/", "<img src=''><a href=''></a><form action=''></form><a href='https://'></a>")],
        &[
            ("/", "", "the address of a picture is empty", "fill in the address, or leave the attribute out"),
            (
                "/",
                "https://",
                "the link `https://` is not a valid URL",
                "write `https://` and the host, or a path that begins with `/`",
            ),
        ],
    );
}

#[test]
fn one_pass_finds_mistakes_and_broken_links() {
    let site = Pages(vec![("/", "")]);
    let html = "<p id=a><p id=a><img src=x>";
    let found = examine(
        html,
        None,
        Referrer { route: "/", output: OutputId::of("index.html") },
        &mut Resolver::new(&site, "https://example.com/"),
        None,
        false,
    );
    let codes: Vec<_> = found.diagnostics.iter().map(|(diagnostic, _)| diagnostic.code).collect();
    assert_eq!(
        codes,
        ["missing-description", "missing-language", "missing-title", "duplicate-id", "image-without-alt"]
    );
    assert_eq!(found.broken.len(), 1);
}

#[test]
fn the_first_mistake_in_json_is_marked() {
    for (text, marked) in [("{\"a\": [1,]}\n", "]"), ("{\"ü\": x}", "x"), ("{\"a\": 1\n", ""), ("{} {}", "{")] {
        let findings = examine_data("a.json", text).expect("a mistake");
        assert_eq!(&text[findings.diagnostics[0].1.clone()], marked, "{text}");
    }
    assert_eq!(examine_data("a.json", "{\"a\": [1, \"ü\"]}\n"), None);
}
