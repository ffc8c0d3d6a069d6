//! Tests of changing and removing headings to which links lead, and of sample values.

use std::fs::write;

use serde_json::json;

use super::super::block_change::{BlockChange, BlockEdit};
use super::super::change::Change;
use super::super::described_change::describe_block_change;
use super::super::labels::LabelledValue;
use super::super::publish::find_errors;
use super::super::refused::Refused;
use super::super::sample::ApprovedSample;
use super::{EditedSite, SITE};

#[test]
fn links_to_a_heading_that_goes_lead_to_its_page() {
    let site = EditedSite::new(&[]);
    let first = site.files();
    for edit in [BlockEdit::Remove, BlockEdit::Level { level: None }] {
        let file = "content/articles/tides.md".to_owned();
        let change = BlockChange { file, at: "#1".to_owned(), was: "High".to_owned(), edit };
        let (_, found) = site.session.read(|site| describe_block_change(site, &change)).expect("links");
        let mut found: Vec<_> = found.iter().map(|found| (&*found.file, found.at.as_deref(), &*found.quote)).collect();
        found.sort_unstable();
        let own = "See below, the ebb, a map and all.";
        let expected = [
            ("content/articles/ebb.md", Some(""), ""),
            ("content/articles/tides.md", Some("#0"), own),
            ("content/menu.yaml", Some("/links/1"), ""),
        ];
        assert_eq!(found, expected);
        site.session.change_block(&change).expect("changed");
        site.build();
        assert!(site.read("content/articles/tides.md").contains("See [below](tides.md), "));
        assert!(site.read("content/articles/ebb.md").contains("[t]: ./tides.md 'T'"));
        assert!(site.read("content/menu.yaml").contains("\n  - /tides/\n"));
        site.undo_all();
        site.build();
        assert_eq!(site.files(), first);
    }
}

#[test]
fn links_to_a_heading_change_with_its_text() {
    let site = EditedSite::new(&[]);
    let first = site.files();
    let file = "content/articles/tides.md";
    let form = site.session.build_form(file, "#1").expect("a form");
    let mut found: Vec<_> = form.block.expect("a block").links.into_iter().map(|found| found.file).collect();
    found.sort_unstable();
    assert_eq!(found, ["content/articles/ebb.md", file, "content/menu.yaml"]);
    let change = |was: &str, to: &str| {
        let change = Change { file: file.to_owned(), at: "#1".to_owned(), was: was.into(), to: to.into(), item: None };
        site.session.change_value(&change).expect("changed");
        site.build();
    };
    change("High", "High water");
    assert!(site.read(file).contains("See [below](tides.md#high-water), "));
    assert!(site.read("content/articles/ebb.md").contains("[t]: ./tides.md#high-water 'T'"));
    assert!(site.read("content/menu.yaml").contains("\n  - /tides/#high-water\n"));
    // The new text gives the same id, so no link changes.
    change("High water", "High *water*");
    assert_eq!(site.session.list_changes()[0].0.files.len(), 1);
    site.undo_all();
    assert_eq!(site.files(), first);
}

#[test]
fn links_to_a_heading_of_the_first_page_change_with_its_text() {
    let site = EditedSite::new(&[
        ("content/pages/home.yaml", "route: /home/\ntemplate: page.html\ntitle: Home\n"),
        ("content/pages/first.md", "---\nroute: /\ntemplate: page.html\ntitle: First\n---\n\n## High\n\nWater.\n"),
        ("content/articles/low.md", "---\ntitle: Low\n---\n\n[High](/#high), [first](/), [all](/about/)\n"),
    ]);
    let file = "content/pages/first.md".to_owned();
    let change = Change { file, at: "#0".to_owned(), was: "High".into(), to: "High water".into(), item: None };
    site.session.change_value(&change).expect("changed");
    assert!(site.read("content/articles/low.md").contains("[High](/#high-water), [first](/), [all](/about/)"));
}

#[test]
fn the_change_of_a_heading_is_not_undone_while_a_later_link_needs_its_id() {
    let site = EditedSite::new(&[]);
    let change = |file: &str, at: &str, was: &str, to: &str| {
        let item = site.session.build_form(file, at).expect("a form").item;
        let change = Change { file: file.to_owned(), at: at.to_owned(), was: was.into(), to: to.into(), item };
        let number = site.session.change_value(&change).expect("changed").expect("a change");
        site.build();
        number
    };
    let heading = change("content/articles/tides.md", "#1", "High", "High water");
    let link = change("content/pages/home.yaml", "/links/0", "/tides/", "/tides/#high-water");
    let with_link = site.files();
    let refused = site.session.undo(heading);
    assert!(matches!(refused, Err(Refused::Invalid(_))), "{refused:?}");
    assert_eq!(site.files(), with_link);
    site.session.undo(link).expect("undone");
    site.session.undo(heading).expect("undone");
}

#[test]
fn links_to_a_heading_of_a_translation_do_not_change_with_the_heading_of_the_original() {
    let (ebb, tamil) = ("content/articles/ebb.md", "content/articles/tides.ta.md");
    let in_ebb = "---\ntitle: Ebb\nslug: low-water\n---\n\n[Tamil](tides.ta.md#high) [English](tides.md#high)\n";
    let in_tamil =
        "---\ntitle: அலைகள்\n---\n\n[Tamil](tides.md#high) [English](/tides/#high)\n\n## உயர் {#high}\n\nநீர்.\n";
    let site = EditedSite::new(&[(ebb, in_ebb), (tamil, in_tamil)]);
    let file = "content/articles/tides.md".to_owned();
    let change = Change { file, at: "#1".to_owned(), was: "High".into(), to: "High water".into(), item: None };
    site.session.change_value(&change).expect("changed");
    assert_eq!(site.read(ebb), in_ebb.replace("[English](tides.md#high)", "[English](tides.md#high-water)"));
    assert_eq!(site.read(tamil), in_tamil.replace("/tides/#high", "/tides/#high-water"));
    assert_eq!(find_errors(&site.config), []);
}

#[test]
fn the_change_of_a_heading_that_has_moved_is_recorded_where_the_heading_is_now() {
    let site = EditedSite::new(&[]);
    let file = "content/articles/tides.md";
    write(site.folder.path().join(file), site.read(file).replace("\nSee ", "\nNew.\n\nSee ")).expect("written");
    let change = Change { file: file.into(), at: "#1".into(), was: "High".into(), to: "Highest".into(), item: None };
    site.session.change_value(&change).expect("changed");
    assert!(site.read(file).contains("\n## Highest\n"));
    let (described, _) = site.session.list_changes().swap_remove(0);
    assert_eq!((&*described.at, &*described.label), ("#2", "Heading"));
}

#[test]
fn a_heading_that_a_template_links_to_keeps_its_id() {
    let page = SITE.iter().find(|(name, _)| *name == "templates/404.html").expect("a template").1;
    let page = page.replace("</h1>", "</h1><a href=\"{{ url('/tides/#high') }}\">High</a>");
    let site = EditedSite::new(&[("templates/404.html", &page)]);
    let (file, first) = ("content/articles/tides.md", site.files());
    let change = Change { file: file.into(), at: "#1".into(), was: "High".into(), to: "High water".into(), item: None };
    let Err(Refused::Invalid(errors)) = site.session.change_value(&change) else { panic!("a template links to it") };
    assert!(errors.iter().all(|error| error.place.as_ref().is_some_and(|place| &*place.file == "templates/404.html")));
    assert_eq!(site.files(), first);
}

#[test]
fn a_file_with_a_mistake_hides_no_sample_values_of_others() {
    let files = [("content/team/ada.yaml", "name: !sample Ada\n"), ("content/team/eve.yaml", "name: !sample Eve\n")];
    let site = EditedSite::new(&files);
    write(site.folder.path().join("content/team/eve.yaml"), "name: [!sample Eve\n").expect("written");
    let listed = site.list_samples().expect("a list");
    assert_eq!(listed.iter().map(|file| &*file.file).collect::<Vec<_>>(), ["content/team/ada.yaml"]);
}

#[test]
fn endpoints_and_keys_of_forms_are_not_approved_with_other_sample_values() {
    let forms = "forms: { endpoints: settings.endpoints, keys: settings.keys }\n";
    let settings =
        "phone: !sample 123\nendpoints:\n  orders: !sample https://a.example/\nkeys: !sample { access: abc }\n";
    let site = EditedSite::new(&[("content/forms/_collection.yaml", forms), ("content/settings.yaml", settings)]);
    let listed = site.list_samples().expect("a list");
    let listed = listed.iter().flat_map(|file| file.samples.iter().map(|sample| &*sample.at));
    assert_eq!(listed.collect::<Vec<_>>(), ["/phone"]);
}

#[test]
fn sample_values_of_several_files_are_approved_in_one_change() {
    let files =
        [("content/team/ada.yaml", "name: !sample Ada\n"), ("content/team/eve.yaml", "name: !sample Eve # new\n")];
    let site = EditedSite::new(&files);
    let first = site.files();
    let listed = site.list_samples().expect("a list");
    let samples = listed.iter().flat_map(|file| {
        let approved = |sample: &LabelledValue| ApprovedSample {
            file: file.file.clone(),
            at: sample.at.clone(),
            was: sample.value.clone(),
        };
        file.samples.iter().map(approved)
    });
    let samples: Vec<_> = samples.collect();
    assert_eq!(samples.iter().map(|sample| &sample.was).collect::<Vec<_>>(), [&json!("Ada"), &json!("Eve")]);
    site.session.approve_samples(&samples).expect("approved");
    site.build();
    assert_eq!(site.read("content/team/eve.yaml"), "name: Eve # new\n");
    assert!(site.list_samples().expect("a list").is_empty());
    let changes = site.session.list_changes();
    assert_eq!(changes.iter().map(|(change, _)| &*change.label).collect::<Vec<_>>(), ["2 examples"]);
    site.undo_all();
    assert_eq!(site.files(), first);
}
