//! R-INC-01: after any sequence of edits, a rebuild gives what a clean build gives, outputs and diagnostics.
//!
//! Edits of all kinds of input are drawn at random, from a fixed seed. `SITE_EDITS=5000 cargo test --release --test
//! suite incremental` makes the sequence longer; `SITE_SEED` sets another seed.

mod editor;
mod edits;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::thread;

use self::edits::Edits;
use crate::support::random::Random;
use crate::support::session::changes;
use crate::support::{self, TestSite, draw_all, number_from};
use site::date::Clock;
use site::output::{ChangedFiles, MemoryOutput, OutputFolder};
use site::pipeline::{self, Build, Changes, Preview, Viewers, verify};

/// A small site that uses everything, without its articles and its photo.
const SITE: &str = include_str!("incremental/site.txt");

/// Returns the site with its photo and articles.
fn full_site(random: &mut Random) -> TestSite {
    let site = support::site(SITE).packages();
    edits::photo(&site, random);
    edits::write_articles(&site, random);
    site
}

/// Outputs by path.
type Files = BTreeMap<String, Arc<[u8]>>;

/// Builds that follow each other, with what they publish.
struct Session {
    inner: support::session::Session,
    /// The outputs, put together from what each build without errors changed.
    published: Files,
}

impl Session {
    /// Begins with a build without errors.
    #[track_caller]
    fn start(site: &TestSite) -> Self {
        let (inner, first) = support::session::Session::start(site);
        assert_eq!(first.errors(), 0, "{}", draw_all(&first.diagnostics));
        let mut session = Self { inner, published: Files::default() };
        session.publish();
        session
    }

    /// Builds after changes of the files at these paths.
    fn build(&mut self, site: &TestSite, changed: &[&str]) -> Build {
        self.build_for(site, &changes(site, changed), None)
    }

    /// Asserts that the published outputs are those of a clean build.
    #[track_caller]
    fn assert_clean(&self, site: &TestSite) {
        let (outputs, build) = clean(site);
        let outputs = outputs.unwrap_or_else(|| panic!("{}", draw_all(&build.diagnostics)));
        compare(&self.published, &outputs, "after the edits");
    }

    fn build_for(&mut self, site: &TestSite, changes: &Changes, visitor: Option<&Visitor>) -> Build {
        let visitor = visitor.map(|visitor| AtMemory { visitor, memory: &self.inner.memory });
        let viewers = visitor.as_ref().map(|visitor| visitor as &dyn Viewers);
        let build = self.inner.build_for(site, changes, viewers);
        if build.errors() == 0 && !build.is_interrupted {
            self.publish();
        }
        build
    }

    fn publish(&mut self) {
        apply(&self.inner.memory.take_changes(), &mut self.published);
    }
}

/// Applies changes to outputs.
fn apply(changes: &ChangedFiles, files: &mut Files) {
    for (path, body) in changes {
        match body {
            Some(body) => drop(files.insert(path.clone(), body.clone())),
            None => drop(files.remove(path)),
        }
    }
}

/// A person who looks at pages while a build runs, and may edit again before it has ended.
struct Visitor {
    viewed_outputs: Vec<String>,
    edits_again: bool,
    /// The previews: the pending outputs, and all other outputs that differ from the published ones.
    shown: RefCell<Vec<(BTreeSet<String>, ChangedFiles)>>,
}

/// A visitor, with the outputs of the running build.
struct AtMemory<'a> {
    visitor: &'a Visitor,
    memory: &'a MemoryOutput,
}

impl Viewers for AtMemory<'_> {
    fn viewed_outputs(&self) -> Vec<String> {
        self.visitor.viewed_outputs.clone()
    }

    fn preview(&self, preview: Preview) {
        let shown = self.memory.changes_except(&preview.pending);
        self.visitor.shown.borrow_mut().push((preview.pending, shown));
    }

    fn has_queued_changes(&self) -> bool {
        self.visitor.edits_again
    }
}

impl Visitor {
    /// Asserts that previews showed what a clean build gives.
    fn compare(&self, published: &Files, outputs: &Files, context: &str) {
        for (pending, shown) in self.shown.borrow().iter() {
            let mut seen = published.clone();
            apply(shown, &mut seen);
            let mut expected = outputs.clone();
            expected.retain(|path, _| !pending.contains(path));
            // Derived images are made with the first page that shows them, and removed at the end of the build.
            let pages: Vec<&Arc<[u8]>> =
                expected.iter().filter(|(path, _)| !path.starts_with(DERIVED)).map(|(_, b)| b).collect();
            let is_shown = |path: &str| pages.iter().any(|page| memchr::memmem::find(page, path.as_bytes()).is_some());
            let needed: BTreeSet<String> =
                expected.keys().filter(|path| path.starts_with(DERIVED) && is_shown(path)).cloned().collect();
            // The index of the search is made of all pages, at the end of the build.
            let counts = |path: &String| {
                !pending.contains(path)
                    && !path.starts_with("search/")
                    && (!path.starts_with(DERIVED) || needed.contains(path))
            };
            seen.retain(|path, _| counts(path));
            expected.retain(|path, _| counts(path));
            compare(&seen, &expected, &format!("shown early, {context}"));
        }
    }
}

/// The folder of derived images.
const DERIVED: &str = "made/";

/// Builds from nothing, and returns the outputs if there are no errors.
fn clean(site: &TestSite) -> (Option<Files>, Build) {
    let memory = MemoryOutput::default();
    let build = pipeline::build(&site.config, &memory, &|_| ());
    ((build.errors() == 0).then(|| memory.files()), build)
}

#[test]
fn random_edits_give_what_a_clean_build_gives() {
    let (count, seed) = (number_from("SITE_EDITS", 100), number_from("SITE_SEED", 20_261_121));
    // Two sequences, for both processors of a small machine.
    thread::scope(|scope| {
        let sequences = [seed, seed + 1].map(|seed| scope.spawn(move || edit_at_random(count / 2, seed)));
        sequences.into_iter().for_each(|sequence| sequence.join().expect("the edits pass"));
    });
}

/// Makes a sequence of random edits, and compares the build after each with a clean one.
fn edit_at_random(count: u64, seed: u64) {
    let mut random = Random::new(seed);
    let mut site = full_site(&mut random);
    let mut session = Session::start(&site);
    let mut edits = Edits::new(session.inner.builds.clone());
    let (mut published, mut failed, mut reused, mut early, mut interrupted) = (0, 0, 0, 0, 0);
    let mut has_errors = false;
    for step in 0..count {
        let (what, paths) = edits.next(&site, &mut random, has_errors);
        let changes = if random.one_in(10) { Changes::Unknown } else { Changes::At(paths) };
        if random.one_in(5) {
            site.config.clock = Clock::parse(random.pick(MOMENTS)).expect("a moment");
        }
        let viewed_outputs = (0..random.below(4)).map(|_| random.pick(OPEN).to_owned()).collect();
        let visitor = Visitor { viewed_outputs, edits_again: random.one_in(6), shown: RefCell::default() };
        let before = session.published.clone();
        let build = session.build_for(&site, &changes, Some(&visitor));
        if random.one_in(20) {
            // The cache only saves time.
            let _ = std::fs::remove_dir_all(site.path(".site"));
        }
        let (outputs, expected) = clean(&site);
        let context = format!(
            "edit {step} of seed {seed}: {what}, {changes:?}, {:?}, {:?}",
            visitor.viewed_outputs, site.config.clock
        );
        has_errors = outputs.is_none();
        early += u64::from(!visitor.shown.borrow().is_empty());
        if let Some(outputs) = &outputs {
            visitor.compare(&before, outputs, &context);
        }
        if build.is_interrupted {
            interrupted += 1;
            continue;
        }
        assert_eq!(draw_all(&build.diagnostics), draw_all(&expected.diagnostics), "{context}");
        assert_eq!(build.diagnostics, expected.diagnostics, "{context}");
        assert_eq!(
            (
                build.counts.pages,
                build.counts.files,
                build.counts.samples,
                &build.untranslated,
                &build.base_path,
                &build.ledger,
                &build.policy
            ),
            (
                expected.counts.pages,
                expected.counts.files,
                expected.counts.samples,
                &expected.untranslated,
                &expected.base_path,
                &expected.ledger,
                &expected.policy
            ),
            "{context}"
        );
        match outputs {
            None => failed += 1,
            Some(outputs) => {
                published += 1;
                compare(&session.published, &outputs, &context);
                reused += u64::from(build.counts.rendered < expected.counts.rendered);
                if step % 4 == 0 {
                    compare_published(&site, &outputs, &expected, &context);
                }
            }
        }
    }
    let changes = u64::try_from(edits.editor.change_count).expect("a small number");
    println!(
        "{count} edits of seed {seed}: {published} published, {failed} with errors, {reused} with reused pages, \
         {early} with previews, {interrupted} interrupted, {changes} changes of the editor"
    );
    // A test that only saw broken sites, or only builds of everything, would have shown nothing.
    let enough = [(published, 3), (failed, 20), (reused, 5), (early, 20), (interrupted, 100), (changes, 20)];
    assert!(enough.iter().all(|(seen, part)| *seen >= count / part), "{enough:?}");
}

/// Builds into the output folder, as the program does, and compares it.
fn compare_published(site: &TestSite, outputs: &Files, expected: &Build, context: &str) {
    let context = format!("in the folder, {context}");
    let output = OutputFolder::open(&site.config.out, &site.config.root).expect("our folder");
    let mut build = pipeline::build(&site.config, &output, &|_| ());
    pipeline::publish(&site.config, output, &mut build).unwrap_or_else(|| panic!("{context}"));
    assert_eq!(build.diagnostics, expected.diagnostics, "{context}");
    let counts = |build: &Build| (build.counts.pages, build.counts.files, build.counts.samples);
    assert_eq!(counts(&build), counts(expected), "{context}");
    let mut found = support::read_folder(&site.config.out);
    found.retain(|path, _| path != ".site-manifest" && !path.ends_with(".br") && !path.ends_with(".gz"));
    let found = found.into_iter().map(|(path, bytes)| (path, bytes.into())).collect();
    compare(&found, outputs, &context);
}

/// The times of builds: the footer prints the month, and articles have dates before and after.
const MOMENTS: &[&str] = &["2024-01-03", "2025-06-01", "2025-06-01T19:00:00Z", "2025-07-02"];

/// The outputs that a visitor may look at. Some of them come and go.
const OPEN: &[&str] = &[
    "index.html",
    "about/index.html",
    "all/index.html",
    "articles/a1/index.html",
    "articles/a3/index.html",
    "404.html",
    "tags/wind/index.html",
    "none/index.html",
];

#[track_caller]
fn compare(ours: &Files, expected: &Files, context: &str) {
    let paths: BTreeSet<&String> = ours.keys().chain(expected.keys()).collect();
    for path in paths {
        let text = |files: &Files| match files.get(path) {
            Some(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            None => "nothing".to_owned(),
        };
        let is_same = ours.get(path) == expected.get(path);
        assert!(is_same, "{context}\n{path} is\n{}\nand not\n{}", text(ours), text(expected));
    }
}

#[test]
fn a_picture_that_only_a_preview_showed_is_removed_by_the_next_build() {
    let site = full_site(&mut Random::new(1));
    edits::photo_of(&site, 24, 0);
    let mut session = Session::start(&site);
    let (_, mut paths) = edits::photo_of(&site, 20, 0);
    // The title is on all pages, so that some are left when the build is interrupted.
    let site = site.replace("content/site.yaml", "title: Kites", "title: Dragons");
    paths.insert(site.path("content/site.yaml"));
    let visitor =
        Visitor { viewed_outputs: vec!["index.html".to_owned()], edits_again: true, shown: RefCell::default() };
    let build = session.build_for(&site, &Changes::At(paths), Some(&visitor));
    assert!(build.is_interrupted && !visitor.shown.borrow().is_empty());
    let (_, paths) = edits::photo_of(&site, 20, 90);
    session.build_for(&site, &Changes::At(paths), None);
    session.assert_clean(&site);
}

#[test]
fn copied_files_are_scanned_again_where_an_entry_is_no_longer_published() {
    let site = full_site(&mut Random::new(1));
    let mut session = Session::start(&site);
    let page = "content/pages/kite-shop.md";
    let published = std::fs::read_to_string(site.path(page)).expect("a page");
    let mut rebuild = |text: &str| {
        site.write(page, text);
        session.build(&site, &[page])
    };
    let build = rebuild(&published.replace("title:", "draft: true\ntitle:"));
    assert_eq!(build.diagnostics, clean(&site).1.diagnostics);
    assert!(draw_all(&build.diagnostics).contains("dist/llms.txt"), "{}", draw_all(&build.diagnostics));
    assert_eq!(rebuild(&published).errors(), 0);
    session.assert_clean(&site);
}

#[test]
fn a_file_of_public_stays_where_a_host_or_a_step_had_one_before() {
    let site = full_site(&mut Random::new(1));
    let mut session = Session::start(&site);
    site.write("public/_headers", "/*\n  X-Own: 1\n");
    site.write("public/kept/robots.txt", "User-agent: *\n");
    let site = site.replace("content/hosts.yaml", "[netlify]", "[]");
    let site = site.replace("content/site.yaml", "gives: public/kept", "gives: public/moved");
    let files = ["public/_headers", "public/kept/robots.txt", "content/hosts.yaml", "content/site.yaml"];
    let build = session.build(&site, &files);
    assert_eq!(build.errors(), 0, "{}", draw_all(&build.diagnostics));
    assert!(session.published.contains_key("_headers") && session.published.contains_key("kept/robots.txt"));
    session.assert_clean(&site);
}

#[test]
fn included_and_shared_templates_are_found_by_either_form_of_unicode() {
    let site = full_site(&mut Random::new(1)).edit("-- templates/partials/s\u{fc}.html --\n<b>found</b>\n");
    let site = site.replace("templates/base.html", "partials/maybe.html\" ignore missing", "partials/su\u{308}.html\"");
    let shared = "{{ shared(\"partials/su\u{308}.html\") }}{{ inline(";
    let site = site.replace("templates/home.html", "{{ inline(", shared);
    Session::start(&site).assert_clean(&site);
}

#[test]
fn a_cache_that_is_removed_between_two_builds_is_made_again() {
    let site = full_site(&mut Random::new(1));
    let mut session = Session::start(&site);
    // The islands are bundled anew, but the mistake in the settings keeps their pages from being rendered.
    let (settings, label) = ("content/site.yaml", "islands/Label.tsx");
    let good = std::fs::read_to_string(site.path(settings)).expect("settings");
    let site = site.replace(label, "<b>{text}</b>", "<i>{text}</i>");
    site.write(settings, "title: [");
    let build = session.build(&site, &[settings, label]);
    assert!(build.errors() > 0);
    std::fs::remove_dir_all(site.path(".site")).expect("a cache");
    site.write(settings, good);
    let build = session.build(&site, &[settings]);
    assert_eq!(build.errors(), 0, "{}", draw_all(&build.diagnostics));
    session.assert_clean(&site);
}

#[test]
fn commits_and_another_form_of_slugs_reach_pages_that_were_not_edited() {
    let site = full_site(&mut Random::new(1));
    site.write("content/articles/süß.md", "---\ntitle: Sweet\ndate: 2024-01-05\n---\n");
    let site = site.replace("content/pages/kite-shop.md", "We sell", "[Sweet](../articles/süß.md). We sell");
    let mut session = Session::start(&site);
    edits::commit(&site, &mut Random::new(1));
    session.build(&site, &[]);
    session.assert_clean(&site);
    let site = site.replace("content/site.yaml", "language: en\n", "language: en\nslugs: ascii\n");
    session.build(&site, &["content/site.yaml"]);
    session.assert_clean(&site);
}

#[test]
fn another_time_zone_changes_the_order_of_entries_and_their_periods() {
    let site = support::base(
        "-- content/site.yaml --\ntitle: Test\nbase_url: https://example.com/\ntime_zone: UTC\n\
         -- content/pages/late.md --\n---\ntitle: Late\ndate: 2023-12-31T20:00:00Z\n---\n\
         -- content/pages/new.md --\n---\ntitle: New\ndate: 2024-01-01\n---\n\
         -- templates/page.html --\n<!doctype html>\n<html lang=\"en\"><head><title>{{ page.title }}</title>\
         <meta name=\"description\" content=\"A page\"></head>\n<body><h1>{{ page.title }}</h1>{{ page.content }}\
         {% for year in terms(\"pages\", \"date\", by=\"year\") %}<p>{{ year.name }}: {{ year.count }}</p>{% endfor %}\
         {% for entry in recent(\"pages\", 1) %}<p>{{ entry.title }}</p>{% endfor %}</body></html>\n",
    );
    let mut session = Session::start(&site);
    let site = site.replace("content/site.yaml", "UTC", "Asia/Kolkata");
    session.build(&site, &["content/site.yaml"]);
    session.assert_clean(&site);
}

#[test]
fn a_key_that_moves_to_another_data_file_reaches_shared_templates() {
    let lists = "-- content/list_a.yaml --\none: 1\ntwo: 2\n-- content/list_b.yaml --\nthree: 3\n";
    let site = full_site(&mut Random::new(1)).edit(lists);
    let keys =
        "<footer>{% for key in data.list_a %}{{ key }}{% endfor %}-{% for key in data.list_b %}{{ key }}{% endfor %}";
    let site = site.replace("templates/partials/footer.html", "<footer>", keys);
    let mut session = Session::start(&site);
    let site = site.edit("-- content/list_a.yaml --\none: 1\n-- content/list_b.yaml --\ntwo: 2\nthree: 3\n");
    session.build(&site, &["content/list_a.yaml", "content/list_b.yaml"]);
    session.assert_clean(&site);
}

#[test]
fn a_field_that_names_a_file_by_a_changed_schema_reaches_pages() {
    let site = full_site(&mut Random::new(1));
    let schema = "content/articles/_collection.yaml";
    let site = site.replace(schema, "rank: { type: integer }", "rank: { type: integer }\n    cover: { type: string }");
    site.write("content/articles/cover.md", "---\ntitle: Cover\ndate: 2024-01-05\ncover: /images/photo.png\n---\n");
    let site = site.replace("templates/article.html", "{{ page.content }}", "{{ page.cover }}{{ page.content }}");
    let mut session = Session::start(&site);
    let site = site.replace(schema, "cover: { type: string }", "cover: { type: string, format: file }");
    session.build(&site, &[schema]);
    session.assert_clean(&site);
}

#[test]
fn a_heading_that_is_no_title_any_more_reaches_all_pages_that_show_the_text() {
    let site = full_site(&mut Random::new(1));
    let entry = "manual/flying/start.md";
    site.write(entry, "---\nlevel: easy\n---\n# Start\n\nText.\n");
    let shown = "{% if site.language == 'en' %}{{ entry('guide/flying/start').content }}{% endif %}{{ page.content }}";
    let site = site.replace("templates/page.html", "{{ page.content }}", shown);
    let mut session = Session::start(&site);
    let site = site.replace(entry, "level: easy", "level: easy\ntitle: Start");
    session.build(&site, &[entry]);
    session.assert_clean(&site);
}

#[test]
fn an_empty_file_that_becomes_unreadable_is_reported_on_pages_that_show_it() {
    let site = full_site(&mut Random::new(1));
    let (template, file) = ("templates/home.html", "public/note.txt");
    site.write(file, "");
    let site = site.replace(template, "{{ inline(", "{{ inline(\"note.txt\") }}{{ inline(");
    let mut session = Session::start(&site);
    site.write(file, b"\xff");
    assert!(session.build(&site, &[file]).errors() > 0);
}

#[test]
fn verifying_finds_a_page_that_was_reused_though_it_had_changed() {
    let site = full_site(&mut Random::new(1));
    let mut session = Session::start(&site);
    let found = |session: &Session| {
        let paths: Vec<String> = session.published.keys().cloned().collect();
        let output = |path: &str| session.published.get(path).cloned();
        verify::compare_with_clean_build(&site.config, &paths, &output)
    };
    assert!(found(&session).is_empty(), "{}", draw_all(&found(&session)));
    // The build is told that nothing has changed.
    let text = std::fs::read_to_string(site.path("templates/team.html")).expect("a template");
    site.write("templates/team.html", text.replace("Friend", "Guest"));
    session.build(&site, &[]);
    let messages: Vec<String> = found(&session).into_iter().map(|diagnostic| diagnostic.message).collect();
    let pages: Vec<&String> = messages.iter().filter(|message| !message.contains("`search/")).collect();
    assert_eq!(pages, ["the output `team/index.html` is not what a clean build gives"]);
    assert!(messages.len() > pages.len(), "the search has the words of before");
    session.build(&site, &["templates/team.html"]);
    assert!(found(&session).is_empty(), "{}", draw_all(&found(&session)));
}

#[test]
fn only_pages_that_read_what_changed_are_rendered() {
    let mut site = support::site(SITE).packages();
    edits::photo(&site, &mut Random::new(1));
    for n in 0..8 {
        let text = format!("---\ntitle: A{n}\ndate: 2024-01-0{}\nrank: 1\n---\n## How\n\nText {n}.\n", n + 1);
        site.write(&format!("content/articles/a{n}.md"), text);
    }
    let mut session = Session::start(&site);
    // Edits of one file each: what is replaced, and how many pages the build renders.
    let edits = [
        // Nothing changes.
        ("content/articles/a1.md", "Text 1.", "Text 1.", 0),
        // Its own page: the feed carries only the five newest.
        ("content/articles/a0.md", "Text 0.", "Text 9.", 1),
        // Its page, and the one that shows it among others.
        ("content/articles/a1.md", "Text 1.", "Text 9.", 2),
        // Its page and the feed.
        ("content/articles/a7.md", "Text 7.", "Text 9.", 2),
        // A field that no template reads.
        ("content/articles/a1.md", "rank: 1", "rank: 2", 0),
        // The number of words: its page, a part of the list in each language, and its JSON file.
        ("content/articles/a0.md", "Text 9.", "Other words.\n\nMore.", 4),
        // A data file that one page shows.
        ("content/facts.yaml", "value: 12", "value: 13", 1),
        // A template of one page.
        ("templates/team.html", "Friend", "Guest", 1),
        // An island that one page shows, and a module that an island and a script import.
        ("islands/Label.tsx", "<b>{text}</b>", "<i>{text}</i>", 1),
        ("islands/lib/words.ts", "times", "clicks", 2),
        // A title: its page and its JSON file, the entry after it, a part of the list in each language, its month, and
        // a list sorted by title.
        ("content/articles/a0.md", "title: A0", "title: B0", 7),
        // A word that the pages of one language show: two parts of the list, and one entry.
        ("content/words.ta.yaml", "{n} பட்டங்கள்", "{n} kites", 3),
    ];
    for (path, from, to, rendered) in edits {
        site = site.replace(path, from, to);
        let build = session.build(&site, &[path]);
        session.assert_clean(&site);
        assert_eq!(build.counts.rendered, rendered, "{path}: {from:?} is {to:?}");
    }
}
