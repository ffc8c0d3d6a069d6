//! Tests of folders: of sections, and of entries with others in their folder.

use super::super::entry_order::{EntryMove, list_entries};
use super::super::rename::plan_rename;
use super::{EditedSite, check_changed, check_refused};

/// A section with a bundle, a translation, an entry with a slug of its own, and links between them and to them.
pub const FOLDER: &[(&str, &str)] = &[
    (
        "content/articles/2024/_index.md",
        "---\ntitle: The year\nchildren: [monsoon, walk, late]\n---\n\n[Rain](monsoon.md) [walk](walk/index.md) [ebb](../ebb.md)\n",
    ),
    (
        "content/articles/2024/monsoon.md",
        "---\ntitle: Monsoon\nnear: [2024/walk, articles/2024, 2024/late]\n---\n\n[The year](_index.md) \
         [walk](../2024/walk/map.txt) [late](/late/)\n",
    ),
    ("content/articles/2024/monsoon.ta.md", "---\ntitle: மழை\n---\n\n[en](/2024/monsoon/) [ta](/ta/2024/monsoon/)\n"),
    ("content/articles/2024/walk/index.md", "---\ntitle: Walk\n---\n\n[Map](map.txt) [rain](../monsoon.md)\n"),
    ("content/articles/2024/walk/map.txt", "A map\n"),
    ("content/articles/2024/late.md", "---\ntitle: Late\nslug: late\n---\n\nLate.\n"),
    ("content/articles/ebb/low.md", "---\ntitle: Low\n---\n\n[Ebb](../ebb.md)\n"),
    (
        "content/pages/home.yaml",
        "route: /\ntemplate: page.html\ntitle: Home\nnear: [articles/2024/monsoon]\n\
         links: [/2024/, /2024/monsoon, /2024/walk/map.txt, /late/, /ebb/low/]\n",
    ),
    (
        "content/pages/_collection.yaml",
        "schema: { properties: { title: {}, links: {}, near: { items: { reference: articles } }, author: {} } }\n",
    ),
    ("content/urls.txt", "/\n/2024/\n/2024/monsoon/\n/ta/2024/monsoon/\n/late/\n/ebb/low/\n"),
];

const SECTION: &str = "content/articles/2024/_index.md";

#[test]
fn a_section_is_renamed_with_all_that_is_in_its_folder_and_all_that_leads_there() {
    let site = EditedSite::new(FOLDER);
    let first = site.files();
    let check = |old: &str, new: &str, expected: &[&str]| {
        let before = String::from_utf8(first[old].clone()).expect("text");
        check_changed(&before, &site.read(new), expected);
    };
    let plan = site.session.read(|site| plan_rename(site, SECTION)).expect("a plan");
    assert_eq!(plan.routes, ["/2024/", "/2024/monsoon/", "/ta/2024/monsoon/", "/2024/walk/"]);
    assert_eq!((plan.files.len(), plan.name.as_str()), (6, "2024"));
    assert_eq!(site.rename(SECTION, "2025", true).expect("renamed"), "content/articles/2025/_index.md");
    assert!(!site.files().keys().any(|name| name.contains("2024")));
    let [old, new] = ["2024", "2025"].map(|year| move |name: &str| format!("content/articles/{year}/{name}"));
    check(&old("_index.md"), &new("_index.md"), &["+aliases: [/2024/]"]);
    check(
        &old("monsoon.md"),
        &new("monsoon.md"),
        &[
            "-near: [2024/walk, articles/2024, 2024/late]",
            "+near: [2025/walk, articles/2025, 2025/late]",
            "+aliases: [/2024/monsoon/]",
            "-[The year](_index.md) [walk](../2024/walk/map.txt) [late](/late/)",
            "+[The year](_index.md) [walk](../2025/walk/map.txt) [late](/late/)",
        ],
    );
    check(
        &old("monsoon.ta.md"),
        &new("monsoon.ta.md"),
        &[
            "+aliases: [/ta/2024/monsoon/]",
            "-[en](/2024/monsoon/) [ta](/ta/2024/monsoon/)",
            "+[en](/2025/monsoon/) [ta](/ta/2025/monsoon/)",
        ],
    );
    check(&old("walk/index.md"), &new("walk/index.md"), &["+aliases: [/2024/walk/]"]);
    check(&old("late.md"), &new("late.md"), &[]);
    check(
        "content/pages/home.yaml",
        "content/pages/home.yaml",
        &[
            "-near: [articles/2024/monsoon]",
            "-links: [/2024/, /2024/monsoon, /2024/walk/map.txt, /late/, /ebb/low/]",
            "+near: [articles/2025/monsoon]",
            "+links: [/2025/, /2025/monsoon, /2025/walk/map.txt, /late/, /ebb/low/]",
        ],
    );
    site.undo_all();
    assert_eq!(site.files(), first);
    site.rename(SECTION, "2025", false).expect("renamed");
    let gone = "/\n/2024/ gone\n/2024/monsoon/ gone\n/ta/2024/monsoon/ gone\n/late/\n/ebb/low/\n";
    assert_eq!(site.read("content/urls.txt"), gone);
    site.undo_all();
    assert_eq!(site.files(), first);
}

#[test]
fn an_entry_with_a_slug_keeps_its_folder_and_one_without_takes_it_along() {
    let folder = [
        ("content/articles/tides/high.md", "---\ntitle: High\n---\n\n[Tides](../tides.md) [low](../ebb/low.md)\n"),
        ("content/articles/trip/index.md", "---\ntitle: Trip\n---\n\n[High](../tides/high.md) [tides](../tides.md)\n"),
    ];
    let site = EditedSite::new(&[FOLDER, &folder].concat());
    let first = site.files();
    site.rename("content/articles/ebb.md", "ebb-tide", true).expect("renamed");
    assert!(site.files().contains_key("content/articles/ebb/low.md"));
    site.rename("content/articles/tides.md", "sea", true).expect("renamed");
    let high = "---\ntitle: High\naliases: [/tides/high/]\n---\n\n[Tides](../sea.md) [low](../ebb/low.md)\n";
    assert_eq!(site.read("content/articles/sea/high.md"), high);
    assert!(site.read("content/articles/trip/index.md").ends_with("[High](../sea/high.md) [tides](../sea.md)\n"));
    site.undo_all();
    assert_eq!(site.files(), first);
}

#[test]
fn the_list_of_a_sections_children_follows_and_the_folder_of_a_collection_stays() {
    let site =
        EditedSite::new(&[FOLDER, &[("content/articles/_index.md", "---\ntitle: All\npage: false\n---\n")]].concat());
    site.rename("content/articles/2024/monsoon.md", "rain", true).expect("renamed");
    assert!(site.read(SECTION).contains("children: [rain, walk, late]"));
    site.rename(SECTION, "2025", true).expect("renamed");
    assert!(site.read("content/articles/2025/_index.md").contains("children: [rain, walk, late]"));
    check_refused(site.rename("content/articles/_index.md", "texts", true), "edit-address");
    check_refused(site.rename("content/articles/2025/_index.md", "tides", true), "entry-exists");
}

#[test]
fn an_entry_is_moved_to_a_position_in_the_listed_section() {
    let schema = "sort: order\ntemplate: page.html\nroute: /docs/{slug}/\n\
                  schema: { properties: { title: {}, order: {}, links: {}, near: {}, author: {} } }\n";
    let page = |order: u8| format!("---\ntitle: Page\norder: {order}\n---\n");
    let [section, first, second, third] = [1, 2, 3, 4].map(page);
    let site = EditedSite::new(&[
        ("content/docs/_collection.yaml", schema),
        ("content/docs/guide/_index.md", &section),
        ("content/docs/start.md", &first),
        ("content/docs/guide/a.md", &second),
        ("content/docs/guide/b.md", &third),
    ]);
    let files = |listed: &str| {
        let list = site.session.read(|site| list_entries(site, listed)).expect("a list");
        assert!(list.is_ordered);
        list.entries.into_iter().map(|entry| entry.file).collect::<Vec<_>>()
    };
    let [start, a, b] = ["content/docs/start.md", "content/docs/guide/a.md", "content/docs/guide/b.md"];
    assert_eq!(files("docs/guide"), [a, b]);
    let wanted = EntryMove { file: b.into(), collection: "docs/guide".into(), to: 0 };
    site.session.move_entry(&wanted).expect("moved");
    site.build();
    assert_eq!(files("docs"), [start, b, a]);
}
