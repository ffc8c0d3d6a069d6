//! The order of lists, and which entries they have: collections, terms, archives and paginated lists.

use crate::support::session::Session;
use crate::support::{TestSite, base};

/// A collection whose entries are dated by another field than `date`, and a page with lists of the collection.
const EVENTS: &str = "\
-- content/site.yaml --
title: Test
base_url: https://example.com/
time_zone: Asia/Kolkata
pages:
  - { route: \"/{year}/\", template: list.html, for_each: { collection: events, field: starts, by: year }, paginate: { size: 2 } }
-- content/events/_collection.yaml --
sort: -starts
schema:
  required: [title, starts]
  properties:
    title: { type: string }
    starts: { type: string, format: date-time }
    tags: { type: array, items: { type: string }, default: [a] }
-- templates/list.html --
<!doctype html><html lang=\"en\"><title>T</title><meta name=\"description\" content=\"D\">
<h1>T</h1>{% for event in paginator.items %}{{ event.title }};{% endfor %}</html>
-- templates/page.html --
<!doctype html><html lang=\"en\"><title>{{ page.title }}</title><meta name=\"description\" content=\"D\"><h1>T</h1>
all: {% for event in collection(\"events\") %}{{ event.title }};{% endfor %}
tagged: {% for event in tagged(\"events\", \"tags\", \"a\") %}{{ event.title }};{% endfor %}
recent: {% for event in recent(\"events\", 9) %}{{ event.title }};{% endfor %}
</html>
";

/// [`EVENTS`] with an entry for each title and moment.
fn events<const N: usize>(entries: [(&str, &str); N]) -> TestSite {
    let file = |(title, starts): (&str, &str)| {
        format!("-- content/events/{title}.md --\n---\ntitle: {title}\nstarts: {starts}\n---\n")
    };
    base(EVENTS).edit(&entries.map(file).concat())
}

#[test]
fn lists_without_an_order_of_their_own_are_in_that_of_the_collection() {
    let entries =
        [("a", "2025-05-01T10:00"), ("b", "2025-11-01T10:00"), ("c", "2025-01-01T10:00"), ("d", "2025-08-01T10:00")];
    let built = events(entries).build().fine();
    let built = built.holds("2025/index.html", "b;d;").holds("2025/page/2/index.html", "a;c;");
    let lists = "all: b;d;a;c;tagged: b;d;a;c;recent: b;d;a;c;";
    let ascending = built
        .holds("index.html", lists)
        .then()
        .replace("content/events/_collection.yaml", "-starts", "starts")
        .build()
        .fine();
    ascending.holds("2025/index.html", "c;a;").holds("index.html", "all: c;a;d;b;tagged: c;a;d;b;");
}

#[test]
fn a_collection_without_an_order_is_newest_first() {
    let entries = [("a", "2025-05-01T10:00"), ("b", "2025-11-01T10:00")];
    let site = events(entries).replace("content/events/_collection.yaml", "sort: -starts", "date: starts");
    site.build().fine().holds("index.html", "all: b;a;tagged: b;a;recent: b;a;");
}

#[test]
fn dates_are_sorted_as_moments() {
    let entries = [("a", "2026-05-01T01:00+05:30"), ("b", "2026-04-30T23:00+02:00"), ("c", "\"2026-05-01 02:00\"")];
    let site = events(entries);
    let (session, _) = Session::start(&site);
    let text = || session.text("index.html").expect("a page");
    assert!(text().contains("all: b;c;a;tagged: b;c;a;"), "{}", text());
    // Times without a zone are in the zone of the site.
    let site = site.replace("content/site.yaml", "Asia/Kolkata", "UTC");
    session.build(&site, &["content/site.yaml"]);
    assert!(text().contains("all: c;b;a;tagged: c;b;a;"), "{}", text());
}

#[test]
fn a_collection_may_take_another_field_as_the_date() {
    let entries = [("past", "2025-05-01T10:00"), ("later", "2026-01-01T04:00")];
    let collection = "route: /on/{year}/{month}/{slug}/\ntemplate: page.html\ndate: starts\nsort: title";
    let site = events(entries)
        .replace("content/events/_collection.yaml", "sort: -starts", collection)
        .replace("content/site.yaml", "field: starts, by", "by")
        .edit("-- content/events/unpublished.md --\n---\ntitle: x\nstarts: 2025-01-01T10:00\ndate: 2025-06-02\n---\n");
    let built = site.build().fine();
    let pages = ["2025/index.html", "2026/index.html", "index.html"];
    let entries = ["on/2025/05/past/index.html", "on/2026/01/later/index.html"];
    assert_eq!(built.paths(), [&pages[..], &entries].concat());
    built.holds("index.html", "all: later;past;tagged: later;past;recent: later;past;");
}

#[test]
fn a_changed_date_field_changes_addresses_in_a_running_session() {
    let inner = "-- content/events/old/_collection.yaml --\nroute: /old/{year}/{slug}/\ntemplate: page.html\ndate: starts\n\
                 -- content/events/old/x.md --\n---\ntitle: x\nstarts: 2025-01-01T10:00\ndate: 2024-01-01\n---\n";
    let site = events([]).edit(inner);
    let (session, _) = Session::start(&site);
    assert!(session.text("old/2025/x/index.html").is_some());
    let site = site.replace("content/events/old/_collection.yaml", "date: starts\n", "");
    session.build(&site, &["content/events/old/_collection.yaml"]);
    assert!(session.text("old/2024/x/index.html").is_some());
    let site = site.replace("content/events/old/_collection.yaml", "/old/", "/older/");
    session.build(&site, &["content/events/old/_collection.yaml"]);
    assert!(session.text("older/2024/x/index.html").is_some());
}

#[test]
fn declared_pages_and_paginated_lists_have_entries_that_meet_conditions() {
    let entries =
        [("a", "2025-05-01T10:00"), ("b", "2025-11-01T10:00"), ("c", "2025-06-01T00:00"), ("d", "2024-01-01T10:00")];
    let pages = "pages:\n\
        \x20 - { route: \"/past/{year}/\", template: past.html, for_each: { collection: events, field: starts, by: year, where: { starts: { before: now } } } }\n\
        \x20 - { route: /next/, template: list.html, paginate: { collection: events, size: 9, where: { starts: { from: now, before: 2026-01-01 } } } }\n\
        \x20 - { route: \"/a/{slug}/\", template: page.html, title: A, for_each: { collection: events, where: { title: a } } }\n\
        \x20 - { route: \"/{year}/\"";
    let past = "-- templates/past.html --\n<!doctype html><html lang=\"en\"><title>T</title><meta name=\"description\" content=\"D\">\n\
        <h1>T</h1>{% for event in page.term.entries %}{{ event.title }};{% endfor %}</html>\n";
    let title = "<title>{{ page.title }}</title>";
    let own = "template: list.html, for_each: { collection: events, field: starts, by: year }, paginate: { size: 2";
    let site = events(entries)
        .edit(past)
        .replace("content/site.yaml", "pages:\n  - { route: \"/{year}/\"", pages)
        .replace("content/site.yaml", own, &format!("{own}, where: {{ title: b }}"))
        .replace("templates/page.html", title, "<title>T</title>");
    let built = site.build().fine();
    let years = ["2024/index.html", "2025/index.html"];
    let declared = ["a/a/index.html", "index.html", "next/index.html", "past/2024/index.html", "past/2025/index.html"];
    assert_eq!(built.paths(), [&years[..], &declared].concat());
    let built = built.holds("next/index.html", "</h1>b;c;<").holds("past/2025/index.html", "</h1>a;<");
    built.holds("2025/index.html", "</h1>b;<").holds("2024/index.html", "</h1><");
}

#[test]
fn an_entry_paginates_a_list_with_conditions() {
    let page = "-- content/pages/next.md --\n---\ntitle: Next\ntemplate: list.html\n\
        paginate: { collection: events, size: 1, where: { starts: { from: now } } }\n---\n";
    let built = events([("a", "2025-05-01T10:00"), ("b", "2025-11-01T10:00")]).edit(page).build().fine();
    built.holds("next/index.html", "</h1>b;<").lacks("next/page/2/index.html");
}

#[test]
fn pages_for_entries_take_the_routes_that_entries_set_themselves() {
    let site = base(
        "-- content/site.yaml --\ntitle: Test\nbase_url: https://example.com/\nlanguage: en\n\
         languages: { ta: { title: பட்டம் } }\npages:\n\
         \x20 - { route: \"{route}entry.json\", template: entry.json, for_each: { collection: kites } }\n\
         -- content/kites/_collection.yaml --\ntemplate: page.html\n\
         schema: { required: [title], properties: { title: { type: string } } }\n\
         -- content/kites/delta.md --\n---\ntitle: Delta\nroute: /wings/delta/\n---\n\
         -- content/kites/delta.ta.md --\n---\ntitle: டெல்டா\nroute: /ta/delta/\n---\n\
         -- content/kites/box.md --\n---\ntitle: Box\n---\n\
         -- templates/entry.json --\n{{ page.entry.title | json }}\n",
    );
    let built = site.build().fine();
    let built = built.holds("wings/delta/entry.json", "\"Delta\"").holds("ta/delta/entry.json", "டெல்டா");
    let files: Vec<String> = built.paths().into_iter().filter(|path| path.ends_with("entry.json")).collect();
    assert_eq!(files, ["ta/delta/entry.json", "wings/delta/entry.json"], "an entry without a page has none");
}
