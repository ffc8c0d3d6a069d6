//! Tests of removing headings to which links lead, and of approving sample values together.

use serde_json::json;

use super::super::block_change::{BlockChange, BlockEdit};
use super::super::sample::{ApprovedSample, SampleApproval, SampleValue};
use super::EditedSite;

#[test]
fn links_to_a_heading_that_goes_lead_to_its_page() {
    let site = EditedSite::new(&[]);
    let first = site.files();
    for edit in [BlockEdit::Remove, BlockEdit::Level { level: None }] {
        let file = "content/articles/tides.md".to_owned();
        let change = BlockChange { file, at: "#1".to_owned(), was: "High".to_owned(), edit };
        let found = site.session.list_lost_links(&change).expect("links");
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
fn sample_values_of_several_files_are_approved_in_one_change() {
    let files =
        [("content/team/ada.yaml", "name: !sample Ada\n"), ("content/team/eve.yaml", "name: !sample Eve # new\n")];
    let site = EditedSite::new(&files);
    let first = site.files();
    let listed = site.session.list_samples().expect("a list");
    let samples = listed.iter().flat_map(|file| {
        let approved = |sample: &SampleValue| ApprovedSample {
            file: file.file.clone(),
            at: sample.at.clone(),
            was: sample.value.clone(),
        };
        file.samples.iter().map(approved)
    });
    let samples: Vec<_> = samples.collect();
    assert_eq!(samples.iter().map(|sample| &sample.was).collect::<Vec<_>>(), [&json!("Ada"), &json!("Eve")]);
    site.session.approve_samples(&SampleApproval { samples }).expect("approved");
    site.build();
    assert_eq!(site.read("content/team/eve.yaml"), "name: Eve # new\n");
    assert!(site.session.list_samples().expect("a list").is_empty());
    let changes = site.session.list_changes();
    assert_eq!(changes.iter().map(|(change, _)| &*change.label).collect::<Vec<_>>(), ["2 examples"]);
    site.undo_all();
    assert_eq!(site.files(), first);
}
