//! The tree of entries of `docs/sections.md`, tested by building and editing whole sites.

mod support;

use support::base;

/// A collection of documentation, whose entries lie elsewhere and have no front matter.
const ELSEWHERE: &str = "\
-- content/docs/_collection.yaml --
route: /docs/{slug}/
template: page.html
folder: ../../manual
schema:
  required: [title]
  properties: { title: { type: string, from: heading } }
-- content/docs/here.md --
# Here

[There](guide/start.md), [the guide](guide/_index.md), [a trip](trip/index.md).
-- manual/guide/_index.md --
# The *guide*

Text.
-- manual/guide/start.md --
Before.

# Start & `go`

[Here](../here.md)

## Second
-- manual/trip/index.md --
---
title: Trip
---
Text.
";

#[test]
fn entries_lie_elsewhere_and_take_their_title_from_the_heading() {
    let built = base(ELSEWHERE).build().fine();
    let built = built.holds("docs/here/index.html", "<title>Here</title>");
    let links =
        "<a href=\"/docs/guide/start/\">There</a>, <a href=\"/docs/guide/\">the guide</a>, <a href=\"/docs/trip/\">a";
    let built =
        built.holds("docs/here/index.html", links).holds("docs/guide/index.html", "<h1>The guide</h1>\n<p>Text.</p>");
    let page = "<h1>Start &amp; go</h1>\n<p>Before.</p>\n<p><a href=\"/docs/here/\">Here</a></p>\n<h2 id=\"second\">";
    let built = built.holds("docs/guide/start/index.html", page).then();
    let built = built.replace("manual/guide/start.md", "# Start & `go`", "Start").build();
    let built = built.mistakes(&["missing-field"]);
    assert!(
        built.drawn().contains("manual/guide/start.md") && built.drawn().contains("or begin the text with a heading")
    );
}
