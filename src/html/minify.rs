//! The minifier: removes comments and redundant white space from finished HTML.
//!
//! Attributes, and elements in which every character counts, are copied unchanged: `pre`, `textarea`, scripts, styles,
//! and islands, whose HTML React compares with its own. A run of white space becomes one character of white space; it
//! is not removed, as browsers show a gap between inline elements. A site whose CSS preserves white space elsewhere, as
//! with `white-space: pre-line`, must not enable the minifier.

use std::ops::Range;

use super::open_element::OpenElement;
use super::scanner::{Token, scan};
use super::spans::offset;
use super::tag::Tag;

/// Returns a page without needless comments and white space.
pub fn minify(html: &str) -> String {
    let minified = String::with_capacity(html.len());
    let mut minifier = Minifier { html, minified, done: 0, verbatim: OpenElement::default() };
    scan(html, |token| minifier.read(token));
    minifier.copy(html.len());
    minifier.minified
}

struct Minifier<'a> {
    html: &'a str,
    minified: String,
    /// The byte of `html` up to which everything is copied or left out.
    done: usize,
    /// The open element that is copied unchanged.
    verbatim: OpenElement<'a>,
}

impl<'a> Minifier<'a> {
    fn read(&mut self, token: Token<'a, '_>) {
        self.verbatim.update(&token, is_verbatim);
        match token {
            _ if self.verbatim.is_open() => {}
            Token::Text(text) => self.minify_text(text),
            Token::Comment(span) => self.leave_out_comment(span),
            _ => {}
        }
    }

    fn copy(&mut self, end: usize) {
        self.minified.push_str(&self.html[self.done..end]);
        self.done = end;
    }

    fn minify_text(&mut self, text: &str) {
        let start = offset(self.html, text);
        self.copy(start);
        self.done = start + text.len();
        let mut rest = text;
        while let Some(end) = rest.bytes().position(|byte| byte.is_ascii_whitespace()) {
            let (words, after) = rest.split_at(end);
            self.minified.push_str(words);
            rest = after.trim_ascii_start();
            let spaces = &after[..after.len() - rest.len()];
            // White space before and after a removed comment is one run.
            if !self.minified.ends_with(|c: char| c.is_ascii_whitespace()) {
                self.minified.push_str(match spaces {
                    _ if spaces.len() == 1 => spaces,
                    _ if spaces.contains('\n') => "\n",
                    _ => " ",
                });
            }
        }
        self.minified.push_str(rest);
    }

    fn leave_out_comment(&mut self, span: Range<usize>) {
        // Old browsers interpret comments that begin with `<!--[`.
        if self.html[span.clone()].starts_with("<!--[") {
            return;
        }
        self.copy(span.start);
        if !is_unfinished(&self.minified) {
            self.done = span.end;
        }
    }
}

/// Whether the element is copied unchanged, as every character in it counts.
fn is_verbatim(tag: &Tag<'_>) -> bool {
    matches!(&*tag.name, "pre" | "script" | "style" | "textarea") || tag.has("data-island")
}

/// Whether the output ends in `<`, `&am` or the like, which could form a tag or character reference with the text that
/// follows a removed comment.
fn is_unfinished(minified: &str) -> bool {
    let before = minified.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '#');
    minified.ends_with('<') || before.ends_with('&')
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Piece, tokenized_by_html5gum};
    use super::minify;

    fn check(html: &str, expected: &str) {
        assert_eq!(minify(html), expected);
        assert_eq!(minify(expected), expected, "minifying again changes nothing");
    }

    #[test]
    fn runs_of_white_space_become_one_character() {
        check("<p>a  b\n\n  <b>c</b> \t<i>d</i></p>\n\n", "<p>a b\n<b>c</b> <i>d</i></p>\n");
        check("a<!-- note -->b<!--[if IE]>c<![endif]-->", "ab<!--[if IE]>c<![endif]-->");
        check("1 <  2 <!---->", "1 < 2 ");
        check("a <!-- b --> c", "a c");
    }

    #[test]
    fn comments_end_where_browsers_end_them() {
        check("a<!-->b", "ab");
        check("a<!--->b", "ab");
        check("a<!-- c --!>b-->", "ab-->");
        check("a<!----!>b", "ab");
        check("a<!-- c -- > d -->b", "ab");
        check("a<!-- c", "a");
        check("<!doctype html><!-- a -->", "<!doctype html>");
    }

    #[test]
    fn a_comment_is_kept_if_its_neighbours_would_join() {
        for same in ["<<!-- -->p>", "&am<!-- -->p;", "&#<!-- -->65;", "&<!-- -->lt"] {
            check(same, same);
        }
    }

    #[test]
    fn verbatim_elements_and_attributes_are_unchanged() {
        for same in [
            "<pre>a\n\n  <b>b</b>  c</pre>",
            "<textarea>a  b</textarea>",
            "<script>let a =  '</p>  ';</script>",
            "<style>a  {}</style>",
            "<svg><style>a:after { content: '  ' }</style></svg>",
            "<svg><text><![CDATA[a  <!-- b -->  ]]></text></svg>",
            "<a title=\"a  >  b\" alt='\"  '>c</a>",
            "<div id=\"x\" data-island=\"Counter\"><div>a  b<!-- --></div>  <!-- > </div> -->  c</div>",
        ] {
            check(same, same);
        }
        check(
            "<div data-island=\"A\"> <p>  </p></div>  <p>  a</p>",
            "<div data-island=\"A\"> <p>  </p></div> <p> a</p>",
        );
        check("<PRE>a  b</PRE>  c", "<PRE>a  b</PRE> c");
        check("<svg data-island=\"A\"/>a  b", "<svg data-island=\"A\"/>a b");
    }

    /// Reads the page with html5gum, each run of white space as one space.
    fn read_collapsed(html: &str) -> Vec<Piece> {
        let mut pieces = tokenized_by_html5gum(html);
        for piece in &mut pieces {
            if let Piece::Text(text) = piece {
                let mut small = String::new();
                for c in text.chars().map(|c| if matches!(c, '\n' | '\t' | '\r' | '\x0c') { ' ' } else { c }) {
                    if c != ' ' || !small.ends_with(' ') {
                        small.push(c);
                    }
                }
                *text = small;
            }
        }
        pieces
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig { cases: 2_000, ..Default::default() })]

        #[test]
        fn words_and_tags_are_unchanged(parts in proptest::collection::vec(proptest::sample::select(vec![
            "<p>", "</p>", " ", "  ", "\n", "a", "é", "<pre>", "</pre>", "<", ">", "\"", "<!--", "-->", "--!>", "<!-->", "<!--->", "<!--[",
            "<!-- b -->", "-", "!", "<!", "<?", "&", "amp", "&#6", "5;", "<div data-island='x'>", "</div>", "<div>", "<br data-island>",
            "<script>", "</script>", "<style>", "</style>", "<svg>", "</svg>", "<![CDATA[", "]]>", "<title>", "</title>", "<a b='c  d'>", "'", "=",
        ]), 0..40)) {
            let html = parts.concat();
            let minified = minify(&html);
            proptest::prop_assert!(minified.len() <= html.len());
            proptest::prop_assert_eq!(read_collapsed(&minified), read_collapsed(&html));
            proptest::prop_assert_eq!(minify(&minified), minified.clone(), "minifying again changes nothing");
        }
    }
}
