//! The checks and changes of outputs before they are published: leak scan, ledger, minification, precompressed
//! variants, budgets.

use std::io::Read;

use crate::support::{Built, TestSite, base, read_folder};
use site::diagnostic::Severity;

/// A site with these settings, whose page has this body.
fn page(settings: &str, body: &str) -> TestSite {
    base(&format!(
        "-- content/site.yaml --\ntitle: Test\nbase_url: https://example.com/\n{settings}\n-- templates/page.html --\n<!doctype html>\n\
         <html lang=\"en\">\n<head><title>T</title><meta name=\"description\" content=\"D\"></head>\n<body>\n  <h1>T</h1>\n  {body}\n</body>\n</html>\n"
    ))
}

#[test]
fn a_page_that_names_a_folder_of_this_machine_is_a_leak() {
    let site = page("", "<p data-file=\"{{ page.description_file }}\">x</p>");
    let root = std::fs::canonicalize(site.root()).expect("a folder").display().to_string();
    let site = site.replace("templates/page.html", "{{ page.description_file }}", &format!("{root}/content/a.md"));
    let drawn = site.build().mistakes(&["leak"]).drawn();
    assert!(drawn.contains("names a folder of this machine") && drawn.contains("dist/index.html:6"), "{drawn}");
}

#[test]
fn a_page_that_holds_a_secret_of_the_environment_is_a_leak() {
    let with = |body: &str, extra: &str| {
        let environment = vec![("DEPLOY_TOKEN".to_owned(), "correct-horse-battery".to_owned())];
        page("", body).edit(extra).with(|config| config.environment = environment).build()
    };
    let drawn = with("<p>correct-horse-battery</p>", "").mistakes(&["leak"]).drawn();
    assert!(drawn.contains("`DEPLOY_TOKEN`") && !drawn.contains("correct-horse"), "{drawn}");
    with("<p>horse</p>", "").fine();
    // A variable that a schema names is meant for pages.
    let asked = "-- content/keys.yaml --\n-- content/keys.schema.yaml --\nproperties:\n  map: { type: string, env: DEPLOY_TOKEN }\n";
    with("<p>{{ data.keys.map }}</p>", asked).fine().holds("index.html", "correct-horse-battery");
    let other = "-- content/note.yaml --\n# Beside OLD_DEPLOY_TOKEN\ntext: x\n";
    with("<p>correct-horse-battery</p>", other).mistakes(&["leak"]);
}

#[test]
fn samples_in_settings_are_refused_unless_they_are_replaced() {
    let site = base(
        "-- content/site.yaml --\ntitle: !sample Test\nbase_url: !sample https://example.com/\n\
         -- content/hosts.yaml --\nheaders: [{ path: /*, values: { X-A: !sample b } }]\n\
         -- content/posts/_collection.yaml --\ndefaults: { title: !sample Untitled }\n",
    );
    let site = site.with(|config| config.samples = Some(Severity::Error));
    let built = site.build().mistakes(&["sample-value"; 4]);
    assert_eq!(built.build.counts.samples, 4);
    assert!(built.drawn().contains("content/site.yaml:2:19"), "{}", built.drawn());
    let site = built.then().with(|config| config.base_url = Some("https://kites.example/".to_owned()));
    site.build().mistakes(&["sample-value"; 3]);
}

#[test]
fn a_ledger_that_was_reset_gets_its_urls_again() {
    let publish = |site: TestSite| site.with(|config| config.samples = Some(Severity::Error)).build().fine().then();
    let ledger = |site: &TestSite| std::fs::read_to_string(site.path("content/urls.txt")).expect("a ledger");
    let site =
        publish(page("", "").edit("-- content/urls.txt --\n/\n-- content/pages/new.md --\n---\ntitle: New\n---\n"));
    assert!(ledger(&site).contains("/new/"));
    let site = publish(site.edit("-- content/urls.txt --\n/\n"));
    assert!(ledger(&site).contains("/new/"));
}

#[test]
fn drafts_that_are_built_are_no_leak() {
    let draft = "-- content/pages/next-year.md --\n---\ntitle: Plans\ndraft: true\n---\n";
    let site = page("", "<p data-x=\"/next-year/\">x</p>").edit(draft);
    let site = site.build().mistakes(&["leak"]).then();
    site.with(|config| config.drafts = true).build().fine();
}

#[test]
fn pages_get_smaller_where_the_settings_say_so() {
    let body = "<!-- a note --><p>a   b</p>\n\n  <pre>a   b</pre>";
    page("", body).build().fine().holds("index.html", "<!-- a note --><p>a   b</p>");
    let built = page("output: { minify: true }", body).build().fine();
    assert!(
        built.text("index.html").ends_with("<h1>T</h1>\n<p>a b</p>\n<pre>a   b</pre>\n</body>\n</html>"),
        "{}",
        built.text("index.html")
    );
}

#[test]
fn texts_get_compressed_variants_when_the_settings_say_so() {
    let long = "<p>A kite wants wind, and string, and time.</p>".repeat(40);
    let compressed = |setting: &str, publish: bool| {
        let site = page(&format!("output: {{ compress: {setting} }}"), &long);
        site.write("public/a.txt", "wind ".repeat(400));
        site.write("public/short.txt", "wind");
        site.write("public/a.woff2", [7; 4096]);
        let severity = publish.then_some(Severity::Error);
        site.with(|config| config.samples = severity).build().fine()
    };
    let names = |built: &Built| -> Vec<String> {
        built.paths().into_iter().filter(|path| path.ends_with(".br") || path.ends_with(".gz")).collect()
    };
    let expected = ["a.txt.br", "a.txt.gz", "index.html.br", "index.html.gz"];
    let built = compressed("always", false);
    assert_eq!(names(&built), expected);
    assert_eq!(names(&compressed("publish", true)), expected);
    assert_eq!(names(&compressed("publish", false)), [""; 0]);
    assert_eq!(names(&compressed("never", true)), [""; 0]);

    let (outputs, mut text) = (built.outputs(), String::new());
    flate2::read::GzDecoder::new(&*outputs["index.html.gz"]).read_to_string(&mut text).expect("a text");
    assert_eq!(text, built.text("index.html"));
    let again = built.then().remove(".site").remove("dist").build().fine();
    assert_eq!(again.outputs(), outputs, "the same bytes without the cache");
    let cached = read_folder(&again.site.path(".site/compressed"));
    assert!(!cached.is_empty());
    for (name, mut bytes) in cached {
        bytes.truncate(bytes.len() / 2);
        again.site.write(&format!(".site/compressed/{name}"), bytes);
    }
    let again = again.then().remove("dist").build().fine();
    assert!(again.outputs() == outputs, "the same bytes after the cache was damaged");
}

/// Builds a site with these budgets, whose pages load a script and two pictures, one of them by two URLs.
fn with_budgets(budgets: &str, check_budgets: bool) -> Built {
    let body = "<img src=\"{{ asset('images/a.png') }}\" alt=\"A\" width=\"1\" height=\"1\">\n\
                <img src=\"{{ asset('images/b.png') }}\" alt=\"B\" width=\"1\" height=\"1\" loading=\"lazy\">\n\
                <img src=\"{{ asset('images/b.png') }}?again\" alt=\"B\" width=\"1\" height=\"1\" loading=\"lazy\">\n\
                <script>let within = 1;</script><script src=\"{{ asset('a.js') }}\"></script>";
    let site = page(&format!("assets: {{ hashed: [] }}\nbudgets:\n{budgets}"), body);
    let site = site.edit("-- content/pages/other.md --\n---\ntitle: Other\n---\n");
    site.write("public/images/a.png", [7; 3000]);
    site.write("public/images/b.png", [7; 5000]);
    site.write("public/a.js", "let wind = 'string and time';\n".repeat(1000));
    site.with(|config| config.check_budgets = check_budgets).build()
}

#[test]
fn pages_within_their_budgets_are_not_reported() {
    with_budgets("  - { template: page.html, images: 8 KB, html: 1 KB, script: 1 KB, css: 0 B }", true).fine();
}

#[test]
fn pages_over_the_budget_are_reported_with_what_weighs_most() {
    let drawn = with_budgets("  - template: page.html\n    images: 7.9 KB", true).mistakes(&["over-budget"]).drawn();
    for expected in [
        "`/` has 8.0 KB of pictures, 100 B too much",
        "content/site.yaml:6:13",
        "it is made of /images/b.png (5.0 KB), /images/a.png (3.0 KB)",
        "too heavy as well: /other/",
    ] {
        assert!(drawn.contains(expected), "{expected}\n{drawn}");
    }
    // 30 kB of script that repeats a line, and is compressed to some hundred bytes.
    let drawn = with_budgets("  - { template: '*.html', script: 60 B }", true).mistakes(&["over-budget"]).drawn();
    assert!(drawn.contains("/a.js (") && drawn.contains("within the page ("), "{drawn}");
}

#[test]
fn imported_style_sheets_count() {
    let site = page(
        "assets: { hashed: [] }\nbudgets:\n  - { template: page.html, css: 1 B }",
        "<link rel=\"stylesheet\" href=\"{{ asset('css/site.css') }}\">\n<style>@import url(/css/inline.css);</style>",
    );
    let site = site.edit(
        "-- public/css/site.css --\n@import \"parts/a.css\";\n-- public/css/parts/a.css --\n@import url(b.css);\n\
         -- public/css/parts/b.css --\n@import 'a.css';\n-- public/css/inline.css --\na { color: red }\n",
    );
    let drawn = site.with(|config| config.check_budgets = true).build().mistakes(&["over-budget"]).drawn();
    for path in ["/css/site", "/css/parts/a", "/css/parts/b", "/css/inline"] {
        assert!(drawn.contains(path), "{path}\n{drawn}");
    }
}

#[test]
fn budgets_are_checked_only_on_request() {
    with_budgets("  - { template: page.html, images: 1 KB }", false).fine();
}

#[test]
fn a_budget_for_no_page_is_reported() {
    let drawn =
        with_budgets("  - { template: pgae.html, images: 1 KB }", true).mistakes(&["budget-without-page"]).drawn();
    assert!(drawn.contains("did you mean `page.html`?"), "{drawn}");
}
