//! Features of `docs/content.md` and `docs/templates.md`, tested by building and editing whole sites.

use std::path::Path;

use crate::support::{self, base, site};
use site::date::Clock;
use site::diagnostic::Diagnostic;
use site::output::{MemoryOutput, Sink};
use site::pipeline;

#[test]
fn an_edit_changes_its_page_and_a_removal_removes_it() {
    let built = base("-- content/pages/a.md --\n---\ntitle: A\n---\nOne.\n").build().fine();
    assert_eq!(built.paths(), ["a/index.html", "index.html"]);
    let built = built.holds("a/index.html", "<p>One.</p>").then();
    let built = built.replace("content/pages/a.md", "One.", "Two.").build().fine();
    assert_eq!(built.summary.map(|s| (s.written, s.unchanged, s.removed)), Some((1, 1, 0)));
    let built = built.holds("a/index.html", "<p>Two.</p>").then().remove("content/pages/a.md").build().fine();
    assert_eq!(built.paths(), ["index.html"]);
}

#[test]
fn a_build_with_mistakes_publishes_nothing() {
    let built = base("").build().fine();
    let before = built.outputs();
    let built = built.then().replace("content/pages/home.md", "title: Home", "titel: Hom").build();
    let built = built.mistakes(&["unknown-key"]);
    assert_eq!(built.outputs(), before);
}

#[test]
fn a_build_of_an_unchanged_site_reports_its_warnings_again_and_writes_nothing() {
    let built = base("-- content/pages/a.md --\n---\ntitle: A\n---\n#### Deep\n").build();
    let (warnings, outputs) = (built.drawn(), built.outputs());
    assert!(!warnings.is_empty());
    let again = built.then().build();
    assert_eq!((again.drawn(), again.outputs()), (warnings, outputs));
    assert_eq!(again.summary.map(|summary| (summary.written, summary.unchanged, summary.removed)), Some((0, 2, 0)));
}

#[test]
fn a_byte_order_mark_is_published_from_no_input() {
    let marked = [
        ("content/pages/a.md", "---\ntitle: A\n---\n<Note />\n"),
        ("content/facts.yaml", "height: 12\n"),
        (
            "content/pages/_collection.yaml",
            "route: /{slug}/\ntemplate: page.html\nschema: { properties: { title: { type: string } } }\n",
        ),
        (
            "templates/page.html",
            "{% import \"macros.html\" as m %}<!doctype html>\n<html lang=\"en\"><head><title>T</title><meta name=\"description\" content=\"d\"></head><body><h1>{{ m.name(page) }}</h1>{% include \"part.html\" %}{{ inline(\"a.svg\") }}{{ page.content }}</body></html>\n",
        ),
        ("templates/macros.html", "{% macro name(page) %}{{ page.title }}{% endmacro %}\n"),
        ("templates/part.html", "<p>{{ data.facts.height }}</p>\n"),
        ("templates/components/Note.html", "{% macro Note(content) %}<p>Note</p>{% endmacro %}\n"),
        ("public/a.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 8\"></svg>\n"),
    ];
    let site = base("");
    for (path, text) in marked {
        site.write(path, format!("\u{feff}{text}"));
    }
    let built = site.build().fine();
    let page = built.text("a/index.html");
    assert!(
        page.starts_with("<!doctype html>") && page.contains("<p>12</p>") && page.contains("<p>Note</p>"),
        "{page}"
    );
    assert!(!page.contains('\u{feff}'), "{page}");
}

#[test]
fn mistakes_in_unpublished_entries_and_samples_are_warnings_in_ordinary_builds() {
    let schema = "-- content/makers/_collection.yaml --\nroute: /makers/{slug}/\ntemplate: page.html\n\
         schema: { required: [title], properties: { title: { type: string }, code: { type: string, pattern: '^[A-Z]{2}$' }, \
         by: { type: string, reference: makers } } }\n";
    let draft = "-- content/makers/ada.yaml --\ndraft: true\ncode: 12\nby: nobody\n";
    let built =
        base(&format!("{schema}{draft}")).build().mistakes(&["missing-field", "wrong-type", "dangling-reference"]);
    assert_eq!(built.build.errors(), 0, "{}", built.drawn());
    assert!(built.drawn().contains("an error once the entry is published"), "{}", built.drawn());
    let built = built.then().with(|config| config.drafts = true).build();
    assert_eq!(built.build.errors(), 3, "it is built: {}", built.drawn());
    let built = built.then().with(|config| (config.drafts, config.check_budgets) = (false, true)).build();
    assert_eq!(built.build.errors(), 3, "`check` and `--publish` report all: {}", built.drawn());

    let sample = "-- content/makers/ada.yaml --\ntitle: Ada\ncode: !sample to be decided\n";
    let built = base(&format!("{schema}{sample}")).build().mistakes(&["wrong-pattern"]);
    assert_eq!(built.build.errors(), 0, "{}", built.drawn());
    let built = built.then().replace("content/makers/ada.yaml", "!sample ", "").build();
    assert_eq!(built.build.errors(), 1, "{}", built.drawn());
    let built = built.then().replace("content/makers/ada.yaml", "to be decided", "!sample [1]").build();
    assert_eq!(built.build.errors(), 1, "templates want a text: {}", built.drawn());

    // A reference to an entry that is not published is the mistake of whoever refers to it.
    let other = "-- content/makers/ben.yaml --\ntitle: Ben\nby: ada\n";
    let built = base(&format!("{schema}{draft}{other}")).build();
    let errors: Vec<&str> =
        built.build.diagnostics.iter().filter(|d| d.is_error()).map(|d| d.message.as_str()).collect();
    assert_eq!(errors, ["the entry `ada` of `makers` is not published"]);
}

#[test]
fn drafts_future_and_expired_entries_are_not_published() {
    let built = base(
        "-- content/pages/draft.md --\n---\ntitle: Draft\ndraft: true\n---\n\
         -- content/pages/future.md --\n---\ntitle: Future\ndate: 2025-06-02\n---\n\
         -- content/pages/past.md --\n---\ntitle: Past\ndate: 2025-05-31\n---\n\
         -- content/pages/expired.md --\n---\ntitle: Expired\nexpires: 2025-06-01\n---\n",
    )
    .build()
    .fine();
    assert_eq!(built.paths(), ["index.html", "past/index.html"]);
    let later = built.then().with(|c| c.clock = Clock::parse("2025-06-02").expect("a date")).build().fine();
    assert_eq!(later.paths(), ["future/index.html", "index.html", "past/index.html"]);
    let all = later.then().with(|config| config.drafts = true).build().fine();
    assert_eq!(all.paths().len(), 5);
}

#[test]
fn a_day_begins_in_the_time_zone_of_the_site() {
    let published = |zone: &str| {
        let built = base("-- content/pages/new.md --\n---\ntitle: New\ndate: 2025-06-02\n---\n")
            .edit(&format!("-- content/site.yaml --\ntitle: T\nbase_url: https://e.com\ntime_zone: {zone}\n"))
            .with(|config| config.clock = Clock::parse("2025-06-01T19:00:00Z").expect("a time"))
            .build()
            .fine();
        built.paths().contains(&"new/index.html".to_owned())
    };
    assert!(published("Asia/Kolkata"));
    assert!(!published("Europe/London"));
}

#[test]
fn a_site_works_below_any_path() {
    base("-- content/pages/a.md --\n---\ntitle: A\n---\n[home](/) [again](home.md#x) ![](/i.svg) [b](/b?q=1#r)\n")
        .edit("-- content/pages/b.md --\n---\ntitle: B\n---\n## R\n")
        .edit("-- public/i.svg --\n<svg width=\"4\" height=\"2\"/>\n-- content/pages/home.md --\n---\ntitle: H\nroute: /\n---\n## X\n")
        .with(|config| config.base_url = Some("https://example.com/any/path".to_owned()))
        .build()
        .fine()
        .holds("a/index.html", "<a href=\"/any/path/\">home</a>")
        .holds("a/index.html", "<a href=\"/any/path/#x\">again</a>")
        .holds("a/index.html", "<img src=\"/any/path/i.svg\" alt=\"\" width=\"4\" height=\"2\"")
        .holds("a/index.html", "<a href=\"/any/path/b/?q=1#r\">b</a>");
}

#[test]
fn an_alias_leads_to_its_page() {
    base("-- content/pages/new.md --\n---\ntitle: New\naliases: [/old, /older/]\n---\n")
        .edit("-- content/site.yaml --\ntitle: T\nbase_url: https://e.com/x/\n-- content/hosts.yaml --\nhosts: [netlify, cloudflare]\n")
        .build()
        .fine()
        .holds("old/index.html", "<meta http-equiv=\"refresh\" content=\"0; url=/x/new/\">")
        .holds("old/index.html", "<link rel=\"canonical\" href=\"https://e.com/x/new/\">")
        .holds("_redirects", "/x/old/ /x/new/ 301\n/x/old /x/new/ 301\n/x/older/ /x/new/ 301\n/x/older /x/new/ 301\n");
}

#[test]
fn addresses_of_the_ledger_that_are_lost_are_reported_and_new_ones_added() {
    let site =
        base("-- content/urls.txt --\n# published\n/\n/old/\n/dropped/ gone\n").build().mistakes(&["address-lost"]);
    let drawn = site.drawn();
    assert!(drawn.contains("/old/ gone") && drawn.contains("aliases: [/old/]"), "{drawn}");
    let site = site.then().replace("content/pages/home.md", "route: /", "route: /\naliases: [/old/]").build().fine();
    assert_eq!(site.build.ledger, None);
    let site = site.then().edit("-- content/pages/b.md --\n---\ntitle: B\n---\n").build().fine();
    let ledger = site.build.ledger.as_ref().map(|ledger| ledger.text.clone());
    assert_eq!(ledger.as_deref(), Some("# published\n/\n/old/\n/dropped/ gone\n/b/\n"));
    let site = site.then().edit("-- content/pages/dropped.md --\n---\ntitle: Back\n---\n").build().fine();
    let ledger = site.build.ledger.as_ref().map(|ledger| (ledger.text.clone(), ledger.changed_lines));
    assert_eq!(ledger, Some(("# published\n/\n/old/\n/dropped/\n/b/\n".to_owned(), 2)));
}

#[test]
fn an_alias_that_was_published_can_not_be_lost_unnoticed() {
    let site =
        base("-- content/urls.txt --\n/\n").replace("content/pages/home.md", "route: /", "route: /\naliases: [/old/]");
    let site = site.build().fine();
    let ledger = site.build.ledger.as_ref().map(|ledger| ledger.text.clone());
    assert_eq!(ledger.as_deref(), Some("/\n/old/\n"));
    let site =
        site.then().replace("content/pages/home.md", "aliases: [/old/]", "").edit("-- content/urls.txt --\n/\n/old/\n");
    site.build().mistakes(&["address-lost"]);
}

#[test]
fn the_addresses_of_an_expired_entry_are_gone_on_purpose() {
    let site = base("-- content/pages/fair.md --\n---\ntitle: Fair\nexpires: 2025-06-01\naliases: [/market]\n---\n")
        .edit("-- content/urls.txt --\n/\n/fair/ # in May\n/market/\n");
    let site = site.build().fine();
    let ledger = site.build.ledger.as_ref().map(|ledger| &*ledger.text);
    assert_eq!(ledger, Some("/\n/fair/ gone # in May\n/market/ gone\n"));
    site.then()
        .replace("content/pages/fair.md", "expires: 2025-06-01", "draft: true")
        .replace("content/urls.txt", "/market/\n", "")
        .build()
        .mistakes(&["address-lost"]);
}

#[test]
fn the_pages_of_terms_that_only_expired_entries_have_are_gone_on_purpose() {
    let tagged = |name: &str, more: &str| {
        format!("-- content/pages/{name}.md --\n---\ntitle: T\ntags: [{name}, stalls]\n{more}---\n")
    };
    let site = base(&for_each("tags"))
        .edit(&tagged("fair", "expires: 2025-06-01\n"))
        .edit(&tagged("market", ""))
        .edit("-- content/urls.txt --\n/\n/fair/\n/market/\n/of/fair/\n/of/market/\n/of/stalls/\n");
    let site = site.build().fine();
    let ledger = site.build.ledger.as_ref().map(|ledger| &*ledger.text);
    assert_eq!(ledger, Some("/\n/fair/ gone\n/market/\n/of/fair/ gone\n/of/market/\n/of/stalls/\n"));
    site.then()
        .replace("content/pages/market.md", "---\ntitle", "---\ndraft: true\ntitle")
        .build()
        .mistakes(&["address-lost"; 2]);
}

#[test]
fn the_pages_of_past_dates_are_gone_on_purpose() {
    let page = |name: &str, ends: &str| format!("-- content/pages/{name}.md --\n---\ntitle: T\nends: {ends}\n---\n");
    let pages = "{ route: \"/{slug}/tickets/\", template: tickets.html, \
                 for_each: { collection: pages, where: { ends: { from: now } } } }";
    let site = base(&format!(
        "-- templates/tickets.html --\n<!doctype html><html lang=\"en\"><title>T</title>\
         <meta name=\"description\" content=\"D\"><h1>Tickets</h1></html>\n\
         -- content/site.yaml --\ntitle: Test\nbase_url: https://example.com/\npages: [{pages}]\n\
         -- content/pages/_collection.yaml --\nroute: /{{slug}}/\ntemplate: page.html\n\
         schema: {{ properties: {{ title: {{ type: string }}, ends: {{ type: string, format: date }} }} }}\n{}{}\
         -- content/urls.txt --\n/\n/fair/\n/fair/tickets/\n/market/\n/market/tickets/\n",
        page("fair", "2025-05-01"),
        page("market", "2999-06-01"),
    ));
    let site = site.build().fine();
    let ledger = site.build.ledger.as_ref().map(|ledger| &*ledger.text);
    assert_eq!(ledger, Some("/\n/fair/\n/fair/tickets/ gone\n/market/\n/market/tickets/\n"));
}

#[test]
fn an_expired_section_that_refuses_a_page_loses_no_address() {
    let section = "-- content/pages/fair/_index.md --\n---\ntitle: Fair\nexpires: 2025-06-01\npage: false\n\
                   aliases: [/market]\n---\n";
    let site = base(section).edit("-- content/urls.txt --\n/\n/fair/\n/market/\n");
    let site = site.build().mistakes(&["address-lost", "address-lost"]);
    assert!(site.drawn().contains("content/urls.txt:2") && site.drawn().contains("content/urls.txt:3"));
}

#[test]
fn the_addresses_of_an_entry_that_is_back_are_gone_no_more() {
    let site = base("-- content/pages/fair.md --\n---\ntitle: Fair\naliases: [/market]\n---\n")
        .edit("-- content/urls.txt --\n/\n/fair/ gone\n/market/ gone # moved\n")
        .build()
        .fine();
    let ledger = site.build.ledger.as_ref().map(|ledger| &*ledger.text);
    assert_eq!(ledger, Some("/\n/fair/\n/market/ # moved\n"));
}

#[test]
fn publishing_refuses_samples_and_writes_the_ledger() {
    let site = base("-- content/pages/a.md --\n---\ntitle: !sample A name\n---\n");
    let ran = site.run(&["build", "--publish"]);
    assert_eq!(ran.status, 1);
    assert!(ran.errors.contains("content/pages/a.md:2:"), "{}", ran.errors);
    let site = site.replace("content/pages/a.md", "!sample ", "");
    let ran = site.run(&["build", "--publish"]);
    assert_eq!((ran.status, ran.errors.as_str()), (0, ""));
    assert!(ran.out.contains("2 addresses written to content/urls.txt"), "{}", ran.out);
    assert_eq!(std::fs::read_to_string(site.path("content/urls.txt")).map(|t| t.lines().count()).ok(), Some(3));
}

#[test]
fn variables_of_the_environment_replace_values_of_data_files() {
    let variable = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let built = base("-- content/contact.yaml --\nphone: !sample \"1\"\nlines: 2\n")
        .edit("-- content/contact.schema.yaml --\nproperties:\n  phone: { type: string, env: PHONE }\n  lines: { type: integer, env: LINES }\n")
        .edit("-- templates/page.html --\n<!doctype html><html lang=\"en\"><title>T</title><meta name=\"description\" content=\"D\">{{ data.contact.phone }}/{{ data.contact.lines + 1 }}\n")
        .build();
    assert_eq!(built.build.counts.samples, 1);
    let built = built.holds("index.html", "1/3").then();
    let built = built.with(|c| c.environment = vec![variable("PHONE", "044"), variable("LINES", "4")]).build();
    assert_eq!(built.build.counts.samples, 0);
    built
        .holds("index.html", "044/5")
        .then()
        .with(|c| c.environment = vec![variable("LINES", "four")])
        .build()
        .mistakes(&["env-value"]);
}

#[test]
fn an_entry_may_have_a_schema_of_its_own() {
    base("-- content/pages/home.schema.yaml --\nrequired: [hero]\nproperties:\n  hero:\n    properties:\n      line: { type: string }\n      note: { type: string }\n")
        .edit("-- content/pages/home.md --\n---\ntitle: Home\nroute: /\ntemplate: home.html\nhero: { line: Fly }\n---\n")
        .edit("-- templates/home.html --\n<!doctype html><html lang=\"en\"><title>T</title><meta name=\"description\" content=\"D\">{{ page.hero.line }}{% if page.hero.note %}no{% endif %}!\n")
        .build()
        .fine()
        .holds("index.html", "Fly!")
        .then()
        .replace("content/pages/home.md", "line: Fly", "lines: Fly")
        .build()
        .mistakes(&["unknown-key"]);
}

#[test]
fn public_files_are_published_and_styles_carry_a_hash() {
    let built = base("-- public/css/a.css --\na{}\n-- public/robots.txt --\nx\n")
        .edit("-- templates/page.html --\n<!doctype html><html lang=\"en\"><title>T</title><meta name=\"description\" content=\"D\">{{ asset(\"css/a.css\") }} {{ asset(\"robots.txt\") }}\n")
        .build();
    let css = built.paths().into_iter().find(|path| path.ends_with(".css")).expect("the stylesheet");
    assert!(css.starts_with("css/a.") && css.len() == "css/a..css".len() + 10, "{css}");
    let built =
        built.holds("index.html", &format!("/{css} /robots.txt")).then().edit("-- public/css/a.css --\nb{}\n").build();
    assert!(!built.paths().contains(&css));
}

#[test]
fn components_nest_in_markdown() {
    base("-- templates/components/Note.html --\n{% macro Note(kind, wide=false, content=\"\") %}\n<aside class=\"{{ kind }}{% if wide %} wide{% endif %}\">{{ content }}</aside>\n{% endmacro %}\n")
        .edit("-- templates/components/Badge.html --\n{% macro Badge(kind) %}<i class=\"{{ kind }}\"></i>{% endmacro %}\n")
        .edit("-- content/pages/a.md --\n---\ntitle: A\n---\n<Note kind=\"tip\" wide>\n\n**Bold** & <Badge kind=\"in\" />\n\n<Note kind={1}>\n\nDeep.\n\n</Note>\n\n</Note>\n\n`<Note>` stays.\n")
        .build()
        .fine()
        .holds("a/index.html", "<aside class=\"tip wide\">")
        .holds("a/index.html", "<strong>Bold</strong> &amp; <i class=\"in\"></i>")
        .holds("a/index.html", "<aside class=\"1\"><p>Deep.</p>")
        .holds("a/index.html", "<code>&lt;Note&gt;</code> stays.");
}

#[test]
fn a_component_knows_the_page_that_it_is_on() {
    base("-- templates/components/Here.html --\n{% macro Here(mark) %}{{ mark }}{{ page.title }}{{ mark }}{% endmacro %}\n")
        .replace("templates/page.html", "{{ page.content }}", "{{ page.content }}{{ Here(\"!\") }}")
        .replace("templates/page.html", "<!doctype", "{% from \"components/Here.html\" import Here %}\n<!doctype")
        .edit("-- content/pages/a.md --\n---\ntitle: A\n---\n<Here mark=\"?\" />\n")
        .build()
        .fine()
        .holds("a/index.html", "?A?")
        .holds("a/index.html", "!A!")
        .holds("index.html", "!Home!");
}

#[test]
fn an_unrelated_site_builds_below_a_path() {
    let herbarium = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sites/herbarium");
    let built = site("").with(|config| {
        config.root = herbarium.into();
        config.base_url = Some("https://example.org/any/path/".to_owned());
    });
    let built = built.build().fine();
    assert_eq!(
        built.paths().iter().filter(|path| path.ends_with(".html")).collect::<Vec<_>>(),
        [
            "404.html",
            "families/asteraceae/index.html",
            "families/lamiaceae/index.html",
            "families/rosaceae/index.html",
            "index.html",
            "months/juli/index.html",
            "months/juni/index.html",
            "months/juni/page/2/index.html",
            "months/mai/index.html",
            "page/2/index.html",
            "plants/heckenrose/index.html",
            "plants/kamille/index.html",
            "plants/minze/index.html",
            "plants/rose/index.html",
            "plants/salbei/index.html",
        ]
    );
    built
        .holds("index.html", "<a href=\"/any/path/families/lamiaceae/\">Lamiaceae (2)</a>")
        .holds("index.html", "<a rel=\"next\" href=\"/any/path/page/2/\">")
        .holds("plants/salbei/index.html", "<a href=\"/any/path/plants/minze/#geruch\">")
        .holds("plants/salbei/index.html", "gezeichnet von Hanna Vogt")
        .holds("plants/salbei/index.html", "<aside class=\"note note-tip\"><p>Nicht mit dem <em>Echten Salbei</em>")
        .holds("plants/salbei/index.html", "width=\"80\" height=\"60\"")
        .holds("plants/rose/index.html", "class=\"language-python\"")
        .holds("plants/minze/index.html", "<td style=\"text-align: right\">30 cm</td>")
        .holds("feed.xml", "<id>https://example.org/any/path/</id>")
        .holds("feed.xml", "href=&quot;https://example.org/any/path/plants/minze/#geruch&quot;");
}

#[test]
fn two_entries_on_one_page_keep_their_ids_apart() {
    let text = |id: &str| {
        format!("title: T\n---\n## How\n\n[How](#how), [raw](#{id})[^1].\n\n<b id=\"{id}\">x</b>\n\n[^1]: Note.\n")
    };
    let built = base("")
        .edit(&format!("-- content/pages/a.md --\n---\n{}-- content/pages/B c.md --\n---\nslug: b\n{}", text("one"), text("two")))
        .edit("-- content/site.yaml --\ntitle: Test\nbase_url: https://example.com/\npages: [{ route: /all/, template: all.html, title: All }]\n")
        .edit(
            "-- templates/all.html --\n<!doctype html>\n<html lang=\"en\">\n<head><title>All</title><meta name=\"description\" content=\"All\"></head>\n\
             <body><h1>All</h1>\n{% for page in collection(\"pages\") %}{{ page.content }}\
             {% for heading in page.toc %}<a href=\"#{{ heading.id }}\">to {{ heading.text }}</a>{% endfor %}\n{% endfor %}</body>\n</html>\n",
        )
        .build()
        .fine();
    let shown = |page: &str, prefix: &str, raw: &str| {
        let page = built.text(page);
        let expected = [
            format!("<h2 id=\"{prefix}how\">How</h2>"),
            format!("<a href=\"#{prefix}how\">How</a>, <a href=\"#{raw}\">raw</a>"),
            format!("<a href=\"#{prefix}fn-1\" id=\"{prefix}fnref-1\""),
            format!("<li id=\"{prefix}fn-1\">"),
            format!("<a href=\"#{prefix}fnref-1\""),
        ];
        expected.iter().for_each(|part| assert!(page.contains(part), "{part} is not in\n{page}"));
        page
    };
    shown("a/index.html", "", "one");
    shown("b/index.html", "", "two");
    shown("all/index.html", "pages-a--", "one");
    let all = shown("all/index.html", "pages-b-c--", "two");
    assert!(all.contains("<a href=\"#pages-a--how\">to How</a>"), "{all}");
}

#[test]
fn names_in_either_form_of_unicode_are_the_same() {
    let (apart, one) = ("joa\u{303}o", "jo\u{e3}o");
    let built = base(&format!("-- content/pages/{apart}.md --\n---\ntitle: Apart\n---\n## Su\u{308}ß\n"))
        .edit(&format!("-- public/{apart}.txt --\ntext\n-- templates/{apart}.html --\n<i>{{{{ page.title }}}}</i>\n"))
        .edit(&format!(
            "-- content/pages/b.md --\n---\ntitle: B\n---\n[1]({one}.md#s\u{fc}ß) [2]({apart}.md) [3](/{one}/) [4](/{apart}/)\n\n## s\u{fc}ß\n\n[5](#su\u{308}ß)\n"
        ))
        .replace(
            "templates/page.html",
            "{{ page.content }}",
            &format!("{{{{ page.content }}}}{{% include \"{one}.html\" %}}{{{{ entry(\"pages/{one}\").slug }}}} {{{{ asset(\"{one}.txt\") }}}}"),
        )
        .build()
        .fine();
    let url = "/jo%C3%A3o/";
    assert_eq!(built.paths(), ["b/index.html", "index.html", &format!("{one}.txt"), &format!("{one}/index.html")]);
    let text = built.text("b/index.html");
    for wanted in [
        format!("<a href=\"{url}#süß\">1</a>"),
        format!("<a href=\"{url}\">2</a>"),
        format!("<a href=\"{url}\">3</a>"),
        format!("<a href=\"{url}\">4</a>"),
        "<a href=\"#süß\">5</a>".to_owned(),
        format!("<i>B</i>{one} /jo%C3%A3o.txt"),
    ] {
        assert!(text.contains(&wanted), "{wanted}: {text}");
    }
    // Where the disk keeps both forms apart, only one of the files can be meant.
    let site = built.then().edit(&format!("-- content/pages/{one}.md --\n---\ntitle: One\n---\n"));
    if std::fs::read_dir(site.path("content/pages")).expect("a folder").count() == 5 {
        site.build().mistakes(&["duplicate-file"]);
    }
}

#[test]
fn addresses_in_markdown_may_have_percent_escapes() {
    let links =
        "[1](/my%20notes/) [2](</my notes/>) [3](/my%20notes) [4](/a%20b.txt#c) [5](/shop/c%20d) ![F](/e%20f.svg)";
    let built = base(&format!("-- content/pages/my notes.md --\n---\ntitle: Notes\n---\n{links}\n"))
        .edit("-- public/a b.txt --\ntext\n")
        .edit("-- public/e f.svg --\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"12\" height=\"8\"/>\n")
        .replace("content/site.yaml", "title: Test", "title: Test\nlinks: { ignore: [/shop/**] }")
        .build()
        .fine();
    let text = built.text("my notes/index.html");
    assert_eq!(text.matches("<a href=\"/my%20notes/\">").count(), 3, "{text}");
    for wanted in ["<a href=\"/a%20b.txt#c\">", "<a href=\"/shop/c%20d\">", "<img src=\"/e%20f.svg\""] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
}

/// An output folder on a disk that ignores the case of letters.
struct Caseless(MemoryOutput);

impl Sink for Caseless {
    fn put(&self, path: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        self.0.put(&path.to_lowercase(), bytes)
    }

    fn put_file(&self, path: &str, source: &Path) -> Result<(), Diagnostic> {
        self.0.put_file(&path.to_lowercase(), source)
    }

    fn is_case_sensitive(&self) -> bool {
        false
    }
}

#[test]
fn an_alias_in_another_letter_case_works_on_every_disk() {
    let built = base("-- content/pages/Page.md --\n---\ntitle: Page\naliases: [/page/, /PAGE/, /old/]\n---\n")
        .edit("-- content/hosts.yaml --\nhosts: [cloudflare]\n")
        .build()
        .fine()
        .has("page/index.html")
        .has("PAGE/index.html");
    let disk = Caseless(MemoryOutput::default());
    let build = pipeline::build(&built.site.config, &disk, &|_| ());
    assert!(build.diagnostics.is_empty(), "{}", support::draw_all(&build.diagnostics));
    let files = disk.0.files();
    assert_eq!(
        files.keys().collect::<Vec<_>>(),
        ["_headers", "_redirects", "index.html", "old/index.html", "page/index.html"]
    );
    let holds = |path: &str, text: &str| String::from_utf8_lossy(&files[path]).contains(text);
    assert!(holds("page/index.html", "<h1>Page</h1>"));
    assert!(holds("_redirects", "/page/ /Page/ 301\n"));
}

/// Settings with one page for each value of a field of the pages.
fn for_each(field: &str) -> String {
    format!(
        "-- content/site.yaml --\ntitle: Test\nbase_url: https://example.com/\npages:\n  - route: /of/{{term}}/\n    template: term.html\n    for_each: {{ collection: pages, field: {field} }}\n\
         -- content/pages/_collection.yaml --\nroute: /{{slug}}/\ntemplate: page.html\nschema:\n  required: [title]\n  properties:\n    title: {{ type: string }}\n    tags: {{ type: array, items: {{ type: string }} }}\n\
         -- templates/term.html --\n<!doctype html><html lang=\"en\"><title>T</title><meta name=\"description\" content=\"D\"><h1>{{{{ page.term.name }}}}</h1>{{% for e in page.term.entries %}}{{{{ e.title }}}};{{% endfor %}}</html>\n"
    )
}

#[test]
fn a_term_in_both_forms_of_unicode_is_one() {
    let page =
        |title: &str, tag: &str| format!("-- content/pages/{title}.md --\n---\ntitle: {title}\ntags: [{tag}]\n---\n");
    let built = base(&for_each("tags")).edit(&page("a", "s\u{fc}ß")).edit(&page("b", "su\u{308}ß"));
    built.build().fine().holds("of/süß/index.html", "a;b;");
}

#[test]
fn a_page_for_each_slug_is_for_every_entry() {
    let built =
        base(&for_each("slug")).edit("-- content/pages/b.md --\n---\ntitle: B\nslug: Bee\n---\n").build().fine();
    assert_eq!(built.paths(), ["Bee/index.html", "index.html", "of/bee/index.html", "of/home/index.html"]);
    built.holds("of/home/index.html", "Home;").holds("of/bee/index.html", "<h1>Bee</h1>B;");
}

#[test]
fn addresses_with_any_characters_are_found_in_the_ledger_again() {
    let site = base(
        "-- content/pages/My notes.md --\n---\ntitle: Notes\n---\n-- content/pages/100% a, b.md --\n---\ntitle: All\n---\n",
    );
    assert_eq!(site.run(&["build", "--publish"]).status, 0);
    let built = site.build().fine();
    assert_eq!(built.build.ledger, None);
    let site = built.then();
    let ledger = std::fs::read_to_string(site.path("content/urls.txt")).expect("a ledger");
    assert_eq!(ledger.lines().skip(1).collect::<Vec<_>>(), ["/", "/100%25%20a,%20b/", "/My%20notes/"]);
    let lost = site.remove("content/pages/100% a, b.md").build().mistakes(&["address-lost"]);
    let drawn = lost.drawn();
    assert!(drawn.contains("aliases: [\"/100% a, b/\"]") && drawn.contains("`/100%25%20a,%20b/ gone`"), "{drawn}");
    // Addresses may also be written without escapes.
    lost.then().edit("-- content/urls.txt --\n/\n/My notes/\n/old one/ gone\n").build().fine();
}

#[cfg(unix)]
#[test]
fn links_stay_within_the_site_unless_their_place_is_allowed() {
    let elsewhere = tempfile::tempdir().expect("a folder");
    std::fs::write(elsewhere.path().join("secret.txt"), "x").expect("written");
    let link = |site: &support::TestSite, target: &Path, path: &str| {
        std::os::unix::fs::symlink(target, site.path(path)).expect("a link");
    };
    let site = base("-- public/a.txt --\na\n-- islands/lib/a.ts --\n\n");
    link(&site, Path::new("a.txt"), "public/b.txt");
    link(&site, Path::new("../content/pages"), "public/pages");
    let built = site.build().fine().has("b.txt").has("pages/home.md");
    let site = built.then();
    let outside = ["public/c", "content/pages/c", "templates/c", "islands/c"];
    outside.iter().for_each(|path| link(&site, elsewhere.path(), path));
    link(&site, &elsewhere.path().join("secret.txt"), "public/c.txt");
    // One of them is seen through a link of the site's own too.
    let built = site.build().mistakes(&["link-out-of-site"; 6]).lacks("c/secret.txt");
    let drawn = built.drawn();
    let real = elsewhere.path().canonicalize().expect("a path");
    assert!(drawn.contains("`public/c.txt`") && drawn.contains(&*real.join("secret.txt").to_string_lossy()), "{drawn}");
    // The setting that the message advises.
    let allowed = drawn
        .lines()
        .find_map(|line| line.split('`').find(|part| part.starts_with("linked_folders")))
        .expect("a setting");
    let settings = format!("-- content/site.yaml --\ntitle: Test\nbase_url: https://example.com/\n{allowed}\n");
    let site = built.then().remove("content/pages/c").edit(&settings);
    let built = site.build().fine().has("c/secret.txt").has("c.txt");
    // A link to a missing file, and one to its own folder.
    let site = built.then();
    link(&site, Path::new("none"), "public/none.txt");
    link(&site, Path::new("."), "public/up");
    site.build().mistakes(&["link-to-nowhere", "circular-link"]);
}

#[test]
fn a_summary_has_no_notes_and_its_links_lead_to_the_entry() {
    let list = "{% set e = entry('posts/a') %}<main>{{ e.summary }}</main><pre>{{ e.markdown }}</pre>";
    let page = |body: &str| {
        format!(
            "<!doctype html><html lang=\"en\"><head><title>T</title><meta name=\"description\" content=\"D\"></head><body><h1>T</h1>{body}</body></html>\n"
        )
    };
    let post = "---\ntitle: A\n---\nSee [below](#part)[^1], [home](../pages/home.md).\n\n<!-- more -->\n\n## Part\n\n[^1]: Note.\n";
    let site = base(&format!("-- templates/page.html --\n{}", page(list)))
        .edit(&format!("-- templates/post.html --\n{}", page("{{ page.content }}")))
        .edit("-- content/posts/_collection.yaml --\nroute: /{slug}/\ntemplate: post.html\n")
        .edit(&format!("-- content/posts/a.md --\n{}", post.replace("title: A\n", "")));
    let built = site.build().fine();
    let summary = "<main><p>See <a href=\"/a/#part\">below</a>, <a href=\"/\">home</a>.</p>\n</main>";
    let built = built.holds("index.html", summary);
    let text =
        "<pre>See [below](https://example.com/a/#part)[^1], [home](https://example.com/).\n\n&lt;!-- more --&gt;";
    built.holds("index.html", text).holds("a/index.html", "<h2 id=\"part\">");
}
