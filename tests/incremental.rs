//! R-INC-01: after any sequence of edits, a build that follows others gives what a clean build gives, outputs and diagnostics.
//!
//! Edits are drawn at random, by a stated seed, from all kinds of input. `SITE_EDITS=5000 cargo test --release --test
//! incremental` makes the sequence longer; `SITE_SEED` makes it another one.

mod support;

#[path = "incremental/edits.rs"]
mod edits;

use std::collections::{BTreeMap, BTreeSet};

use edits::{Edits, Random};
use site::output::{Body, Memory};
use site::pipeline::{self, Build, Changes, Previous};
use support::{TestSite, draw_all, site};

/// A small site that uses everything.
const SITE: &str = include_str!("incremental/site.txt");

/// A session of builds that follow each other.
struct Session {
    previous: Previous,
    memory: Memory,
    /// What was published, put together from what each build without errors changed.
    published: BTreeMap<String, Body>,
}

impl Session {
    fn new(site: &TestSite) -> (Self, Build) {
        let mut session =
            Self { previous: Previous::first(), memory: Memory::default(), published: BTreeMap::default() };
        let build = session.build(site, &Changes::Unknown);
        (session, build)
    }

    fn build(&mut self, site: &TestSite, changes: &Changes) -> Build {
        self.memory.begin();
        let build = pipeline::build_again(&site.config, &mut self.previous, changes, &self.memory, &|_| ());
        if build.errors() == 0 {
            for (path, body) in self.memory.changes() {
                match body {
                    Some(body) => drop(self.published.insert(path, body)),
                    None => drop(self.published.remove(&path)),
                }
            }
        }
        build
    }
}

/// What a build of its own gives: the outputs, if there are no errors, and the diagnostics.
fn clean(site: &TestSite) -> (Option<BTreeMap<String, Body>>, Build) {
    let memory = Memory::default();
    let build = pipeline::build(&site.config, &memory, &|_| ());
    ((build.errors() == 0).then(|| memory.into_files()), build)
}

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn random_edits_give_what_a_clean_build_gives() {
    let (count, seed) = (number("SITE_EDITS", 300), number("SITE_SEED", 20_261_121));
    let site = site(SITE);
    let mut random = Random::new(seed);
    let mut edits = Edits::new();
    Edits::begin(&site, &mut random);
    let (mut session, first) = Session::new(&site);
    assert_eq!(first.errors(), 0, "{}", draw_all(&first.diagnostics));
    let (mut published, mut failed, mut reused) = (0, 0, 0);
    let mut has_errors = false;
    for step in 0..count {
        let (told, paths) = edits.next(&site, &mut random, has_errors);
        let changes = if random.one_in(10) { Changes::Unknown } else { Changes::At(paths) };
        let build = session.build(&site, &changes);
        let (outputs, expected) = clean(&site);
        let context = format!("edit {step} of seed {seed}: {told}, {changes:?}");
        assert_eq!(draw_all(&build.diagnostics), draw_all(&expected.diagnostics), "{context}");
        assert_eq!(build.diagnostics, expected.diagnostics, "{context}");
        assert_eq!(
            (build.pages, build.files, build.samples, &build.base_path, &build.ledger),
            (expected.pages, expected.files, expected.samples, &expected.base_path, &expected.ledger),
            "{context}"
        );
        has_errors = outputs.is_none();
        match outputs {
            None => failed += 1,
            Some(outputs) => {
                published += 1;
                compare(&session.published, &outputs, &context);
                reused += u64::from(build.rendered < expected.rendered);
            }
        }
    }
    println!(
        "{count} edits of seed {seed}: {published} published, {failed} with errors, {reused} with pages taken over"
    );
    // A test that only saw broken sites, or only builds of everything, would have shown nothing.
    assert!(published >= count / 3 && failed >= count / 20 && reused >= count / 4, "{published} {failed} {reused}");
}

#[track_caller]
fn compare(ours: &BTreeMap<String, Body>, expected: &BTreeMap<String, Body>, context: &str) {
    let paths: BTreeSet<&String> = ours.keys().chain(expected.keys()).collect();
    for path in paths {
        let text = |body: Option<&Body>| match body {
            Some(Body::Bytes(bytes)) => String::from_utf8_lossy(bytes).into_owned(),
            Some(Body::File { path, size }) => format!("{} {size}", path.display()),
            None => "nothing".to_owned(),
        };
        let (ours, expected) = (ours.get(path), expected.get(path));
        assert!(ours == expected, "{context}\n{path} is\n{}\nand not\n{}", text(ours), text(expected));
    }
}

/// After these edits to the site, each `path` = `text`, so many pages are rendered.
#[track_caller]
fn check_rendered(edits: &[(&str, &str, &str)], expected: usize) {
    let site = site(SITE);
    for n in 0..8 {
        let text = format!("---\ntitle: A{n}\ndate: 2024-01-0{}\nrank: 1\n---\n# One\n\nText {n}.\n", n + 1);
        site.write(&format!("content/articles/a{n}.md"), text.replace("# One", "## How"));
    }
    let (mut session, first) = Session::new(&site);
    assert_eq!(first.errors(), 0, "{}", draw_all(&first.diagnostics));
    let mut site = site;
    let mut paths = BTreeSet::new();
    for (path, from, to) in edits {
        site = site.replace(path, from, to);
        paths.insert(site.path(path));
    }
    let build = session.build(&site, &Changes::At(paths));
    let (outputs, _) = clean(&site);
    compare(&session.published, &outputs.expect("no errors"), "after the edits");
    assert_eq!(build.rendered, expected, "{edits:?}");
}

#[test]
fn only_pages_that_read_what_changed_are_rendered() {
    // Nothing.
    check_rendered(&[("content/articles/a1.md", "Text 1.", "Text 1.")], 0);
    // Its own page: the feed carries only the five newest.
    check_rendered(&[("content/articles/a1.md", "Text 1.", "Text 9.")], 1);
    // With the feed.
    check_rendered(&[("content/articles/a7.md", "Text 7.", "Text 9.")], 2);
    // A field that only a schema knows.
    check_rendered(&[("content/articles/a1.md", "rank: 1", "rank: 2")], 0);
    // A share of the list shows how many words there are.
    check_rendered(&[("content/articles/a1.md", "Text 1.", "Other words.\n\nMore.")], 2);
    // One data file that one page shows.
    check_rendered(&[("content/facts.yaml", "value: 12", "value: 13")], 1);
    // A template of one page.
    check_rendered(&[("templates/team.html", "Friend", "Guest")], 1);
    // A name that an entry of a list has, which two pages show.
    check_rendered(&[("content/articles/a0.md", "title: A0", "title: B0")], 4);
}
