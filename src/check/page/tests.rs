//! Tests of the checks within one page.

use crate::check::examine;
use crate::check::page::ExpectedLanguage;
use crate::check::resolver::{OutputId, OutputLookup, Referrer, Resolver};
use crate::diagnostic::SpannedDiagnostic;

/// Returns the diagnostics of a page, sorted by position.
pub fn check(page: &str) -> Vec<SpannedDiagnostic> {
    let mut resolver = Resolver::new(&NoOutputs, "https://example.com/");
    examine(page, Some(ENGLISH), home(), &mut resolver, None, false).diagnostics
}

fn home() -> Referrer<'static> {
    Referrer { route: "/", output: OutputId::of("index.html") }
}

const ENGLISH: ExpectedLanguage = ExpectedLanguage { tag: "en", direction: "ltr" };

struct NoOutputs;

impl OutputLookup for NoOutputs {
    fn has(&self, _: &str) -> bool {
        false
    }
}

const HEAD: &str = "<title>T</title><meta name=description content=D>";

/// Checks the diagnostics of a page with this head and body: code and marked text.
#[track_caller]
pub fn check_page(head: &str, body: &str, expected: &[(&str, &str)]) {
    let page = format!("<!doctype html><html lang=en><head>{head}</head><body>{body}</body></html>");
    let found = check(&page);
    let found: Vec<(&str, &str)> =
        found.iter().map(|(diagnostic, span)| (diagnostic.code, &page[span.clone()])).collect();
    assert_eq!(found, expected, "{page}");
}

#[track_caller]
pub fn check_body(body: &str, expected: &[(&str, &str)]) {
    check_page(HEAD, body, expected);
}

#[test]
fn a_complete_page_has_no_diagnostics() {
    check_body(
        "<h1 id=a>A</h1><h2 id=b>B</h2><h3>C</h3><h2>D</h2><a href=/><img src=x alt=Home></a><a id=old></a><img src=y alt=''>\
         <form><label>Name <input name=n></label><label for=m>Mail</label><input id=m><input type=hidden name=h><button>Send</button>\
         </form><form><input type=submit></form><script type=application/ld+json>{\"@type\": \"Thing\"}</script>",
        &[],
    );
}

#[test]
fn duplicate_ids_are_reported() {
    check_body(
        "<p id=a></p><p ID='a'></p><p id=A></p><p id=a&amp;b></p><p id='a&b'></p>",
        &[("duplicate-id", "a"), ("duplicate-id", "a&b")],
    );
    check_body("<a id=x name=x>y</a><template><p id=x></p></template>", &[]);
    let diagnostics = check("<p id='&lt;'><p id='<'>");
    assert!(
        diagnostics.iter().any(|(diagnostic, _)| diagnostic.message == "two elements have the id `<`"),
        "{diagnostics:?}"
    );
}

#[test]
fn images_without_alt_text_are_reported() {
    check_body(
        "<img src=x><input type=image src=y><img alt><img aria-hidden=true><img role=presentation><img aria-label=z>",
        &[("image-without-alt", "<img src=x>"), ("image-without-alt", "<input type=image src=y>")],
    );
}

#[test]
fn missing_parts_of_the_head_are_reported() {
    let html = "<html lang=en>";
    check_page("", "", &[("missing-description", html), ("missing-title", html)]);
    check_page(
        "<title> \n</title><meta name=description content=' '>",
        "",
        &[("missing-description", html), ("missing-title", html)],
    );
    check_page("<meta name=description content=D>", "<svg><title>icon</title></svg>", &[("missing-title", html)]);
    check_page("<title>404</title><meta name=robots content='noindex, follow'>", "", &[]);
    check_page("<title>404</title><meta name=robots content='noarchive, None'>", "", &[]);
    let preview = "<title>T</title><meta name=robots content='max-image-preview:none'>";
    check_page(preview, "", &[("missing-description", html)]);
    let codes = |page: &str| check(page).iter().map(|(diagnostic, _)| diagnostic.code).collect::<Vec<_>>();
    assert_eq!(codes(&format!("<html lang=''>{HEAD}")), ["missing-language"]);
    assert_eq!(codes(HEAD), ["missing-language"]);
}

#[test]
fn the_page_states_the_language_and_the_direction_of_the_site() {
    let check = |html: &str, tag, direction, expected: &[&str]| {
        let mut resolver = Resolver::new(&NoOutputs, "https://example.com/");
        let language = Some(ExpectedLanguage { tag, direction });
        let page = format!("<html {html}>{HEAD}");
        let found = examine(&page, language, home(), &mut resolver, None, false);
        let codes: Vec<_> = found.diagnostics.iter().map(|(diagnostic, _)| diagnostic.code).collect();
        assert_eq!(codes, expected, "{html} in {tag}");
    };
    check("lang=en", "en-IN", "ltr", &[]);
    check("lang=EN-in", "en", "ltr", &[]);
    check("lang=en", "ta", "ltr", &["wrong-language"]);
    check("lang=ar", "ar", "rtl", &["wrong-language"]);
    check("lang=ar dir=RTL", "ar", "rtl", &[]);
    check("lang=en dir=rtl", "en", "ltr", &["wrong-language"]);
}

#[test]
fn a_redirect_needs_no_description_and_no_headings() {
    check_page(
        "<title>Moved</title><meta http-equiv=refresh content='0; url=/there/'>",
        "<h1>a</h1><h1>b</h1><h3>c</h3>",
        &[],
    );
    check_page(
        "<title>T</title><noscript><meta http-equiv=refresh content='0; url=/there/'></noscript>",
        "<h1>a</h1><h3>c</h3>",
        &[("missing-description", "<html lang=en>"), ("heading-skipped", "<h3>")],
    );
    check_page(
        "<title>T</title><meta http-equiv=refresh content=30>",
        "",
        &[("missing-description", "<html lang=en>")],
    );
}

#[test]
fn skipped_headings_and_several_h1_are_reported() {
    check_body(
        "<h2>nav</h2><h1>a</h1><h3 class=x>b</h3><h2>c</h2><h3>d</h3><template><h1>t</h1></template><h1>e</h1>",
        &[("heading-skipped", "<h3 class=x>"), ("several-h1", "<h1>")],
    );
    let severity = check("<h1></h1><h1></h1>").iter().find(|(p, _)| p.code == "several-h1").map(|(p, _)| p.severity);
    assert_eq!(severity, Some(crate::diagnostic::Severity::Warning));
}

#[test]
fn controls_without_labels_are_reported() {
    check_body(
        "<input placeholder=x><select name=a></select><textarea id=t></textarea><label for=u>U</label><input id=u><input id=later>\
         <label for=later>L</label><input aria-label=x><input title=x><input aria-labelledby=t><input type=HIDDEN><input type=reset>\
         <input type=checkbox hidden><input type=checkbox disabled><label><i></i><input type=radio></label>\
         <label>A <input type=radio></label><label for=e></label><input id=e><label><img alt=x><input type=radio></label>\
         <label><select name=b><option>B</option></select></label><label>C <select><option>C</option></select></label>",
        &[
            ("control-without-label", "<input placeholder=x>"),
            ("control-without-label", "<select name=a>"),
            ("control-without-label", "<textarea id=t>"),
            ("control-without-label", "<input type=radio>"),
            ("control-without-label", "<input id=e>"),
            ("control-without-label", "<select name=b>"),
        ],
    );
}

#[test]
fn links_and_buttons_without_names_are_reported() {
    let check_unnamed = |body: &str, code: &str, marked: &str| check_body(body, &[(code, marked)]);
    check_unnamed("<a href=/x> \n</a>", "link-without-name", "<a href=/x>");
    check_unnamed("<a href=/x><img src=x alt=''></a>", "link-without-name", "<a href=/x>");
    check_unnamed("<a href=/x><svg><path d='M0'/></svg></a>", "link-without-name", "<a href=/x>");
    check_unnamed("<a href=/x><span aria-hidden=true>→<span>x</span>→</span></a>", "link-without-name", "<a href=/x>");
    check_unnamed("<a href=/x><x-icon aria-hidden=true>→</x-icon></a>", "link-without-name", "<a href=/x>");
    for inner in ["<label>y</label>", "<button hidden>y</button>"] {
        let link = format!("<a href=/x><span aria-hidden=true>{inner}z</span></a>");
        assert!(check(&link).iter().any(|(diagnostic, _)| diagnostic.code == "link-without-name"), "{link}");
    }
    check_unnamed("<button type=button><i class=icon></i></button>", "button-without-name", "<button type=button>");
    check_unnamed("<button><svg aria-hidden=true><title>x</title></svg></button>", "button-without-name", "<button>");
    check_unnamed("<button><span hidden>x</span></button>", "button-without-name", "<button>");
    check_unnamed("<a href=/x>&nbsp;</a>", "link-without-name", "<a href=/x>");
    let silent = "<style>a{}</style><desc>Made by hand</desc><metadata>m</metadata>";
    check_unnamed(&format!("<a href=/x><svg>{silent}</svg></a>"), "link-without-name", "<a href=/x>");
    check_unnamed("<input type=button>", "button-without-name", "<input type=button>");
    check_unnamed("<button></button>", "button-without-name", "<button>");
    check_body(
        "<a href=/x><b>text</b></a><a href=/x aria-label=x></a><a href=/x><img alt=x></a><a href=/x><svg><title>x</title></svg></a>\
         <a href=/x><svg aria-label=x></svg></a><a href=/x><br aria-hidden=true>x</a><a href=#h aria-hidden=true></a><a name=x></a>\
         <a href=/x><span aria-hidden=true><span></span></span>x</a><button title=x></button><input type=button value=x>",
        &[],
    );
}

#[test]
fn structured_data_that_is_not_json_is_reported() {
    let script = |json: &str| format!("<script type=\"application/ld+json\">{json}</script><style>{{</style>");
    check_body(&script("{\"a\": [1, 2]}"), &[]);
    check_body(&script("{\n  \"a\": x\n}"), &[("invalid-json-ld", "x")]);
    check_body(&script("{\"a\": 1"), &[("invalid-json-ld", "1")]);
    check_body(&script(""), &[("invalid-json-ld", "")]);
    check_body("<script>{</script><script type=module>{</script>", &[]);
    check_body("<svg><script type=application/ld+json>{}</script></svg><style>p{}</style>", &[]);
}

#[test]
fn retired_types_and_ratings_are_marked_where_they_are_written() {
    let script = |json: &str| format!("<script type=application/ld+json>{json}</script>");
    check_body(&script(r#"{"@type": "HowTo"}"#), &[("retired-type", "\"HowTo\"")]);
    check_body(&script(r#"{"name": "A HowTo", "@type": "How\u0054o"}"#), &[("retired-type", r#""How\u0054o""#)]);
    let things =
        r#"[{"name": "HowTo", "@type": ["HowTo"]}, {"@type": "Book", "review": 1}, {"@type": "Store", "review": 2}]"#;
    let page = script(things);
    let spans = check(&page).into_iter().filter(|(_, span)| !span.is_empty()).map(|(_, span)| &page[span.start..]);
    let marked: Vec<&str> = spans.map(|rest| rest.split([']', '}']).next().unwrap_or_default()).collect();
    assert_eq!(marked, ["\"HowTo\"", "\"review\": 2"]);
}

proptest::proptest! {
    #[test]
    fn arbitrary_pages_do_not_panic(
        pieces in proptest::collection::vec(proptest::sample::select(vec![
            "<a href=x>", "</a>", "<button>", "</button>", "<span aria-hidden=true>", "</span>", "<svg>", "</svg>", "<title>", "</title>",
            "<script type=application/ld+json>", "{", "é", "\n", "</script>", "<p id=a>", "<h1>", "<h4>", "<input id=i>", "<label for=i>",
            "<p>", "</p>", "<div>", "</div>", "<ul>", "<li>", "</ul>", "<table>", "<td>", "</table>", "<b>", "</b>", "</br>", "</LI>", "é ",
        ]), 0..30)
    ) {
        let page = pieces.concat();
        for (diagnostic, span) in check(&page) {
            proptest::prop_assert!(page.get(span).is_some(), "{diagnostic:?}");
        }
    }
}
