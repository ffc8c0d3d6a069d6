//! Tests of undoing changes whose files have changed since.

use std::fs::write;

use serde_json::{Value, json};

use super::super::block_change::{BlockChange, BlockEdit};
use super::super::change::Change;
use super::super::item_change::ItemChange;
use super::super::refused::Refused;
use super::super::sample::ApprovedSample;
use super::EditedSite;
use crate::markdown::TextBlockKind;
use crate::yaml::write::ItemEdit;

const FILE: &str = "content/articles/list.md";
const TEXT: &str = "---\ntitle: List\n---\n\nOne.\n\nTwo.\n\nThree.\n\n## Four\n\n- a\n- b\n- c\n";

/// Changes a block, then texts of the file with another program, and takes the change of the block back.
fn undo_after(
    number: usize,
    was: &str,
    edit: BlockEdit,
    others: &[(&str, &str)],
) -> (EditedSite, Result<String, Refused>) {
    let site = EditedSite::new(&[(FILE, TEXT)]);
    let change = BlockChange { file: FILE.to_owned(), at: format!("#{number}"), was: was.to_owned(), edit };
    let change = site.session.change_block(&change).expect("changed");
    let text = others.iter().fold(site.read(FILE), |text, (from, to)| text.replace(from, to));
    write(site.folder.path().join(FILE), text).expect("written");
    site.build();
    let undone = site.session.undo(change).map(|_| site.read(FILE));
    (site, undone)
}

#[track_caller]
fn check_restored(number: usize, was: &str, edit: BlockEdit, others: &[(&str, &str)]) {
    let (_site, undone) = undo_after(number, was, edit, others);
    assert_eq!(undone.expect("undone"), others.iter().fold(TEXT.to_owned(), |text, (from, to)| text.replace(from, to)));
}

#[test]
fn a_block_is_restored_while_one_of_its_neighbours_is_there() {
    let above = [("One.", "1."), ("- a", "- 1")];
    let below = [("Three.", "3."), ("- c", "- 3")];
    for others in [above, below] {
        check_restored(1, "Two.", BlockEdit::Remove, &others);
        check_restored(3, "Four", BlockEdit::Level { level: Some(3) }, &others);
        check_restored(5, "b", BlockEdit::Remove, &others);
        let edit = BlockEdit::Insert { kind: TextBlockKind::Paragraph, text: "New.".to_owned(), is_outside: false };
        check_restored(3, "Four", edit, &others);
    }
}

/// Changes the second text of a file, then its title with another program, and takes the change of the text back.
#[track_caller]
fn check_text_restored(text: &str, was: &str, to: &str) {
    let site = EditedSite::new(&[(FILE, text)]);
    let change = Change { file: FILE.to_owned(), at: "#1".to_owned(), was: was.into(), to: to.into(), item: None };
    let number = site.session.change_value(&change).expect("changed").expect("a change");
    write(site.folder.path().join(FILE), site.read(FILE).replace("title: List", "title: Lists")).expect("written");
    site.build();
    site.session.undo(number).expect("undone");
    assert_eq!(site.read(FILE), text.replace("title: List", "title: Lists"));
}

#[test]
fn a_split_paragraph_is_one_again_though_its_file_has_changed_since() {
    check_text_restored(TEXT, "Two.", "Two\n\nand a half.");
}

#[test]
fn a_paragraph_that_became_a_list_is_one_again_though_its_file_has_changed_since() {
    check_text_restored(TEXT, "Two.", "- two\n- and a half");
    check_text_restored(TEXT, "Two.", "> two");
}

#[test]
fn code_with_empty_lines_is_restored_in_a_file_that_has_changed_since() {
    check_text_restored(&TEXT.replace("Two.", "```\nlisten\n```"), "listen", "listen\n\nwait");
}

#[test]
fn one_of_several_equal_texts_is_restored_where_it_was_changed() {
    let text = TEXT.replace("Two.\n", "| Sunday | Monday |\n|---|---|\n| no | yes |\n");
    let site = EditedSite::new(&[(FILE, &*text)]);
    let (file, at) = (FILE.to_owned(), "#3".to_owned());
    let change = Change { file, at, was: "no".into(), to: "yes".into(), item: None };
    let number = site.session.change_value(&change).expect("changed").expect("a change");
    let edit = BlockEdit::Remove;
    let removal = BlockChange { file: FILE.to_owned(), at: "#0".to_owned(), was: "One.".to_owned(), edit };
    site.session.change_block(&removal).expect("removed");
    // The cell is `#2` by now. The next cell, `#3`, has the same text.
    site.session.undo(number).expect("undone");
    assert_eq!(site.read(FILE), text.replace("One.\n\n", ""));
}

#[test]
fn a_split_paragraph_stays_split_if_one_of_its_parts_has_changed_since() {
    let site = EditedSite::new(&[(FILE, TEXT)]);
    let change = |at: &str, was: &str, to: &str| {
        let (file, at) = (FILE.to_owned(), at.to_owned());
        let change = Change { file, at, was: was.into(), to: to.into(), item: None };
        site.session.change_value(&change).expect("changed").expect("a change")
    };
    change("#0", "One.", "One two.");
    let split = change("#0", "One two.", "One\n\ntwo.");
    change("#1", "two.", "and two.");
    let undone = site.session.undo(split);
    assert!(matches!(undone, Err(Refused::Invalid(found)) if found[0].code == "edit-undo"));
    assert_eq!(site.read(FILE), TEXT.replace("One.", "One\n\nand two."));
}

#[test]
fn a_block_of_a_file_with_a_byte_order_mark_is_restored_after_the_first_line() {
    let file = "content/notes/a.md";
    let text = "\u{feff}One.\n\nTwo.\n\nThree.\n";
    let site = EditedSite::new(&[("content/notes/_collection.yaml", "schema: {}\n"), (file, text)]);
    let (at, was) = ("#1".to_owned(), "Two.".to_owned());
    let removal = BlockChange { file: file.to_owned(), at, was, edit: BlockEdit::Remove };
    let number = site.session.change_block(&removal).expect("removed");
    write(site.folder.path().join(file), site.read(file).replace("Three.", "3.")).expect("written");
    site.build();
    site.session.undo(number).expect("undone");
    assert_eq!(site.read(file), text.replace("Three.", "3."));
}

#[test]
fn a_block_whose_neighbours_have_changed_stays_as_it_is() {
    let (site, undone) = undo_after(1, "Two.", BlockEdit::Remove, &[("One.", "1."), ("Three.", "3.")]);
    assert!(matches!(undone, Err(Refused::Invalid(found)) if found[0].code == "edit-undo"));
    assert_eq!(site.read(FILE), TEXT.replace("Two.\n\n", "").replace("One.", "1.").replace("Three.", "3."));
}

#[test]
fn a_removed_list_item_counts_the_blocks_inside_of_it() {
    let text = TEXT.replace("- b\n", "- b\n  - b1\n  - b2\n");
    let site = EditedSite::new(&[(FILE, &*text)]);
    let (at, was) = ("#5".to_owned(), "b".to_owned());
    let change = BlockChange { file: FILE.to_owned(), at, was, edit: BlockEdit::Remove };
    let number = site.session.change_block(&change).expect("changed");
    assert_eq!(site.read(FILE), TEXT.replace("- b\n", ""));
    site.session.undo(number).expect("undone");
    let counts: Vec<isize> = site.session.list_changes().iter().map(|(change, _)| change.further_blocks).collect();
    assert_eq!(counts, [2, 2]);
}

#[test]
fn a_block_is_restored_in_a_file_that_was_renamed_since() {
    let site = EditedSite::new(&[(FILE, TEXT)]);
    let (at, was) = ("#1".to_owned(), "Two.".to_owned());
    let change = BlockChange { file: FILE.to_owned(), at, was, edit: BlockEdit::Remove };
    let number = site.session.change_block(&change).expect("changed");
    let renamed = site.rename(FILE, "other", false).expect("renamed");
    site.session.undo(number).expect("undone");
    assert_eq!(site.read(&renamed), TEXT);
    let (undo, _) = site.session.list_changes().swap_remove(0);
    assert_eq!((&*undo.file, site.session.title_of(&undo).as_deref()), (&*renamed, Some("List")));
}

#[test]
fn a_moved_item_goes_back_in_a_file_that_has_changed_since() {
    let site = EditedSite::new(&[]);
    let (file, first) = ("content/menu.yaml", site.read("content/menu.yaml"));
    let edit = ItemEdit::Move { number: 2, to: 1 };
    let change = ItemChange { file: file.to_owned(), at: "/links".to_owned(), was: "/tides".into(), edit };
    let change = site.session.change_items(&change).expect("changed").expect("a change");
    assert_ne!(site.read(file), first);
    write(site.folder.path().join(file), site.read(file) + "more: 1\n").expect("written");
    site.build();
    site.session.undo(change).expect("undone");
    assert_eq!(site.read(file), first + "more: 1\n");
}

#[test]
fn an_earlier_change_of_an_address_is_not_taken_back_before_a_later_one() {
    let site = EditedSite::new(&[]);
    let first = site.rename("content/articles/tides.md", "high-tide", true).expect("renamed");
    let second = site.rename(&first, "low-tide", true).expect("renamed");
    let [latest, earlier] = [0, 1].map(|index| site.session.list_changes()[index].0.number);
    let refused = site.session.undo(earlier);
    assert!(matches!(refused, Err(Refused::Conflict { current }) if current == "low-tide"));
    assert!(site.folder.path().join(second).exists());
    for number in [latest, earlier] {
        site.session.undo(number).expect("undone");
        site.build();
    }
    assert!(site.folder.path().join("content/articles/tides.md").exists());
}

const CREW: &str = "content/crew.yaml";
const CREW_TEXT: &str = "crew:\n  - name: Ada   # the captain\n    hours: !sample 4 to 6\n  # new\n  - name: 'Bo'\n    hours: !sample 4 to 6\n  \
                         - name: Cy\n    hours: 9\nplace: Ely\nmotto: !sample Row\n";

/// Makes a site with a list of a crew.
fn site_with_crew() -> EditedSite {
    let schema = "additionalProperties: true\nproperties: { crew: { items: { properties: { name: {}, hours: {}, age: {} } } } }\n";
    EditedSite::new(&[("content/crew.schema.yaml", schema), (CREW, CREW_TEXT)])
}

impl EditedSite {
    /// Sets a value of the crew, and returns the number of the change.
    fn set(&self, at: &str, was: impl Into<Value>, to: Value) -> u64 {
        let item = self.session.build_form(CREW, at).expect("a form").item;
        let change = Change { file: CREW.to_owned(), at: at.to_owned(), was: was.into(), to, item };
        self.session.change_value(&change).expect("changed").expect("a change")
    }

    /// Edits the list of the crew, and returns the number of the change.
    fn edit_crew(&self, was: Value, edit: ItemEdit) -> u64 {
        let change = ItemChange { file: CREW.to_owned(), at: "/crew".to_owned(), was, edit };
        self.session.change_items(&change).expect("changed").expect("a change")
    }
}

#[test]
fn a_value_of_an_item_that_was_moved_since_is_restored_there() {
    let site = site_with_crew();
    let bo = json!({ "name": "Bo", "hours": "4 to 6" });
    let hours = site.set("/crew/0/hours", "4 to 6", "2".into());
    site.edit_crew(bo, ItemEdit::Move { number: 1, to: 0 });
    site.set("/crew/0/hours", "4 to 6", "2".into());
    site.session.undo(hours).expect("undone");
    let crew = [("Bo", "2"), ("Ada", "4 to 6"), ("Cy", "9")];
    let form = |number: usize| site.session.build_form(CREW, &format!("/crew/{number}")).expect("a form").fields;
    for (number, (name, hours)) in crew.into_iter().enumerate() {
        let fields = form(number);
        assert_eq!((text_of(&fields[0].value), text_of(&fields[1].value)), (name.to_owned(), hours.to_owned()));
    }
}

fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[test]
fn values_and_items_come_back_with_their_tags_quotes_and_comments() {
    let site = site_with_crew();
    let hours = site.set("/crew/1/hours", "4 to 6", "5".into());
    let place = site.set("/place", "Ely", "Wick".into());
    let bo = json!({ "name": "Bo", "hours": "5" });
    let removed = site.edit_crew(bo, ItemEdit::Remove { number: 1 });
    site.set("/motto", "Row", "Row on".into());
    site.session.undo(removed).expect("undone");
    site.session.undo(hours).expect("undone");
    site.session.undo(place).expect("undone");
    assert_eq!(site.read(CREW), CREW_TEXT.replace("!sample Row", "Row on"));
}

#[test]
fn a_value_of_an_item_is_not_restored_in_another_one_that_somebody_put_in_its_place() {
    let site = site_with_crew();
    let hours = site.set("/crew/2/name", "Cy", "Di".into());
    let others = site.read(CREW).replace("  - name: Di\n    hours: 9\n", "  - name: Di\n    age: 7\n");
    write(site.folder.path().join(CREW), &others).expect("written");
    site.build();
    site.session.undo(hours).expect("undone");
    assert_eq!(site.read(CREW), others.replace("name: Di", "name: Cy"));

    let site = site_with_crew();
    let hours = site.set("/crew/2/hours", 9, Value::Null);
    let others = site.read(CREW).replace("  - name: Cy\n", "  - name: Di\n  - name: Cy\n");
    write(site.folder.path().join(CREW), &others).expect("written");
    site.build();
    let refused = site.session.undo(hours);
    assert!(matches!(&refused, Err(Refused::Invalid(found)) if found[0].code == "edit-undo"), "{refused:?}");
    assert_eq!(site.read(CREW), others);

    let site = site_with_crew();
    let hours = site.set("/crew/0/hours", "4 to 6", "late".into());
    let others = site.read(CREW).replace("  - name: Ada ", "  - name: Di\n    hours: late\n  - name: Ada ");
    write(site.folder.path().join(CREW), &others).expect("written");
    site.build();
    // Two items have the value `late` now.
    let refused = site.session.undo(hours);
    assert!(matches!(&refused, Err(Refused::Invalid(found)) if found[0].code == "edit-undo"), "{refused:?}");
    assert_eq!(site.read(CREW), others);
}

#[test]
fn approved_examples_are_examples_again_though_something_between_them_has_changed() {
    let site = site_with_crew();
    let sample = |at: &str, was: &str| ApprovedSample { file: CREW.to_owned(), at: at.to_owned(), was: was.into() };
    let samples = [sample("/crew/0/hours", "4 to 6"), sample("/crew/1/hours", "4 to 6"), sample("/motto", "Row")];
    let number = site.session.approve_samples(&samples).expect("approved");
    site.set("/place", "Ely", "Wick".into());
    site.session.undo(number).expect("undone");
    assert_eq!(site.read(CREW), CREW_TEXT.replace("Ely", "Wick"));
}

#[test]
fn a_move_that_was_taken_back_among_other_items_leads_to_the_right_one() {
    let site = site_with_crew();
    let name = site.set("/crew/1/name", "Bo", "Cy".into());
    let moved = site.edit_crew(json!({ "name": "Cy", "hours": 9 }), ItemEdit::Move { number: 2, to: 0 });
    site.edit_crew(Value::Null, ItemEdit::Insert { number: 0, value: json!({ "name": "Di" }) });
    site.session.undo(moved).expect("undone");
    let names = || {
        let parts = site.session.build_form(CREW, "/crew").expect("a form").parts;
        parts.into_iter().map(|part| part.label).collect::<Vec<_>>()
    };
    assert_eq!(names(), ["1 · Di", "2 · Ada", "3 · Cy", "4 · Cy"]);
    site.session.undo(name).expect("undone");
    assert_eq!(names(), ["1 · Di", "2 · Ada", "3 · Bo", "4 · Cy"]);
}

#[test]
fn undone_changes_are_made_again_in_order_until_something_else_is_changed() {
    let site = site_with_crew();
    let redo = || site.session.redo().expect("made again");
    let undo = |number: u64| site.session.undo(number).expect("undone");
    let hours = site.set("/crew/1/hours", "4 to 6", "5".into());
    let first = site.read(CREW);
    let removed = site.edit_crew(json!({ "name": "Bo", "hours": "5" }), ItemEdit::Remove { number: 1 });
    let second = site.read(CREW);
    assert_eq!(redo(), None);
    undo(removed);
    undo(hours);
    assert_eq!(site.read(CREW), CREW_TEXT);
    assert_eq!(site.session.change_to_redo(), Some(hours));
    redo();
    assert_eq!(site.read(CREW), first);
    let removed = redo().expect("a change");
    assert_eq!(site.read(CREW), second);
    assert_eq!(redo(), None);
    // What was made again is a change like others.
    undo(removed);
    assert_eq!(site.read(CREW), first);
    let removed = redo().expect("a change");
    assert_eq!(site.read(CREW), second);
    undo(removed);
    site.set("/place", "Ely", "Wick".into());
    assert_eq!((redo(), site.session.change_to_redo()), (None, None));
}

#[test]
fn a_change_is_not_made_again_once_another_program_has_written_its_file() {
    let site = site_with_crew();
    let hours = site.set("/crew/1/hours", "4 to 6", "5".into());
    site.session.undo(hours).expect("undone");
    let others = CREW_TEXT.replace("Ely", "Wick");
    write(site.folder.path().join(CREW), &others).expect("written");
    let refused = site.session.redo();
    assert!(matches!(&refused, Err(Refused::Invalid(found)) if found[0].code == "edit-undo"), "{refused:?}");
    assert_eq!(site.read(CREW), others);
}

#[test]
fn a_change_of_an_address_is_made_again() {
    let site = EditedSite::new(&[]);
    let first = site.files();
    site.rename("content/articles/tides.md", "moon", true).expect("renamed");
    let renamed = site.files();
    site.undo_all();
    assert_eq!(site.files(), first);
    site.session.redo().expect("renamed again");
    assert_eq!(site.files(), renamed);
    site.build();
    site.undo_all();
    assert_eq!(site.files(), first);
}
