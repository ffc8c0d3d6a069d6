//! Tests of deleting entries, with the places that lead to them, the files of a bundle, and translations.

use std::fs::write;

use walkdir::WalkDir;

use super::super::change::Change;
use super::super::delete_entry::Deletion;
use super::super::delete_uses::{ChangedFiles, ChosenUse, Removal, UseChange, UseOptions};
use super::super::file_change::FILE_BUSY;
use super::super::publish::find_errors;
use super::super::refused::Refused;
use super::super::rename::Renaming;
use super::folders::FOLDER;
use super::{EditedSite, ONE_LANGUAGE, check_changed};

/// Chooses what becomes of a place.
fn choose(found: UseOptions) -> ChosenUse {
    let UseOptions { place, can_unlink, entries, removal, .. } = found;
    let change = match entries.first().and_then(|entry| entry.value.as_str()) {
        Some(to) => UseChange::Redirect { to: to.to_owned() },
        None if can_unlink => UseChange::Unlink,
        None if removal.is_some() => UseChange::Remove,
        None => UseChange::Redirect { to: "/about/".to_owned() },
    };
    ChosenUse { file: place.file, at: place.at.expect("no code"), change }
}

#[test]
fn what_leads_to_a_deleted_entry_changes_with_it() {
    let site = EditedSite::new(ONE_LANGUAGE);
    let first = site.files();
    let before = |name: &str| String::from_utf8(first[name].clone()).expect("text");
    let file = "content/articles/tides.md";
    let plan = site.plan_deletion(file).expect("a plan");
    assert_eq!(plan.addresses, ["/tides/"]);
    let deletion = |uses: Vec<ChosenUse>| Deletion { file: file.to_owned(), leads_to: Some("/trip/".to_owned()), uses };
    let quotes: Vec<_> = plan.uses.iter().map(|found| &*found.place.quote).filter(|quote| !quote.is_empty()).collect();
    assert!(quotes.contains(&"[code](/tides/) raw") && quotes.contains(&"See the tides and the ebb."), "{quotes:?}");
    let mut uses: Vec<ChosenUse> = plan.uses.into_iter().map(choose).collect();
    let missing = uses.pop().expect("a use");
    let Err(Refused::Invalid(refused)) = site.session.delete_entry(&deletion(uses.clone())) else {
        panic!("a use is left")
    };
    assert_eq!(refused[0].code, "edit-used");
    uses.push(missing);
    site.session.delete_entry(&deletion(uses)).expect("deleted");
    site.build();
    check_changed(
        &before("content/menu.yaml"),
        &site.read("content/menu.yaml"),
        &[
            "-first: tides   # the first",
            "-links:",
            "-  - { label: Tides, to: '/tides/' }",
            "-  - /tides/#high",
            "-  - /tides",
            "-ids: [articles/tides, articles/ebb]",
            "+first: ebb   # the first",
            "+links: []",
            "+ids: [articles/ebb]",
            "-  See [the tides](/tides/?a) and",
            "+  See the tides and",
            "-whole: https://harbour.example/sea/tides/",
            "+whole: https://harbour.example/sea/about/",
        ],
    );
    check_changed(
        &before("content/articles/ebb.md"),
        &site.read("content/articles/ebb.md"),
        &[
            "-near: [tides]",
            "+near: [ebb]",
            "-Of [tides][t] and [trips](trip/index.md).",
            "+Of tides and [trips](trip/index.md).",
            "-`[code](/tides/)` <a href='/sea/tides/'>raw</a>",
            "+`[code](/tides/)` <a href='/sea/about/'>raw</a>",
        ],
    );
    assert!(site.read("content/articles/trip/index.md").contains("aliases: [/tides/]"));
    assert!(!site.folder.path().join(file).exists());
    let deleted = site.files();
    site.undo_all();
    assert_eq!(site.files(), first);
    site.session.redo().expect("deleted again");
    assert_eq!(site.files(), deleted);
    assert_eq!(find_errors(&site.config), []);
}

/// Deletes the entry of a file, and changes each place that leads to it by [`choose`]. Returns the deleted files.
fn delete(site: &EditedSite, file: &str, leads_to: Option<&str>) -> Vec<String> {
    let plan = site.plan_deletion(file).expect("a plan");
    let uses = plan.uses.into_iter().map(choose).collect();
    let deletion = Deletion { file: file.to_owned(), leads_to: leads_to.map(str::to_owned), uses };
    site.session.delete_entry(&deletion).expect("deleted");
    site.build();
    assert_eq!(find_errors(&site.config), []);
    plan.files
}

#[test]
fn the_changes_of_a_deleted_entry_still_have_its_title() {
    let site = EditedSite::new(ONE_LANGUAGE);
    let file = "content/articles/tides.md".to_owned();
    let change =
        Change { file: file.clone(), at: "/title".to_owned(), was: "Tides".into(), to: "Ebbs".into(), item: None };
    site.session.change_value(&change).expect("changed");
    site.build();
    delete(&site, &file, None);
    let titles: Vec<_> = site.session.list_changes().iter().map(|(change, _)| site.session.title_of(change)).collect();
    assert_eq!(titles, [Some("Ebbs".to_owned()), Some("Ebbs".to_owned())]);
}

#[test]
fn a_deleted_entry_comes_back_though_a_file_that_led_to_it_has_changed_since() {
    let site = EditedSite::new(ONE_LANGUAGE);
    let first = site.files();
    delete(&site, "content/articles/tides.md", None);
    let menu = "content/menu.yaml";
    write(site.folder.path().join(menu), site.read(menu) + "more: 1\n").expect("written");
    site.build();
    let (change, _) = site.session.list_changes().swap_remove(0);
    site.session.undo(change.number).expect("undone");
    write(site.folder.path().join(menu), site.read(menu).replace("more: 1\n", "")).expect("written");
    assert_eq!(site.files(), first);
}

#[test]
fn a_deleted_entry_comes_back_though_the_ledger_has_changed_since() {
    for (changed, expected) in [
        ("/\n/tides/ gone\n/trip/\n", "/\n/tides/\n/trip/\n"),
        ("/\n/trip/\n/tides/ gone # later\n", "/\n/trip/\n/tides/ # later\n"),
        ("/\n/trip/\n", "/\n/trip/\n"),
    ] {
        let site = EditedSite::new(ONE_LANGUAGE);
        let (file, ledger) = ("content/articles/tides.md", "content/urls.txt");
        let first = site.read(file);
        delete(&site, file, None);
        assert_eq!(site.read(ledger), "/\n/tides/ gone\n");
        write(site.folder.path().join(ledger), changed).expect("written");
        site.build();
        let (change, _) = site.session.list_changes().swap_remove(0);
        site.session.undo(change.number).expect("undone");
        assert_eq!((site.read(file), site.read(ledger)), (first, expected.to_owned()));
    }
}

#[test]
fn a_file_that_another_program_writes_while_a_deletion_is_prepared_is_not_overwritten() {
    let site = EditedSite::new(ONE_LANGUAGE);
    let (menu, config) = ("content/menu.yaml", &site.config);
    let changes = site.session.read(|workspace| {
        let mut changed = ChangedFiles::default();
        changed.change(workspace, menu, |file| file.set_value("/word", &"ebb".into()))?;
        write(site.folder.path().join(menu), site.read(menu) + "more: 1\n").expect("written");
        changed.change(workspace, menu, |file| file.set_value("/first", &"ebb".into()))?;
        Ok(changed.list())
    });
    let [change] = &*changes.expect("changes") else { panic!("one file") };
    let theirs = site.read(menu);
    assert!(change.write(config).is_err_and(|busy| busy.code == FILE_BUSY));
    assert_eq!(site.read(menu), theirs);
}

#[test]
fn a_bundle_is_deleted_with_the_files_of_its_folder_and_undone_to_the_byte() {
    let site = EditedSite::new(ONE_LANGUAGE);
    let picture: Vec<u8> = (0..=255).cycle().take(70_000).collect();
    write(site.folder.path().join("content/articles/trip/film.bin"), &picture).expect("written");
    site.build();
    let first = site.files();
    let files = delete(&site, "content/articles/trip/index.md", None);
    assert_eq!(files, ["film.bin", "index.md", "map.txt"].map(|name| format!("content/articles/trip/{name}")));
    assert!(!site.folder.path().join("content/articles/trip").exists());
    let tides = site.read("content/articles/tides.md");
    assert!(tides.contains("near: [ebb, ebb]") && tides.contains("[the ebb](ebb.md), a map and"), "{tides}");
    assert!(site.read("content/pages/home.yaml").contains("links: [/tides/, /low-water/, /about/]"));
    site.undo_all();
    assert_eq!(site.files(), first);
    assert!(!site.config.path(site.config.cache("edit/removed")).exists());
}

#[test]
fn an_entry_is_deleted_with_its_translations_and_all_that_leads_to_them() {
    let site = EditedSite::new(&[
        ("content/urls.txt", "/\n/tides/\n/ta/tides/\n/trip/\n/ta/trip/\n"),
        ("content/articles/trip/index.ta.md", "---\ntitle: பயணம்\n---\n\n[அலைகள்](/ta/tides/) [ஏற்றம்](../tides.ta.md)\n"),
    ]);
    let first = site.files();
    let tides = "content/articles/tides.ta.md";
    let plan = site.plan_deletion(tides).expect("a plan");
    assert_eq!(
        (plan.languages, plan.addresses),
        (vec!["English".to_owned()], vec!["/tides/".to_owned(), "/ta/tides/".to_owned()])
    );
    assert_eq!(delete(&site, tides, Some("/trip/")), ["content/articles/tides.md", tides]);
    let check = |name: &str, expected: &str| assert_eq!(site.read(name), expected);
    check("content/articles/trip/index.md", "---\ntitle: Trip\naliases: [/tides/]\n---\n\n[Map](map.txt) tides\n");
    check("content/articles/trip/index.ta.md", "---\ntitle: பயணம்\naliases: [/ta/tides/]\n---\n\nஅலைகள் ஏற்றம்\n");
    site.undo_all();
    assert_eq!(site.files(), first);
    delete(&site, tides, None);
    check("content/urls.txt", "/\n/tides/ gone\n/ta/tides/ gone\n/trip/\n/ta/trip/\n");
    delete(&site, "content/articles/trip/index.ta.md", None);
    assert!(!site.files().keys().any(|name| name.contains("trip")));
    site.undo_all();
    assert_eq!(site.files(), first);
}

#[test]
fn a_deleted_entry_that_links_to_a_renamed_one_comes_back_once_the_rename_is_undone() {
    let walk = "content/articles/walk.md";
    let site =
        EditedSite::new(&[ONE_LANGUAGE, &[(walk, "---\ntitle: Walk\n---\n\nTo [the tides](tides.md).\n")]].concat());
    let first = site.files();
    delete(&site, walk, None);
    let deletion = site.session.list_changes()[0].0.number;
    let file = "content/articles/tides.md".to_owned();
    let renaming = Renaming { file, name: "flood".to_owned(), keeps_address: false };
    site.session.rename_entry(&renaming).expect("renamed");
    site.build();
    match site.session.undo(deletion) {
        Err(Refused::Invalid(found)) => {
            assert_eq!(found[0].code, "edit-undo");
            assert!(found.len() > 1 && found[0].message.contains("`Tides`"), "{found:?}");
        }
        other => panic!("{other:?}"),
    }
    site.undo_all();
    assert_eq!(site.files(), first);
}

#[test]
fn the_list_of_a_sections_children_loses_a_deleted_entry() {
    let site = EditedSite::new(FOLDER);
    let first = site.files();
    delete(&site, "content/articles/2024/monsoon.md", Some("/late/"));
    assert!(site.read("content/articles/2024/_index.md").contains("children: [walk, late]"));
    site.undo_all();
    assert_eq!(site.files(), first);
}

#[test]
fn a_list_that_needs_all_its_items_loses_none() {
    let hosts = "{ minItems: 1, items: { type: string, reference: team } }";
    let schema = format!("schema: {{ required: [hosts], properties: {{ hosts: {hosts} }} }}\n");
    let site = EditedSite::new(&[
        ("content/events/_collection.yaml", &schema),
        ("content/events/fair.yaml", "hosts: [ada]\n"),
        ("content/events/feast.yaml", "hosts: [ada, ada]\n"),
    ]);
    let file = "content/team/ada.yaml".to_owned();
    let uses = site.plan_deletion(&file).expect("a plan").uses;
    let removals = |file: &str| {
        let of_file = uses.iter().filter(|used| used.place.file == file);
        of_file.map(|used| (used.removal, used.why_needed)).collect::<Vec<_>>()
    };
    assert_eq!(removals("content/events/fair.yaml"), [(None, Some("the list needs all of its items"))]);
    assert_eq!(removals("content/events/feast.yaml"), [(Some(Removal::Item), None); 2]);
    let remove = |used: &UseOptions| ChosenUse {
        file: used.place.file.clone(),
        at: used.place.at.clone().expect("no code"),
        change: UseChange::Remove,
    };
    let uses = uses.iter().map(remove).collect();
    let refused = site.session.delete_entry(&Deletion { file, leads_to: None, uses });
    assert!(
        matches!(refused, Err(Refused::Invalid(found)) if found[0].message.contains("needs all")),
        "a list is short"
    );
}

#[test]
fn a_link_in_a_field_that_the_schema_does_not_name_is_not_called_necessary() {
    let site = EditedSite::new(ONE_LANGUAGE);
    let uses = site.plan_deletion("content/articles/tides.md").expect("a plan").uses;
    let whole = uses.iter().find(|used| used.place.at.as_deref() == Some("/whole")).expect("a use");
    assert_eq!((whole.removal, whole.why_needed), (None, Some("the site does not say that the field may be empty")));
}

#[test]
fn the_page_of_a_folder_with_other_entries_is_not_deleted() {
    let section = "content/articles/2024/_index.md";
    let site = EditedSite::new(&[
        (section, "---\ntitle: The year\n---\n"),
        ("content/articles/2024/monsoon.md", "---\ntitle: Monsoon\n---\n\nRain.\n"),
    ]);
    assert!(site.plan_deletion(section).expect("a plan").refusal.is_some());
    let deletion = Deletion { file: section.to_owned(), leads_to: None, uses: Vec::new() };
    assert!(
        matches!(site.session.delete_entry(&deletion), Err(Refused::Invalid(found)) if found[0].code == "edit-bundle")
    );
}

#[test]
fn the_last_entry_of_a_collection_in_a_folder_elsewhere_is_deleted_and_comes_back() {
    let elsewhere = tempfile::tempdir().expect("a folder");
    let absolute = elsewhere.path().canonicalize().expect("a path").join("notes").display().to_string();
    for (folder, notes) in [("../../handbook/notes", "handbook/notes"), (&absolute, &absolute)] {
        let fields = "schema: { properties: { title: {}, links: {}, near: {}, author: {} } }";
        let collection = format!("folder: {folder}\nroute: /{{slug}}/\ntemplate: page.html\n{fields}\n");
        let [note, translation, map] =
            ["sea/index.md", "sea/index.ta.md", "sea/map.txt"].map(|f| format!("{notes}/{f}"));
        let text = "---\ntitle: Sea\n---\n\n[Map](map.txt)\n";
        let site = EditedSite::new(&[
            ("content/notes/_collection.yaml", &collection),
            (&note, text),
            (&translation, text),
            (&map, "A map\n"),
            ("content/articles/far.md", "---\ntitle: Far\n---\n\n[The sea](../notes/sea/index.md)\n"),
        ]);
        assert_eq!(delete(&site, &note, None), [note.clone(), translation.clone(), map.clone()]);
        assert!(!site.config.path(notes).exists() && site.read("content/articles/far.md").ends_with("\nThe sea\n"));
        let removed = site.config.path(site.config.cache("edit/removed/1"));
        let kept = WalkDir::new(removed).into_iter().flatten().filter(|entry| entry.file_type().is_file());
        assert_eq!(kept.count(), 3, "{folder}");
        site.undo_all();
        assert_eq!((site.read(&note).as_str(), site.read(&map).as_str()), (text, "A map\n"));
    }
}

#[test]
fn a_value_that_names_an_entry_deleted_since_is_not_restored() {
    let tours = "content/tours.yaml";
    let schema = "properties: { first: { type: string, reference: articles } }\n";
    let more = [ONE_LANGUAGE, &[("content/tours.schema.yaml", schema), (tours, "first: tides\n")]].concat();
    let site = EditedSite::new(&more);
    let change =
        Change { file: tours.to_owned(), at: "/first".to_owned(), was: "tides".into(), to: "ebb".into(), item: None };
    let number = site.session.change_value(&change).expect("changed").expect("a change");
    site.build();
    let file = "content/articles/tides.md".to_owned();
    let uses = site.plan_deletion(&file).expect("a plan").uses.into_iter().map(choose).collect();
    site.session.delete_entry(&Deletion { file, leads_to: None, uses }).expect("deleted");
    site.build();
    assert!(matches!(site.session.undo(number), Err(Refused::Invalid(_))));
    assert_eq!(site.read(tours), "first: ebb\n");
}
