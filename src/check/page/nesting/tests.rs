//! Tests of the nesting check: one row a rule.

use super::super::tests::{check, check_body, check_page};

#[track_caller]
fn check_valid(bodies: &[&str]) {
    for body in bodies {
        check_body(body, &[]);
    }
}

/// Checks bodies with one mistake each: body, marked text, message.
#[track_caller]
fn check_bad_nesting(rows: &[(&str, &str, &str)]) {
    for (body, marked, message) in rows {
        let found = check(&format!("<html lang=en><title>T</title><meta name=description content=D><body>{body}"));
        let found: Vec<_> =
            found.iter().map(|(diagnostic, _)| (diagnostic.code, diagnostic.message.as_str())).collect();
        assert_eq!(found, [("bad-nesting", *message)], "{body}");
        check_body(body, &[("bad-nesting", marked)]);
    }
}

#[test]
fn end_tags_may_be_left_out_where_the_standard_says_so() {
    check_valid(&[
        "<p>a<p>b<div>c</div>d<ul><li>e<p>f<li>g<ol><li>h</ol></ul><hr>",
        "<dl><dt>a<dd>b<p>c<dt>d</dl><dl><div><dt>a<dd>b</div></dl>",
        "<table><caption>a<colgroup><col><col><thead><tr><th>b<p>c<th>d<tbody><tr><td>e<tr><td>f<tfoot><tr><td>g</table>",
        "<table><tr><td>a</tbody></table><table><col><tr><td>b</table>",
        "<select aria-label=x><optgroup label=a><option>b<option>c<optgroup label=d><option>e<hr><option>f</select>",
        "<ruby>a<rp>(<rt>b<rp>)</ruby>",
        "<div><p>a</div><section><p>b</section>",
    ]);
    for page in [
        "<!doctype html><html lang=en><title>T</title><meta name=description content=D><h1>a</h1><p>b",
        "<html lang=en><head><title>T</title><meta name=description content=D><body><p>b</html>",
        "<HTML lang=en><Title>T</tITLE><meta name=description content=D></HEAD><DIV>a</div><blockquote>b</BLOCKQUOTE></body>",
    ] {
        assert_eq!(check(page), [], "{page}");
    }
}

#[test]
fn void_and_foreign_elements_are_balanced() {
    check_valid(&[
        "<br><br/><img src=x alt=''/><wbr><p>a<br>b</p>",
        "<svg><rect/><g><title>a</title><a><a></a></a></g><path d='M0'/></svg><svg/><math><mi>x</mi></math>",
        "<svg><foreignObject><div><p>a<br></p></div></foreignObject><desc><p>a<br></desc></svg>",
        "<template><li>a</li><tr><td>b</td></tr></template><a href=/>b<template><a href=/>c</a></template></a>",
        "<script>'<div></p>'</script><style>a>b{}</style><textarea aria-label=x></b><div></textarea>",
        "<p>a<object><div>b</div></object></p><x-long-name><x-long-item>a</x-long-item></x-long-name>",
        "<!-- </div> --><noscript><img src=x alt=''></noscript>",
    ]);
    check_bad_nesting(&[
        ("<svg><g></svg>", "<g>", "`<g>` is not closed before `</svg>`"),
        (
            "<svg><g><p>a<br></p><p>b</p></g></svg>",
            "<p>",
            "`<p>` is not allowed in `<g>`: browsers end `<g>` before it",
        ),
        ("<div><svg><h2>a</h2></div>", "<h2>", "`<h2>` is not allowed in `<svg>`: browsers end `<svg>` before it"),
        ("a</br>b", "</br>", "`<br>` has no end tag"),
        ("<x-long-name>a</x-long-nome>", "</x-long-nome>", "`</x-long-nome>` closes nothing"),
    ]);
}

#[test]
fn blocks_in_paragraphs_are_reported() {
    let message = "`<div>` is not allowed in `<p>`: browsers end `<p>` before it";
    check_bad_nesting(&[
        ("<p><div>x</div></p>", "<div>", message),
        ("<section><p>a<div><p>b</p></div>c</p></section>", "<div>", message),
        ("<p><b><div>x</div></b></p>", "<div>", message),
        ("<p>a<b><div>x</div><div>y</div></b></p>", "<div>", message),
        ("<p>a<hr/>b</p>", "<hr/>", "`<hr>` is not allowed in `<p>`: browsers end `<p>` before it"),
        (
            "<p><Table class=t><tr><td><p>x</p></table></P>",
            "<Table class=t>",
            "`<Table>` is not allowed in `<P>`: browsers end `<P>` before it",
        ),
        (
            "<p><x-island><ul><li>a</ul></x-island></p>",
            "<ul>",
            "`<ul>` is not allowed in `<p>`: browsers end `<p>` before it",
        ),
        ("<h2>a<h3>b</h3></h2>", "<h3>", "`<h3>` is not allowed directly in `<h2>`"),
    ]);
}

#[test]
fn wrong_children_of_lists_tables_and_selects_are_reported() {
    check_bad_nesting(&[
        ("<ul><p>a</p><li>b</li></ul>", "<p>", "`<p>` is not allowed directly in `<ul>`"),
        ("<ol> a <li>b</ol>", "a", "text is not allowed directly in `<ol>`"),
        ("<ul><ul><li>a</ul></ul>", "<ul>", "`<ul>` is not allowed directly in `<ul>`"),
        ("<div><li>a<li>b</div>", "<li>", "`<li>` is not allowed directly in `<div>`"),
        ("<dl><p>a</p><span>b</span></dl>", "<p>", "`<p>` is not allowed directly in `<dl>`"),
        ("<section><dt>a<dd>b</section>", "<dt>", "`<dt>` is not allowed directly in `<section>`"),
        ("<table><div>a</div><tr><td>b</table>", "<div>", "`<div>` is not allowed directly in `<table>`"),
        ("<table><tr><div>a</div></tr></table>", "<div>", "`<div>` is not allowed directly in `<tr>`"),
        ("<table><tbody>\n x y\n<tr><td>b</table>", "x y", "text is not allowed directly in `<tbody>`"),
        ("<table><td>a</table>", "<td>", "`<td>` is not allowed directly in `<table>`"),
        ("<div><tr><td>a</td></tr></div>", "<tr>", "`<tr>` is not allowed directly in `<div>`"),
        ("<select aria-label=x><p>a</select>", "<p>", "`<p>` is not allowed directly in `<select>`"),
        ("<select aria-label=x>a<option>b</select>", "a", "text is not allowed directly in `<select>`"),
    ]);
    check_valid(&["<ul><script></script><template></template><li>a</ul>", "<table><tr> <!-- a --> <td>b</table>"]);
}

#[test]
fn nested_interactive_elements_are_reported() {
    let check_nested = |body: &str, marked: &str| check_body(body, &[("nested-interactive", marked)]);
    check_nested("<a href=/>x <a href=/y>y</a></a>", "<a href=/y>");
    check_nested("<a href=/>x <a href=/y>y</a> <a href=/z>z</a></a>", "<a href=/y>");
    check_nested("<a href=/>x<table><tr><td><button class=b>y</button></table></a>", "<button class=b>");
    check_nested("<button>x<a href=/>y</a></button>", "<a href=/>");
    check_nested("<button>x<button>y</button></button>", "<button>");
    check_nested("<button>x<select title=y></select></button>", "<select title=y>");
    check_nested("<a href=/>x<input title=y></a>", "<input title=y>");
    check_nested("<a href=/>x<video controls></video></a>", "<video controls>");
    check_nested("<button>x<label>y</label></button>", "<label>");
    check_nested("<label>x<label>y</label></label>", "<label>");
    check_body("<form><p><form id=b></form></form>", &[("nested-form", "<form id=b>")]);
    check_valid(&[
        "<form></form><form></form><a href=/>x</a><a href=/>y</a>",
        "<a href=/>x<input type=hidden><video></video></a><label>x<input><button>y</button></label>",
    ]);
}

#[test]
fn unmatched_end_tags_are_reported() {
    let message = "`</b>` comes while `<i>` is still open";
    check_bad_nesting(&[
        ("<b><i></b></i>", "</b>", message),
        ("<p><b class=x><i class=y>a</b ></i></p>", "</b >", message),
        ("<p>a <span>b</p><p>c</p>", "<span>", "`<span>` is not closed before `</p>`"),
        ("<main><section><div></div></div></section></main>", "</div>", "`</div>` closes nothing"),
        ("<div><section><div></div></div></section></div>", "</div>", "`</div>` comes while `<section>` is still open"),
        ("<span>x</span></div>", "</div>", "`</div>` closes nothing"),
        ("<h2>a</h3><p>b</p><h2>c</h2>", "</h3>", "`</h3>` closes nothing"),
        ("a</p>b", "</p>", "`</p>` closes nothing"),
        ("<main><table><tr><td></main></td></table></main>", "</main>", "`</main>` closes nothing"),
        ("<ul><li>a</ul></li>", "</li>", "`</li>` closes nothing"),
        ("<main><div/><p>a</p></main>", "<div/>", "`<div>` is not closed before `</main>`"),
    ]);
    check_page("<title>T</title><meta name=description content=D><div>a</div>", "b", &[("bad-nesting", "<div>")]);
    let open = check("<html lang=en><title>T</title><meta name=description content=D><div><b>a");
    let open: Vec<_> = open.iter().map(|(diagnostic, _)| diagnostic.message.as_str()).collect();
    assert_eq!(open, ["`<div>` is never closed"]);
}
