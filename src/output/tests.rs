//! Tests of builds into folders.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use proptest::prelude::*;
use tempfile::TempDir;

use super::update_plan::Step;
use super::*;
use crate::fs;
use crate::route::folders;

type Files = BTreeMap<String, String>;

/// A site in a temporary folder, whose output folder is `dist`.
struct Site {
    root: TempDir,
}

impl Site {
    fn new() -> Self {
        Self { root: TempDir::new().expect("a temporary folder") }
    }

    fn dist(&self) -> PathBuf {
        self.root.path().join("dist")
    }

    fn begin(&self) -> Result<Output, Diagnostic> {
        Output::open(&self.dist(), self.root.path())
    }

    fn staged(&self, files: &Files) -> Output {
        let output = self.begin().expect("our folder");
        for (path, text) in files {
            output.put(path, text.as_bytes()).expect("a valid path");
        }
        output
    }

    fn build(&self, files: &Files) -> CommitSummary {
        self.staged(files).commit().expect("a published build")
    }

    /// Runs a later build that is killed: `steps` steps of its plan, and a part of the file that the next step writes.
    fn build_killed(&self, files: &Files, steps: usize) {
        let output = self.staged(files);
        let State::Over(update) = &output.state else { return };
        let (plan, _) = update.plan().expect("nothing in the way");
        let mut all =
            plan.phases.iter().flatten().skip_while(|step| matches!(step, Step::Prune(list) if list.is_empty()));
        for step in all.by_ref().take(steps) {
            step.run(&self.dist()).expect("a step");
        }
        match all.next() {
            Some(Step::Write { partial, .. }) => _ = fs::write_new(&self.dist().join(partial), b"ha"),
            Some(Step::Manifest(_)) => _ = fs::write_new(&self.dist().join(manifest::PARTIAL), b"ha"),
            _ => {}
        }
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.root.path().join(path);
        fs::create_dir(path.parent().expect("a parent")).expect("a folder");
        fs::write_atomic(&path, text.as_bytes()).expect("a file");
    }

    /// Returns every file in `dist` but the manifest, and the empty folders, whose paths end with `/`.
    fn tree(&self) -> Files {
        let mut files = Files::new();
        collect(&self.dist(), "", &mut files);
        files.remove(manifest::NAME);
        files
    }

    #[track_caller]
    fn check(&self, expected: &Files) {
        assert_eq!(&self.tree(), expected);
        let listed: String = expected.keys().flat_map(|path| [path.as_str(), "\n"]).collect();
        assert_eq!(fs::read_text(&self.dist().join(manifest::NAME), "manifest").expect("a manifest"), listed);
        assert_eq!(hidden(self.root.path()), Vec::<String>::new());
    }
}

/// Adds the files below `dir` to `files`; `below` is the path of `dir` with a slash at the end.
fn collect(dir: &Path, below: &str, files: &mut Files) {
    let names = fs::list(dir, "dist").unwrap_or_default();
    if names.is_empty() && !below.is_empty() {
        files.insert(below.to_owned(), String::new());
    }
    for name in names {
        let path = dir.join(&name);
        match fs::kind(&path) {
            fs::FileKind::Folder => collect(&path, &format!("{below}{name}/"), files),
            _ => _ = files.insert(format!("{below}{name}"), fs::read_text(&path, &name).unwrap_or_default()),
        }
    }
}

/// Lists the names in `dir` that begin with a dot.
fn hidden(dir: &Path) -> Vec<String> {
    let mut names = fs::list(dir, "root").expect("names");
    names.retain(|name| name.starts_with('.'));
    names
}

fn files(list: &[(&str, &str)]) -> Files {
    list.iter().map(|&(path, text)| (path.to_owned(), text.to_owned())).collect()
}

fn summary(written: usize, unchanged: usize, removed: usize, bytes: u64) -> CommitSummary {
    CommitSummary { written, unchanged, removed, bytes }
}

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
    // Old modification times show what was not rewritten. Inode numbers and the current time would not: the former are
    // reused, and the latter may not have advanced.
    let age = || paths.iter().for_each(|path| set_modified(&site.dist().join(path), SystemTime::UNIX_EPOCH));
    let rewritten = || paths.map(|path| modified(&site.dist().join(path)) != SystemTime::UNIX_EPOCH);
    site.build(&files(&[("index.html", "home"), ("a/index.html", "a")]));
    age();
    site.build(&files(&[("index.html", "home"), ("a/index.html", "b")]));
    assert_eq!(rewritten(), [false, true, true]);
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
fn nothing_is_published_before_the_commit() {
    let site = Site::new();
    drop(site.staged(&files(&[("a", "1")])));
    assert!(!fs::exists(&site.dist()));
    assert_eq!(hidden(site.root.path()), Vec::<String>::new());
    let first = files(&[("a", "1"), ("b", "1")]);
    site.build(&first);
    site.staged(&files(&[("a", "2"), ("c", "2")])).abandon();
    site.check(&first);
}

#[test]
fn foreign_folders_are_refused() {
    let check = |path: &str, out: &str, message: &str| {
        let site = Site::new();
        site.write(path, "theirs");
        let problem = Output::open(&site.root.path().join(out), site.root.path()).expect_err("not ours");
        let said = problem.message.replace(&format!("{}/", site.root.path().display()), "");
        assert_eq!((problem.code, said.as_str()), ("output-not-ours", message));
        assert!(!problem.help.is_empty());
        assert_eq!(fs::read_text(&site.root.path().join(path), path).expect("untouched"), "theirs");
    };
    check("dist/a.html", "dist", "the output folder `dist` holds files that this tool did not make");
    check("dist/.git/x", "dist", "the output folder `dist` holds files that this tool did not make");
    check("dist", "dist", "the output folder `dist` is a file");
    check("content/site.yaml", "content", "the output folder `content` is the site's folder `content`");
    check("public/a", "public/dist", "the output folder `public/dist` lies in the site's folder `public`");
    check("x", "src/../templates", "the output folder `src/../templates` is the site's folder `templates`");
    check("x", "x/../", "the output folder `x/../` is the site's own folder");
}

#[test]
fn a_folder_that_holds_the_site_is_refused() {
    let site = Site::new();
    let root = site.root.path().join("deep/site");
    for (out, code) in [("", "output-not-ours"), ("deep", "output-not-ours"), ("deep/site", "output-not-ours")] {
        assert_eq!(Output::open(&site.root.path().join(out), &root).expect_err("refused").code, code);
    }
    Output::open(&site.root.path().join("deep/other"), &root).expect("beside the site").abandon();
}

#[cfg(unix)]
#[test]
fn a_linked_input_folder_is_refused() {
    let site = Site::new();
    site.write("elsewhere/content/a.md", "text");
    std::os::unix::fs::symlink("elsewhere/content", site.root.path().join("content")).expect("a link");
    let problem = Output::open(&site.root.path().join("elsewhere"), site.root.path()).expect_err("refused");
    assert!(problem.message.ends_with("holds the site's folder `content`"), "{problem:?}");
}

#[test]
fn foreign_files_in_our_folder_are_kept() {
    let site = Site::new();
    let first = files(&[("a/index.html", "a"), ("index.html", "home")]);
    site.build(&first);
    site.write("dist/a/note.txt", "theirs");
    site.write("dist/CNAME", "theirs");
    site.build(&files(&[("index.html", "home")]));
    assert_eq!(site.tree(), files(&[("a/note.txt", "theirs"), ("index.html", "home"), ("CNAME", "theirs")]));
    let refuse = |path: &str, shown: &str| {
        let output = site.staged(&files(&[(path, "ours"), ("index.html", "new")]));
        let problem = output.commit().expect_err("in the way");
        assert_eq!(problem.code, "output-in-the-way");
        assert!(problem.message.contains(&format!("dist/{shown}` was not made by this tool")), "{problem:?}");
        assert_eq!(site.tree(), files(&[("a/note.txt", "theirs"), ("index.html", "home"), ("CNAME", "theirs")]));
    };
    refuse("CNAME", "CNAME");
    refuse("a", "a/note.txt");
    refuse("CNAME/index.html", "CNAME");
    // Equal bytes are no error.
    site.build(&files(&[("CNAME", "theirs"), ("index.html", "home")]));
}

#[cfg(unix)]
#[test]
fn nothing_is_removed_or_written_through_links() {
    let site = Site::new();
    site.build(&files(&[("a/x", "1"), ("b", "1")]));
    fs::remove_tree(&site.dist().join("a")).expect("removed");
    site.write("elsewhere/x", "theirs");
    std::os::unix::fs::symlink(site.root.path().join("elsewhere"), site.dist().join("a")).expect("a link");
    let problem = site.staged(&files(&[("a/x", "2")])).commit().expect_err("a link in the way");
    assert_eq!(problem.code, "output-in-the-way");
    site.build(&files(&[("b", "1")]));
    assert_eq!(fs::read_text(&site.root.path().join("elsewhere/x"), "x").expect("untouched"), "theirs");
}

#[test]
fn a_hostile_manifest_removes_nothing_outside() {
    let site = Site::new();
    site.build(&files(&[("a", "1")]));
    site.write("precious", "theirs");
    let path = site.root.path().join("precious");
    site.write("dist/.site-manifest", &format!("../precious\n{}\n\n.\na\nx/../../precious\n", path.display()));
    site.build(&Files::new());
    site.check(&Files::new());
    assert_eq!(fs::read_text(&path, "precious").expect("untouched"), "theirs");
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
    let State::Over(update) = &output.state else { panic!("an update") };
    let (plan, _) = update.plan().expect("a plan");
    let shown: Vec<String> = plan
        .phases
        .iter()
        .flatten()
        .filter_map(|step| match step {
            Step::Remove(path) => Some(format!("- {path}")),
            Step::Write { path, .. } => Some(format!("+ {path}")),
            _ => None,
        })
        .collect();
    assert_eq!(shown, ["- About/index.html", "+ about/index.html", "- gone", "- .site-manifest.partial"]);
}

#[test]
fn invalid_paths_are_refused() {
    let site = Site::new();
    let (disk, memory, count) = (site.begin().expect("our folder"), MemoryOutput::default(), Discard::default());
    let sinks: [&dyn Sink; 3] = [&disk, &memory, &count];
    for sink in sinks {
        for path in ["", "/a", "../a", "a/../b", "a//b", "a/", "./a", "a\0b", "a\nb", "a\\b", ".site-manifest"] {
            assert_eq!(sink.put(path, b"").expect_err(path).code, "output-path");
        }
        sink.put("ä b/%20/.well-known/x..y", b"").expect("an odd but honest path");
    }
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
    let memory = MemoryOutput::default();
    memory.put("a", b"first").expect("taken");
    assert_eq!(memory.put("a", b"second").expect_err("twice").code, "output-twice");
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
fn memory_and_discard_count_outputs() {
    let site = Site::new();
    site.write("public/small", "small");
    site.write("public/large", &"x".repeat(2_000_000));
    let (memory, count) = (MemoryOutput::default(), Discard::default());
    for sink in [&memory as &dyn Sink, &count] {
        sink.put("index.html", b"home").expect("taken");
        for name in ["small", "large"] {
            sink.put_file(name, &site.root.path().join("public").join(name)).expect("taken");
        }
    }
    assert_eq!(count.summary(), summary(3, 0, 0, 2_000_009));
    let held = memory.into_files();
    assert_eq!(held["index.html"], OutputBody::Bytes(b"home"[..].into()));
    assert_eq!(held["small"], OutputBody::Bytes(b"small"[..].into()));
    assert_eq!(held["large"], OutputBody::File { path: site.root.path().join("public/large"), size: 2_000_000 });
}

#[test]
fn hidden_folders_of_killed_builds_are_removed() {
    let site = Site::new();
    for build in 0..2 {
        site.write(".dist.partial-4000000/a/index.html", "dead");
        site.write(".dist.partial-4000000-1/.site-manifest", "dead");
        site.write(".dist.partial-kept/a", "theirs");
        site.write(".other.partial-1/a", "theirs");
        let living = site.root.path().join(".dist.partial-4000001");
        fs::create_dir(&living).expect("a folder");
        let _lock = fs::lock(&living);
        site.build(&files(&[("a", "1")]));
        let left = [".dist.partial-4000001", ".dist.partial-kept", ".other.partial-1"];
        assert_eq!(hidden(site.root.path()), left, "build {build}");
    }
}

#[test]
fn two_builds_at_once_do_not_mix() {
    let site = Site::new();
    let (one, two) = (site.staged(&files(&[("a", "1"), ("b", "1")])), site.staged(&files(&[("a", "2")])));
    one.commit().expect("published");
    two.commit().expect("published over it");
    site.check(&files(&[("a", "2")]));
    let _one = site.staged(&files(&[("a", "3")]));
    assert_eq!(site.begin().expect_err("busy").code, "output-busy");
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
    let output = Output::open(&dist, site.root.path()).expect("our folder");
    output.put("a", b"1").expect("taken");
    output.commit().expect("published");
    assert_eq!(fs::list(&dist, "dist").expect("names"), [manifest::NAME, "a"]);
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

/// Sets of files with few names, so that names collide as files, folders and in letter case.
fn file_sets() -> impl Strategy<Value = Files> {
    let path =
        proptest::collection::vec(prop_oneof!["a", "b", "A", "c\\.html"], 1..4).prop_map(|parts| parts.join("/"));
    proptest::collection::btree_map(path, "[xyz]{1,2}", 0..10).prop_map(|set| {
        let is_free = |path: &str| !folders(path).any(|folder| set.contains_key(folder));
        set.iter().filter(|(path, _)| is_free(path)).map(|(path, text)| (path.clone(), text.clone())).collect()
    })
}

proptest! {
    #[test]
    fn after_any_sequence_of_builds_the_folder_holds_the_last(sets in proptest::collection::vec(file_sets(), 1..6)) {
        let site = Site::new();
        for set in &sets {
            site.build(set);
            site.check(set);
        }
    }

    #[test]
    fn a_killed_build_leaves_whole_files_and_the_next_repairs_the_folder(
        before in file_sets(),
        killed in proptest::collection::vec((file_sets(), 0usize..30), 1..4),
        after in file_sets(),
    ) {
        let site = Site::new();
        site.build(&before);
        let mut known = vec![before];
        for (set, steps) in killed {
            known.push(set.clone());
            site.build_killed(&set, steps);
            for (path, text) in site.tree() {
                let whole = known.iter().any(|set| set.get(&path) == Some(&text));
                let emptied = path.ends_with('/');
                prop_assert!(whole || emptied || path.contains(".site-"), "{path}: {text}");
            }
        }
        site.build(&after);
        site.check(&after);
    }

    #[test]
    fn no_path_leaves_the_output_folder(path in ".{0,12}") {
        let site = Site::new();
        let output = site.begin().expect("our folder");
        if output.put(&path, b"1").is_ok() {
            output.commit().expect("published");
            prop_assert_eq!(site.tree(), files(&[(&path, "1")]));
        }
    }
}

#[test]
fn a_failed_update_reports_what_the_folder_holds() {
    let site = Site::new();
    site.build(&files(&[("a.txt", "a"), ("b.html", "b")]));
    let fail = |new: &Files, in_the_way: &str| {
        let in_the_way = site.dist().join(in_the_way);
        let output = Output::open(&site.dist(), site.root.path()).expect("our folder");
        new.iter().for_each(|(path, text)| output.put(path, text.as_bytes()).expect("put"));
        fs::create_dir(&in_the_way).expect("a folder");
        let problem = output.commit().expect_err("something is in the way");
        fs::remove_tree(&in_the_way).expect("out of the way");
        problem.notes.join("\n")
    };
    let partial = |number: usize| format!("{}{}-{number}", manifest::PARTIAL_PREFIX, std::process::id());
    let other = files(&[("a.txt", "other"), ("b.html", "other")]);
    assert!(fail(&other, manifest::PARTIAL).contains("nothing was published"));
    assert!(fail(&other, &partial(0)).contains("nothing was published"));
    // Pages are last.
    assert!(fail(&other, &partial(1)).contains("files of two builds"));
}
