//! Builds that end early, run at the same time, or fail: the folder holds whole files, and the next build repairs it.

use std::thread;
use std::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::route::folders;

#[test]
fn nothing_is_published_before_the_commit() {
    let site = Site::new();
    drop(site.staged(&files(&[("a", "1")])));
    assert!(!fs::exists(&site.dist()));
    assert_eq!(hidden(site.root.path()), Vec::<String>::new());
    let first = files(&[("a", "1"), ("b", "1")]);
    site.build(&first);
    drop(site.staged(&files(&[("a", "2"), ("c", "2")])));
    site.check(&first);
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

/// Once the lock is released, another build may have the staging folder's name.
#[test]
fn a_build_removes_its_staging_folder_only_while_it_has_the_lock() {
    let site = Site::new();
    let mut output = site.staged(&files(&[("a", "1")]));
    let staging = output.staging.clone();
    output.locks.clear();
    drop(output);
    assert!(fs::exists(&staging));
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
fn a_build_that_waits_for_another_knows_its_files() {
    let site = Site::new();
    site.build(&files(&[("a", "1")]));
    let one = site.staged(&files(&[("a", "1"), ("b", "1")]));
    let two = thread::scope(|scope| {
        let waiting = scope.spawn(|| std::iter::repeat_with(|| site.begin()).find_map(Result::ok).expect("a build"));
        thread::sleep(Duration::from_millis(100));
        one.commit().expect("published");
        waiting.join().expect("no panic")
    });
    two.put("a", b"1").expect("a valid path");
    two.commit().expect("published");
    site.check(&files(&[("a", "1")]));
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
    let fail = |sabotage: &dyn Fn(&OutputFolder)| {
        let output = site.staged(&files(&[("a.txt", "other"), ("b.html", "other"), ("c.html", "new")]));
        sabotage(&output);
        output.commit().expect_err("sabotaged").notes.join("\n")
    };
    let in_the_way = site.dist().join(manifest::PARTIAL);
    let notes = fail(&|_| _ = fs::create_dir(&in_the_way).expect("a folder"));
    assert!(notes.contains("nothing was published"));
    fs::remove_tree(&in_the_way).expect("out of the way");
    let lose = |path: &str| fail(&|output| _ = fs::remove_file(&output.staging.join(path)).expect("removed"));
    assert!(lose("a.txt").contains("nothing was published"));
    // The page `b.html` is moved after `a.txt`.
    assert!(lose("b.html").contains("files of two builds"));
}
