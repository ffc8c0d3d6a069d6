//! Where references lead.

use proptest::prelude::*;

use super::super::page::anchor_hash;
use super::*;

/// Outputs numbered as listed.
struct Outputs(Vec<&'static str>);

impl Site for Outputs {
    fn output(&self, path: &str) -> Option<usize> {
        self.0.iter().position(|known| *known == path)
    }

    fn ignored(&self, path: &str) -> bool {
        path.starts_with("/preview/")
    }

    fn paths(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        Box::new(self.0.iter().copied())
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

#[track_caller]
fn check_in(base: &str, route: &str, url: &str, expected: Target) {
    let site = Outputs(PATHS.to_vec());
    let mut resolver = Resolver::new(&site, base);
    for time in ["first", "second"] {
        let found = resolver.resolve(Origin { route, output: 99 }, url, Kind::Page);
        assert_eq!(found, expected, "{url} on {route} of {base} for the {time} time");
    }
}

#[track_caller]
fn leads(route: &str, url: &str, path: &str) {
    let number = PATHS.iter().position(|known| *known == path).unwrap_or(99);
    check_in("https://example.com/", route, url, Target::Output { number, anchor: None });
    let sub = if url.starts_with('/') && !url.starts_with("//") { format!("/any/path{url}") } else { url.to_owned() };
    check_in(
        "https://example.com/any/path",
        route,
        &sub.replace("example.com/", "example.com/any/path/"),
        Target::Output { number, anchor: None },
    );
}

#[test]
fn addresses_lead_to_outputs() {
    leads("/", "/", "index.html");
    leads("/", "/index.html", "index.html");
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
        leads("/", url, "about/index.html");
    }
    leads("/", "/css/site.css?v=1", "css/site.css");
    leads("/", "/blog/a%20b/", "blog/a b/index.html");
    leads("/", "/blog/a b", "blog/a b/index.html");
    leads("/", "/blog/%2e%2e/about/", "about/index.html");
    leads("/", "/icons.svg#star", "icons.svg");
    check_in("https://example.com/", "/", "\\about\\?x=\\", Target::Output { number: 1, anchor: None });
}

#[test]
fn addresses_are_relative_to_the_page() {
    leads("/blog/a b/", "../../about/", "about/index.html");
    leads("/blog/a b/", "..", "blog/index.html");
    leads("/blog/a b/", "../", "blog/index.html");
    leads("/blog/a b/", ".", "blog/a b/index.html");
    leads("/404.html", "about/", "about/index.html");
    leads("/404.html", "./", "index.html");
    leads("/blog/", "a%20b", "blog/a b/index.html");
    leads("/blog/", "", "itself");
    leads("/blog/", "?page=2", "itself");
    leads("/blog/", "#top", "itself");
}

#[test]
fn hosts_are_told_apart() {
    leads("/blog/", "https://example.com/about/", "about/index.html");
    check_in("https://example.com/", "/blog/", "HTTP://Example.COM/about/", Target::Output { number: 1, anchor: None });
    leads("/blog/", "//example.com/about/", "about/index.html");
    let check = |url: &str, expected: Target| check_in("https://example.com/", "/", url, expected);
    for url in
        ["https://example.org/", "//cdn.example.com/x.js", "http://example.com:8080/", "https://www.example.com/about/"]
    {
        check(url, Target::External);
    }
    for url in ["mailto:a@example.com", "tel:+91", "data:text/plain,x", "javascript:void(0)", "MAILTO:x"] {
        check(url, Target::Other);
    }
    check("https:///x", Target::Nowhere(Reason::Malformed));
    check("https:about", Target::Nowhere(Reason::Malformed));
    check("https://example.com", Target::Output { number: 0, anchor: None });
    check("https://example.com#x", Target::Output { number: 0, anchor: Some(anchor_hash("x")) });
    check("https://example.com?x#y", Target::Output { number: 0, anchor: Some(anchor_hash("y")) });
    check("about:1/", Target::Other);
    check("./about:1/", Target::Nowhere(Reason::NotFound));
}

#[test]
fn what_leads_nowhere_is_told() {
    let check =
        |url: &str, reason: Reason| check_in("https://example.com/sub/", "/blog/", url, Target::Nowhere(reason));
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
        check(url, Reason::NotFound);
    }
    for url in ["/about/", "/", "../../about/", "../../../../x", "/submarine/", "https://example.com/"] {
        check(url, Reason::OutsideBase);
    }
    check_in("https://example.com/sub/", "/", "/sub", Target::Output { number: 0, anchor: None });
    let site = Outputs(PATHS.to_vec());
    let found = Resolver::new(&site, "https://example.com/").resolve(Origin { route: "/", output: 0 }, "", Kind::Image);
    assert_eq!(found, Target::Nowhere(Reason::Empty));
}

#[test]
fn other_systems_serve_some_addresses() {
    check_in("https://example.com/", "/", "/preview/x?y", Target::Ignored);
    check_in("https://example.com/sub/", "/", "/sub/preview/x", Target::Ignored);
    check_in("https://example.com/sub/", "/", "/preview/x", Target::Ignored);
    check_in("https://example.com/sub/", "/", "/sub/previews", Target::Nowhere(Reason::NotFound));
}

#[test]
fn fragments_name_anchors() {
    let check = |url: &str, number: usize, name: &str| {
        check_in("https://example.com/", "/", url, Target::Output { number, anchor: Some(anchor_hash(name)) });
    };
    check("/about/#team", 1, "team");
    check("about?x#b%C3%A4r", 1, "bär");
    check("#team", 99, "team");
    check("?x#a#b", 99, "a#b");
    check("/about/#team:~:text=x", 1, "team");
    check("/404.html#x", 2, "x");
}

#[test]
fn a_base_address_of_any_kind_is_taken() {
    for base in ["https://example.com", "https://example.com/", "https://example.com/?x", "example.com", "", "https://"]
    {
        check_in(base, "/", "/about/", Target::Output { number: 1, anchor: None });
    }
}

proptest! {
    #[test]
    fn nothing_panics(base in "(https://[a-z]{0,3})?[/a.?#]{0,5}", route in "[/a.]{0,6}", url in "[a-z/.:?#%2e\\\\ é]{0,12}") {
        let site = Outputs(PATHS.to_vec());
        let mut resolver = Resolver::new(&site, &base);
        for kind in [Kind::Page, Kind::Image] {
            resolver.resolve(Origin { route: &route, output: 0 }, &url, kind);
        }
        resolver.path_of(Origin { route: &route, output: 0 }, &url);
    }
}
