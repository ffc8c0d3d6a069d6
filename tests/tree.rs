//! The tree of entries of `docs/sections.md`, tested by building and editing whole sites.

use crate::support::session::Session;
use crate::support::{TestSite, base, photo};
use site::asset::raster::Format;
use site::diagnostic::Severity;
use site::pipeline::Build;

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

#[test]
fn a_missing_folder_elsewhere_is_an_empty_one_until_it_is_there() {
    let site = base(ELSEWHERE);
    let path = site.path("manual");
    std::fs::rename(&path, site.path("later")).expect("renamed");
    site.write("content/docs/here.md", "# Here\n");
    let (session, build) = Session::start(&site);
    let codes = |build: &Build| build.diagnostics.iter().map(|found| (found.code, found.severity)).collect::<Vec<_>>();
    assert_eq!(codes(&build), [("bad-folder", Severity::Warning)]);
    assert!(session.text("docs/here/index.html").is_some() && session.text("docs/trip/index.html").is_none());
    std::fs::rename(site.path("later"), &path).expect("renamed");
    assert_eq!(codes(&session.build(&site, &["manual"])), []);
    assert!(session.text("docs/trip/index.html").is_some());
    std::fs::remove_dir_all(&path).expect("removed");
    assert_eq!(codes(&session.build(&site, &["manual"])), [("bad-folder", Severity::Warning)]);
    assert!(session.text("docs/trip/index.html").is_none());
}

/// Documentation with sections, a nested collection and a sidebar.
const TREE: &str = "\
-- content/docs/_collection.yaml --
route: /docs/{slug}/
template: doc.html
order: tree
schema: { required: [title], properties: { title: { type: string }, level: { type: string, enum: [first, expert] } } }
-- content/docs/_index.md --
---
title: Docs
children: [start, guide, reference, notes/old]
---
-- content/docs/start.md --
---
title: Start
---
-- content/docs/guide/_index.md --
---
title: Guide
page: false
defaults: { level: first, template: guide.html }
---
-- content/docs/guide/b.md --
---
title: B
---
-- content/docs/guide/a.md --
---
title: A
level: expert
---
-- content/docs/notes/old.md --
---
title: Old
---
-- content/docs/reference/_collection.yaml --
sort: -weight
defaults: { level: expert }
schema: { properties: { weight: { type: integer } } }
-- content/docs/reference/_index.md --
---
title: Reference
---
-- content/docs/reference/light.md --
---
title: Light
weight: 1
---
-- content/docs/reference/heavy.md --
---
title: Heavy
weight: 2
---
-- content/pages/all.md --
---
title: All
template: all.html
---
-- templates/doc.html --
{% extends \"page.html\" %}
{% block body %}{{ page.level }}: {% for e in page.ancestors %}{{ e.title }} / {% endfor %}{{ page.title }}
({{ page.previous.title if page.previous }}, {{ page.next.title if page.next }}) {{ page.parent.title if page.parent }}{% endblock %}
-- templates/guide.html --
{% extends \"doc.html\" %}
-- templates/all.html --
{% extends \"page.html\" %}
{% macro list(e) %}{{ e.title }}{{ \"!\" if not e.url }}[{% for c in e.children %}{{ list(c) }}{{ \" \" if not loop.last }}{% endfor %}]{% endmacro %}
{% block body %}
tree: {% for e in tree(\"docs\") %}{{ list(e) }} {% endfor %}
all: {% for e in collection(\"docs\") %}{{ e.title }} {% endfor %}
guide: {% for e in collection(\"docs/guide\") %}{{ e.title }} {% endfor %}
reference: {% for e in tree(\"docs/reference\") %}{{ e.title }} {% endfor %}
by title: {% for e in collection(\"docs/reference\", sort=\"title\") %}{{ e.title }} {% endfor %}
{% endblock %}
-- templates/page.html --
<!doctype html>
<html lang=\"en\">
<head><title>{{ page.title }}</title><meta name=\"description\" content=\"A page\"></head>
<body><h1>{{ page.title }}</h1>
{% block body %}{% endblock %}</body>
</html>
";

#[test]
fn folders_are_sections_of_one_tree() {
    let built = base(TREE).build().fine();
    let built = built.holds("all/index.html", "tree: Start[] Guide![A[] B[]] Reference[Heavy[] Light[]] Old[] ");
    let built = built.holds("all/index.html", "all: Docs Start Guide A B Reference Heavy Light Old ");
    let built =
        built.holds("all/index.html", "guide: Guide A B reference: Heavy Light by title: Heavy Light Reference ");
    let built = built.holds("docs/index.html", "(, Start) ").lacks("docs/guide/index.html");
    let built = built.holds("docs/guide/b/index.html", "first: Docs / Guide / B\n(A, Reference) Guide");
    let built = built.holds("docs/guide/a/index.html", "expert: Docs / Guide / A");
    built.holds("docs/reference/light/index.html", "expert: Docs / Reference / Light\n(Heavy, Old) Reference");
}

#[test]
fn sections_of_a_kind_of_their_own_are_in_no_list() {
    let site = base(TREE).replace(
        "content/docs/_collection.yaml",
        "order: tree",
        "order: tree\nsection: { template: section.html, schema: { properties: { title: {}, intro: {} } } }",
    );
    site.write("templates/section.html", "{% extends \"page.html\" %}{% block body %}{{ page.intro }}{% endblock %}");
    let site = site.replace("content/docs/_index.md", "title: Docs", "title: Docs\nintro: All of it");
    // Sections within an inner collection have the outer schema of sections, whatever their template is.
    let site = site.replace(
        "content/docs/reference/_collection.yaml",
        "schema: {",
        "section: { template: section.html }\nschema: { required: [weight],",
    );
    let built = site.build().fine();
    let built = built.holds("all/index.html", "all: Start A B Heavy Light Old ");
    let built = built.holds("all/index.html", "tree: Start[] Guide![A[] B[]] Reference[Heavy[] Light[]] Old[] ");
    built.holds("docs/index.html", "All of it").holds("docs/guide/b/index.html", "(A, Heavy) Guide");
}

#[test]
fn only_a_section_loses_its_page_by_a_field_of_this_name() {
    let schema = "weight: { type: integer }";
    let site = base(TREE)
        .replace("content/docs/reference/_collection.yaml", schema, &format!("{schema}, page: {{ type: boolean }}"))
        .replace("content/docs/reference/heavy.md", "weight: 2", "weight: 2\npage: false");
    let built = site.build().fine().has("docs/reference/heavy/index.html");
    built.holds("docs/reference/light/index.html", "(Heavy, Old) Reference");
}

#[test]
fn lists_below_a_section_know_the_fields_and_the_order_of_its_own_collection() {
    let site = base(TREE)
        .edit(
            "-- content/docs/reference/old/_index.md --\n---\ntitle: Older\n---\n\
             -- content/docs/reference/old/three.md --\n---\ntitle: Three\nweight: 3\n---\n\
             -- content/docs/reference/old/four.md --\n---\ntitle: Four\nweight: 4\n---\n",
        )
        .replace(
            "templates/all.html",
            "all: ",
            "{% for e in collection(\"docs/reference/old\", sort=\"weight\") %}{{ e.title }}, {% endfor %}\
             {% for e in collection(\"docs/reference/old\") %}{{ e.title }}, {% endfor %}all: ",
        );
    site.build().fine().holds("all/index.html", "Three, Four, Older, Older, Four, Three, all: ");
}

#[test]
fn pages_for_entries_of_a_section_know_the_fields_and_the_route_of_its_own_collection() {
    let declared = "pages:\n\
        - { route: \"/of/{term}/\", template: page.html, title: Era, for_each: { collection: docs/reference/old, field: era } }\n\
        - { route: \"{route}more/\", template: page.html, title: More, for_each: { collection: docs/reference/old } }\n";
    let site = base(TREE)
        .edit("-- content/docs/reference/old/_index.md --\n---\ntitle: Older\n---\n")
        .edit("-- content/docs/reference/old/ink.md --\n---\ntitle: Ink\nera: Past\n---\n")
        .replace("content/docs/_collection.yaml", "route: /docs/{slug}/\n", "")
        .replace("content/docs/reference/_collection.yaml", "sort: -weight", "sort: -weight\nroute: /docs/{slug}/")
        .replace("content/docs/reference/_collection.yaml", "weight: {", "era: { type: string }, weight: {")
        .replace("content/site.yaml", "title: Test\n", &["title: Test\n", declared].concat());
    site.build().fine().has("of/past/index.html").has("docs/old/ink/more/index.html");
}

#[test]
fn a_tree_without_a_section_at_its_top_leaves_out_collections_of_their_own() {
    let site = base(TREE)
        .remove("content/docs/_index.md")
        .edit("-- content/docs/api/_collection.yaml --\nextends: false\n-- content/docs/api/call.md --\n---\ntitle: Call\n---\n");
    site.build().fine().holds("all/index.html", "tree: Guide![A[] B[]] Old[] Reference[Heavy[] Light[]] Start[] all: ");
}

#[test]
fn entries_are_in_the_order_of_their_ids_without_another() {
    let site = base(TREE)
        .edit(
            "-- content/days/_collection.yaml --\nschema: { properties: { title: { type: string } } }\n\
             -- content/days/one.md --\n---\ntitle: One\n---\n\
             -- content/days/one-more.md --\n---\ntitle: One more\n---\n\
             -- content/days/one-more/bundle/index.md --\n---\ntitle: Bundle\n---\n",
        )
        .replace("templates/all.html", "all: ", "{% for e in collection(\"days\") %}{{ e.title }}, {% endfor %}all: ");
    site.build().fine().holds("all/index.html", "One, One more, Bundle, all: ");
}

#[test]
fn a_section_may_make_all_below_it_drafts() {
    let site = base(TREE).replace("content/docs/guide/_index.md", "level: first", "draft: true, level: first");
    let built = site.build().fine().lacks("docs/guide/a/index.html");
    built.holds("all/index.html", "all: Docs Start Guide Reference Heavy Light Old ");
}

/// A journal whose entries have files.
const BUNDLES: &str = "\
-- content/posts/_collection.yaml --
route: /journal/{slug}/
template: post.html
schema: { required: [title], properties: { title: { type: string } } }
-- content/posts/trip/index.md --
---
title: Trip
---
![The coast](day-1/coast.png) ![A map](map.svg)

[The track](day-1/track.gpx), [the shop](/journal/), [elsewhere](https://example.org/a.gpx)
-- content/posts/trip/map.svg --
<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"12\" height=\"8\"/>
-- content/posts/trip/day-1/track.gpx --
<gpx/>
-- content/posts/_index.md --
---
title: Journal
---
[The trip](trip/index.md)
-- templates/post.html --
<!doctype html>
<html lang=\"en\">
<head><title>{{ page.title }}</title><meta name=\"description\" content=\"A page\"></head>
<body><h1>{{ page.title }}</h1>
{{ page.content }}
{% for f in page.files %}<p>{{ f.path }} {{ f.kind }} {{ f.bytes }} {{ f.width }}x{{ f.height }} {{ f.url }}</p>{% endfor %}
{% for f in files(page, \"*.PNG\") %}-{{ f.name }}{% endfor %}{% for f in files(page, \"day-1/*\") %}+{{ f.name }}{% endfor %}
{% for f in files(page, \"*.png\") %}{{ picture(f, alt=f.name) }}{{ asset(page.files[2]) }}{% endfor %}</body>
</html>
";

fn bundles() -> TestSite {
    let site = base(BUNDLES);
    site.write("content/posts/trip/day-1/coast.png", photo::photo(24, 16, Format::Png, |x, y| [x * 2, y * 2, 9]));
    site
}

#[test]
fn the_files_of_a_bundle_belong_to_its_page() {
    let built = bundles().build().fine();
    let page = "journal/trip/index.html";
    let built = built.holds(page, "<p>posts/trip/day-1/coast.png png ").holds(page, " 24x16 </p>");
    let built = built.holds(page, "<p>posts/trip/map.svg svg 64 12x8 /journal/trip/map.svg</p>");
    let built = built.holds(page, "<p>posts/trip/day-1/track.gpx gpx 7 x /journal/trip/day-1/track.gpx</p>");
    let built = built.holds(page, "<img src=\"/journal/trip/map.svg\" alt=\"A map\" width=\"12\" height=\"8\"");
    let built = built.holds(page, "<a href=\"/journal/trip/day-1/track.gpx\">The track</a>");
    let built = built
        .holds(page, "-coast.png+coast.png+track.gpx")
        .has("journal/trip/map.svg")
        .has("journal/trip/day-1/track.gpx");
    let paths = built.paths();
    let (pictures, photos): (Vec<&String>, Vec<&String>) = paths
        .iter()
        .filter(|path| path.ends_with(".png"))
        .partition(|path| path.starts_with("made/posts/trip/day-1/coast-24."));
    assert_eq!((pictures.len(), photos.len()), (1, 0), "{paths:?}");
    built.holds("journal/index.html", "<a href=\"/journal/trip/\">The trip</a>");
}

#[test]
fn a_broken_picture_of_a_bundle_is_reported_with_its_file() {
    let site = bundles();
    let path = "content/posts/trip/day-1/coast.png";
    let mut bytes = std::fs::read(site.path(path)).expect("a picture");
    let middle = bytes.len() / 2;
    bytes[middle..middle + 10].fill(7);
    site.write(path, bytes);
    let drawn = site.build().mistakes(&["broken-picture"]).drawn();
    assert!(drawn.contains("the picture `content/posts/trip/day-1/coast.png`"), "{drawn}");
}

#[test]
fn a_draft_keeps_its_files_and_a_moved_bundle_takes_them_along() {
    let site = bundles().replace("content/posts/_index.md", "[The trip](trip/index.md)", "Text.");
    let site = site.replace("content/posts/trip/index.md", "title:", "draft: true\ntitle:");
    let built = site.build().fine();
    let lacks = built.paths().iter().all(|path| !path.contains("trip"));
    assert!(lacks, "{:?}", built.paths());
    let site = built.then().replace("content/posts/trip/index.md", "draft: true\n", "");
    std::fs::rename(site.path("content/posts/trip"), site.path("content/posts/coast")).expect("moved");
    let built = site.build().fine().has("journal/coast/map.svg").has("journal/coast/day-1/track.gpx");
    built.lacks("journal/trip/map.svg");
}

#[test]
fn a_language_without_the_section_lists_the_entries_of_its_folder() {
    let site = base(
        "-- content/site.yaml --\ntitle: Test\nbase_url: https://example.com/\nlanguages: { ta: {} }\n\
         -- content/docs/_collection.yaml --\nschema: { properties: { title: { type: string } } }\n\
         -- content/docs/_index.md --\n---\ntitle: Docs\n---\n\
         -- content/docs/moon.ta.md --\n---\ntitle: Moon\n---\n\
         -- content/pages/all.ta.md --\n---\ntitle: All\n---\n",
    );
    let list = "{% for e in tree(\"docs\") %}{{ e.title }}.{% endfor %}";
    let site = site.replace("templates/page.html", "{{ page.content }}", list);
    site.build().holds("ta/all/index.html", "Moon.");
}

#[test]
fn an_id_that_a_new_collection_changes_reaches_pages() {
    let site = base(
        "-- content/posts/_collection.yaml --\nschema: { properties: { title: { type: string } } }\n\
         -- content/posts/trip/index.md --\n---\ntitle: Trip\n---\n",
    );
    let list = "{% for e in collection(\"posts\") %}{{ e.id }}.{% endfor %}";
    let site = site.replace("templates/page.html", "{{ page.content }}", list);
    let (session, _) = Session::start(&site);
    let holds = |id: &str| session.text("index.html").is_some_and(|text| text.contains(id));
    assert!(holds("posts/trip."));
    let inner = "content/posts/trip/_collection.yaml";
    site.write(inner, "extends: true\n");
    session.build(&site, &[inner]);
    assert!(holds("posts/trip/index."));
}

#[test]
fn a_section_that_gives_up_its_page_is_no_neighbour_in_the_next_build() {
    let site = base(
        "-- content/docs/_collection.yaml --\norder: tree\nschema: { properties: { title: { type: string } } }\n\
         -- content/docs/a.md --\n---\ntitle: A\n---\n\
         -- content/docs/guide/_index.md --\n---\ntitle: Guide\n---\n\
         -- content/docs/guide/b.md --\n---\ntitle: B\n---\n",
    );
    let site = site.replace("templates/page.html", "{{ page.content }}", "next: {{ entry(\"docs/a\").next.title }}.");
    let (session, _) = Session::start(&site);
    let next_is =
        |title: &str| session.text("index.html").is_some_and(|text| text.contains(&format!("next: {title}.")));
    assert!(next_is("Guide"));
    let section = "content/docs/guide/_index.md";
    let site = site.replace(section, "title: Guide", "title: Guide\npage: false");
    session.build(&site, &[section]);
    assert!(next_is("B"));
}

#[test]
fn lists_know_the_fields_of_inner_collections() {
    let site = base(
        "-- content/site.yaml --\ntitle: Test\nbase_url: https://example.com/\n\
         pages:\n  - { for_each: { collection: docs, field: kinds }, route: '/kinds/{term}/', template: kind.html }\n\
         -- templates/kind.html --\n<!doctype html>\n<html lang=\"en\"><head><title>Kind</title>\
         <meta name=\"description\" content=\"A kind\"></head><body><h1>Kind</h1></body></html>\n\
         -- content/docs/_collection.yaml --\nschema: { properties: { title: { type: string } } }\n\
         -- content/docs/a.md --\n---\ntitle: A\n---\n\
         -- content/docs/guide/_index.md --\n---\ntitle: Guide\n---\n\
         -- content/docs/guide/api/_collection.yaml --\n\
         schema: { properties: { rank: { type: integer }, day: { format: date }, kinds: { items: { type: string } } } }\n\
         -- content/docs/guide/api/b.md --\n---\ntitle: B\nrank: 2\nday: 2024-05-06\nkinds: [x]\n---\n\
         -- content/docs/guide/api/c.md --\n---\ntitle: C\nrank: 1\n---\n",
    );
    let list = "{% for e in collection(\"docs\", sort=\"rank\") %}{{ e.title }}{% endfor %} \
                {% for e in collection(\"docs/guide\", where={\"rank\": 2}) %}{{ e.title }}{% endfor %} \
                {% for year in terms(\"docs\", \"day\", by=\"year\") %}{{ year.name }}{% endfor %}";
    let site = site.replace("templates/page.html", "{{ page.content }}", list);
    let (session, build) = Session::start(&site);
    assert!(build.diagnostics.is_empty(), "{:?}", build.diagnostics);
    let text = session.text("index.html").expect("a page");
    assert!(text.contains("CBA B 2024") || text.contains("CBAGuide B 2024"), "{text}");
    assert!(session.text("kinds/x/index.html").is_some());
    let inner = "content/docs/guide/api/_collection.yaml";
    let site = site.replace(inner, "schema:", "extends: false\nschema:");
    let codes: Vec<_> = session.build(&site, &[inner]).diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    assert!(codes.contains(&"unknown-field"), "{codes:?}");
}
