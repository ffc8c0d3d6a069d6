//! Tests of the journal: power cuts at every step, and what is kept.

use std::collections::BTreeMap;
use std::fs::{create_dir, create_dir_all, read, read_dir, read_to_string, remove_file, write};
use std::path::Path;

use jiff::{SignedDuration, Timestamp};
use walkdir::WalkDir;

use super::{ChangeKind, Journal, JournalEntry, MAX_AGE, format_line};
use crate::config::Config;
use crate::date::Clock;
use crate::edit::file_change::FileChange;
use crate::fs::power_cut::cut_after;
use crate::yaml::write::Splice;

const BEFORE: [Option<&str>; 3] = [Some("a: one\n"), None, Some("c: three\n")];
const AFTER: [Option<&str>; 3] = [Some("a: 1\n"), Some("b: 2\n"), None];
const TIME: &str = "2026-11-23T12:00:00Z";
const NAMES: [&str; 3] = ["content/a.yaml", "content/b.yaml", "content/c.yaml"];

/// Makes a change of up to three files: one is edited, one created, one removed.
fn change_files(count: usize) -> JournalEntry {
    let splice =
        |removed: &str, inserted: &str| Splice { start: 3, removed: removed.into(), inserted: inserted.into() };
    let edit = FileChange::edit(NAMES[0], "a: one\n", splice("one", "1")).expect("its own text");
    let removal = FileChange::remove(NAMES[2], "c: three\n".to_owned());
    let mut files = vec![edit, FileChange::create(NAMES[1], "b: 2\n".to_owned()), removal];
    files.truncate(count);
    JournalEntry { files, time: TIME.to_owned(), ..JournalEntry::new(ChangeKind::Set) }
}

fn now() -> Timestamp {
    TIME.parse().expect("a time")
}

fn open(config: &Config) -> Journal {
    Journal::open(config.path("journal.jsonl"), config, now()).expect("a journal")
}

/// Writes the files as they are before the change.
fn write_site(root: &Path) -> Config {
    create_dir(root.join("content")).expect("a folder");
    for (name, text) in NAMES.iter().zip(BEFORE).filter_map(|(name, text)| Some((name, text?))) {
        write(root.join(name), text).expect("written");
    }
    Config::new(root.to_owned(), Clock::system())
}

/// Checks the first `count` files, and that no temporary files are left.
#[track_caller]
fn check_files(config: &Config, expected: [Option<&str>; 3], count: usize, step: usize) {
    for (name, expected) in NAMES.iter().zip(expected).take(count) {
        let found = read(config.path(name)).ok().map(|bytes| String::from_utf8(bytes).expect("text"));
        assert_eq!(found.as_deref(), expected, "{name} after {step} steps of {count} files");
    }
    let names =
        |folder: &str| read_dir(config.path(folder)).expect("a folder").flatten().map(|entry| entry.file_name());
    let partials: Vec<_> =
        names("content").chain(names(".")).filter(|name| name.to_string_lossy().contains("partial")).collect();
    assert!(partials.is_empty(), "{partials:?} after {step} steps");
}

#[test]
fn a_power_cut_at_any_step_of_a_change_leaves_all_of_it_or_nothing() {
    for count in [1, 3] {
        let mut outcomes = [0, 0];
        for step in 0.. {
            let root = tempfile::tempdir().expect("a folder");
            let config = write_site(root.path());
            let written = cut_after(step, || open(&config).write(change_files(count), &config).expect("written"));
            let mut journal = open(&config);
            let is_done = journal.entries().len() == 1;
            check_files(&config, if is_done { AFTER } else { BEFORE }, count, step);
            outcomes[usize::from(is_done)] += 1;
            if !is_done {
                assert_eq!(journal.write(change_files(count), &config).expect("written"), 1);
                check_files(&config, AFTER, count, step);
            }
            if written.is_some() {
                break;
            }
        }
        assert!(outcomes[0] > 2 && outcomes[1] > 1, "{outcomes:?}");
    }
}

#[test]
fn a_power_cut_at_any_step_of_undoing_leaves_all_of_it_or_nothing() {
    for count in [1, 3] {
        for step in 0.. {
            let root = tempfile::tempdir().expect("a folder");
            let config = write_site(root.path());
            open(&config).write(change_files(count), &config).expect("written");
            let files = change_files(count).files.iter().rev().map(FileChange::inverse).collect();
            let undo = JournalEntry { files, undoes: Some(1), ..change_files(count) };
            let written = cut_after(step, || open(&config).write(undo, &config).expect("written"));
            let is_undone = open(&config).is_undone(1);
            check_files(&config, if is_undone { BEFORE } else { AFTER }, count, step);
            if written.is_some() {
                assert!(is_undone);
                break;
            }
        }
    }
}

/// Returns the files of a site before and after a renaming: one entry is moved and edited, one file beside it moved, a
/// file made and one removed, and sixteen files that link to the entry are edited.
fn renamed_files() -> [BTreeMap<String, String>; 2] {
    let links = (0..16).map(|number| format!("content/{number}.yaml"));
    let mut before: BTreeMap<String, String> = links.map(|name| (name, "to: /old/\n".to_owned())).collect();
    let mut after: BTreeMap<String, String> =
        before.keys().map(|name| (name.clone(), "to: /new/\n".to_owned())).collect();
    for (name, moved, text, new) in [
        ("content/old/index.md", "content/new/index.md", "---\n---\n", "---\naliases: [/old/]\n---\n"),
        ("content/old/pictures/map.svg", "content/new/pictures/map.svg", "<svg/>", "<svg/>"),
    ] {
        before.insert(name.to_owned(), text.to_owned());
        after.insert(moved.to_owned(), new.to_owned());
    }
    before.insert("content/removed.yaml".to_owned(), "a: 1\n".to_owned());
    after.insert("content/made.yaml".to_owned(), "b: 2\n".to_owned());
    [before, after]
}

/// Returns the change from the files before a renaming to those after it.
fn renaming_change() -> JournalEntry {
    let [before, after] = renamed_files();
    let edit = |name: &str, to: &str| {
        let splice = Splice::smallest(&before[name], 0..before[name].len(), &after[to]);
        FileChange::edit(name, &before[name], splice).expect("its own text")
    };
    let [entry, picture] =
        ["index.md", "pictures/map.svg"].map(|name| (format!("content/old/{name}"), format!("content/new/{name}")));
    let mut files =
        vec![edit(&entry.0, &entry.1).moved_to(&entry.1), FileChange::move_file(&picture.0, &picture.1, b"<svg/>")];
    files.extend(before.keys().filter(|name| after.contains_key(*name)).map(|name| edit(name, name)));
    files.push(FileChange::create("content/made.yaml", "b: 2\n".to_owned()));
    files.push(FileChange::remove("content/removed.yaml", "a: 1\n".to_owned()));
    assert_eq!(files.len(), 20);
    JournalEntry { files, time: TIME.to_owned(), ..JournalEntry::new(ChangeKind::Rename) }
}

/// Reads all files of the content.
fn read_content(root: &Path) -> BTreeMap<String, String> {
    let files = WalkDir::new(root.join("content")).into_iter().map(|entry| entry.expect("readable"));
    let files = files.filter(|entry| entry.file_type().is_file()).map(|entry| {
        let name = entry.path().strip_prefix(root).expect("below").to_string_lossy().replace('\\', "/");
        (name, read_to_string(entry.path()).expect("text"))
    });
    files.collect()
}

#[test]
fn a_power_cut_at_any_step_of_a_renaming_or_its_undo_leaves_all_of_it_or_nothing() {
    let [before, after] = renamed_files();
    for is_undo in [false, true] {
        let mut outcomes = [0, 0];
        for step in 0.. {
            let root = tempfile::tempdir().expect("a folder");
            let config = Config::new(root.path().to_owned(), Clock::system());
            for (name, text) in &before {
                create_dir_all(config.path(name).parent().expect("a folder")).expect("a folder");
                write(config.path(name), text).expect("written");
            }
            let mut entry = renaming_change();
            if is_undo {
                assert_eq!(open(&config).write(entry, &config).expect("written"), 1);
                let files = renaming_change().files.iter().rev().map(FileChange::inverse).collect();
                entry = JournalEntry { files, undoes: Some(1), ..renaming_change() };
            }
            let written = cut_after(step, || open(&config).write(entry, &config).expect("written"));
            // The power is cut once more, while the next start finishes the change.
            _ = cut_after(step % 7, || open(&config));
            let is_done = open(&config).entries().len() == 1 + usize::from(is_undo);
            let expected = if is_done == is_undo { &before } else { &after };
            assert_eq!(read_content(root.path()), *expected, "after {step} steps");
            for folder in ["content/old", "content/new"] {
                let is_there = expected.keys().any(|name| name.starts_with(folder));
                assert_eq!(config.path(folder).exists(), is_there, "{folder} after {step} steps");
            }
            outcomes[usize::from(is_done)] += 1;
            if written.is_some() {
                break;
            }
        }
        assert!(outcomes[0] > 2 && outcomes[1] > 60, "{outcomes:?}");
    }
}

#[test]
fn a_finished_change_is_not_written_again_where_a_file_was_checked_out() {
    let root = tempfile::tempdir().expect("a folder");
    let config = write_site(root.path());
    open(&config).write(change_files(3), &config).expect("written");
    write(config.path(NAMES[0]), BEFORE[0].expect("a text")).expect("written");
    for _ in 0..2 {
        assert_eq!(open(&config).entries().len(), 1);
        check_files(&config, [BEFORE[0], AFTER[1], AFTER[2]], 3, 0);
    }
    for (name, text) in NAMES.iter().zip(BEFORE) {
        match text {
            Some(text) => write(config.path(name), text).expect("written"),
            None => remove_file(config.path(name)).expect("removed"),
        }
    }
    assert_eq!(open(&config).entries().len(), 1);
    check_files(&config, BEFORE, 3, 0);
}

#[test]
fn a_line_that_was_cut_off_anywhere_is_dropped() {
    let root = tempfile::tempdir().expect("a folder");
    let config = write_site(root.path());
    open(&config).write(change_files(1), &config).expect("written");
    let line = read(config.path("journal.jsonl")).expect("a journal");
    for length in 0..line.len() - 1 {
        write(config.path(NAMES[0]), BEFORE[0].expect("a text")).expect("written");
        write(config.path("journal.jsonl"), &line[..length]).expect("written");
        assert!(open(&config).entries().is_empty(), "{length} bytes");
        assert_eq!(read(config.path("journal.jsonl")).expect("a journal"), b"", "{length} bytes");
    }
}

#[test]
fn changes_older_than_thirty_days_are_removed_and_their_numbers_are_not_used_again() {
    let root = tempfile::tempdir().expect("a folder");
    let config = write_site(root.path());
    write(config.path(NAMES[0]), AFTER[0].expect("a text")).expect("written");
    let lines = (1..).zip([31 * 24, 30 * 24 + 1, 30 * 24, 1]).map(|(number, hours)| {
        let time = (now() - SignedDuration::from_hours(hours)).to_string();
        format_line(&JournalEntry { number, time, ..change_files(1) })
    });
    write(config.path("journal.jsonl"), lines.collect::<String>()).expect("written");
    let reopen = |after: SignedDuration| {
        let journal = Journal::open(config.path("journal.jsonl"), &config, now() + after).expect("a journal");
        journal.entries().iter().map(|entry| entry.number).collect::<Vec<_>>()
    };
    assert_eq!(reopen(SignedDuration::ZERO), [3, 4]);
    assert_eq!(reopen(MAX_AGE + MAX_AGE), [4]);
}
