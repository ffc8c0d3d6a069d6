//! Tests of reading, walking, comparing, writing and locking.

use super::*;
use tempfile::TempDir;

/// Makes a folder with `files`, each with its own path as content.
fn folder(files: &[&str]) -> TempDir {
    let dir = TempDir::new().expect("a temporary folder");
    for file in files {
        let path = dir.path().join(file);
        create_dir(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, file).expect("a file");
    }
    dir
}

#[track_caller]
fn check_walk(dir: &Path, expected: &[&str], codes: &[&str]) {
    let (files, diagnostics) = walk(dir, "content", &Bounds::new(dir, &[]));
    assert_eq!(files, expected);
    assert_eq!(diagnostics.iter().map(|d| d.code).collect::<Vec<_>>(), codes, "{diagnostics:?}");
}

#[test]
fn walk_is_sorted_and_skips_hidden_names_and_backups() {
    let dir = folder(&["b.md", "a/z.md", "a-b.md", "a/ä.md", ".git/x", "c.md~", "old~/x.md", ".hidden", "a/.x/y"]);
    check_walk(dir.path(), &["a-b.md", "a/z.md", "a/ä.md", "b.md"], &[]);
    check_walk(&dir.path().join("none"), &[], &["file-not-found"]);
    let hidden = dir.path().join(".git");
    check_walk(&hidden, &["x"], &[]);
}

#[test]
fn dots_are_resolved_without_looking_at_the_disk() {
    let check = |path: &str, expected: &str| assert_eq!(resolve_dots(Path::new(path)), Path::new(expected), "{path}");
    check("content/docs/../../docs", "docs");
    check("content/docs/../../../../docs/./a", "../../docs/a");
    check("content/docs/../posts", "content/posts");
}

#[cfg(unix)]
#[test]
fn walk_follows_links_and_survives_cycles() {
    use std::os::unix::fs::symlink;
    let (dir, other) = (folder(&["a/x.md", "b/w.md"]), folder(&["y.md"]));
    let link = |target: &Path, path: &str| symlink(target, dir.path().join(path)).expect("a link");
    link(&dir.path().join("b"), "linked");
    link(Path::new("b/w.md"), "z.md");
    link(Path::new("nowhere"), ".#lock");
    let within = ["a/x.md", "b/w.md", "linked/w.md", "z.md"];
    check_walk(dir.path(), &within, &[]);
    link(dir.path(), "a/back");
    check_walk(dir.path(), &within, &["circular-link"]);
    link(Path::new("nowhere"), "dead.md");
    link(Path::new("itself"), "itself");
    let (_, mut found) = walk(dir.path(), "content", &Bounds::new(dir.path(), &[]));
    found.sort_by(|a, b| a.code.cmp(b.code));
    let codes: Vec<_> = found.iter().map(|problem| problem.code).collect();
    assert_eq!(codes, ["circular-link", "link-to-nowhere", "link-to-nowhere"]);
    link(other.path(), "c");
    link(&other.path().join("y.md"), "y.md");
    let (files, found) = walk(dir.path(), "content", &Bounds::new(dir.path(), &[]));
    assert_eq!((files.len(), found.iter().filter(|d| d.code == "link-out-of-site").count()), (4, 2), "{found:?}");
    let further = other.path().to_string_lossy().into_owned();
    let (files, found) = walk(dir.path(), "content", &Bounds::new(dir.path(), &[further]));
    assert_eq!((files.len(), found.len()), (6, 3), "{found:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn walk_reports_names_that_are_not_utf8() {
    use std::os::unix::ffi::OsStrExt;
    let dir = folder(&["a"]);
    fs::write(dir.path().join(std::ffi::OsStr::from_bytes(b"b\xff")), "").expect("a file");
    check_walk(dir.path(), &["a"], &["file-name"]);
}

#[track_caller]
fn check_not_text(bytes: &[u8], line: usize, column: usize, text: &str, marked: &str) {
    let dir = TempDir::new().expect("a temporary folder");
    let path = dir.path().join("a.md");
    fs::write(&path, bytes).expect("a file");
    let diagnostic = read_text(&path, "content/a.md").expect_err("no text");
    let place = diagnostic.place.expect("a place");
    assert_eq!((diagnostic.code, &*place.file), ("not-utf8", "content/a.md"));
    assert_eq!((place.line, place.column, place.text.as_str()), (line, column, text));
    assert_eq!(&place.text[place.mark], marked);
}

#[test]
fn text_that_is_not_utf8_is_located() {
    check_not_text(b"\xff", 1, 1, "\u{fffd}", "\u{fffd}");
    check_not_text(b"one\ntwo \xe4 three\nfour", 2, 5, "two \u{fffd} three", "\u{fffd}");
    check_not_text("ä✓".as_bytes().split_last().expect("bytes").1, 1, 2, "ä\u{fffd}", "\u{fffd}");
    check_not_text(b"a\r\nb\xc3\r\n", 2, 2, "b\u{fffd}", "\u{fffd}");
    check_not_text(b"\xef\xbb\xbfa\xff", 1, 2, "a\u{fffd}", "\u{fffd}");
}

#[test]
fn a_byte_order_mark_is_removed_from_a_text() {
    let dir = folder(&[]);
    let path = dir.path().join("a");
    for (bytes, text) in [("\u{feff}a", "a"), ("\u{feff}", ""), ("a\u{feff}", "a\u{feff}")] {
        fs::write(&path, bytes).expect("a file");
        assert_eq!(read_text(&path, "a").expect("a text"), text);
    }
}

#[test]
fn reading_a_missing_file_or_a_folder_names_the_problem() {
    let dir = folder(&["a/b"]);
    let check = |name: &str, code: &str, message: &str| {
        let diagnostic = read_text(&dir.path().join(name), name).expect_err("no file");
        assert_eq!((diagnostic.code, diagnostic.message.as_str()), (code, message));
    };
    check("x.md", "file-not-found", "there is no `x.md`");
    check("a", "file-is-folder", "`a` is a folder, but must be a file");
    check("a/b/c", "file-in-the-way", "cannot read `a/b/c`: a part of its path is a file, not a folder");
}

#[test]
fn files_differ_if_a_byte_does() {
    let dir = TempDir::new().expect("a temporary folder");
    let (path, other) = (dir.path().join("a"), dir.path().join("b"));
    let check = |held: &[u8], wanted: &[u8]| {
        fs::write(&path, held).expect("a file");
        fs::write(&other, wanted).expect("a file");
        assert_eq!(has_bytes(&path, wanted), held == wanted, "{} and {}", held.len(), wanted.len());
        let digest = |path: &Path| digest(path, "file").expect("a file");
        assert_eq!(digest(&path) == digest(&other), held == wanted, "{} and {}", held.len(), wanted.len());
    };
    let long = vec![b'x'; 50_000];
    let mut changed = long.clone();
    changed[49_999] = b'y';
    let pieces = [&b""[..], b"a", b"b", b"ab", &long, &long[..49_999], &long[..16_384], &long[..32_768], &changed];
    for held in pieces {
        for wanted in pieces {
            check(held, wanted);
        }
    }
    for none in [&dir.path().join("none"), dir.path()] {
        assert!(!has_bytes(none, b""));
        assert!(digest(none, "none").is_err());
    }
}

#[test]
fn an_atomic_write_replaces_the_file_and_leaves_no_partial_one() {
    let dir = folder(&["a"]);
    write_atomic(&dir.path().join("a"), b"new").expect("written");
    assert_eq!(fs::read(dir.path().join("a")).expect("a file"), b"new");
    create_dir(&dir.path().join("b/c")).expect("a folder");
    assert!(write_atomic(&dir.path().join("b"), b"new").is_err());
    assert_eq!(list(dir.path(), "dir").expect("names"), ["a", "b"]);
}

#[test]
fn writing_a_new_file_never_replaces_one() {
    let dir = folder(&["a"]);
    assert_eq!(write_new(&dir.path().join("a"), b"new").expect_err("it is there").code, "file-exists");
    assert_eq!(copy_new(&dir.path().join("a"), &dir.path().join("a")).expect_err("it is there").code, "file-exists");
    assert_eq!(fs::read(dir.path().join("a")).expect("a file"), b"a");
}

#[test]
fn a_lock_is_held_until_dropped() {
    let dir = folder(&[]);
    let held = lock(dir.path());
    if let Lock::Held { .. } = held {
        assert!(matches!(lock(dir.path()), Lock::Busy));
        drop(held);
        assert!(matches!(lock(dir.path()), Lock::Held { .. }));
    }
}

#[test]
fn a_new_locked_folder_is_not_removed_as_abandoned() {
    let dir = folder(&[]);
    std::thread::scope(|scope| {
        scope.spawn(|| (0..100).for_each(|_| remove_abandoned(dir.path(), "work-")));
        for _ in 0..100 {
            let locked = LockedFolder::create(dir.path(), "work-").expect("a folder");
            assert!(locked.path.is_dir());
        }
    });
}

#[test]
fn paths_resolve_as_far_as_they_exist() {
    let dir = folder(&["a/b"]);
    let real = fs::canonicalize(dir.path()).expect("a folder");
    assert_eq!(resolve(&dir.path().join("a/../a/b")), real.join("a/b"));
    assert_eq!(resolve(&dir.path().join("none/deep")), real.join("none/deep"));
    assert_eq!(resolve(&dir.path().join("none/../a")), real.join("a"));
}

#[test]
fn texts_are_the_same_whatever_ends_their_lines() {
    let dir = TempDir::new().expect("a temporary folder");
    let path = dir.path().join("a.md");
    fs::write(&path, "\u{feff}one\r\ntwo\rstill two\r\n").expect("a file");
    assert_eq!(read_text(&path, "a.md").expect("a text"), "one\ntwo\rstill two\n");
}

#[test]
fn a_folder_that_another_thread_removes_is_no_file_to_remove() {
    let dir = folder(&[]);
    let path = dir.path().join("a");
    let is_done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for _ in 0..5000 {
                _ = fs::create_dir(&path);
                _ = fs::remove_dir(&path);
            }
            is_done.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        while !is_done.load(std::sync::atomic::Ordering::Relaxed) {
            assert!(!remove_file(&path).expect("no file"));
        }
    });
}
