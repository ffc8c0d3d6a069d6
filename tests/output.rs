//! Killed builds: every file that they leave is complete, and the next build restores the output folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::support::read_folder;
use site::output::{OutputFolder, Sink};

/// The environment variable that holds the site's folder for `a_build_to_be_killed`.
const ROOT: &str = "SITE_OUTPUT_TEST_ROOT";

/// A file beside the site's folder, written when the builds to be killed begin.
const BEGUN: &str = "begun";

/// Returns the outputs of a version of the site. Those of two versions in a row differ in paths and bytes, and a file
/// of one has the path of a folder of the other.
fn files(version: usize) -> BTreeMap<String, String> {
    let path = |n: usize| match n % 4 {
        0 => format!("style-{n}.css"),
        1 => format!("pages/{n}/index.html"),
        2 if version.is_multiple_of(2) => format!("swap/{n}"),
        2 => format!("swap/{n}/index.html"),
        _ => format!("only/{version}/{n}.html"),
    };
    (0..240).map(|n| (path(n), text(if n.is_multiple_of(3) { 0 } else { version }, n))).collect()
}

/// Returns a text that begins with what it is made of, so that `is_whole` can check it.
fn text(version: usize, n: usize) -> String {
    format!("{version} {n} {} end", "x".repeat(10 + (n * 997) % 20_000))
}

fn is_whole(found: &[u8]) -> bool {
    let found = String::from_utf8_lossy(found);
    let mut numbers = found.split(' ').map_while(|word| word.parse().ok());
    matches!((numbers.next(), numbers.next()), (Some(version), Some(n)) if found == text(version, n))
}

fn build(root: &Path, version: usize) {
    let output = OutputFolder::open(&root.join("dist"), root).expect("our folder");
    for (path, text) in files(version) {
        output.put(&path, text.as_bytes()).expect("a valid path");
    }
    output.commit().expect("published");
}

#[test]
#[ignore = "run by `killed_builds_are_mended`, in a process of its own"]
fn a_build_to_be_killed() {
    let Ok(root) = std::env::var(ROOT) else { return };
    fs::write(Path::new(&root).with_file_name(BEGUN), "").expect("written");
    for version in 1.. {
        build(Path::new(&root), version);
    }
}

/// Builds the site in another process, and kills it this long after the first build has begun.
fn kill_build(root: &Path, time: Duration) {
    let mut child = Command::new(std::env::current_exe().expect("this program"))
        .args(["output::a_build_to_be_killed", "--exact", "--ignored"])
        .env(ROOT, root)
        .stdout(Stdio::null())
        .spawn()
        .expect("a process");
    let begun = root.with_file_name(BEGUN);
    while !begun.exists() {
        assert!(child.try_wait().expect("its state").is_none(), "it ended without a build");
        sleep(Duration::from_millis(1));
    }
    sleep(time);
    child.kill().expect("killed");
    child.wait().expect("ended");
    fs::remove_file(begun).expect("removed");
}

#[test]
fn killed_builds_are_mended() {
    let folder = tempfile::TempDir::new().expect("a temporary folder");
    let root = folder.path().join("site");
    fs::create_dir(&root).expect("a folder");
    let dist = root.join("dist");
    for round in 0..40_u64 {
        kill_build(&root, Duration::from_micros(2_000 + round * 7_919 % 60_000));

        for (path, bytes) in read_folder(&dist).iter().filter(|(path, _)| !path.contains(".site-")) {
            assert!(is_whole(bytes), "round {round}: {path} is torn");
        }
        if round % 3 == 0 {
            build(&root, 0);
            let mut after = read_folder(&dist);
            let listed: String = files(0).keys().flat_map(|path| [path.as_str(), "\n"]).collect();
            assert_eq!(after.remove(".site-manifest"), Some(listed.into_bytes()), "round {round}");
            let expected: BTreeMap<_, _> = files(0).into_iter().map(|(path, text)| (path, text.into_bytes())).collect();
            assert!(after == expected, "round {round}: the folder is not what was built");
            assert_eq!(fs::read_dir(&root).expect("a folder").count(), 1, "round {round}: only dist is left");
        }
        if round % 5 == 0 {
            fs::remove_dir_all(&dist).expect("removed");
        }
    }
}
