//! Whole sites, built and edited: what `docs/content.md` and `docs/templates.md` promise.

mod support;

use site::config::Config;
use site::date::Clock;
use support::{base, outputs, site};

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
fn the_same_input_gives_the_same_bytes() {
    let first = base("").build().fine().outputs();
    assert_eq!(base("").build().fine().outputs(), first);
}

/// After these files are written, and this option is set, a build that follows one is made, and not only proved.
#[track_caller]
fn check_made(files: &str, option: impl FnOnce(&mut Config)) {
    let site = base(
        "-- public/a.txt --\na\n-- islands/lib/a.ts --\n\n-- content/pages/a.md --\n---\ntitle: A\n---\n#### Deep\n",
    );
    let before = site.build();
    assert!(!before.is_proved() && before.build.diagnostics.iter().any(|d| !d.is_error()), "{}", before.drawn());
    let (told, outputs) = (before.drawn(), before.outputs());
    let proved = before.then().build();
    assert!(proved.is_proved());
    assert_eq!((proved.drawn(), proved.outputs()), (told, outputs));
    assert_eq!(proved.summary.map(|summary| (summary.written, summary.removed)), Some((0, 0)));
    let other = proved.then().edit(files).with(option).build();
    assert!(!other.is_proved(), "{files}");
    // And what was made is what a build alone makes.
    let outputs = other.outputs();
    let alone = other.then().remove(".site").remove("dist").build();
    assert!(!alone.is_proved());
    assert_eq!(alone.outputs(), outputs);
}

#[test]
fn a_build_of_nothing_new_is_proved_and_any_other_is_made() {
    let clock = |text: &str| Clock::parse(text).expect("a date");
    check_made("-- content/pages/home.md --\n---\ntitle: Home\nroute: /\n---\nBye.\n", |_| ());
    check_made("-- content/pages/new.md --\n---\ntitle: New\n---\n", |_| ());
    check_made("-- templates/new.html --\nNew\n", |_| ());
    check_made("-- public/a.txt --\nb\n", |_| ());
    check_made("-- public/b.txt --\nb\n", |_| ());
    check_made("-- islands/lib/a.ts --\nexport {};\n", |_| ());
    check_made("-- base.json --\n{}\n", |_| ());
    check_made("-- dist/index.html --\nNot ours.\n", |_| ());
    check_made("", |config| config.drafts = true);
    check_made("", |config| config.base_url = Some("https://example.org/below/".to_owned()));
    check_made("", |config| config.clock = clock("2025-06-02"));
    check_made("", |config| config.environment.push(("SITE_X".to_owned(), "1".to_owned())));
}

#[test]
fn a_site_that_was_moved_is_made_anew() {
    // No page may show where the site lies.
    let built = base("").build().fine();
    let moved = base("");
    for (path, bytes) in outputs(built.site.root()) {
        moved.write(&path, bytes);
    }
    let moved = moved.build().fine();
    assert!(!moved.is_proved());
    assert!(moved.then().build().is_proved());
}

#[test]
fn what_was_made_is_good_until_an_entry_comes_or_goes_or_a_page_tells_the_time() {
    let at = |text: &str| Clock::At(text.parse().expect("a moment"));
    let check = |files: &str, later: &str, proved: bool| {
        let built = base(files).with(|config| config.clock = at("2025-06-01T00:00:00Z")).build();
        let later = built.then().with(|config| config.clock = at(later)).build();
        assert_eq!(later.is_proved(), proved, "{files}");
    };
    let future = "-- content/pages/new.md --\n---\ntitle: New\ndate: 2025-06-10\n---\n";
    let expiring = "-- content/pages/old.md --\n---\ntitle: Old\nexpires: 2025-06-10\n---\n";
    for files in ["", future, expiring] {
        check(files, "2025-06-09T23:59:59Z", true);
        check(files, "2025-06-10T00:00:00Z", files.is_empty());
        check(files, "2025-05-31T00:00:00Z", false);
    }
    let telling = "-- templates/page.html --\n<!doctype html><html lang=\"en\"><title>{{ page.title }}</title><h1>{{ now | date(\"%Y\") }}</h1></html>\n";
    check(telling, "2025-06-01T00:00:00Z", true);
    check(telling, "2025-06-01T00:00:01Z", false);
}

#[test]
fn what_is_remembered_of_a_build_may_be_cut_off_anywhere() {
    let built = base("").build().fine();
    let record =
        std::fs::read_dir(built.site.path(".site/built")).expect("records").next().expect("one").expect("a file");
    let whole = std::fs::read(record.path()).expect("a record");
    let mut site = built.then();
    for cut in 0..whole.len() {
        std::fs::write(record.path(), &whole[..cut]).expect("to cut it");
        let built = site.build().fine();
        assert!(!built.is_proved(), "cut at {cut}");
        site = built.then();
    }
}

#[test]
fn drafts_future_and_expired_entries_wait() {
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
fn the_sites_time_zone_says_when_a_day_begins() {
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
fn the_ledger_remembers_addresses() {
    let site =
        base("-- content/urls.txt --\n# published\n/\n/old/\n/dropped/ gone\n").build().mistakes(&["address-lost"]);
    let drawn = site.drawn();
    assert!(drawn.contains("/old/ gone") && drawn.contains("aliases: [/old/]"), "{drawn}");
    let site = site.then().replace("content/pages/home.md", "route: /", "route: /\naliases: [/old/]").build().fine();
    assert_eq!(site.build.ledger, None);
    let site = site.then().edit("-- content/pages/b.md --\n---\ntitle: B\n---\n").build().fine();
    let ledger = site.build.ledger.as_ref().map(|ledger| ledger.text.clone());
    assert_eq!(ledger.as_deref(), Some("# published\n/\n/old/\n/dropped/ gone\n/b/\n"));
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
    assert!(ran.out.contains("2 addresses added to content/urls.txt"), "{}", ran.out);
    assert_eq!(std::fs::read_to_string(site.path("content/urls.txt")).map(|t| t.lines().count()).ok(), Some(3));
}

#[test]
fn the_environment_takes_the_place_of_content() {
    let variable = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let built = base("-- content/contact.yaml --\nphone: !sample \"1\"\nlines: 2\n")
        .edit("-- content/contact.schema.yaml --\nproperties:\n  phone: { type: string, env: PHONE }\n  lines: { type: integer, env: LINES }\n")
        .edit("-- templates/page.html --\n<!doctype html><html lang=\"en\"><title>T</title><meta name=\"description\" content=\"D\">{{ data.contact.phone }}/{{ data.contact.lines + 1 }}\n")
        .build();
    assert_eq!(built.build.samples, 1);
    let built = built.holds("index.html", "1/3").then();
    let built = built.with(|c| c.environment = vec![variable("PHONE", "044"), variable("LINES", "4")]).build();
    assert_eq!(built.build.samples, 0);
    built
        .holds("index.html", "044/5")
        .then()
        .with(|c| c.environment = vec![variable("LINES", "four")])
        .build()
        .mistakes(&["env-value"]);
}

#[test]
fn entries_with_schemas_of_their_own() {
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
