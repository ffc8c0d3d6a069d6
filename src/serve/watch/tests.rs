//! Tests of the watcher: what events of the system mean, and what a build of the editor's changes reads.

use super::*;
use notify::Event;
use notify::event::{CreateKind, DataChange, RenameMode};

const DATA: EventKind = EventKind::Modify(ModifyKind::Data(DataChange::Any));
const CREATE: EventKind = EventKind::Create(CreateKind::Any);
const RENAME: EventKind = EventKind::Modify(ModifyKind::Name(RenameMode::Both));

fn changes(kind: EventKind, path: &str) -> CollectedChanges {
    let root = |given: &str, absolute: &str| Root { given: given.into(), absolute: absolute.into(), is_site: false };
    let roots = [root("content", "/.home/s/content"), root("site.yaml", "/.home/s/site.yaml"), root("t", "/.home/t")];
    let links = BTreeSet::from([root("content/link.md", "/.else/linked.md"), root("content/link", "/.else/folder")]);
    let mut collected = CollectedChanges::default();
    let is_relevant = collected.add(&Event::new(kind).add_path(PathBuf::from(path)), roots.iter(), &links);
    assert_eq!(is_relevant, collected.has_changes(), "{path}");
    collected
}

fn check(kind: EventKind, path: &str, reported: &str, is_complete: bool) {
    let settle_time = if is_complete { SETTLE_TIME } else { SETTLE_TIME_WHEN_INCOMPLETE };
    let expected = CollectedChanges { paths: [reported.into()].into(), settle_time, ..CollectedChanges::default() };
    assert_eq!(changes(kind, path), expected, "{path}");
}

#[test]
fn changes_below_roots_and_link_targets_are_reported() {
    check(DATA, "/.home/s/content/a/b.md", "content/a/b.md", false);
    check(DATA, "/.home/s/site.yaml", "site.yaml", false);
    check(CREATE, "/.home/s/content/a/b.md", "content/a/b.md", false);
    check(RENAME, "/.home/s/content/a/b.md", "content/a/b.md", true);
    check(EventKind::Access(AccessKind::Close(AccessMode::Write)), "/.home/s/content/a.md", "content/a.md", true);
    check(DATA, "/.else/linked.md", "content/link.md", false);
    check(DATA, "/.else/folder/a/b.md", "content/link/a/b.md", false);
    assert!(!changes(DATA, "/.else/folder/a/b.md~").has_changes());
    assert!(!changes(DATA, "/.home/s/other/a.md").has_changes());
    assert!(!changes(DATA, "/.home/s").has_changes());
}

#[test]
fn a_change_of_the_editor_is_built_with_all_its_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let [one, two, other] = ["one.md", "two.md", "other.md"].map(|name| folder.path().join(name));
    let mut watch = Watch::start(&[folder.path().to_owned()], folder.path()).expect("a watch");
    watch.announced_files.lock().extend([one.clone(), two.clone()]);
    // Writes a file, waits for the first changes that include it, and returns all of their paths. Events of an earlier
    // write may come first.
    let mut write = |path: &PathBuf| {
        crate::fs::write_atomic(path, b"text").expect("written");
        loop {
            if let Changes::At(paths) = watch.wait(&|_| ()).expect("changes")
                && paths.contains(path)
            {
                return paths;
            }
        }
    };
    assert!(!write(&other).contains(&two));
    assert!(write(&one).contains(&two));
    assert!(!write(&one).contains(&two));
}

#[test]
fn created_and_removed_roots_are_reported() {
    for path in ["/.home/s/content", "/.home/s/site.yaml", "/.home/s"] {
        assert!(changes(CREATE, path).root_moved, "{path}");
    }
    assert!(!changes(CREATE, "/.home/s/contents").has_changes());
}

#[test]
fn packages_hidden_and_temporary_files_are_ignored() {
    for path in
        ["a/node_modules/b/c.js", ".git/index", "a/.hidden", "a/b.md~", "a/.b.md.swp", "a/4913", "a/#b.md#", "a/b.tmp"]
    {
        assert!(!changes(DATA, &format!("/.home/s/content/{path}")).has_changes());
        assert!(!changes(CREATE, &format!("/.home/s/content/{path}")).has_changes());
    }
    for path in ["dist/a.html", "target", "a/dist/b.md", "a/b.swap.md", "a/49130", ".well-known/x"] {
        check(DATA, &format!("/.home/s/content/{path}"), &format!("content/{path}"), false);
    }
}

#[test]
fn the_pause_after_a_loss_is_limited() {
    let collected = CollectedChanges { events_lost: true, ..CollectedChanges::default() };
    assert_eq!(collected.timeout(Duration::ZERO), Some(PAUSE_AFTER_LOSS));
    assert_eq!(collected.timeout(PAUSE_AFTER_LOSS * 2), None);
}
