//! Tests of the parser over whole texts.

pub mod code;
mod settings;

use std::fmt::Write;
use std::ops::Range;
use std::sync::Arc;

use proptest::prelude::*;

use super::{
    MarkdownBody, MarkdownOptions, MarkdownSettings, Piece, parse, parse_fragment, parse_marked, write_reference,
};
use crate::diagnostic::Diagnostic;

fn usual_options() -> MarkdownOptions {
    let settings = MarkdownSettings { smart_punctuation: true, alerts: true, autolinks: true, ..Default::default() };
    MarkdownOptions { settings, ..Default::default() }
}

/// Returns the pieces as one text: HTML with `[link TARGET]`, `[no link TARGET]` (a link with spaces),
/// `[image TARGET|ALT|TITLE]` and `[Name key=value: children]`.
fn show(pieces: &[Piece]) -> String {
    let mut shown = String::new();
    for piece in pieces {
        match piece {
            Piece::Html(html) | Piece::Id(html) => shown.push_str(html),
            Piece::FootnoteReference { note, reference } => write_reference(&mut shown, "", *note, *reference),
            Piece::LinkWithSpaces { target, .. } => write!(shown, "[no link {target}]").unwrap(),
            Piece::Link { target, .. } => write!(shown, "[link {target}]").unwrap(),
            Piece::Image { target, alt, title, .. } => write!(shown, "[image {target}|{alt}|{title}]").unwrap(),
            Piece::Component { name, attributes, children, .. } => {
                write!(shown, "[{name}").unwrap();
                for attribute in attributes {
                    write!(shown, " {}={}", attribute.name, attribute.value).unwrap();
                }
                write!(shown, ": {}]", show(children)).unwrap();
            }
        }
    }
    shown
}

fn parse_all(text: &str) -> (MarkdownBody, Vec<Diagnostic>) {
    parse(&Arc::from("a.md"), text, 0, &usual_options())
}

fn check(text: &str, expected: &str) -> MarkdownBody {
    let (body, diagnostics) = parse_all(text);
    assert_eq!(show(&body.pieces), expected, "{text:?}");
    assert_eq!(diagnostics, [], "{text:?}");
    body
}

#[test]
fn links_of_the_site_are_pieces_and_others_are_html() {
    check("[a](b.md)", "<p><a href=\"[link b.md]\">a</a></p>\n");
    check("[a](/b/?c&d#e \"T <\")", "<p><a href=\"[link /b/?c&d#e]\" title=\"T &lt;\">a</a></p>\n");
    check(
        "[a][b] and [b]\n\n[b]: ../x%20y.md",
        "<p><a href=\"[link ../x%20y.md]\">a</a> and <a href=\"[link ../x%20y.md]\">b</a></p>\n",
    );
    let plain = check(
        "[a](https://x.org/?a&b) <mailto:d@e.f> <d@e.f>",
        "<p><a href=\"https://x.org/?a&amp;b\">a</a> <a href=\"mailto:d@e.f\">mailto:d@e.f</a> <a href=\"mailto:d@e.f\">d@e.f</a></p>\n",
    );
    assert_eq!(plain.pieces.len(), 1);
    check("[b](#c)", "<p><a href=\"[link #c]\">b</a></p>\n");
}

#[test]
fn images_are_pieces_with_their_text() {
    check("![A *kite* `x`\n& [y](z)](/k.png \"T\")", "<p>[image /k.png|A kite x & y|T]</p>\n");
    check("[![a](b.png)](c.md)", "<p><a href=\"[link c.md]\">[image b.png|a|]</a></p>\n");
    check("![a](https://x.org/b.png)", "<p>[image https://x.org/b.png|a|]</p>\n");
}

#[test]
fn headings_get_ids_and_form_the_table_of_contents() {
    let body = check(
        "# What's *new* in `v2`\n\n## [Team](team.md)\n\n## Team\n\n## Own {#team-1 .wide}\n",
        "<h1 id=\"whats-new-in-v2\">What’s <em>new</em> in <code>v2</code></h1>\n\
         <h2 id=\"team\"><a href=\"[link team.md]\">Team</a></h2>\n<h2 id=\"team-2\">Team</h2>\n\
         <h2 id=\"team-1\" class=\"wide\">Own</h2>\n",
    );
    let [first] = &body.toc[..] else { panic!("{:?}", body.toc) };
    assert_eq!((first.level, first.text.as_str()), (1, "What’s new in v2"));
    let below = first.children.iter().map(|h| (h.id.as_str(), h.text.as_str())).collect::<Vec<_>>();
    assert_eq!(below, [("team", "Team"), ("team-2", "Team"), ("team-1", "Own")]);
    // The page shows notes at its end, and leaves out notes that nothing refers to.
    let toc = parse_all("[^a]: ## Unused\n[^b]: ## Note\n\n## Text[^b]\n").0.toc;
    assert_eq!(toc.iter().map(|heading| &*heading.text).collect::<Vec<_>>(), ["Text", "Note"]);
    check("Two\nlines ![pic](a.png)\n===", "<h1 id=\"two-lines-pic\">Two\nlines [image a.png|pic|]</h1>\n");
}

/// Returns the HTML of a note. The `|` in `text` stands for the links back to the references.
fn note(number: usize, text: &str, references: usize) -> String {
    let back = |reference| match reference {
        1 => format!(" <a href=\"#fnref-{number}\" class=\"footnote-backref\" role=\"doc-backlink\">↩\u{fe0e}</a>"),
        _ => format!(
            " <a href=\"#fnref-{number}-{reference}\" class=\"footnote-backref\" role=\"doc-backlink\">↩\u{fe0e}<sup>{reference}</sup></a>"
        ),
    };
    let back: String = (1..=references).map(back).collect();
    format!("<li id=\"fn-{number}\">\n{}</li>\n", text.replace('|', &back))
}

/// Returns the HTML of a reference to a note. The reference's id ends in `suffix`.
fn reference(number: usize, suffix: &str) -> String {
    format!(
        "<sup class=\"footnote-ref\"><a href=\"#fn-{number}\" id=\"fnref-{number}{suffix}\" role=\"doc-noteref\">{number}</a></sup>"
    )
}

fn notes(notes: &[String]) -> String {
    format!("<section class=\"footnotes\" role=\"doc-endnotes\">\n<ol>\n{}</ol>\n</section>\n", notes.concat())
}

#[test]
fn footnotes_are_numbered_by_first_use_and_link_back() {
    let (one, two) = (reference(1, ""), reference(2, ""));
    check(
        "[^b]: Bee [a](a.md).\n\na[^x] [c](c.md) b[^b] c[^X]\n\n[^x]: Ex.\n\n    Two.\n\nend",
        &[
            format!("<p>a{one} <a href=\"[link c.md]\">c</a> b{two} c{}</p>\n<p>end</p>\n", reference(1, "-2")),
            notes(&[
                note(1, "<p>Ex.</p>\n<p>Two.|</p>\n", 2),
                note(2, "<p>Bee <a href=\"[link a.md]\">a</a>.|</p>\n", 1),
            ]),
        ]
        .concat(),
    );
    // Only the note `[^1]` refers to `[^2]`, so `[^2]` comes after it.
    check(
        "[^1]: See[^2].\n[^2]: - x\n\n# 1[^1]\n",
        &[
            format!("<h1 id=\"1\">1{one}</h1>\n"),
            notes(&[note(1, &format!("<p>See{two}.|</p>\n"), 1), note(2, "<ul>\n<li>x</li>\n</ul>\n|\n", 1)]),
        ]
        .concat(),
    );
    check(
        "> [^a]: In\n\nx[^a]",
        &format!("<blockquote>\n</blockquote>\n<p>x{one}</p>\n{}", notes(&[note(1, "<p>In|</p>\n", 1)])),
    );
    check("a[^straße]\n\n[^STRASSE]: S.", &format!("<p>a{one}</p>\n{}", notes(&[note(1, "<p>S.|</p>\n", 1)])));
    check(
        "[^9](a.md) \\[^9] `[^9]` [^] [^a b]\n\n    [^9]",
        concat!(
            "<p><a href=\"[link a.md]\">^9</a> [^9] <code>[^9]</code> [^] [^a b]</p>\n",
            "<pre><code>[^9]</code></pre>\n",
        ),
    );
}

#[test]
fn mistakes_with_footnotes_are_reported() {
    let missing = |label| ("footnote-missing", "[^kit]", label);
    check_mistakes("a[^kit]", &[missing("no line of this text begins with `[^kit]:`")]);
    check_mistakes("# a [^kit]\n\n[^kite]: K.", &[missing("did you mean `[^kite]`?")]);
    check_mistakes("a[^1]\n\n[^1]: A.\n\n[^2]: See[^2].", &[("footnote-unused", "[^2]", "the page leaves it out")]);
    check_mistakes("a[^1]\n\n[^1]: A.\n\n[^1]: B.", &[("footnote-twice", "[^1]", "this is the second")]);
}

#[test]
fn a_note_of_the_title_alone_is_reported_as_such() {
    let options = MarkdownOptions { takes_title: true, ..usual_options() };
    let diagnostics = parse(&Arc::from("a.md"), "# A[^1]\n\nb[^2]\n\n[^1]: C.\n\n[^2]: D.", 0, &options).1;
    let messages = diagnostics.iter().map(|d| d.message.as_str()).collect::<Vec<_>>();
    assert_eq!(messages, ["only the title refers to the note `[^1]`"]);
}

#[test]
fn a_title_keeps_all_text_but_that_of_components_without_content_which_are_reported() {
    let options = MarkdownOptions { takes_title: true, ..usual_options() };
    let text = "# A [b](/c/) <D e=\"f\">g</D><br>k<sub>2</sub> <H/>\n\n## I <J/>";
    let (body, diagnostics) = parse(&Arc::from("a.md"), text, 0, &options);
    assert_eq!(body.title.map(|title| title.text).as_deref(), Some("A b g k2"));
    let messages = diagnostics.iter().map(|d| d.message.as_str()).collect::<Vec<_>>();
    assert_eq!(messages, ["the title is plain text, so `<H>` is left out of it"]);
}

#[test]
fn links_with_spaces_become_pieces() {
    check(
        "[a](b c.md#d) [a](b c) [a]( b.md)",
        "<p>[a][no link b c.md#d](b c.md#d) [a](b c) <a href=\"[link b.md]\">a</a></p>\n",
    );
}

#[test]
fn components_on_lines_of_their_own_hold_markdown() {
    check("<Map />\n", "[Map: ]");
    check("a\n\n<Map />\n\nb", "<p>a</p>\n[Map: ]<p>b</p>\n");
    check(
        "<Callout kind=\"tip\" wide>\n\nAny **Markdown** [a](b.md).\n\n<Map n={3} />\n\n</Callout>\n\nb\n",
        "[Callout kind=\"tip\" wide=true: <p>Any <strong>Markdown</strong> <a href=\"[link b.md]\">a</a>.</p>\n[Map n=3: ]]<p>b</p>\n",
    );
    check("<A>\r\n\r\nb\r\n\r\n</A>\r\n", "[A: <p>b</p>\n]");
    check("<A>\n\n<A>\n\nb\n\n</A>\n\n</A>", "[A: [A: <p>b</p>\n]]");
    check("- a\n\n  <B>\n\n  c\n\n  </B>\n", "<ul>\n<li>\n<p>a</p>\n[B: <p>c</p>\n]</li>\n</ul>\n");
    check("> <B c={[1, 2]}/>\n", "<blockquote>\n[B c=[1,2]: ]</blockquote>\n");
    check("> <B\n> c=\"d\"\n> />\n>\n> e\n", "<blockquote>\n[B c=\"d\": ]<p>e</p>\n</blockquote>\n");
    let quote = |inner: &str| format!("<blockquote>\n{inner}</blockquote>\n");
    check("> > <B c={\n> > - 1\n> > - 2\n> > }\n> >/>\n", &quote(&quote("[B c=[1,2]: ]")));
    check("- > <B\n  > c />\n", &format!("<ul>\n<li>\n{}</li>\n</ul>\n", quote("[B c=true: ]")));
    check("<A\n  b={{c: \"d\"}}\n  e=\"f\"\n>\n\ng\n\n</A>\n", "[A b={\"c\":\"d\"} e=\"f\": <p>g</p>\n]");
    check("<A><B/></A>\n", "<p>[A: [B: ]]</p>\n");
    check("<div><C/></div>\n", "<div>[C: ]</div>\n");
    check("<div>\n<A b={1}>\n<i>raw</i>\n</A>\n</div>\n", "<div>\n[A b=1: <i>raw</i>\n]</div>\n");
}

#[test]
fn components_are_found_within_paragraphs() {
    check("Call <Phone n={1} /> *now*", "<p>Call [Phone n=1: ] <em>now</em></p>\n");
    check("a <Mark>b *c*</Mark>\nd", "<p>a [Mark: b <em>c</em>]\nd</p>\n");
    check("# A <B />", "<h1 id=\"a\">A [B: ]</h1>\n");
}

#[test]
fn components_follow_comments_of_every_form() {
    for comment in ["<!-->", "<!--->", "<!-- b --!>", "<!-- b -->", "<!--\n<B>\n--!>"] {
        check(&format!("<div>\n{comment} <A/> c\n</div>\n"), &format!("<div>\n{comment} [A: ] c\n</div>\n"));
        check(&format!("{comment} <A/> c\n"), &format!("{comment} [A: ] c\n"));
    }
}

#[test]
fn code_and_raw_html_hold_no_components() {
    check("`<A b={1}>` <A b={1}/>", "<p><code>&lt;A b={1}&gt;</code> [A b=1: ]</p>\n");
    check("```\n<A b={1}>\n</A>\n```\n", "<pre><code>&lt;A b={1}&gt;\n&lt;/A&gt;\n</code></pre>\n");
    check("    <A b=\"c>\n", "<pre><code>&lt;A b=&quot;c&gt;\n</code></pre>\n".replace("&quot;", "\"").as_str());
    check("<!-- <A b={1}> -->\n", "<!-- <A b={1}> -->\n");
    check("<div>\n<!-- <A b={1}>\n</A> --></div>\n", "<div>\n<!-- <A b={1}>\n</A> --></div>\n");
    check("<div>\n<!--\n<A>\n-- > <B>\n--> <C/> d\n</div>\n", "<div>\n<!--\n<A>\n-- > <B>\n--> [C: ] d\n</div>\n");
    check("<script>\n\"<A b={1}>\"\n</script>\n", "<script>\n\"<A b={1}>\"\n</script>\n");
    check("<p><script>'<A/>'</script><A/></p>\n", "<p><script>'<A/>'</script>[A: ]</p>\n");
    check("<pre>\n<A/>\n</PRE> <A/>\n", "<pre>\n<A/>\n</PRE> [A: ]");
    check("<pre-view>\n<A/>\n</pre-view>\n", "<pre-view>\n[A: ]</pre-view>\n");
    check("a <!-- <A> --> \\<A> 1 < B", "<p>a <!-- <A> --> &lt;A&gt; 1 &lt; B</p>\n");
    check("<div title=\"<A/>\"><A/></div>\n", "<div title=\"<A/>\">[A: ]</div>\n");
    check("<div\n  title='<A b={1}/>'\n>\n<A/></div>\n", "<div\n  title='<A b={1}/>'\n>\n[A: ]</div>\n");
    check("<b>x</b> ![<A b={1}>](c.png)", "<p><b>x</b> [image c.png|<A b={1}>|]</p>\n");
}

/// Returns the texts of the file at the marks' spans. Checks that the HTML without the marks is the HTML of `parse`.
fn marked(text: &str) -> Vec<String> {
    let mut spans = Vec::new();
    let body = parse_marked(text, 0, &usual_options(), &mut |span| {
        spans.push(text[span].to_owned());
        "\u{fdd0}".to_owned()
    });
    assert_eq!(show(&body.pieces).replace('\u{fdd0}', ""), show(&parse_all(text).0.pieces), "{text:?}");
    spans
}

#[test]
fn marks_have_the_spans_of_tags_and_texts() {
    assert_eq!(marked("a <b>c</b>"), ["a <b>c</b>", "a ", "<b>", "c", "</b>"]);
    assert_eq!(marked("- x\n- y\n"), ["- x\n- y\n", "- x\n", "x", "- y\n", "y"]);
    assert_eq!(marked("[x][5]\n\n[5]: https://x.org/\n"), ["[x][5]\n", "https://x.org/", "x"]);
    assert_eq!(marked("<div>\n<i>x</i>\n</div>\n"), ["<div>\n", "<i>x</i>\n", "</div>\n"]);
    let heading = ["## A *b* {#c}\n", "A ", "*b*", "b", "<A/>", "[d](e.md)\n", "[d](e.md)", "d"];
    assert_eq!(marked("## A *b* {#c}\n\n<A/>\n\n[d](e.md)\n"), heading);
}

fn check_mistakes(text: &str, expected: &[(&str, &str, &str)]) {
    let (_, diagnostics) = parse(&Arc::from("a.md"), text, 0, &usual_options());
    let found = diagnostics.iter().map(|d| {
        let place = d.place.as_ref().unwrap();
        assert!(!d.label.is_empty() && !d.help.is_empty(), "{d:?}");
        (d.code, &place.text[place.mark.clone()], d.label.as_str())
    });
    assert_eq!(found.collect::<Vec<_>>(), expected, "{text:?}");
}

#[test]
fn mistakes_with_components_are_reported() {
    check_mistakes("a\n\n<A>\n\nb\n", &[("component-unclosed", "<A>", "no `</A>` follows")]);
    check_mistakes("<A>\n\n<B>\n\n</A>\n", &[("component-unclosed", "<B>", "no `</B>` follows")]);
    check_mistakes("a Vec<String> b", &[("component-unclosed", "<String>", "no `</String>` follows")]);
    check_mistakes("b\n\n</A>\n", &[("component-stray-close", "</A>", "no component of this name is open here")]);
    check_mistakes("<Callout>\n\n</Calout>", &[("component-stray-close", "</Calout>", "did you mean `</Callout>`?")]);
    let elsewhere = [("component-stray-close", "</A>", "closed here, but opened elsewhere")];
    check_mistakes("<A>\n\ntext\n</A>\n", &elsewhere);
    check_mistakes("- <A>\n\n- </A>\n", &elsewhere);
    check_mistakes(
        "<A n={[}>\n\n</A>",
        &[("component-attribute", "{[}", "expected a YAML value, such as `{3}`, `{true}` or `{[a, b]}`")],
    );
    check_mistakes("<A b=c />", &[("component-attribute", "b=c", "did you mean `b=\"c\"`?")]);
    check_mistakes(
        "<A b=\"c>\n\nd\n\n</A>",
        &[("component-attribute", "\"c>", "a second `\"` is expected after this one")],
    );
    let comma = ("component-attribute", ",", "an attribute is written `name=\"text\"`, `name={3}` or `name` alone");
    check_mistakes("1. <A b, c />\n\n> - 20) <B d, e />\n", &[comma, comma]);
    check_mistakes("1 <A b, c /> and\n1.<A b, c />\n", &[]);
    check_mistakes("`<A b=c>`\n\n    <A b=\"\n", &[]);
}

#[test]
fn a_summary_ends_at_more() {
    let summary = |text: &str| {
        let body = parse_all(text).0;
        body.summary_end.map(|end| (show(&body.pieces[..end]), show(&body.pieces[end..])))
    };
    let cut = Some(("<p>a</p>\n".to_owned(), "<p>b</p>\n".to_owned()));
    assert_eq!(summary("a\n\n<!-- more -->\n\nb"), cut);
    assert_eq!(summary("a\r\n<!--more-->\r\nb"), cut);
    assert_eq!(summary("a\n\n> <!-- more -->\n\nb"), None);
    assert_eq!(summary("<A>\n\n<!-- more -->\n\n</A>"), None);
    assert_eq!(summary("`<!-- more -->`"), None);
    check("<!--\nmore\n-->\n", "<!--\nmore\n-->\n");
}

#[test]
fn words_are_counted() {
    let check = |text: &str, expected: usize| assert_eq!(parse_all(text).0.words, expected, "{text:?}");
    check("", 0);
    check("# One two\n\n- three\n  - four\n\nfi*ve* `six\nseven`\neight", 8);
    check("a<br>b<i>c</i><Button>d</Button>", 2);
    check(&"words of a long text ".repeat(200), 1000);
    check("| a | b |\n|---|---|\n| c | d |\n\n```rust\nlet a;\n```\n\n> it's", 7);
}

#[test]
fn fragments_can_be_inline() {
    let check = |text: &str, inline: bool, expected: &str| {
        assert_eq!(show(&parse_fragment(text, &usual_options(), inline).0.pieces), expected, "{text:?}");
    };
    check("*a* [b](c.md)", true, "<em>a</em> <a href=\"[link c.md]\">b</a>");
    check("a", false, "<p>a</p>\n");
    check("a\n\nb", true, "<p>a</p>\n<p>b</p>\n");
    check("- a", true, "<ul>\n<li>a</li>\n</ul>\n");
    check("", true, "");
}

#[test]
fn spans_are_bytes_of_the_whole_file() {
    let text = "---\nt: ü\n---\n\0[ä](b.md) ![c](<d e.png>) [f]\n\n<A b={1} />\n\n[f]: g.md\n";
    let start = text.find('\0').unwrap();
    let (body, _) = parse(&Arc::from("a.md"), text, start, &usual_options());
    let mut spans = Vec::new();
    collect_spans(&body.pieces, &mut spans);
    let parts = spans.into_iter().map(|s| &text[s]).collect::<Vec<_>>();
    assert_eq!(parts, ["b.md", "d e.png", "g.md", "<A b={1} />", "b={1}"]);
}

fn collect_spans(pieces: &[Piece], spans: &mut Vec<Range<usize>>) {
    for piece in pieces {
        match piece {
            Piece::Html(_) | Piece::Id(_) | Piece::FootnoteReference { .. } => {}
            Piece::Link { span, .. } | Piece::LinkWithSpaces { span, .. } | Piece::Image { span, .. } => {
                spans.push(span.clone());
            }
            Piece::Component { attributes, children, span, .. } => {
                spans.push(span.clone());
                spans.extend(attributes.iter().map(|a| a.span.clone()));
                collect_spans(children, spans);
            }
        }
    }
}

/// Syntax of Markdown in random order, between random characters.
fn markdown() -> impl Strategy<Value = String> {
    let parts = [
        "\0",
        "https://a.b/_c",
        "d@e.f",
        "&amp;",
        "~",
        "$",
        "$$",
        "\\frac{",
        "^",
        "> [!NOTE]\n",
        ": ",
        "[^a]",
        "[^A]: ",
        "[^b]: ",
        "(c d.md)",
        "\n",
        "\n\n",
        "\r\n",
        "\t",
        "    ",
        "  ",
        "> ",
        "- ",
        "1. ",
        "* ",
        "# ",
        "## a {#b}",
        "===\n",
        "```",
        "```rust\n",
        "`",
        "``",
        "*",
        "**",
        "_",
        "~~",
        "[",
        "]",
        "(",
        ")",
        "](",
        "![",
        "[a](b.md)",
        "![a](b.png \"t\")",
        "[a]: b\n",
        "[^1]",
        "[^1]: n\n",
        "<",
        ">",
        "/>",
        "<A>",
        "</A>",
        "<Ab c=\"d\">",
        "</Ab>",
        "<A b={",
        "}",
        "{[1, 2]}",
        "{{a: 'b'}}",
        "\"",
        "'",
        "=",
        "<A\nb\n/>",
        "<div>",
        "</div>",
        "<!--",
        "-->",
        "<!-- more -->",
        "<script>",
        "</script>",
        "<?",
        "<![CDATA[",
        "&#0;",
        "&amp;",
        "&",
        "\\",
        "|",
        "| a | b |\n|---|---|\n",
        "- [ ] ",
        "---\n",
        "https://",
        "<a@b.c>",
        "ü",
        "த",
        "\u{fffd}",
        "\u{2028}",
        "🚀",
        "a",
        " ",
    ];
    let part = prop_oneof![8 => proptest::sample::select(parts.to_vec()).prop_map(str::to_owned), 1 => "\\PC{0,4}"];
    proptest::collection::vec(part, 0..40).prop_map(|parts| parts.concat())
}

fn no_nul(pieces: &[Piece]) -> bool {
    pieces.iter().all(|piece| match piece {
        Piece::Html(html) | Piece::Id(html) => !html.is_empty() && !html.contains('\0'),
        Piece::FootnoteReference { note, .. } => *note > 0,
        Piece::Link { target, .. } | Piece::LinkWithSpaces { target, .. } => !target.contains('\0'),
        Piece::Image { target, alt, title, .. } => ![target, alt, title].iter().any(|s| s.contains('\0')),
        Piece::Component { name, attributes, children, .. } => {
            !name.contains('\0') && !attributes.iter().any(|a| a.name.contains('\0')) && no_nul(children)
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn any_text_has_a_body(
        front in "\\PC{0,5}", text in markdown(), smart: bool, more: bool
    ) {
        let settings = MarkdownSettings { smart_punctuation: smart, ..if more { settings::all_settings() } else { MarkdownSettings::default() } };
        let options = MarkdownOptions { settings, ..Default::default() };
        let whole = front.clone() + &text;
        let (body, diagnostics) = parse(&Arc::from("a.md"), &whole, front.len(), &options);
        prop_assert!(no_nul(&body.pieces), "{:?}", body.pieces);
        let mut spans = Vec::new();
        collect_spans(&body.pieces, &mut spans);
        for span in spans {
            prop_assert!(whole.get(span.clone()).is_some() && span.start >= front.len(), "{span:?} in {whole:?}");
        }
        prop_assert!(diagnostics.iter().all(|d| d.place.is_some()));
        prop_assert!(body.summary_end.is_none_or(|end| end <= body.pieces.len()));
        let marked = parse_marked(&whole, front.len(), &options, &mut |span| {
            assert!(whole.get(span.clone()).is_some(), "{span:?} in {whole:?}");
            "\u{fdd0}".to_owned()
        });
        prop_assert_eq!(show(&marked.pieces).replace('\u{fdd0}', ""), show(&body.pieces));
        parse_fragment(&text, &options, true);
    }
}
