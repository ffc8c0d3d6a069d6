//! What is not ours is neither replaced nor removed, and nothing is written outside of the output folder.

use super::*;

#[test]
fn foreign_folders_are_refused() {
    let check = |path: &str, out: &str, message: &str| {
        let site = Site::new();
        site.write(path, "theirs");
        let problem = OutputFolder::open(&site.root.path().join(out), site.root.path()).expect_err("not ours");
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
        assert_eq!(OutputFolder::open(&site.root.path().join(out), &root).expect_err("refused").code, code);
    }
    drop(OutputFolder::open(&site.root.path().join("deep/other"), &root).expect("beside the site"));
}

#[cfg(unix)]
#[test]
fn a_linked_input_folder_is_refused() {
    let site = Site::new();
    site.write("elsewhere/content/a.md", "text");
    std::os::unix::fs::symlink("elsewhere/content", site.root.path().join("content")).expect("a link");
    let problem = OutputFolder::open(&site.root.path().join("elsewhere"), site.root.path()).expect_err("refused");
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
    // Equal bytes are not an error.
    site.build(&files(&[("CNAME", "theirs"), ("index.html", "home")]));
}

/// Needs a disk that tells letter cases apart.
#[cfg(target_os = "linux")]
#[test]
fn a_foreign_file_with_the_name_of_a_removed_one_in_other_letters_is_kept() {
    let site = Site::new();
    site.build(&files(&[("A", "1")]));
    site.write("dist/a", "theirs");
    let problem = site.staged(&files(&[("a", "ours")])).commit().expect_err("in the way");
    assert_eq!(problem.code, "output-in-the-way");
    assert_eq!(site.tree(), files(&[("A", "1"), ("a", "theirs")]));
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
    assert_eq!(site.build(&files(&[("b", "1")])), summary(0, 1, 0, 1));
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
fn invalid_paths_are_refused() {
    let site = Site::new();
    let (disk, memory, discard) = (site.begin().expect("our folder"), MemoryOutput::default(), Discard::default());
    let sinks: [&dyn Sink; 3] = [&disk, &memory, &discard];
    for sink in sinks {
        for path in ["", "/a", "../a", "a/../b", "a//b", "a/", "./a", "a\0b", "a\nb", "a\\b", ".site-manifest"] {
            assert_eq!(sink.put(path, b"").expect_err(path).code, "output-path");
        }
        // On a disk that ignores case, these are the paths of the manifest and of staging folders.
        for path in [".SITE-MANIFEST", ".Site-Manifest.partial", ".SITE-partial-1-0/a"] {
            assert_eq!(sink.put(path, b"").expect_err(path).code, "output-path");
        }
        sink.put("ä b/%20/.well-known/x..y", b"").expect("an odd but honest path");
    }
}
