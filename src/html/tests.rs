//! The scanner compared with html5gum, a tokenizer that follows the standard to the letter.

use std::borrow::Cow;

use html5gum::{State, Tokenizer};
use proptest::prelude::*;

use super::foreign::ForeignElements;
use super::*;

/// A result that both tokenizers must agree on: tags with their attributes sorted by name, and text.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Piece {
    Start(String, Vec<(String, String)>),
    End(String),
    Text(String),
}

fn name(name: &str) -> String {
    name.to_ascii_lowercase().replace('\0', "\u{fffd}")
}

/// Adds a text, joined with a text right before it. NUL characters, which the tokenizers may replace differently, are
/// left out.
fn push_text(pieces: &mut Vec<Piece>, text: &str) {
    let text = text.replace(['\0', '\u{fffd}'], "");
    match pieces.last_mut() {
        _ if text.is_empty() => {}
        Some(Piece::Text(before)) => before.push_str(&text),
        _ => pieces.push(Piece::Text(text)),
    }
}

fn start(html: &str, tag: &Tag<'_>) -> Piece {
    let mut attributes: Vec<(String, String)> = Vec::new();
    for attribute in &tag.attributes {
        assert_eq!(&html[attribute.span()], attribute.raw);
        let key = name(attribute.name);
        if attributes.iter().all(|(other, _)| *other != key) {
            attributes.push((key, attribute.value().into_owned()));
        }
    }
    attributes.sort();
    Piece::Start(name(&tag.name), attributes)
}

fn scanned(html: &str) -> Vec<Piece> {
    let with_line_feeds = |text: &str| text.replace("\r\n", "\n").replace('\r', "\n");
    let mut pieces = Vec::new();
    scan(html, |token| {
        if let Token::Start(tag) | Token::End(tag) = token {
            assert!(html[tag.span.clone()].starts_with('<') && html[tag.span.clone()].ends_with('>'));
        }
        match token {
            Token::Start(tag) => pieces.push(start(html, tag)),
            Token::End(tag) => pieces.push(Piece::End(name(&tag.name))),
            Token::Text(text) => push_text(&mut pieces, &htmlize::unescape(with_line_feeds(text))),
            Token::Raw(text) | Token::Cdata(text) => push_text(&mut pieces, &with_line_feeds(text)),
            Token::Comment(_) => {}
        }
    });
    pieces
}

#[test]
fn names_are_read_in_lower_case() {
    let mut names = Vec::new();
    scan("<h1><H6></h7><linearGradient><Ä></TextArea>", |token| {
        if let Token::Start(tag) | Token::End(tag) = token {
            names.push(format!("{} {} {:?} {}", tag.name, tag.written_name, tag.heading_level(), is_void(&tag.name)));
        }
    });
    assert_eq!(
        names,
        [
            "h1 h1 Some(1) false",
            "h6 H6 Some(6) false",
            "h7 h7 None false",
            "lineargradient linearGradient None false",
            "textarea TextArea None false",
        ]
    );
}

#[test]
fn html_within_svg_and_mathml_is_read_as_html() {
    let check = |html: &str, expected: &str| {
        let mut read = String::new();
        scan(html, |token| match token {
            Token::Start(tag) if tag.is_foreign || tag.is_foreign_root() => read += &["<:", &tag.name, ">"].concat(),
            Token::Start(tag) => read += &["<", &tag.name, ">"].concat(),
            Token::Text(text) | Token::Raw(text) | Token::Cdata(text) => read.push_str(text),
            Token::End(_) | Token::Comment(_) => {}
        });
        assert_eq!(read, expected, "{html}");
    };
    check("<svg><foreignObject><p><![CDATA[a>b</p><![CDATA[c<]]>", "<:svg><:foreignobject><p>bc<");
    check(
        "<svg><foreignObject><br/><textarea><b></textarea></foreignObject><a>",
        "<:svg><:foreignobject><br><textarea><b><:a>",
    );
    check("<svg><desc><svg><g/></svg><i></desc><![CDATA[a>]]></svg><g>", "<:svg><:desc><:svg><:g><i>a><g>");
    check("<svg><title><b>a</title><style><g/>", "<:svg><:title><b>a<:style><:g>");
    check("<math><mi><i>x</mi><mrow><mi/><a></math><a>", "<:math><:mi><i>x<:mrow><:mi><:a><a>");
    let annotation = |encoding: &str| format!("<math><annotation-xml encoding='{encoding}'><a>");
    check(&annotation("Text/HTML"), "<:math><:annotation-xml><a>");
    check(&annotation("MathML-Content"), "<:math><:annotation-xml><:a>");
    check("<svg></math><a></svg><a>", "<:svg><:a><a>");
    check("<svg><g><p><a></svg><title><b></title>", "<:svg><:g><p><a><title><b>");
    check("<p><svg><g></p><style><a></style>", "<p><:svg><:g><style><a>");
    check(
        "<svg><foreignObject><math><mi><b></b></mi><mrow><B><a>",
        "<:svg><:foreignobject><:math><:mi><b><:mrow><b><a>",
    );
    check("<svg><font><a><font size=1><a>", "<:svg><:font><:a><font><a>");
}

/// Tokenizes with html5gum, switching its states as a tree builder would.
pub(super) fn tokenized_by_html5gum(html: &str) -> Vec<Piece> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let mut pieces = Vec::new();
    let mut foreign = ForeignElements::default();
    let mut tokenizer = Tokenizer::new(html);
    while let Some(Ok(token)) = tokenizer.next() {
        match token {
            html5gum::Token::StartTag(tag) => {
                let mut opened = Tag { name: text(&tag.name).into(), self_closing: tag.self_closing, ..Tag::default() };
                foreign.open(&mut opened);
                tokenizer.set_state(match &**tag.name {
                    _ if opened.is_foreign => State::Data,
                    b"title" | b"textarea" => State::RcData,
                    b"script" => State::ScriptData,
                    b"style" | b"iframe" | b"xmp" | b"noembed" | b"noframes" => State::RawText,
                    b"plaintext" => State::PlainText,
                    _ => State::Data,
                });
                let attributes = tag.attributes.iter().map(|(key, value)| (text(key), text(&value.value))).collect();
                pieces.push(Piece::Start(text(&tag.name), attributes));
            }
            html5gum::Token::EndTag(tag) => {
                foreign.close(&text(&tag.name));
                pieces.push(Piece::End(text(&tag.name)));
            }
            // html5gum knows no foreign elements, and reports each CDATA section before it reads the section as a
            // comment.
            html5gum::Token::Error(error)
                if error.value == html5gum::Error::CdataInHtmlContent && foreign.is_foreign() =>
            {
                tokenizer.set_state(State::CdataSection);
            }
            html5gum::Token::String(found) => push_text(&mut pieces, &text(&found.value)),
            _ => {}
        }
    }
    pieces
}

#[track_caller]
fn check(html: &str) {
    assert_eq!(scanned(html), tokenized_by_html5gum(html), "{html:?}");
}

#[test]
fn well_written_pages_are_read_as_html5gum_reads_them() {
    check(
        "<!doctype html>\n<html lang=\"en\"><head><title>A &amp; B</title><meta charset=utf-8></head><body>x</body></html>",
    );
    check("<a href='/x' class=\"y\" data-z=1 hidden>text</a><br/><img src=a.png alt>");
    check("<p>1 < 2 && 3 > 2 &copy; &lt;b&gt; <b>bold</b></p>");
    check("<!-- <a href=x> --><a href=y><!----><!--> <b><!---> <i> <!-- --!> <u>");
    check(
        "<svg viewBox=\"0 0 1 1\"><title>icon <b>x</b></title><style>a{}</style><use href=\"#a\"/></svg><title><b></title>",
    );
    check("<script>if (a<b) document.write('<a href=x></a>')</script><style>a>b{}</style><a>");
    check("<script><!-- <script> </script> --></script><a href=x>");
    check("<textarea><a href=x></textarea ><TITLE></TITLE\n><noscript><img src=x></noscript>");
}

#[test]
fn malformed_pages_are_read_as_html5gum_reads_them() {
    for html in [
        "",
        "<",
        "</",
        "<a",
        "<a b",
        "<a b=",
        "<a b='",
        "<a b=c",
        "<a b='c'",
        "</a",
        "</>x",
        "</ a>x",
        "<3>",
        "<!>x",
        "<?x?>y",
        "<!--",
        "<!-->",
        "<!--x",
        "<!--x--",
        "<!--x-->y",
        "<a =b>",
        "<a b==c>",
        "<a b = c>",
        "<a b=c/>",
        "<a b/ >",
        "<a/b>",
        "<a b='c'd=e>",
        "<a b=>",
        "<a b= >c",
        "<a b=1 B=2>",
        "<A HREF=X>",
        "<a b=\"c&ampd\" e='&amp=' f=&copy; g=&copy>",
        "<a\nb\r\nc\td='\r\n'>",
        "<script>",
        "<script></script",
        "<script></scriptx></script >",
        "<script><!--></script>",
        "<script><!---></script><b>",
        "<script><!--<script></script>",
        "<script><!--<script></script></script>",
        "<script><!--<SCRIPT/--></script><b>",
        "<script><!--<script>--><!--</script><b>",
        "<style></STYLE/><b>",
        "<title>x</titl></title><b>",
        "<plaintext><a></plaintext>",
        "<svg/><title><b></title>",
        "<svg><svg></svg><style><b></style></svg><style><b></style>",
        "<xmp><a></xmp><iframe><a></iframe>",
        "<math><script><b></script></math>",
        "<![CDATA[<a>]]>",
        "<svg><![CDATA[<a>&amp;]]</a>]]]><b>",
        "<svg/><![CDATA[<a>]]><svg><title><![CDATA[</title>]]></title></svg><![CDATA[<b>]]>",
        "<math><![CDATA[]]><a><![CDATA[<b",
        "<a b=\0>",
        "<a b='&#0;&#x80;&#xd800;&bogus;&#99999999;'>",
        "<ä>",
        "<a ä=ö>",
        "<div\u{a0}x>",
    ] {
        check(html);
    }
}

#[test]
fn values_without_references_are_not_copied() {
    let check = |raw: &str, expected: &str, borrowed: bool| {
        let value = decode(raw);
        assert_eq!((&*value, matches!(value, Cow::Borrowed(_))), (expected, borrowed));
    };
    check("/a?b=c", "/a?b=c", true);
    check("/a?b=c&amp;d=e", "/a?b=c&d=e", false);
    check("/a?b=c&copy=e", "/a?b=c&copy=e", true);
    check("&#x41;&eacute;\r\n", "Aé\n", false);
}

/// Random sequences of pieces that are special to a tokenizer.
fn html() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "<",
        ">",
        "/",
        "=",
        "\"",
        "'",
        " ",
        "\n",
        "\r\n",
        "!",
        "-",
        "--",
        "<!--",
        "-->",
        "--!>",
        "?",
        "&amp;",
        "&lt",
        "&copy",
        "&#65;",
        ";",
        "a",
        "B",
        "x",
        "ä",
        "id",
        "href",
        "</",
        "<a ",
        "<A href=",
        " id=\"",
        "</a>",
        "<p>",
        "<br/>",
        "<script>",
        "<script ",
        "</script>",
        "</SCRIPT ",
        "<style>",
        "</style>",
        "<title>",
        "</title>",
        "<textarea>",
        "</textarea>",
        "<svg>",
        "</svg>",
        "<svg/>",
        "<foreignObject>",
        "</foreignObject>",
        "<math ",
        "<img src=x alt=''>",
        "<iframe>",
        "</iframe>",
        "<noscript>",
        "<!doctype html>",
        "<![CDATA[",
        "]",
        "]]>",
    ]);
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// Pages such as templates produce.
fn page() -> impl Strategy<Value = String> {
    let value = "[a-z/#.?&;=<> ]{0,8}";
    let attribute = ("(id|href|src|class|alt)", value).prop_map(|(name, value)| format!(" {name}=\"{value}\""));
    let tag = ("(a|p|img|div|h2|link|script|title|svg)", proptest::collection::vec(attribute, 0..4));
    let element = (tag, "[a-z <&;]{0,10}")
        .prop_map(|((name, attributes), text)| format!("<{name}{}>{text}</{name}>", attributes.concat()));
    proptest::collection::vec(element, 0..12).prop_map(|elements| elements.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn any_pieces_are_read_as_html5gum_reads_them(html in html()) {
        prop_assert_eq!(scanned(&html), tokenized_by_html5gum(&html));
    }

    #[test]
    fn generated_pages_are_read_as_html5gum_reads_them(html in page()) {
        prop_assert_eq!(scanned(&html), tokenized_by_html5gum(&html));
    }

    #[test]
    fn arbitrary_text_does_not_panic(html in any::<String>()) {
        scanned(&html);
    }
}
