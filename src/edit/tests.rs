//! Tests of the editor with whole sites. The tests in this file rename, find and list entries, and read during builds.

mod absent_parts;
mod blocks;
mod deletion;
mod fields;
mod file_names;
mod folders;
mod headings;
mod links;
mod list_items;
mod marks;
mod new_entries;
mod pictures;
mod restored;
mod uploads;

use std::collections::BTreeMap;
use std::fs::{create_dir_all, read, read_to_string, write};
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use proptest::prelude::*;
use walkdir::WalkDir;

use super::blank_form::{BlankForm, build_blank_value};
use super::change::Change;
use super::delete_entry::{DeletionPlan, plan_deletion};
use super::entry_order::list_entries;
use super::page_choice::list_pages;
use super::publish::find_errors;
use super::refused::Refused;
use super::rename::{Renaming, plan_rename};
use super::sample::{SampleFile, list_samples};
use super::session::EditSession;
use super::uses::EntryUse;
use crate::config::Config;
use crate::date::Clock;
use crate::output::Discard;
use crate::pipeline::{Builds, Changes, Job, Preview, Viewers};

/// A site in two languages, with a bundle and with every form of link.
const SITE: &[(&str, &str)] = &[
    (
        "content/site.yaml",
        "title: Harbour\nbase_url: https://harbour.example/sea/\nlanguage: en\n\
         languages: { en: { name: English }, ta: { name: தமிழ் } }\n\
         pages:\n  - { route: /404.html, template: 404.html, languages: all }\n",
    ),
    (
        "content/menu.schema.yaml",
        "additionalProperties: true\nproperties:\n  first: { type: string, reference: articles }\n",
    ),
    (
        "content/menu.yaml",
        "first: tides   # the first\nlinks:\n  - { label: Tides, to: '/tides/' }\n  - /tides/#high\n  - /tides\n\
         ids: [articles/tides, articles/ebb]\ntext: >-\n  See [the tides](/tides/?a) and\n  <a href=\"/ebb/\">the ebb</a>.\n\
         whole: https://harbour.example/sea/tides/\nother: https://other.example/tides/\nword: tides\n",
    ),
    (
        "content/articles/_collection.yaml",
        "route: /{slug}/\ntemplate: page.html\nschema:\n  required: [title]\n  properties:\n    title: { type: string }\n    \
         author: { type: string, reference: team }\n    near: { type: array, items: { reference: articles } }\n    links: {}\n",
    ),
    (
        "content/articles/tides.md",
        "---\ntitle: Tides   # of the moon\nauthor: ada\nnear: [ebb, articles/trip]\n---\n\nSee [below](tides.md#high), \
         [the ebb](ebb.md), [a map](trip/map.txt) and [all](/about/).\n\n## High\n\nWater.\n",
    ),
    ("content/articles/tides.ta.md", "---\ntitle: அலைகள்\n---\n\n[ebb](ebb.md) [en](/tides/) [ta](/ta/tides/)\n"),
    (
        "content/articles/ebb.md",
        "---\ntitle: Ebb\nslug: low-water\nnear: [tides]\n---\n\nOf [tides][t] and [trips](trip/index.md).\n\n\
         `[code](/tides/)` <a href='/sea/tides/'>raw</a>\n\n[t]: ./tides.md#high 'T'\n",
    ),
    ("content/articles/trip/index.md", "---\ntitle: Trip\n---\n\n[Map](map.txt) [tides](../tides.md)\n"),
    ("content/articles/trip/map.txt", "A map\n"),
    ("content/team/_collection.yaml", "schema: { required: [name], properties: { name: { type: string } } }\n"),
    ("content/team/ada.yaml", "name: Ada\n"),
    ("content/pages/_collection.yaml", "schema: { properties: { title: {}, links: {}, near: {}, author: {} } }\n"),
    (
        "content/pages/home.yaml",
        "route: /\ntemplate: page.html\ntitle: Home\nlinks: [/tides/, /low-water/, /trip/, /trip/map.txt, /about/]\n",
    ),
    ("content/pages/about.yaml", "route: /about/\ntemplate: page.html\ntitle: About\naliases: [/us/]\n"),
    (
        "templates/page.html",
        "<!doctype html><html lang=\"{{ site.language }}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{{ page.title }}</title></head><body>\
         <h1>{{ page.title }}</h1>{{ page.content }}{% for link in page.links or [] %}\
         <a href=\"{{ url(link) }}\">{{ link }}</a>{% endfor %}{% for other in page.near or [] %}\
         <a href=\"{{ url(other) }}\">{{ other.title }}</a>{% endfor %}{% if page.author %}<p>{{ page.author.name }}</p>{% endif %}\
         <a href=\"{{ url(data.menu.first) }}\">{{ data.menu.first.title }}</a></body></html>\n",
    ),
    (
        "templates/404.html",
        "<!doctype html><html lang=\"{{ site.language }}\"><head><meta charset=\"utf-8\"><title>404</title></head><body><h1>404</h1></body></html>\n",
    ),
];

struct EditedSite {
    folder: tempfile::TempDir,
    config: Config,
    builds: Arc<Builds>,
    session: EditSession,
}

impl EditedSite {
    fn new(more: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in SITE.iter().chain(more) {
            let path = folder.path().join(name);
            create_dir_all(path.parent().expect("a folder")).expect("a folder");
            write(path, text).expect("written");
        }
        let config = Config { drafts: true, ..Config::new(folder.path().to_owned(), Clock::system()) };
        let builds = Arc::new(Builds::default());
        let session = EditSession::open(config.clone(), builds.clone()).expect("a session");
        let site = Self { folder, config, builds, session };
        assert_eq!(find_errors(&site.config), []);
        site.build();
        site
    }

    fn build(&self) {
        self.build_for(None);
    }

    fn build_for(&self, viewers: Option<&dyn Viewers>) {
        let job = Job {
            config: &self.config,
            changes: &Changes::Unknown,
            sink: &Discard::default(),
            announce: &|_| (),
            viewers,
            is_incremental: true,
        };
        self.builds.run(&job);
    }

    fn rename(&self, file: &str, name: &str, keeps_address: bool) -> Result<String, Refused> {
        let wanted = Renaming { file: file.to_owned(), name: name.to_owned(), keeps_address };
        let renamed = self.session.rename_entry(&wanted);
        self.build();
        renamed
    }

    fn plan_deletion(&self, file: &str) -> Result<DeletionPlan, Refused> {
        self.session.read(|site| plan_deletion(site, file))
    }

    fn build_blank_value(&self, file: &str, at: &str, number: Option<usize>) -> Result<BlankForm, Refused> {
        self.session.read(|site| build_blank_value(site, file, at, number))
    }

    fn list_samples(&self) -> Result<Vec<SampleFile>, Refused> {
        self.session.read(|site| Ok(list_samples(site)))
    }

    fn read(&self, name: &str) -> String {
        let bytes = read(self.folder.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        String::from_utf8(bytes).expect("text")
    }

    /// Returns all files of the content.
    fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let root = self.folder.path();
        let found =
            WalkDir::new(root.join("content")).into_iter().flatten().filter(|entry| entry.file_type().is_file());
        let name = |path: &Path| path.strip_prefix(root).expect("below").to_string_lossy().replace('\\', "/");
        found.map(|entry| (name(entry.path()), read(entry.path()).expect("a file"))).collect()
    }

    /// Undoes all changes, the last first.
    fn undo_all(&self) {
        for (change, is_undone) in self.session.list_changes() {
            if change.undoes.is_none() && !is_undone {
                self.session.undo(change.number).expect("undone");
                self.build();
            }
        }
    }
}

#[track_caller]
fn check_changed(before: &str, after: &str, expected: &[&str]) {
    let changes = similar::TextDiff::from_lines(before, after);
    let changed: Vec<String> = changes
        .iter_all_changes()
        .filter(|change| change.tag() != similar::ChangeTag::Equal)
        .map(|change| format!("{}{}", change.tag(), change.value().trim_end()))
        .collect();
    assert_eq!(changed, expected);
}

#[track_caller]
fn check_refused(result: Result<String, Refused>, code: &str) {
    match result {
        Err(Refused::Invalid(found)) => assert_eq!(found[0].code, code, "{found:?}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_form_of_a_link_gets_the_new_name_and_nothing_else_changes() {
    let site = EditedSite::new(&[]);
    let first = site.files();
    let before = |name: &str| String::from_utf8(first[name].clone()).expect("text");
    let file = site.rename("content/articles/tides.md", "high-tide", true).expect("renamed");
    assert_eq!(file, "content/articles/high-tide.md");
    check_changed(
        &before("content/menu.yaml"),
        &site.read("content/menu.yaml"),
        &[
            "-first: tides   # the first",
            "+first: high-tide   # the first",
            "-  - { label: Tides, to: '/tides/' }",
            "-  - /tides/#high",
            "-  - /tides",
            "-ids: [articles/tides, articles/ebb]",
            "+  - { label: Tides, to: '/high-tide/' }",
            "+  - /high-tide/#high",
            "+  - /high-tide",
            "+ids: [articles/high-tide, articles/ebb]",
            "-  See [the tides](/tides/?a) and",
            "+  See [the tides](/high-tide/?a) and",
            "-whole: https://harbour.example/sea/tides/",
            "+whole: https://harbour.example/sea/high-tide/",
        ],
    );
    check_changed(
        &before("content/articles/tides.md"),
        &site.read("content/articles/high-tide.md"),
        &[
            "+aliases: [/tides/]",
            "-See [below](tides.md#high), [the ebb](ebb.md), [a map](trip/map.txt) and [all](/about/).",
            "+See [below](high-tide.md#high), [the ebb](ebb.md), [a map](trip/map.txt) and [all](/about/).",
        ],
    );
    check_changed(
        &before("content/articles/tides.ta.md"),
        &site.read("content/articles/high-tide.ta.md"),
        &[
            "+aliases: [/ta/tides/]",
            "-[ebb](ebb.md) [en](/tides/) [ta](/ta/tides/)",
            "+[ebb](ebb.md) [en](/high-tide/) [ta](/ta/high-tide/)",
        ],
    );
    check_changed(
        &before("content/articles/ebb.md"),
        &site.read("content/articles/ebb.md"),
        &[
            "-near: [tides]",
            "+near: [high-tide]",
            "-`[code](/tides/)` <a href='/sea/tides/'>raw</a>",
            "+`[code](/tides/)` <a href='/sea/high-tide/'>raw</a>",
            "-[t]: ./tides.md#high 'T'",
            "+[t]: ./high-tide.md#high 'T'",
        ],
    );
    assert_eq!(site.session.list_changes().len(), 1);
    site.undo_all();
    assert_eq!(site.files(), first);
}

#[test]
fn a_folder_is_renamed_with_its_files_and_a_slug_or_route_in_its_place() {
    let site = EditedSite::new(&[
        ("content/urls.txt", "/\n/about/\n/us/\n/low-water/\n"),
        ("content/team/ada.schema.yaml", "properties: { name: { type: string } }\n"),
    ]);
    let first = site.files();
    site.rename("content/articles/trip/index.md", "voyage", false).expect("renamed");
    assert_eq!(site.read("content/articles/voyage/map.txt"), "A map\n");
    assert_eq!(site.read("content/articles/voyage/index.md"), SITE[7].1);
    assert!(!site.folder.path().join("content/articles/trip").exists());
    assert!(site.read("content/articles/tides.md").contains("[a map](voyage/map.txt)"));
    assert!(site.read("content/articles/ebb.md").contains("[trips](voyage/index.md)"));
    site.rename("content/articles/ebb.md", "ebb-tide", true).expect("renamed");
    assert!(site.read("content/articles/ebb.md").starts_with("---\ntitle: Ebb\nslug: ebb-tide\n"));
    site.rename("content/pages/about.yaml", "us", false).expect("renamed");
    assert_eq!(site.read("content/pages/about.yaml"), "route: /us/\ntemplate: page.html\ntitle: About\n");
    assert_eq!(site.read("content/urls.txt"), "/\n/about/ gone\n/us/\n/low-water/\n");
    assert!(
        site.read("content/pages/home.yaml").contains("links: [/tides/, /ebb-tide/, /voyage/, /voyage/map.txt, /us/]")
    );
    site.rename("content/team/ada.yaml", "ada-lovelace", true).expect("renamed");
    assert!(site.read("content/articles/tides.md").contains("\nauthor: ada-lovelace\n"));
    assert_eq!(site.read("content/team/ada-lovelace.schema.yaml"), "properties: { name: { type: string } }\n");
    site.undo_all();
    assert_eq!(site.files(), first);
}

#[test]
fn names_that_are_taken_or_break_the_site_are_refused() {
    let site = EditedSite::new(&[("templates/part.html", "{{ entry(\"articles/trip\").title }}\n")]);
    let page = site.read("templates/page.html").replace("</body>", "{% include \"part.html\" %}</body>");
    write(site.folder.path().join("templates/page.html"), page).expect("written");
    site.build();
    let first = site.files();
    let tides = "content/articles/tides.md";
    for (name, code) in [
        ("tides", "same-name"),
        ("ebb", "entry-exists"),
        ("EBB", "entry-exists"),
        ("low-water", "address-taken"),
        ("about", "address-taken"),
        ("us", "address-taken"),
        ("a/b", "bad-name"),
        ("../x", "bad-name"),
        ("_index", "bad-name"),
        ("README", "bad-name"),
        ("x.ta", "bad-name"),
        ("con", "bad-name"),
        ("", "bad-name"),
    ] {
        check_refused(site.rename(tides, name, true), code);
    }
    let trip = "content/articles/trip/index.md";
    let plan = site.session.read(|site| plan_rename(site, trip)).expect("a plan");
    assert_eq!(plan.not_rewritten.iter().map(|place| &*place.file).collect::<Vec<_>>(), ["templates/part.html"]);
    let Err(Refused::Invalid(errors)) = site.rename(trip, "voyage", true) else { panic!("a template names it") };
    assert!(errors.iter().all(|error| error.place.as_ref().is_some_and(|place| &*place.file == "templates/part.html")));
    assert_eq!(site.files(), first);
    assert!(site.session.list_changes().is_empty());
    assert!(site.session.read(|site| plan_rename(site, "content/pages/home.yaml")).expect("a plan").refusal.is_some());
}

#[test]
fn escaped_links_to_a_renamed_entry_are_rewritten() {
    let site = EditedSite::new(&[
        ("content/notes.schema.yaml", "additionalProperties: true\n"),
        ("content/notes.yaml", "to: /%74ides/\nsaid: See [it](/tide&#115;/).\n"),
    ]);
    site.rename("content/articles/tides.md", "high-tide", true).expect("renamed");
    assert_eq!(site.read("content/notes.yaml"), "to: /high-tide/\nsaid: See [it](/high-tide/).\n");
}

#[test]
fn a_renamed_entry_that_was_changed_since_is_renamed_back() {
    let site = EditedSite::new(&[]);
    let file = site.rename("content/articles/tides.md", "high-tide", true).expect("renamed");
    let path = site.folder.path().join(&file);
    write(&path, site.read(&file).replace("Water.", "More water.")).expect("written");
    site.build();
    site.undo_all();
    assert_eq!(site.read("content/articles/tides.md"), SITE[4].1.replace("Water.", "More water."));
    assert!(site.read("content/articles/ebb.md").contains("near: [tides]"));
}

/// The files that differ from `SITE` in a site of one language.
const ONE_LANGUAGE: &[(&str, &str)] = &[
    ("content/site.yaml", "title: Harbour\nbase_url: https://harbour.example/sea/\n"),
    ("content/articles/tides.ta.md", "---\ntitle: Other\n---\n\nOther.\n"),
    ("content/urls.txt", "/\n/tides/\n"),
];

#[test]
fn uses_are_found_in_the_host_settings_and_of_an_entry_whose_name_looks_like_the_assumed_one() {
    let files = [
        ("content/team/new-name.yaml", "name: New\n"),
        ("content/articles/new-name.md", "---\ntitle: New\nauthor: new-name\n---\n\n[This](new-name.md)\n"),
        ("content/hosts.yaml", "hosts: [netlify]\nredirects:\n  - { from: /old/, to: /new-name/ }\n"),
    ];
    let site = EditedSite::new(&[ONE_LANGUAGE, &files].concat());
    let article = "content/articles/new-name.md";
    let found = |uses: Vec<EntryUse>| uses.into_iter().map(|used| (used.file, used.at)).collect::<Vec<_>>();
    let plan = site.session.read(|site| plan_rename(site, article)).expect("a plan");
    let hosts = [("content/hosts.yaml".to_owned(), None)];
    assert_eq!(found(plan.uses), [(article.to_owned(), Some("#0".to_owned()))]);
    assert_eq!(found(plan.not_rewritten), hosts);
    let deleted = |file: &str| {
        let plan = site.plan_deletion(file).expect("a plan");
        found(plan.uses.into_iter().map(|used| used.place).collect())
    };
    assert_eq!(deleted(article), hosts);
    let author = (article.to_owned(), Some("/author".to_owned()));
    assert_eq!(deleted("content/team/new-name.yaml"), [author]);
}

#[test]
fn entries_are_moved_only_if_each_has_a_number_of_its_own() {
    let team = |first: &'static str, second: &'static str| {
        let schema = "sort: order\nschema: { properties: { name: { type: string }, order: { type: integer } } }\n";
        let files = [
            ("content/team/_collection.yaml", schema),
            ("content/team/ada.yaml", first),
            ("content/team/eve.yaml", second),
        ];
        let site = EditedSite::new(&[ONE_LANGUAGE, &files].concat());
        site.session.read(|site| list_entries(site, "team")).expect("a list").is_ordered
    };
    assert!(team("name: Ada\norder: 1\n", "name: Eve\norder: 2\n"));
    assert!(!team("name: Ada\norder: 1\n", "name: Eve\norder: 1\n"));
    assert!(!team("name: Ada\norder: 1\n", "name: Eve\n"));
}

#[test]
fn nothing_that_is_read_waits_for_a_build() {
    let site = EditedSite::new(ONE_LANGUAGE);
    let session = &site.session;
    let _build = site.builds.pause();
    assert_eq!(session.build_form("content/articles/tides.md", "/title").expect("a form").title, "Tides");
    assert!(session.find_marks("/tides/").expect("marks").is_traced);
    assert!(session.read(|site| Ok(list_pages(site))).is_ok());
    assert!(
        site.plan_deletion("content/articles/tides.md").is_ok()
            && session.read(|site| list_entries(site, "articles")).is_ok()
    );
    let change = Change {
        file: "content/team/ada.yaml".into(),
        at: "/name".into(),
        was: "Ada".into(),
        to: "Ada L.".into(),
        item: None,
    };
    assert_eq!(session.change_value(&change).expect("changed"), Some(1));
    assert_eq!(session.undo(1).expect("undone"), Some(2));
}

/// The viewer of a page who interrupts every build.
struct Interrupting;

impl Viewers for Interrupting {
    fn viewed_outputs(&self) -> Vec<String> {
        vec!["about/index.html".to_owned()]
    }

    fn preview(&self, _: Preview) {}

    fn has_queued_changes(&self) -> bool {
        true
    }
}

#[test]
fn readers_are_known_after_an_interrupted_build() {
    let site = EditedSite::new(&[]);
    let read = || {
        let pages = site.session.list_readers("content/articles/tides.md", "/title").expect("readers");
        pages.into_iter().map(|page| page.route).collect::<Vec<_>>()
    };
    let expected = read();
    assert!(expected.len() > 1, "{expected:?}");
    let not_found = site.folder.path().join("templates/404.html");
    write(&not_found, format!("{}\n", read_to_string(&not_found).expect("a template"))).expect("written");
    write(site.folder.path().join("content/articles/tides.md"), "---\ntitle: Ebb\n---\nLow.\n").expect("written");
    site.build_for(Some(&Interrupting));
    thread::scope(|threads| {
        let readers = threads.spawn(read);
        thread::sleep(Duration::from_millis(50));
        site.build();
        assert_eq!(readers.join().expect("readers"), expected);
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn random_names_leave_no_error_and_are_undone_to_the_byte(
        steps in prop::collection::vec((any::<prop::sample::Index>(), "[a-c]|tides|ebb|us|new-[a-z]{1,3}|அலை|ä b|Tides", any::<bool>()), 1..4),
    ) {
        let ledger = [("content/urls.txt", "/\n/tides/\n/about/\n/us/\n/2024/\n/2024/walk/\n")];
        let site = EditedSite::new(&[folders::FOLDER, &ledger].concat());
        let first = site.files();
        for (index, name, keeps_address) in steps {
            let snapshot = site.builds.snapshot().expect("a snapshot");
            let file = index.get(snapshot.site().entries()).file.file.to_string();
            let before = site.files();
            match site.rename(&file, &name, keeps_address) {
                Ok(renamed) => prop_assert!(site.files().contains_key(&renamed), "{renamed}"),
                Err(Refused::Invalid(found)) => {
                    let known = ["same-name", "bad-name", "entry-exists", "address-taken", "edit-address"];
                    prop_assert!(known.contains(&found[0].code), "{file} {name}: {found:?}");
                    prop_assert_eq!(site.files(), before);
                }
                Err(other) => prop_assert!(false, "{file} {name}: {other:?}"),
            }
            prop_assert_eq!(find_errors(&site.config), []);
        }
        site.undo_all();
        prop_assert_eq!(site.files(), first);
    }
}

#[test]
fn the_route_and_the_template_of_a_page_are_shown_last_and_not_edited() {
    let form = EditedSite::new(&[]).session.build_form("content/pages/about.yaml", "").expect("a form");
    let fixed = |at: &str| {
        form.fields.iter().find(|field| field.at == at).map(|field| (field.is_under_more, field.fixed.is_some()))
    };
    assert_eq!(
        ["/title", "/route", "/template"].map(fixed),
        [Some((false, false)), Some((true, true)), Some((true, true))]
    );
}
