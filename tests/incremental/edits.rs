//! Random edits of every kind of input.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use site::asset::raster::Format;
use site::pipeline::Builds;

use super::editor::Editor;
use crate::support::git::git_as;
use crate::support::photo;
use crate::support::random::Random;
use crate::support::{self, TestSite, files};

/// A description of an edit, and the paths that a watcher would name.
pub type Edit = (String, BTreeSet<PathBuf>);

pub struct Edits {
    /// The files of [`super::SITE`].
    stated: Vec<(String, String)>,
    /// The files that were broken or removed, with the texts that mend them.
    broken: Vec<(String, String)>,
    pub editor: Editor,
}

const ARTICLES: usize = 11;

/// Files that come and go, with markup in them.
const EXTRA_MARKUP: &[&str] = &["templates/partials/maybe.html", "templates/alias.html", "public/_headers"];

/// Files that come and go, with lines of text in them.
const EXTRA_LINES: &[&str] =
    &["public/all/index.html", "public/images/new.svg", "manual/flying/land/map.ta.svg", "content/urls.txt"];

/// The name of article 6 in composed form. Its own is decomposed, and a site can have only one of both.
const COMPOSED: &str = "content/articles/\u{e4}6.md";
/// A symbolic link among the articles.
const LINK: &str = "content/articles/linked.md";
/// The file that it leads to.
const LINKED: &str = "aside.md";

/// Folders that are moved away, and where to.
const FOLDERS: &[(&str, &str)] = &[
    ("content/team", "team-aside"),
    ("content/articles/more", "more-aside"),
    ("content/guide/flying", "flying-aside"),
    ("manual/flying", "landing-aside"),
    ("public/images", "images-aside"),
    ("templates/components", "components-aside"),
    ("islands/lib", "lib-aside"),
    ("public/css/parts", "parts-aside"),
];

/// Replacements in the files of the site, of a text by another valid one.
const SWAPS: &[(&str, &str, &str)] = &[
    ("content/site.yaml", "title: Kites", "title: Dragons"),
    ("content/site.yaml", "description: All about kites", "description: Wind"),
    ("content/site.yaml", "https://example.com/kites/", "https://example.org/"),
    ("content/site.yaml", "Asia/Kolkata", "UTC"),
    ("content/site.yaml", "size: 4", "size: 2"),
    ("content/site.yaml", "title: Team", "title: People"),
    ("content/site.yaml", "/all/, template", "/every/, template"),
    ("content/site.yaml", "\"css/plain.css\"", "\"icons/*.svg\""),
    ("content/site.yaml", "/elsewhere/**", "/nowhere/**"),
    ("content/site.yaml", "language: en", "language: ta"),
    ("content/site.yaml", "language: en\n", "language: de\nslugs: ascii\n"),
    ("content/site.yaml", "untranslated: link", "untranslated: hide"),
    ("content/site.yaml", "prefix: /ta/", "prefix: /tamil/"),
    ("content/site.yaml", "name: தமிழ்", "name: Tamil"),
    ("content/site.yaml", "title: பட்டங்கள்", "title: Kites"),
    ("content/site.yaml", "  ta: {", "  ar: { untranslated: link }\n  ta: {"),
    ("content/site.yaml", "languages: all", "languages: [ta]"),
    ("content/words.yaml", "more: more", "more: further"),
    ("content/forms/letter.ta.yaml", "endpoint: letters", "endpoint: press"),
    ("content/endpoints.yaml", "example.net/letters", "example.net/post"),
    ("styles/extra.css", "moon.svg", "star.svg"),
    ("manual/flying/land/tides.csv", "Kochi,1", "Kochi,2"),
    ("manual/flying/land/index.md", "map: map.svg", "map: ../../../guide/flying/sign.svg"),
    ("manual/flying/land/index.md", "map: map.svg", "map: /images/kite.svg"),
    ("templates/feed.xml", "shift(1)", "shift(2)"),
    ("content/words.ta.yaml", "one: \"{n} பட்டம்\", ", ""),
    ("content/words.ta.yaml", "kites:", "more: மேலும்\nkites:"),
    ("content/pages/about.ta.md", "slug: about", "slug: pattri"),
    ("content/site.yaml", "/{year}/{month}/", "/{term}/"),
    ("content/site.yaml", "{route}entry.json", "/json/{slug}.json"),
    (
        "content/site.yaml",
        "description: All",
        "diagnostics:\n  - { name: broken-link, at: \"content/**\", as: off }\n  - { name: unknown-key, at: \"content/articles/*\", as: warning }\ndescription: All",
    ),
    ("content/site.yaml", "language: en\n", "language: en\nnavigation: { prerender: hover }\n"),
    ("content/site.yaml", "leave_out: [nav, small]", "pages: [\"/articles/**\"]"),
    ("content/site.yaml", "leave_out: [nav, small]", "within: article"),
    ("templates/base.html", "<main>", "<main data-no-search>"),
    ("templates/month.html", "by=\"year\"", "by=\"month\""),
    ("content/site.yaml", "sub_superscript: true", "alert_titles: { tip: Trick }"),
    ("content/site.yaml", "ids: github", "shift: 1"),
    ("content/site.yaml", "autolinks: true", "autolinks: false"),
    ("content/site.yaml", "math: true", "math: false"),
    ("content/site.yaml", "highlight: true", "highlight: false"),
    ("content/site.yaml", "rel: noopener", "class: out"),
    ("content/articles/_collection.yaml", "/articles/{slug}/", "/articles/{year}/{slug}/"),
    (
        "content/articles/_collection.yaml",
        "route: /articles/{slug}/",
        "route: { en: \"/articles/{slug}/\", ta: \"/ta/katturai/{slug}/\" }",
    ),
    (
        "content/site.yaml",
        "route: /404.html, template: 404.html",
        "route: /404.html, languages: all, template: 404.html",
    ),
    ("content/articles/_collection.yaml", "sort: -date", "sort: title"),
    ("content/articles/_collection.yaml", "default: false", "default: true"),
    ("content/articles/_collection.yaml", "picture: { type: string }", "picture: { type: [string, 'null'] }"),
    ("content/team/_collection.yaml", "sort: name", "sort: -name"),
    ("content/team/ada.yaml", "name: Ada", "name: Zora"),
    ("content/team/ada.yaml", "role: Pilot", "role: Maker"),
    ("content/team/ben.yaml", "name: Ben", "name: Ben\nrole: Cook"),
    ("content/pages/about.md", "/about-us/", "/over-ons/"),
    ("content/pages/about.md", "kind=\"info\"", "kind=\"warning\""),
    ("content/pages/about.md", "## Where", "## Whence"),
    ("content/pages/about.md", "<!-- more -->", "More."),
    ("content/pages/about.md", "a1.md", "a1.md#how"),
    ("content/guide/_collection.yaml", "order: tree", "sort: title"),
    (
        "content/guide/_collection.yaml",
        "order: tree",
        "order: tree\nsection: { template: article.html, schema: { properties: { title: { from: heading } } } }",
    ),
    ("content/guide/_collection.yaml", "/guide/{slug}/", "/manual/{slug}/"),
    ("content/guide/_index.md", "children: [knots/bowline, flying]\n", "draft: true\n"),
    ("content/guide/_index.md", "[knots/bowline, flying]", "[flying, knots/bowline]"),
    ("content/guide/_index.md", "# Guide", "# Manual"),
    ("content/guide/flying/_index.md", "defaults: { level: easy }", "page: false"),
    ("content/guide/flying/_index.md", "level: easy", "draft: true"),
    ("content/guide/flying/_index.md", "# Flying", "# Flight"),
    ("content/guide/knots/_collection.yaml", "level: hard", "level: harder"),
    ("content/guide/knots/_collection.yaml", "defaults: { level: hard }", "extends: false"),
    ("content/guide/knots/_collection.yaml", "defaults:", "sort: rope\ndefaults:"),
    ("manual/flying/start.md", "# Start", "# Begin"),
    ("manual/flying/land/map.svg", "width=\"10\"", "width=\"11\""),
    ("manual/flying/land/list.txt", "One", "Two"),
    ("content/guide/flying/sign.svg", "width=\"9\"", "width=\"7\""),
    ("manual/flying/start.md", "Text.", "More text."),
    ("content/navigation.yaml", "label: Home", "label: Start"),
    ("content/navigation.yaml", "label: Feed", "label: News"),
    ("content/facts.yaml", "value: 12", "value: 13000"),
    ("content/hosts.yaml", "nosniff", "none"),
    ("content/hosts.yaml", "[netlify]", "[netlify, nginx]"),
    ("content/prices.csv", "Kite,12,ada", "Kite,13,ben"),
    ("content/prices.csv", "item,price,sold_by", "item;price;sold_by"),
    ("content/prices.schema.yaml", "price: { type: number }", "price: { type: string }"),
    ("content/shop.json", "Shop", "Store"),
    ("content/wind.toml", "speed = 4", "speed = 5.5"),
    ("content/quotes.yaml", "by: ada", "by: ben"),
    ("content/quotes.yaml", "first:", "second:"),
    ("content/quotes.schema.yaml", "second: { type: object,", "third: { type: object,"),
    (
        "content/shared.schema.yaml",
        "properties: { text: { type: string },",
        "properties: { text: { type: string, default: none },",
    ),
    ("content/shared.schema.yaml", "person: { reference: team }", "person: { type: string }"),
    ("words/one.txt", "lift", "thrust"),
    ("words/two.txt", "drag", "weight"),
    ("tools/join.sh", "all", "every"),
    ("content/site.yaml", "reads: [words/one.txt]", "reads: [words/one.txt], gives: public/words"),
    ("templates/base.html", "<meta charset=\"utf-8\">", "<meta charset=\"UTF-8\">"),
    ("templates/macros.html", "<article>", "<article class=\"card\">"),
    ("templates/partials/header.html", "<nav>", "<nav aria-label=\"Main\">"),
    ("templates/partials/footer.html", "date(\"%Y\")", "date(\"month_year\")"),
    ("templates/home.html", "recent(\"articles\", 3)", "recent(\"articles\", 4)"),
    ("templates/home.html", "limit=2", "limit=1"),
    ("templates/all.html", "{{ entry.words }}", "{{ entry.slug }}"),
    ("templates/tag.html", "page.term.name", "page.term.slug"),
    ("templates/article.html", "related(page, 2)", "related(page, 1)"),
    ("templates/article.html", "page.next.title", "page.next.slug"),
    ("templates/components/Note.html", "<small class", "<small data-class"),
    ("templates/feed.xml", "entry.content | shift(1) | for_feed", "entry.title"),
    ("public/icons/star.svg", "0 0 8 8", "0 0 9 9"),
    ("public/images/kite.svg", "width=\"10\"", "width=\"12\""),
    ("public/robots.txt", "User-agent: *", "User-agent: *\nDisallow:"),
    ("public/llms.txt", "/kite-shop/", "/about/"),
];

/// The same in what is bundled, and for pictures. Builds take long after these.
const SLOW_SWAPS: &[(&str, &str, &str)] = &[
    ("content/site.yaml", "bundles: [css/site.css", "bundles: [css/plain.css, css/site.css"),
    ("content/site.yaml", "widths: [16, 20]", "widths: [16, 18]"),
    ("content/site.yaml", "formats: [webp]", "formats: [avif, webp]"),
    ("content/pages/about.md", "start={3}", "start={4}"),
    ("islands/Counter.tsx", "<button type", "<button title=\"Count\" type"),
    ("islands/Counter.props.yaml", "maximum: 9", "maximum: 7"),
    ("islands/Label.tsx", "<b>{text}</b>", "<i>{text}</i>"),
    ("islands/Label.props.yaml", "type: string }", "type: string, default: all }"),
    ("islands/lib/words.ts", "times", "clicks"),
    ("islands/scripts/hello.ts", "\"!\"", "\"?\""),
    ("islands/scripts/early.ts", "yes", "true"),
    ("public/css/site.css", "black", "navy"),
    ("public/css/site.css", "@import \"parts/frame.css\";\n", ""),
    ("public/css/parts/frame.css", "header {", "nav {"),
    ("public/css/parts/frame.css", "star.svg", "moon.svg"),
    ("public/css/plain.css", "black", "navy"),
    ("templates/home.html", "sizes=\"16px\"", "sizes=\"16px\", lazy=false"),
    ("templates/home.html", "sizes=\"16px\"", "sizes=\"16px\", ratio=\"1:1\", focus=\"left\", placeholder=true"),
    ("templates/team.html", "hydrate=\"never\"", "hydrate=\"visible\""),
];

/// Replacements that are mistakes.
const BREAKS: &[(&str, &str, &str)] = &[
    ("content/site.yaml", "partial: true", "partial: false"),
    ("content/site.yaml", "  ta: {", "  tamil_: {"),
    ("content/site.yaml", "pages:", "page:"),
    ("content/site.yaml", "title: Kites", "title: [Kites"),
    ("content/site.yaml", "template: team.html", "template: taem.html"),
    ("content/site.yaml", "time_zone: Asia/Kolkata", "time_zone: Asia/Nowhere"),
    ("content/site.yaml", "[cp, words/one.txt", "[cp, words/none.txt"),
    ("words/two.txt", "drag", "\"drag\""),
    ("content/articles/_collection.yaml", "type: integer", "type: integre"),
    ("content/articles/_collection.yaml", "    tags:", "    terms:"),
    ("content/articles/_collection.yaml", "required: [title, date]", "required: [title, date, summary]"),
    ("content/articles/_collection.yaml", "reference: team", "reference: teem"),
    ("content/articles/_collection.yaml", "date: { type: string, format: date }", "date: { type: string }"),
    ("content/site.yaml", "/{year}/{month}/", "/{year}/"),
    ("content/team/ada.yaml", "name:", "nam:"),
    ("content/pages/about.md", "title: About", "titel: About"),
    ("content/pages/about.md", "</Note>", ""),
    ("content/pages/kite-shop.md", "title:", "draft: true\ntitle:"),
    ("content/pages/about.md", "kind=", "knid="),
    ("content/pages/about.md", "[all](/all/)", "[all](/al/)"),
    ("content/guide/_collection.yaml", "../../manual", "../../manul"),
    ("content/guide/_index.md", "[knots/bowline, ", "["),
    ("content/guide/_index.md", "[knots/bowline, ", "[knots/bowlien, "),
    ("content/guide/flying/_index.md", "level: easy", "level: [easy]"),
    ("content/guide/flying/_index.md", "level: easy", "levle: easy"),
    ("content/guide/knots/_collection.yaml", "rope:", "id:"),
    ("manual/flying/start.md", "# Start", "Start"),
    ("manual/flying/land/index.md", "map.svg", "mep.svg"),
    ("manual/flying/land/index.md", "list.txt", "../../../guide/none.txt"),
    ("manual/flying/land/index.md", "../start.md", "../strat.md"),
    ("manual/flying/land/index.md", "map: map.svg", "map: mop.svg"),
    ("manual/flying/land/index.md", "map: map.svg", "map: list.txt"),
    ("manual/flying/land/tides.csv", "Kochi,1", "Kochi,1,2"),
    ("templates/guide.html", "load(f)", "load(f.name)"),
    ("styles/extra.css", "moon.svg", "mone.svg"),
    ("styles/extra.css", "parts/frame.css", "parts/fraem.css"),
    ("content/forms/letter.ta.yaml", "Name: name", "Name: nom"),
    ("content/words.yaml", "other: \"{n} kites\"", "few: \"{n} kites\""),
    ("content/site.yaml", "partial: true", "partial: false"),
    ("content/navigation.yaml", "href: /team/", "href: /taem/"),
    ("content/quotes.yaml", "by: ada", "by: adaa"),
    ("templates/entry.json", "title | json }}", "title }}"),
    ("content/prices.csv", ",ben", ",ben,1"),
    ("content/prices.csv", "12", "twelve"),
    ("content/shop.json", "Shop\",", "Shop\""),
    ("content/wind.toml", "[coast]", "[coast"),
    ("templates/base.html", "{% block main %}", "{% block main %"),
    ("templates/base.html", "css/site.css", "css/sight.css"),
    ("templates/base.html", "<html lang=\"{{ site.language }}\"", "<html"),
    ("templates/base.html", "macros.html", "macro.html"),
    ("templates/macros.html", "{% endmacro %}\n{% macro names", "{% macro names"),
    ("templates/partials/footer.html", "site.title", "site.titel"),
    ("templates/home.html", "icons/star.svg", "icons/stars.svg"),
    ("templates/team.html", "sort=\"title\"", "sort=\"titel\""),
    ("templates/article.html", "page.title", "page.titel"),
    ("templates/team.html", "collection(\"team\")", "collection(\"teams\")"),
    ("templates/404.html", "pages/about", "pages/abuot"),
    ("templates/components/Note.html", "macro Note", "macro Noot"),
    ("content/pages/about.md", "start={3}", "start=\"three\""),
    ("islands/Counter.tsx", "return <button", "return <buton"),
    ("islands/Counter.tsx", "./lib/words", "./lib/wrods"),
    ("islands/Counter.props.yaml", "type: integer", "type: integre"),
    ("islands/lib/words.ts", "export const", "const"),
    ("islands/Label.tsx", "<b>{text}</b>", "<b>{Math.random()}</b>"),
    ("public/css/site.css", "parts/frame.css", "parts/fraem.css"),
    ("templates/home.html", "script(\"hello\")", "script(\"hallo\")"),
];

#[test]
fn every_replacement_is_of_a_text_that_is_there() {
    let stated = files(super::SITE);
    for (path, text, _) in [SWAPS, SLOW_SWAPS, BREAKS].concat() {
        let is_there = stated.iter().any(|(stated, content)| *stated == path && content.contains(text));
        assert!(is_there, "{path} does not hold {text:?}");
    }
}

impl Edits {
    /// Creates edits of the site that `builds` build.
    pub fn new(builds: Arc<Builds>) -> Self {
        let stated = files(super::SITE).into_iter().map(|(path, text)| (path.to_owned(), text)).collect();
        Self { stated, broken: Vec::new(), editor: Editor::new(builds) }
    }

    /// Makes an edit, or a few that a watcher sees at once. A site whose last build failed is soon mended as a whole.
    pub fn next(&mut self, site: &TestSite, random: &mut Random, failed: bool) -> Edit {
        if failed && random.one_in(3) {
            return self.mend_all(site, random);
        }
        let (mut what, mut paths) = self.edit_once(site, random);
        while random.one_in(6) {
            let (also, more) = self.edit_once(site, random);
            // A String takes anything that is written to it.
            let _ = write!(what, "; {also}");
            paths.extend(more);
        }
        (what, paths)
    }

    fn edit_once(&mut self, site: &TestSite, random: &mut Random) -> Edit {
        if !self.broken.is_empty() && random.one_in(2) {
            let (path, text) = self.broken.swap_remove(random.below(self.broken.len()));
            return put(site, "mend", &path, &text);
        }
        match random.below(30) {
            0..=6 => {
                let number = random.below(ARTICLES);
                let wild = random.one_in(3);
                put(site, "write", &name(number), &article(random, number, wild))
            }
            7..=12 => Self::swap(site, random, SWAPS),
            13 => self.break_one(site, random),
            14 => remove(site, &name(random.below(ARTICLES))),
            15 => rename(site, &name(random.below(ARTICLES)), &name(random.below(ARTICLES))),
            16 => self.remove_stated(site, random),
            17 => {
                let path = random.pick(EXTRA_MARKUP);
                if site.path(path).exists() {
                    remove(site, path)
                } else {
                    put(site, "add", path, "<p>{{ site.title }} {{ page.route }}</p>\n")
                }
            }
            18 => move_folder(site, random),
            19 => {
                let path = random.pick(EXTRA_LINES);
                let text = ["/about/\n", "/about/\n/gone/ gone\n", "# none\n"][random.below(3)];
                if site.path(path).exists() { remove(site, path) } else { put(site, "add", path, text) }
            }
            20..=22 => Self::swap(site, random, SLOW_SWAPS),
            23 => edit_picture(site, random),
            24 | 25 => edit_link(site, random),
            26 => commit(site, random),
            _ => self.editor.change(site, random),
        }
    }

    /// Restores everything as it was in the beginning, with other articles.
    fn mend_all(&mut self, site: &TestSite, random: &mut Random) -> Edit {
        self.broken.clear();
        let mut paths = BTreeSet::new();
        for (here, aside) in FOLDERS {
            if site.path(aside).exists() {
                let _ = std::fs::remove_dir_all(site.path(here));
                std::fs::rename(site.path(aside), site.path(here)).expect("to move it back");
                paths.insert(site.path(here));
            }
        }
        for path in self.created(site).iter().chain([&name(ARTICLES - 1)]) {
            paths.extend(remove(site, path).1);
        }
        for path in [EXTRA_MARKUP, EXTRA_LINES, &[COMPOSED, LINK, SNAPSHOT]].concat() {
            paths.extend(remove(site, path).1);
        }
        for (path, text) in &self.stated {
            if std::fs::read_to_string(site.path(path)).ok().as_ref() != Some(text) {
                paths.extend(put(site, "", path, text).1);
            }
        }
        paths.extend(photo(site, random).1);
        for number in 0..ARTICLES - 1 {
            if random.one_in(3) || !site.path(&name(number)).exists() {
                paths.extend(put(site, "", &name(number), &article(random, number, false)).1);
            }
        }
        ("mend all".to_owned(), paths)
    }

    /// Lists the files of content that the editor created or renamed.
    fn created(&self, site: &TestSite) -> Vec<String> {
        let is_known = |path: &String| {
            self.stated.iter().any(|(stated, _)| stated == path) || (0..ARTICLES).any(|number| name(number) == *path)
        };
        content_files(site).filter(|path| !is_known(path)).collect()
    }

    fn swap(site: &TestSite, random: &mut Random, swaps: &[(&str, &str, &str)]) -> Edit {
        let (path, one, other) = random.pick(swaps);
        let Ok(text) = std::fs::read_to_string(site.path(path)) else { return ("nothing".to_owned(), BTreeSet::new()) };
        let swapped = if text.contains(other) { text.replace(other, one) } else { text.replace(one, other) };
        put(site, "swap", path, &swapped)
    }

    fn break_one(&mut self, site: &TestSite, random: &mut Random) -> Edit {
        let (path, good, bad) = random.pick(BREAKS);
        let Ok(text) = std::fs::read_to_string(site.path(path)) else { return ("nothing".to_owned(), BTreeSet::new()) };
        let worse = text.replace(good, bad);
        if !self.broken.iter().any(|(broken, _)| *broken == path) {
            self.broken.push((path.to_owned(), text));
        }
        put(site, "break", path, &worse)
    }

    /// Removes a file of the site, which comes back when it is mended.
    fn remove_stated(&mut self, site: &TestSite, random: &mut Random) -> Edit {
        let (path, text) = self.stated[random.below(self.stated.len())].clone();
        if !site.path(&path).exists() {
            return put(site, "restore", &path, &text);
        }
        if !self.broken.iter().any(|(broken, _)| *broken == path) {
            let text = std::fs::read_to_string(site.path(&path)).expect("a text");
            self.broken.push((path.clone(), text));
        }
        remove(site, &path)
    }
}

/// Lists the files of all content.
pub fn content_files(site: &TestSite) -> impl Iterator<Item = String> {
    let files = |folder: &'static str| {
        support::read_folder(&site.path(folder)).into_keys().map(move |path| format!("{folder}/{path}"))
    };
    files("content").chain(files("manual"))
}

/// Writes the articles that the site begins with.
pub fn write_articles(site: &TestSite, random: &mut Random) {
    for number in 0..ARTICLES - 1 {
        site.write(&name(number), article(random, number, false));
    }
}

/// Returns the file of an article. The last one has the id of another, some are translations, and one is in a folder.
fn name(number: usize) -> String {
    match number {
        6 => "content/articles/a\u{308}6.md".to_owned(),
        7 => "content/articles/more/a7.md".to_owned(),
        8 => "content/articles/a2.ta.md".to_owned(),
        9 => "content/articles/a4.ta.md".to_owned(),
        10 => "content/articles/a1.yaml".to_owned(),
        _ => format!("content/articles/a{number}.md"),
    }
}

/// Draws the text of an article. `wild` ones may have mistakes, and take each other's addresses.
fn article(random: &mut Random, number: usize, wild: bool) -> String {
    let mut text = String::new();
    let yaml_only = number == ARTICLES - 1;
    if !yaml_only {
        text += "---\n";
    }
    // A String takes anything that is written to it.
    let _ = writeln!(text, "title: {}", ["One", "Two", "\"Three: a & b\"", "!sample Four"][random.below(4)]);
    let _ = writeln!(text, "date: {}", ["2024-01-05", "2024-02-03", "2023-12-31", "2024-01-05"][random.below(4)]);
    let _ = writeln!(text, "tags: {}", ["[wind]", "[wind, rain]", "[rain]", "[]", "[Sun & sea]"][random.below(5)]);
    for (chances, line) in [
        (3, "author: ada\n"),
        (4, "author: ben\n"),
        (4, "summary: \"*Short* and [about](/about/)\"\n"),
        (4, "featured: true\n"),
        (4, "picture: images/kite.svg\n"),
        (5, "chart: /images/kite.svg\n"),
        (5, "photo: images/photo.png\n"),
        (5, "rank: 3\n"),
        (9, "draft: true\n"),
        (30, "date_of_nothing: 1\n"),
        (9, "# a comment\n"),
        (12, "expires: 2024-12-01\n"),
    ] {
        let is_wild = ["date_of", "draft", "expires"].iter().any(|key| line.starts_with(key));
        if random.one_in(chances) && (wild || !is_wild) && !text.contains(&line[..6]) {
            text += line;
        }
    }
    if wild && random.one_in(8) {
        let _ = writeln!(text, "slug: s{}", random.below(3));
    }
    if wild && random.one_in(10) {
        let _ = writeln!(text, "aliases: [/old/{}/]", random.below(3));
    }
    if wild && random.one_in(14) {
        let _ = writeln!(text, "route: /special/{}/", random.below(3));
    }
    if random.one_in(14) {
        text += "template: page.html\n";
    }
    if yaml_only {
        return text;
    }
    text += "---\n";
    let pieces = [
        "## How\n\nWith wind.\n\n",
        "A [link](/about/#where) and [one more](/team/#ada).\n\n",
        "See [the page](../pages/about.md).\n\n",
        "![Kite](/images/kite.svg)\n\n",
        "<Note kind=\"tip\">Hold *on*.</Note>\n\n",
        "Words \"in quotes\" -- and more.\n\n",
        "- [home](/)\n- [all](/all/)\n\n",
        "[Elsewhere](/elsewhere/far/)\n\n",
        "```rust {lines mark=\"1\"}\nlet a = \"b\"; // c\n```\n\n",
        "```js\nfly(1);\n```\n\n",
        "Lift is $\\rho v^2$.\n\n",
        "> [!TIP]\n> H~2~O, see https://example.org/a_b.\n\n",
    ];
    for _ in 0..random.below(5) {
        let piece = random.pick(&pieces);
        text += &if name(number).contains("/more/") { piece.replace("../", "../../") } else { piece.to_owned() };
    }
    if wild && random.one_in(3) {
        let _ = write!(text, "[Another](a{}.md{})\n\n", random.below(5), ["", "", "#how"][random.below(3)]);
    }
    if wild && random.one_in(12) {
        text += random.pick(&[
            "<Noet />\n\n",
            "[x](/missing/)\n\n",
            "![](/images/none.svg)\n\n",
            "<Note>\n\n",
            "> [!TPI]\n> No.\n\n",
            "{{< kite >}}\n\n",
            "```klingon\nqapla\n```\n\n",
            "<b id=\"how\">x</b>\n\n## How\n",
            "[new](/images/new.svg)\n\n",
        ]);
    }
    text
}

/// Writes the photo of articles, in one of two sizes and shades.
pub fn photo(site: &TestSite, random: &mut Random) -> Edit {
    photo_of(site, random.pick(&[20, 24]), random.pick(&[0, 90]))
}

/// Writes the photo in this width and shade.
pub fn photo_of(site: &TestSite, width: u32, shade: u32) -> Edit {
    site.write(PHOTO, photo::photo(width, 8, Format::Png, |x, y| [x * 2, y * 2, shade * 2]));
    (format!("photo {width} {shade}"), [site.path(PHOTO)].into())
}

const PHOTO: &str = "public/images/photo.png";

/// A published photo that may hold its location.
const SNAPSHOT: &str = "public/images/beach.jpg";

/// Replaces, removes or damages a photo.
fn edit_picture(site: &TestSite, random: &mut Random) -> Edit {
    match random.below(8) {
        0 => remove(site, PHOTO),
        1 => put(site, "spoil", PHOTO, "no picture"),
        2 => remove(site, SNAPSHOT),
        3 | 4 => {
            let plain = photo::photo(20, 10, Format::Jpeg, |x, y| [x * 2, y * 2, 9]);
            site.write(SNAPSHOT, if random.one_in(3) { plain } else { photo::with_place(&plain) });
            (format!("photo {SNAPSHOT}"), [site.path(SNAPSHOT)].into())
        }
        _ => photo(site, random),
    }
}

fn put(site: &TestSite, what: &str, path: &str, text: &str) -> Edit {
    site.write(path, text);
    (format!("{what} {path}"), [site.path(path)].into())
}

/// Writes or removes a symbolic link or its target, or an article whose name is in another form of Unicode.
fn edit_link(site: &TestSite, random: &mut Random) -> Edit {
    match random.below(8) {
        0 => put(site, "write", COMPOSED, &article(random, 6, false)),
        1 => remove(site, COMPOSED),
        2 => remove(site, LINK),
        3 => (remove(site, LINKED).0, [site.path(LINK)].into()),
        _ => {
            site.write(LINKED, article(random, 0, false));
            #[cfg(unix)]
            if !site.path(LINK).is_symlink() {
                std::os::unix::fs::symlink("../../aside.md", site.path(LINK)).expect("a link");
            }
            (format!("link {LINK}"), [site.path(LINK)].into())
        }
    }
}

fn remove(site: &TestSite, path: &str) -> Edit {
    // What is not there leaves no trace, but a watcher may have seen it come and go.
    let _ = std::fs::remove_file(site.path(path));
    (format!("remove {path}"), [site.path(path)].into())
}

fn rename(site: &TestSite, from: &str, to: &str) -> Edit {
    let (source, target) = (site.path(from), site.path(to));
    if source.exists() && from != to && from.ends_with(".md") == to.ends_with(".md") {
        std::fs::create_dir_all(target.parent().expect("a folder")).expect("to make it");
        std::fs::rename(&source, &target).expect("to rename it");
    }
    (format!("rename {from} to {to}"), [source, target].into())
}

/// Moves a folder away, or back.
fn move_folder(site: &TestSite, random: &mut Random) -> Edit {
    let (here, aside) = random.pick(FOLDERS);
    let (from, to) = (site.path(here), site.path(aside));
    if to.exists() {
        // Something may have been written there meanwhile.
        let _ = std::fs::remove_dir_all(&from);
        std::fs::rename(&to, &from).expect("to move it back");
    } else if from.exists() {
        std::fs::rename(&from, &to).expect("to move it away");
    }
    (format!("move {here}"), [from].into())
}

/// Commits all content as it is, in a repository that the first commit begins.
pub fn commit(site: &TestSite, random: &mut Random) -> Edit {
    let author = random.pick(&["Ada", "Ben"]);
    let day = format!("2025-0{}-01", 1 + random.below(9));
    let git = |arguments: &[&str]| git_as(site.root(), author, &day, arguments);
    git(&["init", "-q"]);
    git(&["add", "-A", "content"]);
    git(&["commit", "-q", "--allow-empty", "-m", "A change"]);
    (format!("commit by {author}"), BTreeSet::new())
}
