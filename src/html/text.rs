//! The extractor of plain text from HTML: the words that a person reads, on one line.

use super::open_element::OpenElement;
use super::scanner::{Token, scan};
use super::tag::Tag;
use crate::unicode::collapse_white_space;

/// Returns the text of `html`, with character references decoded and each run of white space as one space. Block
/// elements separate words; scripts, styles and templates are left out.
pub fn plain_text(html: &str) -> String {
    let mut text = String::new();
    let mut hidden = OpenElement::default();
    scan(html, |token| {
        hidden.update(&token, is_hidden);
        if hidden.is_open() {
            return;
        }
        match token {
            Token::Start(tag) | Token::End(tag) if separates_words(&tag.name) => text.push(' '),
            _ => text.extend(token.decoded_text()),
        }
    });
    collapse_white_space(&text)
}

/// Whether the tags of this name, in lower case, separate words: browsers show the element on a line of its own, or in
/// a box.
#[expect(clippy::match_like_matches_macro, reason = "rustfmt gives each name in `matches!` a line")]
pub fn separates_words(name: &str) -> bool {
    match name {
        "address" | "article" | "aside" | "blockquote" | "body" | "br" | "button" | "caption" | "center" | "dd"
        | "details" | "dialog" | "dir" | "div" | "dl" | "dt" | "fieldset" | "figcaption" | "figure" | "footer"
        | "form" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "head" | "header" | "hgroup" | "hr" | "html"
        | "legend" | "li" | "main" | "menu" | "nav" | "ol" | "optgroup" | "option" | "p" | "pre" | "search"
        | "section" | "select" | "summary" | "table" | "tbody" | "td" | "textarea" | "tfoot" | "th" | "thead"
        | "title" | "tr" | "ul" => true,
        _ => false,
    }
}

/// Whether browsers hide the content of the element.
pub fn is_hidden(tag: &Tag<'_>) -> bool {
    matches!(&*tag.name, "script" | "style" | "template")
}

#[cfg(test)]
mod tests {
    use super::plain_text;

    #[test]
    fn blocks_separate_words_and_inline_elements_do_not() {
        let check = |html: &str, text: &str| assert_eq!(plain_text(html), text, "{html:?}");
        check("<h2>Titel</h2><ul><li>eins</li><LI>zwei</LI></ul>", "Titel eins zwei");
        check("<p>A <b>b</b>c<i>d</i></p>\n<p>e<br>f</p>", "A bcd e f");
        check("<table><tr><th>a</th><td>b</td></tr></table>", "a b");
        check("<div>a<!-- -->b</div><!-- c > d --><!-->e", "ab e");
        check("1 < 2 <a title='>'>b</a>", "1 < 2 b");
    }

    #[test]
    fn character_references_are_decoded_once() {
        let check = |html: &str, text: &str| assert_eq!(plain_text(html), text, "{html:?}");
        check("it&#x27;s&nbsp;&auml;&euro;&quot;&#39;", "it's ä€\"'");
        check("A &amp; B &amp;lt; &bogus; &", "A & B &lt; &bogus; &");
        check("&am<!-- -->p;", "&amp;");
    }

    #[test]
    fn hidden_elements_are_left_out() {
        let check = |html: &str, text: &str| assert_eq!(plain_text(html), text, "{html:?}");
        check("a<script>b</script><style>c</style><template><p>d<template>e</template></p></template>f", "af");
        check("<svg><style>a</style><style/><title>b</title></svg>c", "b c");
        check("<svg><title><![CDATA[a &amp; <b>]]></title></svg>c", "a &amp; <b> c");
        check("a<script>", "a");
    }
}
