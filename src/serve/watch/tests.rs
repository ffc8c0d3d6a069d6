//! Tests of the watcher: what events of the system mean, and what a build of the editor's changes reads.

use super::*;
use notify::Event;
use notify::event::{CreateKind, DataChange, RenameMode};

const DATA: EventKind = EventKind::Modify(ModifyKind::Data(DataChange::Any));
const CREATE: EventKind = EventKind::Create(CreateKind::Any);
const RENAME: EventKind = EventKind::Modify(ModifyKind::Name(RenameMode::Both));

/// Returns the meaning of an event for the roots `content` and `site.yaml` in `/.home/s` and `t` in `/.home`.
fn meaning(kind: EventKind, path: &str) -> Option<WatchEvent> {
    let root = |given: &str, absolute: &str| Root { given: given.into(), absolute: absolute.into() };
    let roots = [root("content", "/.home/s/content"), root("site.yaml", "/.home/s/site.yaml"), root("t", "/.home/t")];
    let links = LinksByTarget::from([
        ("/.else/linked.md".into(), vec!["content/link.md".into()]),
        ("/.else/folder".into(), vec!["content/link".into()]),
    ]);
    interpret(&Event::new(kind).add_path(PathBuf::from(path)), roots.iter(), &links)
}

fn check(kind: EventKind, path: &str, reported: &str, is_complete: bool) {
    let expected = WatchEvent::Changed { paths: vec![reported.into()], is_complete };
    assert_eq!(meaning(kind, path), Some(expected), "{path}");
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
    assert_eq!(meaning(DATA, "/.else/folder/a/b.md~"), None);
    assert_eq!(meaning(DATA, "/.home/s/other/a.md"), None);
    assert_eq!(meaning(DATA, "/.home/s"), None);
}

#[test]
fn a_change_of_the_editor_is_built_with_all_its_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let [one, two, other] = ["one.md", "two.md", "other.md"].map(|name| folder.path().join(name));
    let mut watch = Watch::start(&[folder.path().to_owned()]).expect("a watch");
    watch.announced_files.lock().extend([one.clone(), two.clone()]);
    // Returns the files of the first build with this one. The events of one write may arrive apart.
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
        assert_eq!(meaning(CREATE, path), Some(WatchEvent::RootMoved), "{path}");
    }
    assert_eq!(meaning(CREATE, "/.home/s/contents"), None);
}

#[test]
fn generated_and_temporary_files_are_ignored() {
    for path in [
        "dist/a.html",
        "target",
        "a/node_modules/b/c.js",
        ".git/index",
        "a/.hidden",
        "a/b.md~",
        "a/.b.md.swp",
        "a/4913",
        "a/#b.md#",
        "a/b.tmp",
    ] {
        assert_eq!(meaning(DATA, &format!("/.home/s/content/{path}")), None);
        assert_eq!(meaning(CREATE, &format!("/.home/s/content/{path}")), None);
    }
    for path in ["a/dist/b.md", "targets/a.md", "a/b.swap.md", "a/49130", ".well-known/x"] {
        check(DATA, &format!("/.home/s/content/{path}"), &format!("content/{path}"), false);
    }
}
