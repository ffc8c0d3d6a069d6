//! Tests of the journal: power cuts at every step, and what is kept.

use std::collections::BTreeMap;
use std::fs::{create_dir, create_dir_all, read, read_dir, remove_file, write};
use std::path::Path;

use jiff::{SignedDuration, Timestamp};
use walkdir::WalkDir;

use super::{ChangeKind, DescribedChange, Journal, MAX_AGE, format_line};
use crate::config::Config;
use crate::date::Clock;
use crate::edit::file_change::FileChange;
use crate::fs::power_cut::cut_after;

const BEFORE: [Option<&str>; 3] = [Some("a: one\n"), None, Some("c: three\n")];
const AFTER: [Option<&str>; 3] = [Some("a: 1\n"), Some("b: 2\n"), None];
const NAMES: [&str; 3] = ["content/a.yaml", "content/b.yaml", "content/c.yaml"];

/// Makes a change of up to three files: one is edited, one created, one removed.
fn change_files(count: usize) -> DescribedChange {
    let edit = FileChange::edit(NAMES[0], "a: one\n", "a: 1\n");
    let removal = FileChange::create(NAMES[2], "c: three\n".to_owned()).inverse();
    let mut files = vec![edit, FileChange::create(NAMES[1], "b: 2\n".to_owned()), removal];
    files.truncate(count);
    DescribedChange { files, ..DescribedChange::new(ChangeKind::Set) }
}

fn open(config: &Config) -> Journal {
    Journal::open(config.path("journal.jsonl"), config, Timestamp::now()).expect("a journal")
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
            let written = cut_after(step, || open(&config).record(change_files(count), &config).expect("written"));
            let mut journal = open(&config);
            let is_done = journal.changes().len() == 1;
            check_files(&config, if is_done { AFTER } else { BEFORE }, count, step);
            outcomes[usize::from(is_done)] += 1;
            if !is_done {
                assert_eq!(journal.record(change_files(count), &config).expect("written"), 1);
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
            open(&config).record(change_files(count), &config).expect("written");
            let undo = DescribedChange { number: 1, ..change_files(count) }.inverse();
            let written = cut_after(step, || open(&config).record(undo, &config).expect("written"));
            let is_undone = open(&config).is_undone(1);
            check_files(&config, if is_undone { BEFORE } else { AFTER }, count, step);
            if written.is_some() {
                assert!(is_undone);
                break;
            }
        }
    }
}

/// The files of a site, by their paths.
type Files = BTreeMap<String, Vec<u8>>;

/// Adds files that link to an entry, before and after its change.
fn add_links(before: &mut Files, after: &mut Files) {
    for number in 0..16 {
        let name = format!("content/{number}.yaml");
        before.insert(name.clone(), b"to: /old/\n".to_vec());
        after.insert(name, b"to: /new/\n".to_vec());
    }
}

/// Returns the changes of the files that are at the same path before and after.
fn edit_files(before: &Files, after: &Files) -> Vec<FileChange> {
    let edits = before.iter().filter_map(|(name, bytes)| Some(edit_file(name, bytes, after.get(name)?)));
    edits.collect()
}

fn edit_file(name: &str, before: &[u8], after: &[u8]) -> FileChange {
    let [before, after] = [before, after].map(|bytes| String::from_utf8_lossy(bytes));
    FileChange::edit(name, &before, &after)
}

/// Returns the files of a site before and after a renaming, with the changes: one entry is moved and edited, one file
/// beside it moved, a file made and one removed, and sixteen files that link to the entry are edited.
fn rename_files() -> (Files, Files, Vec<FileChange>) {
    let (mut before, mut after) = (Files::new(), Files::new());
    add_links(&mut before, &mut after);
    let [entry, picture] =
        ["index.md", "pictures/map.svg"].map(|name| (format!("content/old/{name}"), format!("content/new/{name}")));
    let (text, new) = ("---\n---\n", "---\naliases: [/old/]\n---\n");
    let mut files = vec![
        edit_file(&entry.0, text.as_bytes(), new.as_bytes()).moved_to(&entry.1),
        FileChange::move_file(&picture.0, &picture.1, b"<svg/>"),
    ];
    files.extend(edit_files(&before, &after));
    before.extend([(entry.0, text.into()), (picture.0, b"<svg/>".to_vec())]);
    after.extend([(entry.1, new.into()), (picture.1, b"<svg/>".to_vec())]);
    before.insert("content/removed.yaml".to_owned(), b"a: 1\n".to_vec());
    after.insert("content/made.yaml".to_owned(), b"b: 2\n".to_vec());
    files.push(FileChange::create("content/made.yaml", "b: 2\n".to_owned()));
    files.push(FileChange::create("content/removed.yaml", "a: 1\n".to_owned()).inverse());
    assert_eq!(files.len(), 20);
    (before, after, files)
}

/// Returns the files of a site before and after the deletion of a bundle, with the changes: the files of the bundle, of
/// which one is no text, are moved to the folder `REMOVED`, and sixteen files that link to the bundle are edited.
fn delete_files() -> (Files, Files, Vec<FileChange>) {
    let (mut before, mut after) = (Files::new(), Files::new());
    add_links(&mut before, &mut after);
    let mut files = edit_files(&before, &after);
    let picture: &[u8] = b"\xff\xd8\0\xfe\r\n";
    for (name, bytes) in
        [("index.md", b"---\n---\n".as_slice()), ("index.ta.md", b"---\n---\n"), ("pictures/a.jpg", picture)]
    {
        let (name, removed) = (format!("content/old/{name}"), format!("removed/1/content/old/{name}"));
        files.push(FileChange::move_file(&name, &removed, bytes));
        before.insert(name, bytes.to_vec());
        after.insert(removed, bytes.to_vec());
    }
    (before, after, files)
}

/// Reads all files of a site except the journal.
fn read_files(root: &Path) -> Files {
    let files = WalkDir::new(root).into_iter().map(|entry| entry.expect("readable"));
    let files = files.filter(|entry| entry.file_type().is_file()).map(|entry| {
        let name = entry.path().strip_prefix(root).expect("below").to_string_lossy().replace('\\', "/");
        (name, read(entry.path()).expect("readable"))
    });
    files.filter(|(name, _)| name != "journal.jsonl").collect()
}

#[test]
fn a_power_cut_at_any_step_of_a_renaming_a_deletion_or_their_undo_leaves_all_of_it_or_nothing() {
    for make_files in [rename_files, delete_files] {
        for is_undo in [false, true] {
            check_power_cuts(make_files, is_undo);
        }
    }
}

/// Cuts the power at each step of a change, or of its undo.
fn check_power_cuts(make_files: fn() -> (Files, Files, Vec<FileChange>), is_undo: bool) {
    let (before, after, files) = make_files();
    let change = DescribedChange { files, ..DescribedChange::new(ChangeKind::Rename) };
    let mut outcomes = [0, 0];
    for step in 0.. {
        let root = tempfile::tempdir().expect("a folder");
        let config = Config::new(root.path().to_owned(), Clock::system());
        for (name, bytes) in &before {
            create_dir_all(config.path(name).parent().expect("a folder")).expect("a folder");
            write(config.path(name), bytes).expect("written");
        }
        let mut change = change.clone();
        if is_undo {
            assert_eq!(open(&config).record(change.clone(), &config).expect("written"), 1);
            change = DescribedChange { number: 1, ..change }.inverse();
        }
        let written = cut_after(step, || open(&config).record(change, &config).expect("written"));
        // The power is cut once more, while the next start finishes the change.
        _ = cut_after(step % 7, || open(&config));
        let is_done = open(&config).changes().len() == 1 + usize::from(is_undo);
        let expected = if is_done == is_undo { &before } else { &after };
        assert_eq!(read_files(root.path()), *expected, "after {step} steps");
        for folder in ["content/old", "content/new", "removed"] {
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

#[test]
fn removed_files_are_deleted_once_their_change_is_not_in_the_journal() {
    let (before, after, files) = delete_files();
    let root = tempfile::tempdir().expect("a folder");
    let config = Config::new(root.path().to_owned(), Clock::system());
    for (name, bytes) in &before {
        create_dir_all(config.path(name).parent().expect("a folder")).expect("a folder");
        write(config.path(name), bytes).expect("written");
    }
    let change = DescribedChange { files, ..DescribedChange::new(ChangeKind::Delete) };
    open(&config).record(change.clone(), &config).expect("written");
    assert_eq!(read_files(root.path()), after);
    let later = Timestamp::now() + MAX_AGE + MAX_AGE;
    let journal = || Journal::open(config.path("journal.jsonl"), &config, later).expect("a journal");
    // The last change stays.
    assert!(journal().changes().len() == 1 && config.path("removed/1").exists());
    let files = vec![FileChange::create("content/made.yaml", "b: 2\n".to_owned())];
    let newer = DescribedChange { files, ..change };
    journal().record(newer, &config).expect("written");
    assert!(journal().changes().len() == 1 && !config.path("removed/1").exists());
}

#[test]
fn a_finished_change_is_not_written_again_where_a_file_was_checked_out() {
    let root = tempfile::tempdir().expect("a folder");
    let config = write_site(root.path());
    open(&config).record(change_files(3), &config).expect("written");
    write(config.path(NAMES[0]), BEFORE[0].expect("a text")).expect("written");
    for _ in 0..2 {
        assert_eq!(open(&config).changes().len(), 1);
        check_files(&config, [BEFORE[0], AFTER[1], AFTER[2]], 3, 0);
    }
    for (name, text) in NAMES.iter().zip(BEFORE) {
        match text {
            Some(text) => write(config.path(name), text).expect("written"),
            None => remove_file(config.path(name)).expect("removed"),
        }
    }
    assert_eq!(open(&config).changes().len(), 1);
    check_files(&config, BEFORE, 3, 0);
}

#[test]
fn a_change_that_fails_leaves_neither_files_nor_folders() {
    let root = tempfile::tempdir().expect("a folder");
    let config = write_site(root.path());
    // The name of the temporary file beside this one is too long for a disk.
    let name = format!("content/new/{}", "n".repeat(250));
    let files = vec![FileChange::edit(NAMES[0], "a: one\n", "a: 1\n"), FileChange::create(&name, "d: 4\n".to_owned())];
    let change = DescribedChange { files, ..change_files(1) };
    assert!(open(&config).record(change, &config).is_err());
    check_files(&config, BEFORE, 3, 0);
    assert!(!config.path("content/new").exists());
    assert!(open(&config).changes().is_empty());
}

#[test]
fn a_change_that_is_neither_written_nor_restored_counts_once_the_next_start_has_finished_it() {
    let root = tempfile::tempdir().expect("a folder");
    let config = write_site(root.path());
    // The second file can't be written, because its folder is a file. Then the first file can't be restored, because it
    // has another digest than the change says.
    let mut edit = FileChange::edit(NAMES[0], "a: one\n", "a: 1\n");
    edit.after = Some("another".to_owned());
    let files = vec![edit, FileChange::create("content/new/d.yaml", "d: 4\n".to_owned())];
    write(config.path("content/new"), "").expect("written");
    let undo = DescribedChange { undoes: Some(1), files, ..change_files(0) };
    let mut journal = open(&config);
    let first = vec![FileChange::create(NAMES[1], "b: 2\n".to_owned())];
    journal.record(DescribedChange { files: first, ..change_files(0) }, &config).expect("written");
    assert!(journal.record(undo, &config).is_err());
    assert_eq!((journal.written_changes().count(), journal.is_undone(1)), (1, false));
    remove_file(config.path("content/new")).expect("removed");
    let journal = open(&config);
    assert_eq!((journal.written_changes().count(), journal.is_undone(1)), (2, true));
}

#[test]
fn a_line_that_was_cut_off_anywhere_is_dropped() {
    let root = tempfile::tempdir().expect("a folder");
    let config = write_site(root.path());
    open(&config).record(change_files(1), &config).expect("written");
    let line = read(config.path("journal.jsonl")).expect("a journal");
    for length in 0..line.len() - 1 {
        write(config.path(NAMES[0]), BEFORE[0].expect("a text")).expect("written");
        write(config.path("journal.jsonl"), &line[..length]).expect("written");
        assert!(open(&config).changes().is_empty(), "{length} bytes");
        assert_eq!(read(config.path("journal.jsonl")).expect("a journal"), b"", "{length} bytes");
    }
}

#[test]
fn changes_older_than_thirty_days_are_removed_and_their_numbers_are_not_used_again() {
    let root = tempfile::tempdir().expect("a folder");
    let config = write_site(root.path());
    write(config.path(NAMES[0]), AFTER[0].expect("a text")).expect("written");
    let now = Timestamp::now();
    let lines = (1..).zip([31 * 24, 30 * 24 + 1, 30 * 24, 1]).map(|(number, hours)| {
        let time = (now - SignedDuration::from_hours(hours)).to_string();
        format_line(&DescribedChange { number, time, ..change_files(1) })
    });
    write(config.path("journal.jsonl"), lines.collect::<String>()).expect("written");
    let reopen = |after: SignedDuration| {
        let journal = Journal::open(config.path("journal.jsonl"), &config, now + after).expect("a journal");
        journal.changes().iter().map(|change| change.number).collect::<Vec<_>>()
    };
    assert_eq!(reopen(SignedDuration::ZERO), [3, 4]);
    assert_eq!(reopen(MAX_AGE + MAX_AGE), [4]);
}

#[test]
fn an_interrupted_change_is_finished_though_others_came_after_it() {
    for is_undone in [false, true] {
        let root = tempfile::tempdir().expect("a folder");
        let config = write_site(root.path());
        // The first file of the change was written, and has its former text again by a later change.
        let change = DescribedChange { number: 1, ..change_files(3) };
        let back = DescribedChange { files: vec![change.files[0].inverse()], ..change_files(0) };
        let other = FileChange::create("content/d.yaml", "d: 4\n".to_owned());
        let undoes = is_undone.then_some(1);
        let last = DescribedChange { files: vec![other], undoes, ..change_files(0) };
        let now = Timestamp::now().to_string();
        let lines: String = [(1, change), (2, back), (3, last)]
            .map(|(number, change)| format_line(&DescribedChange { number, time: now.clone(), ..change }))
            .concat();
        write(config.path("content/d.yaml"), "d: 4\n").expect("written");
        write(config.path("journal.jsonl"), lines).expect("written");
        for _ in 0..2 {
            assert!(open(&config).changes().iter().all(|change| !change.needs_finished_line()));
            check_files(&config, if is_undone { BEFORE } else { [BEFORE[0], AFTER[1], AFTER[2]] }, 3, 0);
        }
    }
}
