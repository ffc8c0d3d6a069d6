//! Islands: the same HTML as from Node, checks for differences in the browser, and the caches of bundles and
//! renderings.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};
use site::diagnostic::Place;
use site::fs::Bounds;
use site::island::{Bundled, Bundler, npm};
use std::path::Path;

use crate::support::{TestSite, base, read_folder};

/// The template of a page whose body is `call`.
fn page(call: &str) -> String {
    format!(
        "-- templates/page.html --\n<!doctype html>\n<html lang=\"en\">\n<head><title>{{{{ page.title }}}}</title>\
         <meta name=\"description\" content=\"A page\"></head>\n<body><h1>{{{{ page.title }}}}</h1>\n{call}\n</body>\n</html>\n"
    )
}

fn with_island(source: &str, call: &str) -> TestSite {
    base(&page(call)).edit(source).packages()
}

const COUNTER: &str = "\
-- islands/Counter.tsx --
import { useState } from \"react\";
export default function Counter({ start }: { start: number }) {
  const [count, setCount] = useState(start);
  return <button onClick={() => setCount(count + 1)}>{count}</button>;
}
-- islands/Counter.props.yaml --
required: [start]
properties:
  start: { type: integer }
";

const CALL: &str = "{{ island(\"Counter\", {\"start\": 3}) }}";

#[test]
fn an_island_is_rendered_into_its_page_with_one_loader() {
    let built = with_island(COUNTER, CALL).build().fine();
    let html = built.text("index.html");
    let (_, rest) = html
        .split_once("<div data-island=\"Counter\" data-hydrate=\"visible\" data-src=\"/islands/Counter.")
        .expect("the island");
    let (_, rest) = rest.split_once(".js\" ").expect("its module");
    assert!(rest.starts_with("data-prefix=\"i0\" data-props='{\"start\":3}'><button>3</button></div>"), "{rest}");
    assert_eq!(html.matches("<script data-hydrator=\"/islands/hydrate.").count(), 1);
    assert!(html.find("<script data-hydrator") < html.find("</head>"), "{html}");
    let published = built.paths();
    for name in ["islands/Counter.", "islands/hydrate."] {
        assert_eq!(published.iter().filter(|path| path.starts_with(name)).count(), 1, "{name} in {published:?}");
    }
    assert!(!published.iter().any(|path| path.ends_with(".map")), "{published:?}");
}

#[test]
fn source_maps_are_published_when_asked_for() {
    let built = with_island(COUNTER, CALL).with(|config| config.source_maps = true).build().fine();
    assert!(built.paths().iter().any(|path| path.starts_with("islands/Counter.") && path.ends_with(".js.map")));
}

#[test]
fn a_page_without_islands_has_no_script() {
    with_island(COUNTER, "").build().fine().holds_not("index.html", "<script");
    with_island(COUNTER, "{{ island(\"Counter\", {\"start\": 3}, hydrate=\"never\") }}")
        .build()
        .fine()
        .holds_not("index.html", "<script")
        .holds("index.html", "<div data-island=\"Counter\" data-hydrate=\"never\"><button>3</button></div>");
}

#[test]
fn a_site_without_islands_needs_no_packages() {
    let built = base("").build().fine();
    assert_eq!(built.paths(), ["index.html"]);
}

#[test]
fn any_part_of_react_may_be_imported() {
    let source = "-- islands/Part.tsx --\nimport { c } from \"react/compiler-runtime\";\nimport { flushSync } from \"react-dom\";\n\
                  export default function Part() { return <p>{`${typeof c} ${typeof flushSync} ${typeof globalThis.require}`}</p>; }\n";
    with_island(source, "{{ island(\"Part\") }}")
        .build()
        .fine()
        .holds("index.html", "<p>function function undefined</p>");
}

#[test]
fn imports_of_react_that_islands_lack_are_reported() {
    let source = "-- islands/Part.tsx --\nimport { renderToString } from \"react-dom/server\";\n\
                  export default function Part() { return <p>{typeof renderToString}</p>; }\n";
    let built = with_island(source, "{{ island(\"Part\") }}").build().mistakes(&["island-failed"]);
    assert!(built.drawn().contains("\"react-dom/server\" is no part of React"), "{}", built.drawn());
}

#[test]
fn an_island_that_takes_too_much_memory_is_stopped() {
    let source = "-- islands/Greedy.tsx --\nexport default function Greedy() {\n  const all = [];\n  \
                  for (;;) all.push(new Array(1e7).fill(0));\n}\n";
    let built = with_island(source, "{{ island(\"Greedy\") }}").build().mistakes(&["island-failed"]);
    assert!(built.drawn().contains("memory"), "{}", built.drawn());
}

#[test]
fn an_island_that_shows_itself_is_stopped() {
    let source = "-- islands/Mirror.tsx --\nexport default function Mirror() {\n  return <Mirror />;\n}\n";
    let built = with_island(source, "{{ island(\"Mirror\") }}").build().mistakes(&["island-failed"]);
    assert!(built.drawn().contains("a component that shows itself"), "{}", built.drawn());
}

#[test]
fn a_feed_carries_what_an_island_shows_without_scripts() {
    let site = with_island(COUNTER, "{{ page.content }}")
        .edit("-- content/pages/a.md --\n---\ntitle: A\n---\n<Counter start={3} />\n")
        .edit("-- templates/feed.xml --\n<feed>{% for page in collection(\"pages\") %}{{ page.content | for_feed }}{% endfor %}</feed>\n")
        .replace("content/site.yaml", "title: Test\n", "title: Test\npages: [{ route: /feed.xml, template: feed.xml }]\n");
    let feed = site.build().fine().text("feed.xml");
    assert!(feed.contains("&lt;button&gt;3&lt;/button&gt;"), "{feed}");
    assert!(!feed.contains("data-src") && !feed.contains("data-props"), "{feed}");
}

#[test]
fn a_damaged_bundle_is_made_again() {
    let mut built = with_island(COUNTER, CALL).build().fine();
    let clean = read_folder(&built.site.path("dist"));
    let react =
        read_folder(&built.site.path(".site/islands/react")).into_keys().find(|path| path.ends_with("/react.js"));
    let react = format!("*/{}", react.expect("React").split_once('/').expect("a folder").1);
    for damaged in ["manifest.json", "server/server.js", "client/islands/hydrate.*.js", &react] {
        for text in [None, Some("")] {
            let found = cached_file(&built.site, damaged);
            match text {
                None => std::fs::remove_file(&found),
                Some(text) => std::fs::write(&found, text),
            }
            .expect("a file of the cache");
            std::fs::remove_dir_all(built.site.path("dist")).expect("the outputs");
            built = built.then().build().fine();
            assert_eq!(read_folder(&built.site.path("dist")), clean, "{damaged} {text:?}");
        }
    }
}

#[test]
fn folders_of_killed_runs_are_removed_from_the_cache() {
    let site = with_island(COUNTER, CALL);
    site.write(".site/islands/work-4000000/client/a.js", "half");
    let claimed = site.path(".site/islands/work-4000001");
    std::fs::create_dir(&claimed).expect("a folder");
    let claim = site::fs::lock(&claimed);
    let built = site.build().fine();
    let is_there = |name: &str| built.site.path(".site/islands").join(name).is_dir();
    assert!(!is_there("work-4000000") && is_there("work-4000001"), "the folder of a running build stays");
    drop(claim);
}

#[test]
fn a_script_without_import_and_export_needs_no_other_file() {
    let script = "-- islands/scripts/plain.ts --\ndocument.title = \"wind\";\n";
    let call = format!("{CALL}<script type=\"module\" src=\"{{{{ script(\"plain\") }}}}\"></script>");
    let lock = include_str!("../package-lock.json");
    for package in ["{}", "{ \"type\": \"commonjs\" }"] {
        let site = with_island(COUNTER, &call).edit(script).with(|config| config.source_maps = true);
        site.write("package.json", package);
        site.write("package-lock.json", lock);
        let built = site.build().fine();
        let paths = built.paths();
        let published = paths.iter().find(|path| path.starts_with("scripts/plain.") && path.ends_with(".js"));
        let published = published.expect("the script");
        let text = built.text(published);
        assert!(text.contains("document.title") && !text.contains("import"), "{package}: {text}");
        let has_map = paths.contains(&format!("{published}.map"));
        assert_eq!(text.contains("sourceMappingURL"), has_map, "{package}: {text}");
    }
}

#[test]
fn imports_find_files_in_either_form_of_unicode() {
    let (apart, one) = ("joa\u{303}o", "jo\u{e3}o");
    for (on_disk, written) in [(apart, one), (one, apart), (apart, apart)] {
        let built = base(&page(&format!("<script type=\"module\" src=\"{{{{ script(\"{one}\") }}}}\"></script>")))
            .packages()
            .edit(&format!(
                "-- islands/scripts/{on_disk}.ts --\nimport {{ kite }} from \"../lib/{written}/{written}\";\ndocument.title = kite;\n\
                 -- islands/lib/{on_disk}/{on_disk}.ts --\nexport {{ kite }} from \"./plain\";\n\
                 -- islands/lib/{on_disk}/plain.ts --\nexport const kite = \"a kite\";\n"
            ))
            .edit(&format!(
                "-- content/site.yaml --\ntitle: Test\nbase_url: https://example.com/\nassets: {{ bundles: [{written}.css] }}\n\
                 -- public/{on_disk}.css --\n@import \"./parts/{written}.css\";\n\
                 -- public/parts/{on_disk}.css --\nbody {{ background: url(\"../{written}.svg\") }}\n\
                 -- public/{on_disk}.svg --\n<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n"
            ))
            .build()
            .fine();
        let paths = built.paths();
        let published = |begin: String, end: &str| {
            let path = paths.iter().find(|path| path.starts_with(&begin) && path.ends_with(end));
            path.unwrap_or_else(|| panic!("{begin}: {paths:?}"))
        };
        let (style, picture) = (published(format!("{one}."), ".css"), published(format!("{one}."), ".svg"));
        assert!(built.text(published(format!("scripts/{one}."), ".js")).contains("a kite"));
        assert!(built.text(style).contains(picture.as_str()), "{}", built.text(style));
        assert!(!built.paths().contains(&format!("{one}.svg")), "the picture has its other name only");
    }
}

/// Finds a file in the cache of bundles by its path below its folder; `*` stands for a part of its name.
fn cached_file(site: &TestSite, name: &str) -> std::path::PathBuf {
    let (begin, end) = name.split_once('*').unwrap_or((name, ""));
    let all = read_folder(&site.path(".site/islands"));
    let is_it = |path: &&String| {
        let own = path.split_once('/').map_or("", |(_, own)| own);
        own.starts_with(begin) && own.ends_with(end)
    };
    site.path(".site/islands").join(all.keys().find(is_it).expect("a file of the bundle"))
}

#[cfg(unix)]
#[test]
fn a_react_that_can_not_render_islands_is_reported() {
    let packages = ["react/index.js", "react/jsx-runtime.js", "react-dom/index.js", "react-dom/client.js"];
    let files = packages.map(|path| format!("-- node_modules/{path} --\nmodule.exports = {{}};\n"));
    let site = base(&page(CALL)).edit(COUNTER).edit(&files.concat());
    let esbuild = Path::new(env!("CARGO_MANIFEST_DIR")).join("node_modules/@esbuild");
    std::os::unix::fs::symlink(esbuild, site.path("node_modules/@esbuild")).expect("a link");
    let drawn = site.build().mistakes(&["missing-react"]).drawn();
    for part in [
        "can't render islands",
        "it has no file for `react-dom-server-legacy.browser`",
        "npm install --save-exact react@19 react-dom@19",
    ] {
        assert!(drawn.contains(part), "{drawn}");
    }
}

#[test]
fn the_place_of_an_error_is_exact_after_letters_beyond_ascii() {
    let source = "-- islands/Price.tsx --\nconst signs = [\"₹₹₹₹₹₹₹₹\", \"€€€€€€€€\", \"🪁🪁🪁🪁\"];\n\
                  export default function Price() { return <p>{signs.join().toLocaleUpperCase()}</p>; }\n";
    let built = with_island(source, "{{ island(\"Price\") }}").build().mistakes(&["island-failed"]);
    let place = built.build.diagnostics[0].place.as_ref().expect("a place");
    let marked = &place.text[place.mark.clone()];
    assert_eq!((&*place.file, place.line, marked), ("islands/Price.tsx", 2, "toLocaleUpperCase"));
}

#[cfg(unix)]
#[test]
fn an_install_leaves_the_folder_of_linked_packages_as_it_is() {
    let lock = "{ \"packages\": { \"node_modules/react\": { \"version\": \"0.0.0\" } } }";
    let site = base("").edit(&format!("-- package.json --\n{{}}\n-- package-lock.json --\n{lock}\n"));
    let other = base("").edit("-- react/index.js --\n");
    std::os::unix::fs::symlink(other.root(), site.path("node_modules")).expect("a link");
    // Whether the install succeeds does not matter.
    let _ = npm::install(site.root(), false, &|_| {});
    assert!(other.path("react/index.js").is_file());
    assert!(!site.path("node_modules").is_symlink());
}

#[test]
fn islands_without_packages_say_what_to_install() {
    let built = base(&page("")).edit(COUNTER).build().mistakes(&["missing-esbuild"]);
    assert!(built.drawn().contains("npm install --save-exact --save-dev esbuild"), "{}", built.drawn());
}

#[cfg(unix)]
#[test]
fn an_esbuild_that_does_not_answer_is_reported_with_its_version() {
    // npm has installed it for this machine alone.
    let installed = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("node_modules/@esbuild"));
    let platform = installed.expect("esbuild").next().expect("a package").expect("its folder").file_name();
    let package = format!("node_modules/@esbuild/{}", platform.to_string_lossy());
    let site = base(&format!(
        "-- content/site.yaml --\ntitle: Test\nbase_url: https://example.com/\nassets: {{ bundles: [css/site.css] }}\n\
         -- public/css/site.css --\nbody {{ margin: 0 }}\n\
         -- {package}/package.json --\n{{ \"version\": \"9.8.7\" }}\n",
    ));
    std::fs::create_dir(site.path(&package).join("bin")).expect("a folder");
    std::os::unix::fs::symlink("/bin/false", site.path(&package).join("bin/esbuild")).expect("a link");
    let drawn = site.build().mistakes(&["esbuild-failed"]).drawn();
    for part in ["it ended without an answer", "version 9.8.7 of esbuild is installed"] {
        assert!(drawn.contains(part), "{drawn}");
    }
}

#[test]
fn ids_and_props_are_safe_in_attributes() {
    let call = "{{ island(\"Say\", {\"words\": \"it's <b>&amp;\\\"\"}, id=\"a&quot;b\") }}";
    let source = "-- islands/Say.tsx --\nexport default function Say({ words }: { words: string }) { return <p>{words}</p>; }\n\
                  -- islands/Say.props.yaml --\nproperties:\n  words: { type: string }\n";
    with_island(source, call)
        .build()
        .fine()
        .holds("index.html", "data-props='{\"words\":\"it&#39;s <b>&amp;amp;\\\"\"}'")
        .holds("index.html", "<p>it&#x27;s &lt;b&gt;&amp;amp;&quot;</p>")
        .holds("index.html", "id=\"a&amp;quot;b\"");
}

#[test]
fn props_that_are_none_are_left_out_and_defaults_are_given() {
    let source = "-- islands/Say.tsx --\nexport default function Say(props: object) { return <p>{JSON.stringify(props)}</p>; }\n\
                  -- islands/Say.props.yaml --\nproperties:\n  words: { type: string }\n  size: { type: integer, default: 3 }\n  list: { type: array, items: { properties: { a: {}, b: {} } } }\n";
    with_island(source, "{{ island(\"Say\", {\"words\": none, \"list\": [{\"a\": 1, \"b\": none}]}) }}")
        .build()
        .fine()
        .holds("index.html", "data-props='{\"list\":[{\"a\":1}],\"size\":3}'");
}

#[test]
fn react_does_not_preload_the_pictures_of_an_island() {
    let source = "-- islands/Photo.tsx --\nexport default function Photo() { return <img src=\"/a.png\" alt=\"A kite\" width=\"1\" height=\"1\" />; }\n";
    with_island(source, "{{ island(\"Photo\", hydrate=\"never\") }}")
        .edit("-- public/a.png --\nx\n")
        .build()
        .fine()
        .holds("index.html", "data-hydrate=\"never\"><img src=\"/a.png\"");
}

#[test]
fn an_island_that_keeps_state_between_renderings_is_reported() {
    let source = "-- islands/Count.tsx --\nlet count = 0;\nexport default function Count({ of }: { of: string }) { count += 1; return <p>{of} {count}</p>; }\n\
                  -- islands/Count.props.yaml --\nproperties:\n  of: { type: string }\n";
    let call = "{% for word in [\"a\", \"b\"] %}{{ island(\"Count\", {\"of\": word}) }}{% endfor %}";
    let built = with_island(source, call).build().mistakes(&["island-remembers"]);
    assert!(built.drawn().contains("islands/Count.tsx"), "{}", built.drawn());
    // The next build takes none of its renderings from the cache.
    built.then().build().mistakes(&["island-remembers"]);
}

#[test]
fn an_error_that_kept_state_hides_is_reported() {
    let source = "-- islands/Word.tsx --\nlet known: string | undefined;\nexport default function Word({ of }: { of?: string }) { known ??= of; return <p>{known!.length}</p>; }\n\
                  -- islands/Word.props.yaml --\nproperties:\n  of: { type: string }\n";
    let drawn = with_island(source, "{{ island(\"Word\", {\"of\": \"a\"}) }}{{ island(\"Word\", {}) }}")
        .build()
        .mistakes(&["island-failed"])
        .drawn();
    assert!(drawn.contains("islands/Word.tsx:2") && drawn.contains("outside the component"), "{drawn}");
}

#[test]
fn an_error_in_a_file_outside_of_the_site_is_reported_there() {
    let source = "-- islands/Word.tsx --\nimport { fail } from \"../../shared/fail\";\nexport default function Word() { return <p>{fail()}</p>; }\n\
                  -- shared/fail.ts --\nexport function fail(): string { return \"\"; }\n";
    let site = with_island(source, "{{ island(\"Word\") }}");
    let nested = ["content", "islands", "node_modules", "package.json", "package-lock.json", "templates"];
    std::fs::create_dir(site.path("site")).expect("a folder");
    for name in nested.iter().filter(|name| site.path(name).exists()) {
        std::fs::rename(site.path(name), site.path("site").join(name)).expect("to move it");
    }
    site.write("shared/fail.ts", "export function fail(): string {\n  throw new Error(\"no word\");\n}\n");
    let ran = site.run(&["build", "--root", "site"]);
    assert!(ran.errors.contains("no word") && ran.errors.contains(" ../shared/fail.ts:2"), "{}", ran.errors);
}

/// Builds a site with an island for each expression. Asserts that exactly those are reported which a build may not
/// accept.
#[track_caller]
fn check_shown(shown: &[(&str, bool)]) {
    let mut site = base("").packages();
    for (number, (expression, _)) in shown.iter().enumerate() {
        let call = format!("{{{{ island(\"Show{number}\", hydrate=\"never\") }}}}");
        let template = page(&call).replace("page.html", &format!("show{number}.html"));
        site = site.edit(&template).edit(&format!(
            "-- content/pages/show{number}.md --\n---\ntitle: Show\ntemplate: show{number}.html\n---\n\
             -- islands/Show{number}.tsx --\nconst started = new Date().getDate();\n\
             export default function Show() {{ return <p>{{String({expression})}}{{started > 40}}</p>; }}\n"
        ));
    }
    let built = site.build();
    let diagnostics = &built.build.diagnostics;
    for (number, (expression, is_accepted)) in shown.iter().enumerate() {
        let file = format!("islands/Show{number}.tsx");
        let is_about = |place: &Place| *place.file == *file;
        let found: Vec<_> = diagnostics.iter().filter(|d| d.place.as_ref().is_some_and(is_about)).collect();
        let codes: Vec<&str> = found.iter().map(|d| d.code).collect();
        let expected: &[&str] = if *is_accepted { &[] } else { &["island-differs"] };
        assert_eq!(codes, expected, "{expression}: {}", built.drawn());
    }
    let refused = shown.iter().filter(|(_, is_accepted)| !is_accepted).count();
    assert_eq!(diagnostics.len(), refused, "{}", built.drawn());
}

#[test]
fn islands_that_show_the_clock_or_the_zone_are_reported() {
    check_shown(&[
        ("Date.now()", false),
        ("new Date().getTime() > 0", true),
        ("performance.now()", false),
        ("new Date().getHours() < 12", false),
        ("new Date().getHours() < 18", false),
        ("new Date().getDay() % 6 === 0", false),
        ("new Date().getDate() % 2", false),
        ("new Date().getMonth() < 6", false),
        ("new Date().getFullYear() % 2", false),
        ("new Date().getMinutes() < 30", false),
        ("new Date().getSeconds() < 30", false),
        ("new Date().getMilliseconds() < 500", false),
        ("new Date(0).getHours()", false),
        ("new Date(0).getUTCHours()", true),
        ("new Date(2025, 0, 1).toISOString()", false),
        ("new Date(\"2025-01-01\").toISOString()", true),
        ("new Date(\"2025-01-01T10:00\").toISOString()", false),
        ("new Date(\"2025-01-01T10:00+05:30\").toISOString()", true),
        ("new Date(\"Wed, 01 Jan 2025 10:00:00 +0530\").toISOString()", true),
        ("new Date(\"06-15-2025\").toISOString()", false),
        ("new Date(\"06-15-2025\").getDate()", true),
        ("new Date(new String(\"2025-01-01T10:00\")).toISOString()", false),
        ("new Date(new String(\"2025-01-01\")).toISOString()", true),
        ("new Date(new Number(7)).toISOString()", true),
        ("String(new Date(0))", false),
        ("started", false),
    ]);
}

#[test]
fn islands_that_show_random_numbers_are_reported() {
    // Each in a site of its own: the numbers of an island depend on the islands that were rendered before.
    check_shown(&[("Math.random()", false)]);
    check_shown(&[("Math.random() < 2", true)]);
    check_shown(&[("Math.random() < 0.5", false)]);
    check_shown(&[("Math.floor(Math.random() * 2)", false)]);
}

#[test]
fn dates_behave_as_in_browsers() {
    let source = "-- islands/Show.tsx --\nexport default function Show() {\n  const d = new Date(Date.UTC(2024, 1, 29, 12, 5, 6, 7));\n  \
        const same = [d.getDay() === d.getUTCDay(), d.getYear() === 124, new Date(d).getTime() === d.getTime(),\n    \
        new Date(NaN).toString() === \"Invalid Date\", Date.length === 7, Date.name === \"Date\", d instanceof Date,\n    \
        d.constructor === Date, typeof Date() === \"string\", new Date(d.toString()).getTime() === d.getTime() - 7,\n    \
        new Date(2024, 1, 29, 23, 5, 6, 7).getHours() === 23, new Date(99, 0).getFullYear() === 1999];\n  \
        d.setHours(1, 2, 3, 4);\n  return <p>{same.join()} {d.getHours()}:{d.getMinutes()}:{d.getSeconds()}.{d.getMilliseconds()}</p>;\n}\n";
    let all = ["true"; 12].join(",");
    with_island(source, "{{ island(\"Show\", hydrate=\"never\") }}").build().fine().holds(
        "index.html",
        &format!("<p>{all}<!-- --> <!-- -->1<!-- -->:<!-- -->2<!-- -->:<!-- -->3<!-- -->.<!-- -->4</p>"),
    );
}

/// Returns the bundles in the cache, by name, and when each was written.
fn cached_bundles(site: &TestSite) -> BTreeMap<OsString, SystemTime> {
    let folders = std::fs::read_dir(site.path(".site/islands")).expect("the cache").filter_map(Result::ok);
    let bundles = folders.filter(|entry| entry.path().join("manifest.json").is_file());
    bundles.map(|entry| (entry.file_name(), entry.metadata().and_then(|m| m.modified()).expect("a time"))).collect()
}

#[test]
fn a_bundle_is_made_again_when_something_of_it_changed() {
    let built = with_island(COUNTER, CALL).build().fine();
    let first = cached_bundles(&built.site);
    let page = built.text("index.html");
    let built = built.then().build().fine();
    assert_eq!(cached_bundles(&built.site), first, "nothing changed");
    let built = built.then().edit("-- islands/lib/unused.ts --\nexport {};\n").build().fine();
    assert_eq!(cached_bundles(&built.site).len(), 2, "a file came");
    assert_eq!(built.text("index.html"), page, "but it is no part of anything");
    let built = built.then().replace("islands/Counter.tsx", "<button", "<button type=\"button\"").build().fine();
    assert!(built.text("index.html").contains("<button type=\"button\">3</button>"));
    let built = built.then().with(|config| config.development = true).build().fine();
    assert_eq!(cached_bundles(&built.site).len(), 4);
    let built = built.then().with(|config| config.development = false).build().fine();
    assert_eq!(cached_bundles(&built.site).len(), 4, "the one for production is still there");
}

#[test]
fn a_changed_file_outside_of_islands_reaches_its_island() {
    let source = COUNTER
        .replace("{count}</button>", "{count} {note}</button>")
        .replace("import", "import { note } from \"../shared/note\";\nimport");
    let built = with_island(&source, CALL).edit("-- shared/note.ts --\nexport const note = \"old\";\n").build().fine();
    let built = built.holds("index.html", "old").then();
    let built = built.replace("shared/note.ts", "old", "new").build().fine();
    let built = built.holds("index.html", "new").holds_not("index.html", "old").then();
    // An import without an ending leads to this one first.
    let built = built.edit("-- shared/note.tsx --\nexport const note = \"first\";\n").build().fine();
    built.holds("index.html", "first");
}

#[test]
fn a_changed_hidden_file_reaches_the_island_that_imports_it() {
    let source = COUNTER
        .replace("{count}</button>", "{count} {note}</button>")
        .replace("import", "import { note } from \"./lib/.note\";\nimport");
    let note = |text: &str| format!("-- islands/lib/.note.ts --\nexport const note = \"{text}\";\n");
    let built = with_island(&source, CALL).edit(&note("old")).build().fine();
    built.then().edit(&note("new")).build().fine().holds("index.html", "new");
}

#[test]
fn a_bundle_is_made_again_when_an_extended_tsconfig_changes() {
    let settings =
        |target: &str| format!("-- base.json --\n{{ \"compilerOptions\": {{ \"target\": \"{target}\" }} }}\n");
    let extended = "-- tsconfig.json --\n{ \"extends\": \"./base.json\" }\n";
    let built = with_island(COUNTER, CALL).edit(extended).edit(&settings("es2020")).build().fine();
    let built = built.then().edit(&settings("es2022")).build().fine();
    assert_eq!(cached_bundles(&built.site).len(), 2);
}

#[test]
fn forms_with_a_function_as_action_have_no_script() {
    let source = "-- islands/Ask.tsx --\nimport { useActionState } from \"react\";\n\
                  const ask = async (count: number) => count + 1;\n\
                  export default function Ask() {\n  const [count, add] = useActionState(ask, 0, \"/\");\n  \
                  return <><form action={add}><button>{count}</button></form>\
                  <form action={() => {}}><button formAction={() => {}}>Ask</button></form></>;\n}\n";
    let built = with_island(source, "{{ island(\"Ask\", hydrate=\"never\") }}").build();
    let html = built.text("index.html");
    assert!(!html.contains("javascript:") && !html.contains("<script"), "{html}");
    assert!(html.contains("<form action=\"/\"><button>0</button></form><form action=\"#\">"), "{html}");
}

#[test]
fn packages_with_a_build_for_workers_are_prerendered_by_it() {
    let package = r#"-- vendor/node_modules/sheet/package.json --
{ "name": "sheet", "exports": { "worker": "./worker.js", "browser": "./browser.js", "default": "./node.js" } }
-- vendor/node_modules/sheet/worker.js --
export const place = "worker";
-- vendor/node_modules/sheet/browser.js --
export const place = document.title;
-- vendor/node_modules/sheet/node.js --
export { sep as place } from "node:path";
-- vendor/use.ts --
export { place } from "sheet";
"#;
    let source = "-- islands/Sheet.tsx --\nimport { place } from \"../vendor/use\";\n\
                  export default function Sheet() { return <p>{place}</p>; }\n";
    let site = with_island(source, "{{ island(\"Sheet\") }}").edit(package);
    site.build().fine().holds("index.html", "<p>worker</p>");
}

#[test]
fn tests_beside_islands_are_no_islands() {
    let tests = "-- islands/Counter.test.tsx --\nimport { test } from \"vitest\";\ntest(\"counts\", () => {});\n\
                 -- islands/scripts/menu.test.ts --\nimport { test } from \"vitest\";\n";
    with_island(COUNTER, CALL).edit(tests).build().fine();
}

#[test]
fn props_may_use_shared_definitions() {
    let shared = "-- content/shared.schema.yaml --\n$defs: { amount: { type: integer, minimum: 1 } }\n";
    let props = "-- islands/Counter.props.yaml --\nproperties: { start: { $ref: \"shared#/$defs/amount\" } }\n";
    let built = with_island(COUNTER, CALL).edit(shared).edit(props).build().fine();
    built.then().replace("content/shared.schema.yaml", "minimum: 1", "minimum: 4").build().mistakes(&["out-of-range"]);
}

#[test]
fn the_recipes_of_the_docs_are_built() {
    let docs = include_str!("../docs/islands.md");
    let blocks = docs.split("```tsx\n// islands/").skip(1).filter_map(|block| block.split_once("```"));
    let files = blocks.map(|(block, _)| format!("-- islands/{}", block.replacen('\n', " --\n", 1)));
    let call = |file: &String| {
        let name = file.strip_prefix("-- islands/")?.split_once(".tsx --")?.0;
        Some(format!("{{{{ island(\"{name}\") }}}}\n"))
    };
    let files: Vec<String> = files.collect();
    let calls: String = files.iter().filter_map(call).collect();
    assert_eq!(calls.lines().count(), 4, "{calls}");
    let props = "-- islands/Amount.props.yaml --\nproperties: { amount: { type: number }, text: { type: string } }\n";
    let map = "-- islands/lib/Map.tsx --\nif (!document.title) throw new Error();\nexport default () => <b>Map</b>;\n";
    let site = with_island(&files.concat(), &format!("{{{{ script_inline(\"theme\") }}}}\n{calls}"));
    site.edit(props).edit(map).build().fine().holds("index.html", "<p>12 Harbour Street</p>");
}

#[test]
fn html_shown_without_its_component_is_reported_with_the_cure() {
    let source = "-- islands/Panel.tsx --\nexport default function Panel({ children }: { children: string }) {\n  \
                  return <section>{children}</section>;\n}\n\
                  -- islands/Panel.props.yaml --\nproperties: { children: { html: true } }\n";
    let call = "{% set body %}<p>Hello</p>{% endset %}{{ island(\"Panel\", {\"children\": body}) }}";
    let built = with_island(source, call).build().mistakes(&["island-failed"]);
    assert!(built.drawn().contains("`<Html of={children} />`"), "{}", built.drawn());
}

#[test]
fn packages_that_are_not_installed_are_reported_with_the_cure() {
    let source = COUNTER.replace("import { useState", "import { clamp } from \"@acme/math/clamp\";\nimport { useState");
    let built = with_island(&source.replace("(start)", "(clamp(start))"), CALL).build().mistakes(&["bundle-error"]);
    assert!(built.drawn().contains("`npm install @acme/math`"), "{}", built.drawn());
}

#[test]
fn a_class_name_among_the_props_is_reported_with_the_options() {
    let call = "{{ island(\"Counter\", {\"start\": 3, \"className\": \"wide\"}) }}";
    let built = with_island(COUNTER, call).build().mistakes(&["unknown-key"]);
    assert!(built.drawn().contains("`class`, `id`, `tag` and `hydrate`"), "{}", built.drawn());
}

#[test]
fn types_that_are_out_of_date_are_reported() {
    let site = with_island(COUNTER, CALL);
    let built = site.edit("-- islands/props.d.ts --\nexport interface CounterProps {}\n").build();
    assert!(built.drawn().contains("warning[types-out-of-date]: islands/props.d.ts"), "{}", built.drawn());
}

#[test]
fn a_misnamed_island_does_not_break_the_others() {
    let built = with_island(COUNTER, CALL).edit("-- islands/lower.tsx --\nexport default () => null;\n").build();
    built.mistakes(&["island-name"]);
}

#[test]
fn styles_are_bundled_with_what_they_import() {
    let files = "-- content/site.yaml --\ntitle: Test\nbase_url: https://example.com/docs/\nassets: { bundles: [css/site.css] }\n\
                 -- public/css/site.css --\n@import \"./parts/base.css\" layer(base);\n@layer page { a { color: red } }\n\
                 -- public/css/parts/base.css --\nbody { background: url(../../images/dot.svg) }\n\
                 -- public/css/print.css --\nbody { color: black }\n\
                 -- public/images/dot.svg --\n<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n";
    let head = "<link rel=\"stylesheet\" href=\"{{ asset(\"css/site.css\") }}\">\
                <link rel=\"icon\" href=\"{{ asset(\"images/dot.svg\") }}\">";
    let built = base(&page(head)).edit(files).packages().build().fine();
    let paths = built.paths();
    let (bundles, others): (Vec<_>, Vec<_>) = paths.iter().partition(|path| path.starts_with("css/site."));
    assert_eq!(bundles.len(), 1, "{paths:?}");
    assert!(others.iter().any(|path| path.starts_with("css/print.")), "{paths:?}");
    assert!(!others.iter().any(|path| path.contains("parts")), "{paths:?}");
    let css = built.text(bundles[0]);
    // A picture that they name has a hash in its name too, and pages use the same name.
    let pictures: Vec<&String> = paths.iter().filter(|path| path.starts_with("images/")).collect();
    let [dot] = pictures[..] else { panic!("{paths:?}") };
    assert!(dot.starts_with("images/dot.") && dot.len() > "images/dot.svg".len() && dot.ends_with(".svg"), "{dot}");
    assert!(css.contains(&format!("../{dot}")), "{css}");
    let built = built.holds("index.html", &format!("href=\"/docs/{}\"", bundles[0]));
    let built = built.holds("index.html", &format!("href=\"/docs/{dot}\""));
    // A changed part changes the address of the bundle, and a changed picture its own.
    let (before, old) = (bundles[0].clone(), dot.clone());
    let built = built.then().replace("public/css/parts/base.css", "body", "html").build().fine().lacks(&before);
    built.then().replace("public/images/dot.svg", "<svg", "<svg width=\"1\"").build().fine().lacks(&old);
}

#[test]
fn an_endless_island_is_stopped_within_a_minute() {
    let source = "-- islands/Loop.tsx --\nexport default function Loop() { for (;;); return <p />; }\n";
    let start = std::time::Instant::now();
    with_island(source, "{{ island(\"Loop\") }}").build().mistakes(&["island-failed"]);
    assert!(start.elapsed() < Duration::from_mins(1), "{:?}", start.elapsed());
}

/// An island that shows any JSON, in many forms.
const SHOW: &str = "\
-- islands/Show.tsx --
import { Fragment, createContext, useContext, useId, useMemo, useReducer } from \"react\";
const Depth = createContext(0);
function Item({ value }: { value: unknown }) {
  const depth = useContext(Depth);
  const id = useId();
  const [state] = useReducer((n: number) => n + 1, depth);
  const text = useMemo(() => String(value), [value]);
  if (Array.isArray(value)) {
    return <ul id={id} data-state={state}>{value.map((item, at) => <li key={at}><Depth value={depth + 1}><Item value={item} /></Depth></li>)}</ul>;
  }
  if (value && typeof value === \"object\") {
    return <dl className={id} style={{ order: depth, marginTop: 1.5 }}>{Object.entries(value).map(([key, item]) => (
      <Fragment key={key}><dt title={key}>{key}</dt><dd><Item value={item} /></dd></Fragment>))}</dl>;
  }
  return <><label htmlFor={id}>{text} and {value as string}</label><input id={id} defaultValue={text} disabled={!value} /></>;
}
export default function Show({ value }: { value: unknown }) {
  return <section aria-label={JSON.stringify(value)}><Item value={value} /></section>;
}
-- islands/Show.props.yaml --
properties:
  value: {}
";

/// Renders in Node: reads a list of props and prefixes of ids, and prints the list of HTML.
const NODE: &str = r#"
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import Show from "./islands/Show";
import { readFileSync } from "node:fs";
const asked = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(asked.map(([props, prefix]) => renderToString(createElement(Show, props), { identifierPrefix: prefix }))));
"#;

#[test]
fn islands_are_rendered_as_node_renders_them() {
    let site = with_island(SHOW, "").edit(&format!("-- node.tsx --\n{NODE}"));
    let Bundled { prerenderer, diagnostics, .. } = Bundler::default().bundle_scripts(&site.config, &Bounds::default());
    assert_eq!(diagnostics, []);
    let prerender = prerenderer.expect("a bundle");
    let gathered: RefCell<Vec<(Value, String)>> = RefCell::default();
    let strategy = (any_json(), "[a-z][0-9]{1,3}");
    TestRunner::deterministic()
        .run(&strategy, |(value, prefix)| {
            gathered.borrow_mut().push((json!({ "value": value }), prefix));
            Ok(())
        })
        .expect("the cases");
    let cases = gathered.into_inner();
    let ours: Vec<String> = cases
        .iter()
        .map(|(props, prefix)| {
            prerender.render("Show", &props.to_string(), prefix).expect("to be rendered").to_string()
        })
        .collect();
    assert_eq!(prerender.check_kept_state(), []);
    let node = by_node(&site, &cases);
    assert_eq!(ours.len(), node.len());
    for ((ours, node), (props, _)) in ours.iter().zip(&node).zip(&cases) {
        assert_eq!(ours, node, "{props}");
    }
}

fn by_node(site: &TestSite, cases: &[(Value, String)]) -> Vec<String> {
    let packages = site.path("node_modules");
    let bundled = Command::new(packages.join(".bin/esbuild"))
        .args(["node.tsx", "--bundle", "--platform=node", "--jsx=automatic", "--outfile=node.cjs", "--log-level=error"])
        .arg("--define:process.env.NODE_ENV=\"production\"")
        .current_dir(site.root())
        .status();
    assert!(bundled.expect("esbuild").success());
    let mut node = Command::new("node")
        .arg("node.cjs")
        .current_dir(site.root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node");
    let asked = serde_json::to_vec(cases).expect("JSON");
    node.stdin.take().expect("its input").write_all(&asked).expect("to ask");
    let output = node.wait_with_output().expect("its answer");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        (-1e9..1e9).prop_map(|number: f64| json!(number)),
        any::<String>().prop_map(Value::from),
        "[<>&\"' a-zäß✓🪁\u{0}\u{2028}]{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-z<&\"]{1,6}", inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}
