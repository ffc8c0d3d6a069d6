//! Tests of the resolver.

use proptest::prelude::*;

use crate::check::resolver::*;

/// The outputs at `PATHS`.
struct Outputs;

impl OutputLookup for Outputs {
    fn has(&self, path: &str) -> bool {
        PATHS.contains(&path)
    }

    fn is_ignored(&self, path: &str) -> bool {
        path.starts_with("/preview/")
    }
}

const PATHS: [&str; 7] = [
    "index.html",
    "about/index.html",
    "404.html",
    "blog/a b/index.html",
    "css/site.css",
    "blog/index.html",
    "icons.svg",
];

/// Returns the referrer with this route. Its output is none of those at `PATHS`.
fn from(route: &str) -> Referrer<'_> {
    Referrer { route, output: OutputId::of("itself") }
}

/// The resolution of a reference to the output at a path.
fn output(path: &str, anchor: Option<&str>) -> Resolution {
    Resolution::Output { id: OutputId::of(path), anchor: anchor.map(hash_anchor) }
}

#[track_caller]
fn check_in(base: &str, route: &str, url: &str, expected: Resolution) {
    let mut resolver = Resolver::new(&Outputs, base);
    for time in ["first", "second"] {
        let (found, _) = resolver.resolve(from(route), url, ReferenceKind::Page);
        assert_eq!(found, expected, "{url} on {route} of {base} for the {time} time");
    }
}

#[track_caller]
fn check_output(route: &str, url: &str, path: &str) {
    check_in("https://example.com/", route, url, output(path, None));
    let sub = if url.starts_with('/') && !url.starts_with("//") { format!("/any/path{url}") } else { url.to_owned() };
    check_in(
        "https://example.com/any/path/",
        route,
        &sub.replace("example.com/", "example.com/any/path/"),
        output(path, None),
    );
}

#[test]
fn absolute_urls_lead_to_outputs() {
    check_output("/", "/", "index.html");
    check_output("/", "/index.html", "index.html");
    for url in [
        "/about/",
        "/about",
        "/about/index.html",
        "/about/?q=1",
        "/about?q=/#top",
        "/about/#",
        "/about#:~:text=x",
        "/./blog/../about/",
    ] {
        check_output("/", url, "about/index.html");
    }
    check_output("/", "/css/site.css?v=1", "css/site.css");
    check_output("/", "/blog/a%20b/", "blog/a b/index.html");
    check_output("/", "/blog/a b", "blog/a b/index.html");
    check_output("/", "/blog/%2e%2e/about/", "about/index.html");
    check_output("/", "/icons.svg#star", "icons.svg");
    check_in("https://example.com/", "/", "\\about\\?x=\\", output("about/index.html", None));
}

#[test]
fn relative_urls_are_resolved_against_the_page() {
    check_output("/blog/a b/", "../../about/", "about/index.html");
    check_output("/blog/a b/", "..", "blog/index.html");
    check_output("/blog/a b/", "../", "blog/index.html");
    check_output("/blog/a b/", ".", "blog/a b/index.html");
    check_output("/404.html", "about/", "about/index.html");
    check_output("/404.html", "./", "index.html");
    check_output("/blog/", "a%20b", "blog/a b/index.html");
    check_output("/blog/", "", "itself");
    check_output("/blog/", "?page=2", "itself");
    check_output("/blog/", "#top", "itself");
}

#[test]
fn other_hosts_and_schemes_are_not_outputs() {
    check_output("/blog/", "https://example.com/about/", "about/index.html");
    check_in("https://example.com/", "/blog/", "HTTP://Example.COM/about/", output("about/index.html", None));
    check_output("/blog/", "//example.com/about/", "about/index.html");
    let check = |url: &str, expected: Resolution| check_in("https://example.com/", "/", url, expected);
    for url in
        ["https://example.org/", "//cdn.example.com/x.js", "http://example.com:8080/", "https://www.example.com/about/"]
    {
        check(url, Resolution::External);
    }
    for url in ["mailto:a@example.com", "tel:+91", "data:text/plain,x", "javascript:void(0)", "MAILTO:x"] {
        check(url, Resolution::Ignored);
    }
    check("https:///x", Resolution::Nowhere(BrokenReason::Malformed));
    check("https:about", Resolution::Nowhere(BrokenReason::Malformed));
    check("https://example.com", output("index.html", None));
    for url in ["https://example.com:443/x", "http://example.com:80/x", "https://me@example.com/x"] {
        check(url, Resolution::Nowhere(BrokenReason::NotFound));
    }
    check("http://example.com:443/", Resolution::External);
    check("https://example.com#x", output("index.html", Some("x")));
    check("https://example.com?x#y", output("index.html", Some("y")));
    check("about:1/", Resolution::Ignored);
    check("./about:1/", Resolution::Nowhere(BrokenReason::NotFound));
}

#[test]
fn broken_references_have_a_reason() {
    let check = |url: &str, reason: BrokenReason| {
        check_in("https://example.com/sub/", "/blog/", url, Resolution::Nowhere(reason));
    };
    for url in [
        "/sub/About/",
        "/sub/abou",
        "/sub//about/",
        "about/",
        "../about/x",
        "/sub/about/index.html/",
        "/sub/%00",
        "/sub/%ff",
    ] {
        check(url, BrokenReason::NotFound);
    }
    for url in ["/about/", "/", "../../about/", "../../../../x", "/submarine/", "https://example.com/"] {
        check(url, BrokenReason::OutsideBase);
    }
    check_in("https://example.com/sub/", "/", "/sub", output("index.html", None));
    let (found, _) = Resolver::new(&Outputs, "https://example.com/").resolve(from("/"), "", ReferenceKind::Image);
    assert_eq!(found, Resolution::Nowhere(BrokenReason::Empty));
}

#[test]
fn escapes_in_the_base_path_are_decoded() {
    for url in ["/a%20b/about/", "/a b/about/", "../about/", "https://example.com/%61%20b/about/"] {
        check_in("https://example.com/a%20b/", "/blog/", url, output("about/index.html", None));
    }
}

#[test]
fn ignored_paths_are_not_broken() {
    check_in("https://example.com/", "/", "/preview/x?y", Resolution::Ignored);
    check_in("https://example.com/sub/", "/", "/sub/preview/x", Resolution::Ignored);
    check_in("https://example.com/sub/", "/", "/preview/x", Resolution::Ignored);
    check_in("https://example.com/sub/", "/", "/sub/previews", Resolution::Nowhere(BrokenReason::NotFound));
}

#[test]
fn fragments_require_anchors() {
    let check = |url: &str, path: &str, name: &str| {
        check_in("https://example.com/", "/", url, output(path, Some(name)));
    };
    check("/about/#team", "about/index.html", "team");
    check("about?x#b%C3%A4r", "about/index.html", "bär");
    check("#team", "itself", "team");
    check("?x#a#b", "itself", "a#b");
    check("/about/#team:~:text=x", "about/index.html", "team");
    check("/404.html#x", "404.html", "x");
}

proptest! {
    #[test]
    fn arbitrary_urls_do_not_panic(base in "https://[a-z]{1,3}/([a.]{1,3}/)?", route in "[/a.]{0,6}", url in "[a-z/.:?#%2e\\\\ é]{0,12}") {
        let mut resolver = Resolver::new(&Outputs, &base);
        for kind in [ReferenceKind::Page, ReferenceKind::Image] {
            resolver.resolve(from(&route), &url, kind);
        }
        let _ = resolver.path_of(from(&route), &url);
    }
}
