//! What a committed build writes, leaves and removes.

use std::time::SystemTime;

use super::*;

#[test]
fn a_later_build_writes_only_changes() {
    let site = Site::new();
    let first = files(&[("index.html", "home"), ("a/index.html", "a"), ("b/c/x.css", "css")]);
    assert_eq!(site.build(&first), summary(3, 0, 0, 8));
    site.check(&first);
    assert_eq!(site.build(&first), summary(0, 3, 0, 8));
    site.check(&first);
    let second = files(&[("index.html", "new home"), ("a/index.html", "a"), ("d/index.html", "d")]);
    assert_eq!(site.build(&second), summary(2, 1, 1, 10));
    site.check(&second);
    assert_eq!(site.build(&Files::new()), summary(0, 0, 3, 0));
    site.check(&Files::new());
    assert_eq!(site.build(&first), summary(3, 0, 0, 8));
    site.check(&first);
}

#[cfg(unix)]
#[test]
fn unchanged_files_are_not_rewritten() {
    let site = Site::new();
    let paths = ["index.html", "a/index.html", manifest::NAME];
    // Rewriting a file changes its modification time.
    let age = || paths.iter().for_each(|path| set_modified(&site.dist().join(path), SystemTime::UNIX_EPOCH));
    let rewritten = || paths.map(|path| modified(&site.dist().join(path)) != SystemTime::UNIX_EPOCH);
    site.build(&files(&[("index.html", "home"), ("a/index.html", "a")]));
    age();
    site.build(&files(&[("index.html", "home"), ("a/index.html", "b")]));
    assert_eq!(rewritten(), [false, true, false]);
    age();
    site.build(&files(&[("index.html", "home"), ("a/index.html", "b")]));
    assert_eq!(rewritten(), [false, false, false]);
}

fn set_modified(path: &Path, time: SystemTime) {
    let file = std::fs::File::options().write(true).open(path).expect("a file of the output");
    file.set_modified(time).expect("its time can be set");
}

fn modified(path: &Path) -> SystemTime {
    path.metadata().and_then(|found| found.modified()).expect("a file with a time")
}

#[test]
fn files_become_folders_and_folders_files() {
    let site = Site::new();
    for list in [
        &[("a", "1"), ("b/c/d", "1"), ("b/e", "1")][..],
        &[("a/index.html", "2"), ("b", "2")],
        &[("a/index.html/x/y", "2"), ("b/c", "2")],
        &[("a", "1"), ("b/c/d", "1"), ("b/e", "1")],
    ] {
        site.build(&files(list));
        site.check(&files(list));
    }
}

#[test]
fn a_path_may_change_its_letter_case() {
    let site = Site::new();
    for list in [
        &[("About/index.html", "a"), ("About/team.html", "b"), ("x", "1")][..],
        &[("about/index.html", "a"), ("about/team.html", "b"), ("X", "1")],
        &[("ABOUT", "a"), ("x/y", "1")],
        &[("about/new.html", "a"), ("X/z", "1")],
    ] {
        site.build(&files(list));
        site.check(&files(list));
    }
}

/// On a disk that ignores case, the old name must be removed before the new one is written.
#[test]
fn the_old_spelling_is_removed_before_the_new_one_is_written() {
    let site = Site::new();
    site.build(&files(&[("About/index.html", "same"), ("other", "1"), ("gone", "1")]));
    let output = site.staged(&files(&[("about/index.html", "same"), ("other", "1")]));
    let plan = output.plan().expect("a plan");
    let shown: Vec<String> = plan
        .phases
        .iter()
        .flatten()
        .filter_map(|step| match step {
            UpdateStep::Remove(path) => Some(format!("- {path}")),
            UpdateStep::Move(path) => Some(format!("+ {path}")),
            _ => None,
        })
        .collect();
    assert_eq!(shown, ["- About/index.html", "+ about/index.html", "- gone", "- .site-manifest.partial"]);
}

/// On a disk that ignores case, `ABOUT/index.html` is the old file `about/index.html`, and `x` is the old file `X`.
#[test]
fn old_files_are_recognized_by_new_spellings_on_a_disk_that_ignores_case() {
    let site = Site::new();
    site.write("dist/ABOUT/index.html", "a");
    site.write("dist/x", "1");
    let old = ["X", "about/index.html"];
    let staged = ["ABOUT", "x/y"].into();
    let find = |ignores_case: bool| find_blocking_folders(&site.dist(), ignores_case, &old.into(), &old, &staged);
    assert_eq!(find(true).expect("nothing in the way"), ["ABOUT"]);
    assert_eq!(find(false).expect_err("in the way").code, "output-in-the-way");
}

#[test]
fn the_same_path_twice_is_an_error_and_corrupts_nothing() {
    let site = Site::new();
    for _ in 0..2 {
        let output = site.begin().expect("our folder");
        output.put("a", b"first").expect("taken");
        assert_eq!(output.put("a", b"second").expect_err("twice").code, "output-twice");
        output.commit().expect("published");
        site.check(&files(&[("a", "first")]));
    }
    let (memory, discard) = (MemoryOutput::default(), Discard::default());
    let sinks: [&dyn Sink; 2] = [&memory, &discard];
    for sink in sinks {
        sink.put("a", b"first").expect("taken");
        assert_eq!(sink.put("a", b"second").expect_err("twice").code, "output-twice");
    }
}

#[test]
fn files_are_copied_and_compared() {
    let site = Site::new();
    let large = "x".repeat(2_000_000);
    let build = |text: &str| {
        site.write("public/large", text);
        site.write("public/small", "small");
        let output = site.begin().expect("our folder");
        for name in ["large", "small"] {
            output.put_file(name, &site.root.path().join("public").join(name)).expect("copied");
        }
        let summary = output.commit().expect("published");
        site.check(&files(&[("large", text), ("small", "small")]));
        summary
    };
    assert_eq!(build(&large), summary(2, 0, 0, 2_000_005));
    assert_eq!(build(&large), summary(0, 2, 0, 2_000_005));
    let mut other = large.clone();
    other.replace_range(1_999_999.., "y");
    assert_eq!(build(&other), summary(1, 1, 0, 2_000_005));
    assert_eq!(build("short"), summary(1, 1, 0, 10));
    let missing = site.begin().expect("our folder").put_file("x", Path::new("/none")).expect_err("no source");
    assert_eq!(missing.code, "file-not-found");
}

#[test]
fn memory_holds_what_is_put_and_reports_what_changed() {
    let site = Site::new();
    site.write("public/a", "file");
    let memory = MemoryOutput::default();
    let build = |home: &[u8]| {
        memory.begin();
        memory.put("index.html", home).expect("taken");
        memory.put_file("a", &site.root.path().join("public/a")).expect("taken");
    };
    let changed = |path: &str, text: &[u8]| (path.to_owned(), Some(text.into()));
    build(b"home");
    assert_eq!(memory.take_changes(), [changed("a", b"file"), changed("index.html", b"home")].into());
    build(b"other");
    assert_eq!(memory.changes_except(&["index.html".to_owned()].into()), [].into());
    memory.retain(&|path| path != "a");
    assert_eq!(memory.take_changes(), [("a".to_owned(), None), changed("index.html", b"other")].into());
    assert_eq!(memory.files(), [("index.html".to_owned(), b"other"[..].into())].into());
}

#[test]
fn an_empty_folder_is_accepted() {
    let site = Site::new();
    fs::create_dir(&site.dist()).expect("a folder");
    site.build(&files(&[("a", "1")]));
    site.check(&files(&[("a", "1")]));
}

#[test]
fn missing_parent_folders_are_created() {
    let site = Site::new();
    let dist = site.root.path().join("deep/er/dist");
    let output = OutputFolder::open(&dist, site.root.path()).expect("our folder");
    output.put("a", b"1").expect("taken");
    output.commit().expect("published");
    assert_eq!(fs::list(&dist, "dist").expect("names"), [manifest::NAME, "a"]);
}

/// A folder in memory is on another disk, like a mount point in the output folder.
#[cfg(target_os = "linux")]
#[test]
fn files_are_moved_to_another_disk() {
    let (site, memory) = (Site::new(), TempDir::new_in("/dev/shm").expect("a folder in memory"));
    site.write("staging/a/b", "1");
    let step = UpdateStep::Move("a/b".to_owned());
    step.run(memory.path(), &site.root.path().join("staging")).expect("moved");
    assert_eq!(fs::read_text(&memory.path().join("a/b"), "a/b").expect("a file"), "1");
}

#[test]
fn many_threads_can_write() {
    use rayon::prelude::*;
    let site = Site::new();
    for round in 0..3 {
        let set: Files =
            (0..600).map(|n| (format!("{}/{}/index.html", n % 7, n), format!("{}", n * (round % 2)))).collect();
        let output = site.begin().expect("our folder");
        set.par_iter().for_each(|(path, text)| output.put(path, text.as_bytes()).expect("taken"));
        output.commit().expect("published");
        site.check(&set);
    }
}
