//! Tests of what the settings `markdown` switch on and off.

use std::sync::Arc;

use super::{check, check_mistakes, parse_all, show, usual_options};
use crate::language::QuotationMarks;
use crate::markdown::options::{HeadingSettings, IdStyle};
use crate::markdown::{MarkdownOptions, MarkdownSettings, parse};

/// Returns settings that switch on everything except for highlighting.
pub fn all_settings() -> MarkdownSettings {
    MarkdownSettings {
        smart_punctuation: true,
        highlight: false,
        alerts: true,
        alert_titles: [("note", "Note"), ("warning", "Mind <this>")]
            .map(|(kind, title)| (kind.to_owned(), title.to_owned()))
            .into(),
        autolinks: true,
        definition_lists: true,
        sub_superscript: true,
        math: true,
        headings: HeadingSettings { ids: IdStyle::Github, anchors: true, shift: 1 },
        external_links: [("class", Some("out")), ("rel", Some("noopener")), ("target", None)]
            .map(|(name, value)| (name.to_owned(), value.map(str::to_owned)))
            .into(),
    }
}

fn check_extended(text: &str, expected: &str) {
    let options = MarkdownOptions { settings: all_settings(), origin: "https://a.org".into(), ..usual_options() };
    let (body, diagnostics) = parse(&Arc::from("a.md"), text, 0, &options);
    assert_eq!(show(&body.pieces), expected, "{text:?}");
    assert_eq!(diagnostics, [], "{text:?}");
}

#[test]
fn bare_addresses_are_links() {
    let link = |url: &str| format!("<a href=\"{url}\">{url}</a>");
    let (a, path) = (link("https://a.org"), link("https://a.org/b_c_d/~e--f"));
    check("See https://a.org.", &format!("<p>See {a}.</p>\n"));
    check("(https://a.org) **https://a.org**, x", &format!("<p>({a}) <strong>{a}</strong>, x</p>\n"));
    check("https://a.org/b_c_d/~e--f -- g", &format!("<p>{path} – g</p>\n"));
    check("a www.b.org/?c&d b", "<p>a <a href=\"http://www.b.org/?c&amp;d\">www.b.org/?c&amp;d</a> b</p>\n");
    check("https://a.org/?b&amp;c", "<p><a href=\"https://a.org/?b&amp;c\">https://a.org/?b&amp;c</a></p>\n");
    check("https://a.org/b&gt;", &format!("<p>{}&gt;</p>\n", link("https://a.org/b")));
    check("& https://a.org b", &format!("<p>&amp; {a} b</p>\n"));
    check("& ü@b.org c", "<p>&amp; <a href=\"mailto:%C3%BC@b.org\">ü@b.org</a> c</p>\n");
    check("Ask ada@b.org!", "<p>Ask <a href=\"mailto:ada@b.org\">ada@b.org</a>!</p>\n");
    check("a_b@c.org", "<p><a href=\"mailto:a_b@c.org\">a_b@c.org</a></p>\n");
    check("# https://a.org/b", &format!("<h1 id=\"https-a-org-b\">{}</h1>\n", link("https://a.org/b")));
    for text in ["main.rs b.org", "ftp://a.org", "x: y@z", "a\\_b_c@d.org", "`https://a.org`"] {
        assert!(!show(&parse_all(text).0.pieces).contains("<a"), "{text:?}");
    }
    check("    https://a.org\n", "<pre><code>https://a.org\n</code></pre>\n");
    check("[https://a.org](b.md)", "<p><a href=\"[link b.md]\">https://a.org</a></p>\n");
    check("<a href=\"/\">https://a.org</a> b", "<p><a href=\"/\">https://a.org</a> b</p>\n");
    check("<a href=\"/\">b</a > https://a.org", &format!("<p><a href=\"/\">b</a > {a}</p>\n"));
    check("![https://a.org](b.png)", "<p>[image b.png|https://a.org|]</p>\n");
}

#[test]
fn subscripts_and_superscripts_stand_within_words_too() {
    check_extended("H~2~O x^2^ 10^-3^.", "<p>H<sub>2</sub>O x<sup>2</sup> 10<sup>-3</sup>.</p>\n");
    check_extended("a ~b~ ^c^ ~~d~~", "<p>a <sub>b</sub> <sup>c</sup> <del>d</del></p>\n");
    check_extended("H\\~2~O ~5 and ~6 a^b c^ `x^2^`", "<p>H~2~O ~5 and ~6 a^b c^ <code>x^2^</code></p>\n");
    check("H~2~O", "<p>H~2~O</p>\n");
}

#[test]
fn alerts_have_a_title() {
    check_extended(
        "> [!NOTE]\n> A *b*.\n>\n> - c\n\nd",
        concat!(
            "<aside class=\"alert alert-note\">\n<p class=\"alert-title\">Note</p>\n",
            "<p>A <em>b</em>.</p>\n<ul>\n<li>c</li>\n</ul>\n</aside>\n<p>d</p>\n"
        ),
    );
    check_extended(
        "- > [!warning]\n  > <A>\n  >\n  > b\n  >\n  > </A>\n",
        concat!(
            "<ul>\n<li><aside class=\"alert alert-warning\">\n<p class=\"alert-title\">Mind &lt;this&gt;</p>\n",
            "[A: <p>b</p>\n]</aside>\n</li>\n</ul>\n"
        ),
    );
    check("> [a]", "<blockquote>\n<p>[a]</p>\n</blockquote>\n");
    check_mistakes("> [!NOET]\n> a", &[("unknown-alert", "[!NOET]", "did you mean `[!NOTE]`?")]);
}

#[test]
fn formulas_become_mathml() {
    check_extended("a $x$ \\$5", "<p>a <math><mi>x</mi></math> $5</p>\n");
    check_extended("$$x$$", "<p><math display=\"block\"><mi>x</mi></math></p>\n");
    check("$x$", "<p>$x$</p>\n");
    check_extended("![$$x$$](b.png)", "<p>[image b.png|x|]</p>\n");
    check_extended(
        "# A $$x$$",
        concat!(
            "<h2 id=\"a-x\"><a class=\"heading-anchor\" href=\"#a-x\">",
            "A <math display=\"block\"><mi>x</mi></math></a></h2>\n"
        ),
    );
    let options = MarkdownOptions { settings: all_settings(), ..usual_options() };
    for (text, marked) in [("a $x + \\frc{1}$", "\\frc"), ("> $$\n> \\frc x\n> $$", "$$\n> \\frc x\n> $$")] {
        let (_, diagnostics) = parse(&Arc::from("a.md"), text, 0, &options);
        let found: Vec<_> =
            diagnostics.iter().map(|d| (d.code, d.place.as_ref().map(|p| &p.text[p.mark.clone()]))).collect();
        assert_eq!(found.first().map(|(code, _)| *code), Some("bad-math"), "{text}: {found:?}");
        assert!(found[0].1.is_some_and(|part| marked.starts_with(part)), "{text}: {found:?}");
    }
}

#[test]
fn braces_in_formulas_are_no_foreign_syntax() {
    let options = MarkdownOptions { settings: all_settings(), ..usual_options() };
    assert_eq!(parse(&Arc::from("a.md"), "$x^{{a}}$ and\n$$\n{{b}}\n$$", 0, &options).1, []);
    check_mistakes("$x^{{a}}$", &[("foreign-syntax", "{{a}}", "shown as written")]);
}

#[test]
fn formulas_of_a_site_without_math_are_foreign_syntax() {
    let (options, text) = (MarkdownOptions { settings: all_settings(), ..usual_options() }, "$$\na\n$$\n\n$$b$$");
    assert_eq!(parse(&Arc::from("a.md"), text, 0, &options).1, []);
    let label = "shown as written, and so is one more in this file";
    check_mistakes(text, &[("foreign-syntax", "$$", label)]);
    check_mistakes("```sh\n$$\na\n$$\n```", &[]);
}

#[test]
fn attributes_of_code_without_braces_are_foreign_syntax() {
    let label = "left out, and so is one more in this file";
    let text = "```js title=\"a.js\" showLineNumbers\na\n```\n\n~~~ js  hl_lines=\"1\" {lines}\na\n~~~";
    check_mistakes(text, &[("foreign-syntax", "title=\"a.js\" showLineNumbers", label)]);
    check_mistakes("```rust,ignore a.rs\na\n```\n\n``` js {lines}\na\n```", &[]);
}

#[test]
fn lines_of_mdx_are_foreign_syntax_outside_of_code_and_scripts() {
    check_mistakes("import A from 'a';", &[("foreign-syntax", "import A from 'a';", "shown as written")]);
    check_mistakes("```js\nimport A from 'a';\n```\n\n    import A from 'a';", &[]);
    check_mistakes("<script>\nimport A from 'a';\n</script>", &[]);
}

#[test]
fn terms_have_definitions() {
    check_extended("Kite\n: Flies.", "<dl>\n<dt>Kite</dt>\n<dd>Flies.</dd>\n</dl>\n");
    check("Kite\n: Flies.", "<p>Kite\n: Flies.</p>\n");
}

#[test]
fn headings_can_be_anchors_of_a_deeper_level() {
    let anchor = "<a class=\"heading-anchor\" href=\"#a--b-c\">";
    check_extended("# A & B *c*", &format!("<h2 id=\"a--b-c\">{anchor}A &amp; B <em>c</em></a></h2>\n"));
    check_extended("###### [A](b.md)", "<h6 id=\"a\"><a href=\"[link b.md]\">A</a></h6>\n");
    check_extended("## <B />", "<h3 id=\"section\">[B: ]</h3>\n");
}

#[test]
fn links_to_other_hosts_have_the_attributes_of_the_settings() {
    let out = |url: &str, text: &str| format!("<a href=\"{url}\" class=\"out\" rel=\"noopener\">{text}</a>");
    check_extended("[b](https://b.org)", &format!("<p>{}</p>\n", out("https://b.org", "b")));
    check_extended("https://b.org", &format!("<p>{}</p>\n", out("https://b.org", "https://b.org")));
    check_extended(
        "[b](https://b.org/ü?a&b \"T <\")",
        "<p><a href=\"https://b.org/%C3%BC?a&amp;b\" title=\"T &lt;\" class=\"out\" rel=\"noopener\">b</a></p>\n",
    );
    check_extended("<https://a.org/b>", "<p><a href=\"https://a.org/b\">https://a.org/b</a></p>\n");
    check_extended(
        "[a](/b/) <c@d.org>",
        "<p><a href=\"[link /b/]\">a</a> <a href=\"mailto:c@d.org\">c@d.org</a></p>\n",
    );
}

#[test]
fn quotation_marks_are_those_of_the_language() {
    let check = |quotes: QuotationMarks, text: &str, expected: &str| {
        let options = MarkdownOptions { settings: all_settings(), quotes, ..usual_options() };
        let (body, _) = parse(&Arc::from("a.md"), text, 0, &options);
        assert_eq!(show(&body.pieces), expected, "{text:?}");
    };
    let german = QuotationMarks::of("de", None, None);
    check(german, "\"Wie 'du' willst\"", "<p>„Wie ‚du‘ willst“</p>\n");
    check(german, "Sie sagt: \"Geht's *'gut'?*\"", "<p>Sie sagt: „Geht’s <em>‚gut‘?</em>“</p>\n");
    check(
        german,
        "Hans' “Haus” \\\"so\\\" `\"` 'a\n\nb'",
        "<p>Hans’ “Haus” \"so\" <code>\"</code> ’a</p>\n<p>b’</p>\n",
    );
    check(QuotationMarks::of("fr", None, None), "\"Oui\"", "<p>«\u{202f}Oui\u{202f}»</p>\n");
    check(QuotationMarks::of("fr", None, Some("CH")), "\"Oui\"", "<p>«Oui»</p>\n");
    check(QuotationMarks::default(), "\"Yes, 'it' is\"", "<p>“Yes, ‘it’ is”</p>\n");
}
