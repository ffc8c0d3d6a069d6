//! The conversion of root-relative URLs to absolute ones, for HTML that is shown elsewhere, as in a feed reader.

use super::references;
use super::scanner::{Token, scan};
use super::spans::replace_spans;

/// Returns `html` with `origin`, such as `https://example.com`, before every URL that begins with a single `/`.
pub fn make_urls_absolute(html: &str, origin: &str) -> String {
    let mut starts = Vec::new();
    scan(html, |token| {
        let Token::Start(tag) = token else { return };
        references::extract(tag, |reference| {
            // Browsers read a backslash as a slash: a host follows after `/\`.
            if reference.url.strip_prefix('/').is_some_and(|rest| !rest.starts_with(['/', '\\'])) {
                starts.push(reference.span.start);
            }
        });
    });
    // The attributes of a tag are not extracted in the order in which they are written.
    starts.sort_unstable();
    replace_spans(html, starts.into_iter().map(|start| (start..start, origin)))
}

#[cfg(test)]
mod tests {
    use super::make_urls_absolute;

    /// Checks that the origin is inserted at each `*`.
    #[track_caller]
    fn check(expected: &str) {
        let origin = "https://example.com";
        assert_eq!(make_urls_absolute(&expected.replace('*', ""), origin), expected.replace('*', origin));
    }

    #[test]
    fn every_root_relative_url_becomes_absolute() {
        check(r#"<p><a href="*/a/?b&amp;c#d">/a/ href="/b/"</a> <img src=*/i.png alt="/i.png"></p>"#);
        check(
            r#"<video poster='*/p.jpg' src=" */v.mp4"><track src="*/t.vtt"></video><object data="*/o.svg"></object>"#,
        );
        check(r#"<a href="&#32;*/a"></a><img srcset="*/a.png?b&amp;c 1x&#44;*/b.png 2x">"#);
        check(r#"<svg><image href="*/i.svg"/><use xlink:href="*/s.svg#a"/></svg><iframe src="*/f/"></iframe>"#);
        check(r#"<link rel="preload" as="image" href="*/a.png" imagesrcset="*/a.png 1x, */b.png 2x">"#);
    }

    #[test]
    fn each_candidate_of_a_source_set_becomes_absolute() {
        check(r#"<source srcset="*/a.avif 480w, */b.avif 960w"><img srcset="*/a.png, */b.png 2x" src="*/a.png">"#);
        check("<img srcset='\n */a,b.png 1x,\n\t*/c.png 1.5x , https://other.example/d.png 2x,,*/e.png'>");
        check("<img srcset='*/a.png (x, y) 1x, */b.png,/c.png 2x'>");
    }

    #[test]
    fn other_urls_are_unchanged() {
        check(
            r##"<a href="//other.example/a"></a><a href="https://other.example/"></a><a href="#b"></a><a href="c/"></a>"##,
        );
        check(r#"<a href="/\other.example/a"></a>"#);
        check("<!-- <a href=\"/a\"> --><script>let a = '<a href=\"/a\">'</script><code>href=\"/\"</code>");
    }
}
