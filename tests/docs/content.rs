//! `docs/content.md`: what it says is tested with small sites and with its examples.

use std::fmt::Write as _;

use crate::support::{Built, TestSite, base};

const CONTENT: &str = include_str!("../../docs/content.md");

/// Returns the example that begins with a line.
fn example(first_line: &str) -> &'static str {
    let mut fences = CONTENT.split("\n```yaml\n").skip(1).filter_map(|rest| rest.split("```").next());
    fences.find(|fence| fence.starts_with(first_line)).expect("an example that begins so")
}

/// Asserts that there is one diagnostic, and that it holds these texts as a terminal shows it.
#[track_caller]
fn one_mistake(built: &Built, texts: &[&str]) {
    let drawn = built.drawn();
    assert_eq!(built.build.diagnostics.len(), 1, "{drawn}");
    for text in texts {
        assert!(drawn.contains(text), "no {text:?} in\n{drawn}");
    }
}

/// [`base`] whose home page has these fields, by this schema, and prints `show`.
fn field(property: &str, line: &str, show: &str) -> TestSite {
    base(&format!(
        "-- content/pages/_collection.yaml --\ntemplate: page.html\nschema:\n  properties:\n    {property}\n\
         -- content/pages/home.md --\n---\nroute: /\n{line}\n---\n\
         -- templates/page.html --\n<!doctype html><html lang=\"en\"><head><title>T</title><meta name=\"description\" content=\"D\"></head>\
         <body><h1>H</h1>[{show}]{{{{ page.content }}}}</body></html>\n"
    ))
}

/// [`base`] whose home page has this Markdown.
fn markdown(text: &str) -> TestSite {
    base("").edit(&format!("-- content/pages/home.md --\n---\ntitle: Home\nroute: /\n---\n{text}\n"))
}

const ARTICLE: &str = "-- templates/article.html --\n<!doctype html><html lang=\"en\"><head><title>T</title>\
    <meta name=\"description\" content=\"D\"></head><body><h1>T</h1>{{ page.author.name }}: \
    {{ page.related | map(attribute=\"title\") | join(\"+\") }} {{ page.image is none }} {{ page.intro | markdown(inline=true) }}</body></html>\n";

/// The collection of the document's example, with a team and an article.
fn blog() -> TestSite {
    base(ARTICLE)
        .edit(&format!("-- content/articles/_collection.yaml --\n{}", example("route: /blog/{slug}/")))
        .edit("-- content/team/_collection.yaml --\nschema: { properties: { name: { type: string } } }\n")
        .edit("-- content/team/ada.yaml --\nname: Ada\n")
        .edit("-- content/articles/One.md --\n---\ntitle: One\ndate: 2025-01-01\nauthor: ada\n---\n")
}

#[test]
fn the_example_of_the_settings_builds() {
    let page = "<!doctype html><html lang=\"en\"><head><title>{{ page.title or page.term.name }}</title></head><body><h1>T</h1>{{ paginator.items | length if paginator else \"\" }}</body></html>\n";
    let mut files = format!("-- content/site.yaml --\n{}", example("title: Example"));
    write!(files, "-- templates/sitemap.xml --\n<urlset>{{{{ page.colour }}}}</urlset>\n-- templates/404.html --\n{page}-- templates/tag.html --\n{page}")
        .expect("a text");
    let mut articles = "-- content/articles/_collection.yaml --\nroute: /{slug}/\ntemplate: page.html\n".to_owned();
    for number in 0..12 {
        write!(articles, "-- content/articles/a{number}.md --\n---\ntags: [seo]\ntitle: T\n---\n").expect("a text");
    }
    let built = base(&files)
        .edit(&articles)
        .edit("-- content/pages/home.md --\n---\ntitle: Home\nroute: /\n---\n\"Quoted\" -- [preview](/preview/any/)\n")
        .edit("-- public/a.css --\n-- public/b.txt --\n")
        .replace("content/site.yaml", "template: sitemap.xml", "template: sitemap.xml\n    colour: red")
        .build();
    assert_eq!(built.build.errors(), 0, "{}", built.drawn());
    let built = built
        .holds("index.html", "<p>“Quoted” – <a href=\"/preview/any/\">")
        .holds("404.html", "<title>Page not found</title>")
        .holds("sitemap.xml", "red")
        .holds("tags/seo/index.html", "<h1>T</h1>10<")
        .holds("tags/seo/page/2/index.html", "<h1>T</h1>2<")
        .has("b.txt")
        .lacks("a.css");

    let built = built.then().edit("-- content/site.yaml --\ntitle: T\nbase_url: https://example.com\n").build();
    one_mistake(&built, &["/preview/any/"]);
    for lacking in ["title: T\n", "base_url: https://example.com\n"] {
        let built = base(&format!("-- content/site.yaml --\n{lacking}")).build();
        one_mistake(&built, &["content/site.yaml"]);
    }
}

#[test]
fn the_example_of_a_collection_builds() {
    let site = blog()
        .edit("-- content/articles/Two.md --\n---\ntitle: Two\ndate: 2025-02-01\nauthor: team/ada\nrelated: [One]\nintro: \"*So*\"\n---\n")
        .edit("-- content/pages/home.md --\n---\ntitle: Home\nroute: /\n---\nx\n")
        .edit("-- templates/page.html --\n<!doctype html><html lang=\"en\"><head><title>T</title><meta name=\"description\" content=\"D\"></head><body><h1>T</h1>{{ collection(\"articles\") | map(attribute=\"id\") | join(\" \") }}</body></html>\n");
    let built = site.build().fine();
    built
        .holds("blog/Two/index.html", "Ada: One True <em>So</em>")
        .holds("index.html", "articles/Two articles/One")
        .lacks("team/ada/index.html");

    let built = blog()
        .replace("content/articles/One.md", "author: ada", "author: adda")
        .replace("templates/article.html", "{{ page.author.name }}", "")
        .build();
    one_mistake(&built, &["content/articles/One.md:4:9", "did you mean `ada`?"]);
    for line in ["title: One\n", "date: 2025-01-01\n"] {
        let built = blog().replace("content/articles/One.md", line, "").build();
        one_mistake(&built, &["content/articles/One.md"]);
    }
}

#[test]
fn routes_are_filled_from_the_entry() {
    let site =
        blog().replace("content/articles/_collection.yaml", "/blog/{slug}/", "/{year}/{month}/{day}/{title}/{slug}/");
    site.replace("content/articles/One.md", "title: One", "title: First Year")
        .build()
        .fine()
        .has("2025/01/01/first-year/One/index.html");
}

#[test]
fn names_of_files_decide_what_they_are() {
    let built = base("-- content/pages/Sub/OneTwo.md --\n---\ntitle: T\n---\n")
        .edit("-- content/pages/.hidden.md --\n{\n-- content/pages/home.md~ --\n{\n-- content/colours.yaml --\nred: 1\n")
        .edit("-- content/colours.schema.yaml --\nproperties: { red: { type: integer } }\n")
        .edit("-- content/pages/home.schema.yaml --\nproperties: { own: { type: string } }\n")
        .edit("-- content/pages/home.md --\n---\ntitle: T\nroute: /\nown: x\n---\n")
        .edit("-- templates/page.html --\n<!doctype html><html lang=\"en\"><head><title>T</title><meta name=\"description\" content=\"D\"></head><body><h1>T</h1>{{ page.id }} {{ page.slug }} {{ data.colours.red }}</body></html>\n")
        .build()
        .fine()
        .holds("Sub/OneTwo/index.html", "pages/Sub/OneTwo Sub/OneTwo 1");
    assert_eq!(built.paths(), ["Sub/OneTwo/index.html", "index.html"]);
    let built = built.then().edit("-- content/colours.yaml --\nred: 1\nrde: 2\n").build();
    one_mistake(&built, &["content/colours.yaml:2:1", "did you mean `red`?"]);
}

#[test]
fn objects_are_closed_and_open_when_asked() {
    let hero = |extra: &str| {
        field(&format!("hero: {{ properties: {{ line: {{ type: string }} }}{extra} }}"), "hero: { lines: Fly }", "")
    };
    one_mistake(&hero("").build(), &["content/pages/home.md:3:9", "did you mean `line`?"]);
    hero(", additionalProperties: true").build().fine();
}

#[test]
fn absent_properties_read_as_their_default_or_null() {
    field("a: { type: integer, default: 3 }", "", "{{ page.a }}").build().fine().holds("index.html", "[3]");
    field("a: { type: integer }", "", "{{ page.a is none }}").build().fine().holds("index.html", "[True]");
    one_mistake(&field("image: { type: string }", "image:", "").build(), &["content/pages/home.md:3:", "image"]);
}

#[test]
fn the_environment_may_give_a_value() {
    let set = |config: &mut site::config::Config| config.environment = vec![("PHONE".to_owned(), "044".to_owned())];
    let site = || field("phone: { type: string, env: PHONE }", "phone: !sample \"1\"", "{{ page.phone }}");
    let built = site().build().fine().holds("index.html", "[1]");
    assert_eq!(built.build.counts.samples, 1);
    let built = site().with(set).build().fine().holds("index.html", "[044]");
    assert_eq!(built.build.counts.samples, 0);
}

#[test]
fn formats_are_those_of_the_list() {
    let with = |format: &str, value: &str| {
        field(&format!("a: {{ type: string, format: {format} }}"), &format!("a: {value}"), "{{ page.a }}").build()
    };
    for (format, value) in [
        ("date", "2023-06-16"),
        ("date-time", "2023-06-16T10:00"),
        ("date-time", "2023-06-16T10:00+05:30"),
        ("markdown", "'*any*'"),
        ("email", "a@example.com"),
        ("uri", "https://example.com/"),
    ] {
        with(format, value).fine();
    }
    for (format, value) in [
        ("date", "16.6.2023"),
        ("date", "2023-02-30"),
        ("date-time", "2023-06-16"),
        ("email", "nobody"),
        ("uri", "/here/"),
    ] {
        one_mistake(&with(format, value), &["content/pages/home.md:3:4", value]);
    }
}

#[test]
fn a_ref_leads_to_a_definition() {
    let with = |reference: &str| {
        base(&format!("-- content/shared.schema.yaml --\n$defs: {{ button: {{ type: string }} }}\n-- content/menu.schema.yaml --\n$defs: {{ link: {{ type: string }} }}\nproperties: {{ a: {{ $ref: \"{reference}\" }} }}\n-- content/menu.yaml --\na: x\n")).build()
    };
    with("#/$defs/link").fine();
    with("shared#/$defs/button").fine();
    one_mistake(&with("links.schema.yaml"), &["content/menu.schema.yaml:2:", "of its own file"]);
}

#[test]
fn every_entry_may_have_the_built_in_keys() {
    let entry = |name: &str, lines: &str| format!("-- content/pages/{name}.md --\n---\ntitle: T\n{lines}\n---\n");
    let site = base(&entry("draft", "draft: true"))
        .edit(&entry("future", "date: 2025-06-02"))
        .edit(&entry("expired", "expires: 2025-05-31"))
        .edit(&entry("a", "slug: b"))
        .edit(&entry("c", "route: /d/e/\ntemplate: other.html\naliases: [/Old/, /older.html]"))
        .edit(&entry("list", "paginate: { collection: many, size: 10 }"))
        .edit("-- content/many/_collection.yaml --\n")
        .edit("-- templates/other.html --\n<!doctype html><html lang=\"en\"><head><title>T</title><meta name=\"description\" content=\"D\"></head><body><h1>T</h1>other</body></html>\n");
    for number in 0..11 {
        site.write(&format!("content/many/{number}.yaml"), "a: 1\n");
    }
    let built = site.build().fine().holds("d/e/index.html", "other").holds("Old/index.html", "url=/d/e/");
    assert_eq!(
        built.paths(),
        [
            "Old/index.html",
            "b/index.html",
            "d/e/index.html",
            "index.html",
            "list/index.html",
            "list/page/2/index.html",
            "older.html"
        ]
    );
    let built = built.then().with(|config| config.drafts = true).build().fine();
    built.has("draft/index.html").has("future/index.html").has("expired/index.html");
}

#[test]
fn names_that_templates_read_are_taken() {
    for name in ["collection", "content", "id", "next", "permalink", "previous", "source", "toc", "url", "words"] {
        let built = field(&format!("{name}: {{ type: string }}"), "", "").build();
        one_mistake(&built, &["content/pages/_collection.yaml:4:5", &format!("the field name `{name}` is taken")]);
    }
}

#[test]
fn samples_are_listed_and_not_published() {
    let site =
        base(&format!("-- content/contact.yaml --\n{}hours: !sample\n  week: 9 to 5\n", example("phone: !sample")));
    let check = site.run(&["check"]);
    assert_eq!(check.status, 0, "{}", check.errors);
    for place in ["content/contact.yaml:1:", "content/contact.yaml:3:"] {
        assert!(check.out.contains(place), "{}", check.out);
    }
    let publish = site.run(&["build", "--publish"]);
    assert_eq!(publish.status, 1);
    assert!(publish.errors.contains("content/contact.yaml:1:"), "{}", publish.errors);
    let site = site.edit("-- content/contact.yaml --\nphone: \"+91 44 4000 0000\"\n");
    assert_eq!(site.run(&["build", "--publish"]).status, 0);
}

#[test]
fn markdown_is_commonmark_and_more() {
    let text = "| A |\n|---|\n| b |\n\nc[^1] ~~d~~\n\n- [x] e\n\n## F g\n\n## H {#own-id}\n\n[^1]: i\n\n\u{0}";
    let built = markdown(text).build();
    assert_eq!(built.build.errors(), 0, "{}", built.drawn());
    for html in [
        "<td>b</td>",
        "<del>d</del>",
        "type=\"checkbox\"",
        "<h2 id=\"f-g\">F g</h2>",
        "<h2 id=\"own-id\">H</h2>",
        "footnote",
        "\u{fffd}",
    ] {
        let page = built.text("index.html");
        assert!(page.contains(html), "{html} in {page}");
    }
}

#[test]
fn links_and_images_are_resolved_and_checked() {
    let part = "-- content/pages/Six.md --\n---\ntitle: T\n---\n## SEO\n\n[up](../pages/home.md)\n-- public/images/kite.svg --\n<svg width=\"4\" height=\"3\"/>\n";
    let page = |text: &str| markdown(text).edit(part).build();
    page("[pillars](Six.md) [part](Six.md#seo) [contact](/Six/) ![A kite](/images/kite.svg)")
        .fine()
        .holds(
            "index.html",
            "<a href=\"/Six/\">pillars</a> <a href=\"/Six/#seo\">part</a> <a href=\"/Six/\">contact</a>",
        )
        .holds("index.html", "src=\"/images/kite.svg\" alt=\"A kite\" width=\"4\" height=\"3\"")
        .holds("Six/index.html", "<a href=\"/\">up</a>");
    one_mistake(&page("[x](Sixx.md)"), &["content/pages/home.md:5:", "did you mean `Six.md`?"]);
    one_mistake(&page("[x](/Sixx/)"), &["content/pages/home.md:5:", "/Six/"]);
    one_mistake(&page("[x](Six.md#soe)"), &["soe"]);
    one_mistake(&page("![x](/images/kitte.svg)"), &["content/pages/home.md:5:", "did you mean `/images/kite.svg`?"]);
}

const MACROS: &str = "-- templates/components/Callout.html --\n\
    {% macro Callout(kind, wide=false, count=0, content=\"\") %}<aside class=\"{{ kind }} {{ wide }} {{ count + 1 }}\">{{ content }}</aside>{% endmacro %}\n\
    -- templates/components/ContactDetails.html --\n{% macro ContactDetails() %}<address>{{ site.title }}</address>{% endmacro %}\n";

#[test]
fn components_are_macros() {
    let (_, rest) = CONTENT.split_once("  ```markdown\n").expect("the example of a component");
    let example: Vec<&str> = rest.split("  ```").next().unwrap_or_default().lines().map(str::trim).collect();
    let page = |text: &str| markdown(text).edit(MACROS).build();
    page(&example.join("\n")).fine().holds("index.html", "<address>Test</address>");
    page("<Callout kind=\"tip\" wide>\n\nAny **Markdown**.\n\n</Callout>")
        .fine()
        .holds("index.html", "<aside class=\"tip True 1\"><p>Any <strong>Markdown</strong>.</p>");
    page("<Callout kind=\"a\" count={3} />").fine().holds("index.html", "<aside class=\"a False 4\">");
    page("<Callout kind=\"a\">\n*so*\n</Callout>").fine().holds("index.html", "*so*");
    one_mistake(&page("<Calout />"), &["content/pages/home.md:5:1", "did you mean `Callout`?"]);
    one_mistake(&page("<Callout knd=\"a\" />"), &["content/pages/home.md:5:10", "did you mean `kind`?"]);
}

#[test]
fn surprising_yaml_is_reported_or_read_by_the_schema() {
    field("open: { type: string }", "open: no", "{{ page.open }}").build().fine().holds("index.html", "[no]");
    for word in ["no", "on"] {
        let built = field("open: { type: boolean }", &format!("open: {word}"), "").build();
        one_mistake(&built, &["content/pages/home.md:3:7", "true", "false"]);
    }
    field("time: { type: string }", "time: 10:00", "{{ page.time }}").build().fine().holds("index.html", "[10:00]");
    field("version: {}", "version: 1.10", "{{ page.version }}").build().fine().holds("index.html", "[1.1]");
    one_mistake(
        &field("version: { type: string }", "version: 1.10", "").build(),
        &["home.md:3:10", "1.10", "\"1.10\""],
    );
    one_mistake(&field("a: { type: string }", "a: x\na: y", "").build(), &["home.md:4:1", "line 3"]);
    one_mistake(&field("image: { type: string }", "image:", "").build(), &["home.md:3:"]);
    one_mistake(&field("a: {}", "a: &base { b: 1 }\nc: { <<: *base }", "").build(), &["home.md:4:6"]);
    one_mistake(&field("a: {}", "a:\n\tb: 1", "").build(), &["home.md:4:1", "tab"]);
    let zone = "-- content/site.yaml --\ntitle: T\nbase_url: https://e.com\ntime_zone: Asia/Kolkata\n";
    let built =
        field("date: { type: string, format: date }", "date: 2023-06-16", "{{ page.date | date(\"rfc3339\") }}")
            .edit(zone)
            .build();
    built.fine().holds("index.html", "[2023-06-16T00:00:00+05:30]");
}

#[test]
fn editors_find_the_schemas() {
    let site = blog();
    assert_eq!(site.run(&["schema"]).status, 0);
    let named = CONTENT.split('"').filter(|text| text.starts_with(".site/schemas/")).collect::<Vec<_>>();
    assert!(!named.is_empty());
    for path in named {
        assert!(site.path(path).is_file(), "{path}");
    }
}
