//! Damaged sites: every build ends, and a failed build names the damaged file.
//!
//! Each tree is a small site of every feature, with one file or folder damaged at random. `SITE_TREES=10000 cargo test
//! --test suite damaged` builds more trees, and `SITE_SEED` other ones. `SITE_TREE=7` builds that tree alone and prints
//! its diagnostics.

mod damages;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use self::damages::{Damage, Tree};
use crate::support::random::Random;
use crate::support::{TestSite, draw_all, files, number_from, site};
use site::diagnostic::Diagnostic;
use site::output::MemoryOutput;
use site::pipeline;

/// The site of `incremental.rs`, with forms, settings and stricter schemas.
const SITE: &[&str] = &[include_str!("incremental/site.txt"), include_str!("damaged/site.txt")];

/// The time after which a build counts as hanging. That of the sound site takes a fraction of a second.
const BUILD_TIMEOUT: Duration = Duration::from_mins(1);

#[derive(Default)]
struct Count {
    trees: usize,
    failed: usize,
    named: usize,
}

#[test]
fn damaged_sites_end_in_errors_that_name_the_damaged_file() {
    let (count, seed) = (number_from("SITE_TREES", 40), number_from("SITE_SEED", 20_261_121));
    let only = std::env::var("SITE_TREE").ok().map(|text| text.parse::<u64>().expect("the number of a tree"));
    let site = Arc::new(site("").packages());
    let sound = sound_tree();
    write(&site, &sound, &sound);
    let found = build(&site, "the sound site");
    assert!(found.iter().all(|diagnostic| !diagnostic.is_error()), "{}", draw_all(&found));
    let mut counts: BTreeMap<&str, Count> = BTreeMap::new();
    let mut unnamed = 0;
    for number in only.map_or(0..count, |only| only..only + 1) {
        let mut tree = sound.clone();
        let damage = Damage::draw(&mut tree, &mut Random::new(mixed(seed, number)));
        let context = format!("tree {number} of seed {seed}: {} of {}", damage.kind, damage.path);
        // A crash of the whole process, such as a stack overflow, leaves the folder behind with this file.
        site.write("tree.txt", &context);
        write(&site, &sound, &tree);
        let found = build(&site, &context);
        if only.is_some() {
            println!("{context}\n{}", draw_all(&found));
        }
        let count = counts.entry(damage.kind).or_default();
        count.trees += 1;
        if found.iter().any(Diagnostic::is_error) {
            count.failed += 1;
            if found.iter().any(|diagnostic| damage.is_named_by(diagnostic)) {
                count.named += 1;
            } else {
                unnamed += 1;
                let first = found.iter().take(3).map(|d| format!("\n    {}: {}: {}", place(d), d.code, d.message));
                println!("{context}: not named{}", first.collect::<String>());
            }
        }
    }
    for (kind, Count { trees, failed, named }) in &counts {
        println!("{kind}: {trees} trees, {failed} with errors, {named} of them name the file");
    }
    let failed: usize = counts.values().map(|count| count.failed).sum();
    println!("{count} trees of seed {seed}: {failed} with errors, {unnamed} of them do not name the damaged file");
    let trees: usize = counts.values().map(|count| count.trees).sum();
    assert!(only.is_some() || failed * 3 > trees, "hardly anything is damaged");
    // A deleted schema, an emptied layout, and a table without the column that a template reads are reported where they
    // are missed. Among few trees there may be three of them by chance.
    assert!(unnamed <= (failed / 100).max(3), "fewer than 99 % name the damaged file");
}

/// Returns a seed for a tree, such that those of neighbouring trees differ in many bits.
fn mixed(seed: u64, number: u64) -> u64 {
    (seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

fn sound_tree() -> Tree {
    let mut tree = Tree::new();
    for (path, text) in SITE.iter().flat_map(|text| files(text)) {
        tree.insert(path.to_owned(), Some(text.into_bytes()));
    }
    for number in 0..3 {
        let text = format!(
            "---\ntitle: A{number}\ndate: 2024-01-0{}\ntags: [wind]\nauthor: ada\nphoto: images/photo.png\npicture: images/kite.svg\n\
             summary: \"*Short* and [about](/about/)\"\n---\n## How\n\nText {number} of [about](../pages/about.md) \"kites\".\n",
            number + 1
        );
        tree.insert(format!("content/articles/a{number}.md"), Some(text.into_bytes()));
    }
    tree.insert("public/images/photo.png".to_owned(), Some(damages::photo()));
    tree
}

/// Makes the folders of the sound tree hold exactly this.
fn write(site: &TestSite, sound: &Tree, tree: &Tree) {
    let folders: BTreeSet<&str> = sound.keys().filter_map(|path| Some(path.split_once('/')?.0)).collect();
    for folder in folders {
        let path = site.path(folder);
        // The folder may be missing, or a file.
        let _ = if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
    }
    for (path, bytes) in tree {
        match bytes {
            Some(bytes) => site.write(path, bytes),
            None => std::fs::create_dir_all(site.path(path)).expect("to make it"),
        }
    }
}

/// Builds on a thread of its own, so that a hanging build is noticed, and returns the diagnostics.
fn build(site: &Arc<TestSite>, context: &str) -> Vec<Diagnostic> {
    let (sender, receiver) = mpsc::channel();
    let site = site.clone();
    let thread = std::thread::spawn(move || {
        let build = pipeline::build(&site.config, &MemoryOutput::default(), &|_| ());
        // The receiver is gone after a timeout.
        let _ = sender.send(build.diagnostics);
    });
    match receiver.recv_timeout(BUILD_TIMEOUT) {
        Ok(found) => found,
        Err(mpsc::RecvTimeoutError::Timeout) => panic!("hangs: {context}"),
        Err(mpsc::RecvTimeoutError::Disconnected) => panic!("panics: {context}: {:?}", thread.join()),
    }
}

fn place(diagnostic: &Diagnostic) -> &str {
    diagnostic.place.as_ref().map_or("nowhere", |place| &place.file)
}
