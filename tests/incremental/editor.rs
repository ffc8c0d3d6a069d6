//! Random changes as `site edit` makes them: of values, texts and lists, of whole entries, and taken back.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use site::edit::{BlockChange, Change, Deletion, EditSession, ItemChange, NewEntry, Refused, Renaming};
use site::pipeline::{Builds, Changes};

use super::Session;
use super::edits::{Edit, content_files};
use crate::support::random::Random;
use crate::support::{TestSite, base};

/// The editor of a site that these builds show.
pub struct Editor {
    builds: Arc<Builds>,
    /// The number of changes that were not refused.
    pub change_count: usize,
}

/// The maximum number of attempts to draw a change that is not refused: many are, such as those of files in other
/// formats.
const MAX_ATTEMPTS: usize = 5;

/// The result of a change; `None` if there is nothing to change.
type Changed = Result<Option<()>, Refused>;

const TEXTS: &[&str] =
    &["Wind", "A \"kite\": red", "", "*Up*, [down](/about/)", "12", "ada", "# 1 -- two", "2024-03-01"];
const PARAGRAPHS: &[&str] = &["Some *wind*.", "One\n\nTwo, and <b>three</b>.", "[About](/about/)", "## Hm", "- No"];

impl Editor {
    pub fn new(builds: Arc<Builds>) -> Self {
        Self { builds, change_count: 0 }
    }

    /// Makes a change of one file, or of an entry with all that leads to it.
    pub fn change(&mut self, site: &TestSite, random: &mut Random) -> Edit {
        let session = EditSession::open(site.config.clone(), self.builds.clone()).expect("a session");
        let written = announced(&session);
        for _ in 0..MAX_ATTEMPTS {
            let file = draw_file(site, random);
            let (what, changed) = match random.below(12) {
                0..=2 => ("set a value of", set_value(&session, &file, random)),
                3 | 4 => ("set a text of", set_text(&session, &file, random)),
                5 => ("change a text block of", change_block(&session, &file, random)),
                6 | 7 => ("change a list of", change_items(&session, &file, random)),
                8 => ("new entry beside", create_entry(&session, random)),
                9 => ("rename", rename_entry(&session, &file, random)),
                _ => ("undo after", undo(&session)),
            };
            if matches!(changed, Ok(Some(()))) {
                self.change_count += 1;
                return (format!("editor: {what} {file}"), written.lock().expect("no panic").clone());
            }
        }
        // A change that was undone was written too.
        ("editor: refused".to_owned(), written.lock().expect("no panic").clone())
    }
}

/// Collects the files of a session's changes.
fn announced(session: &EditSession) -> Arc<Mutex<BTreeSet<PathBuf>>> {
    let written: Arc<Mutex<BTreeSet<PathBuf>>> = Arc::default();
    let paths = written.clone();
    session.announce_writes(Box::new(move |files| paths.lock().expect("no panic").extend(files)));
    written
}

/// Draws a file of content.
fn draw_file(site: &TestSite, random: &mut Random) -> String {
    let is_text = |path: &String| path.ends_with(".md") || path.ends_with(".yaml");
    let files: Vec<String> = content_files(site).filter(is_text).collect();
    files[random.below(files.len())].clone()
}

/// Returns the form of a part of a file, drawn from the outermost to the innermost.
fn draw_form(session: &EditSession, file: &str, random: &mut Random) -> Result<Value, Refused> {
    let mut form = json!(session.build_form(file, "")?);
    while let Some(part) = draw(&form["parts"], random).filter(|_| !random.one_in(3)) {
        form = json!(session.build_form(file, text(&part["at"]))?);
    }
    Ok(form)
}

fn set_value(session: &EditSession, file: &str, random: &mut Random) -> Changed {
    let form = draw_form(session, file, random)?;
    let Some(field) = draw(&form["fields"], random) else { return Ok(None) };
    let was = field["value"].clone();
    let to = match (draw(&field["choices"], random), text(&field["kind"])) {
        (Some(choice), _) => choice["value"].clone(),
        (None, "switch") => json!(was != json!(true)),
        (None, "number") => json!(random.below(20)),
        (None, "date") => json!(random.pick(&["2024-01-05", "2024-02-03"])),
        _ => json!(random.pick(TEXTS)),
    };
    let to = if field["is_optional"] == true && random.one_in(4) { Value::Null } else { to };
    change_value(session, &Change { file: file.to_owned(), at: text(&field["at"]).to_owned(), was, to, item: None })
}

fn change_value(session: &EditSession, change: &Change) -> Changed {
    Ok(session.change_value(change)?.map(drop))
}

/// Draws a text of a file in Markdown: its address, the text, and the kinds of texts that may stand below.
fn draw_text(session: &EditSession, file: &str, random: &mut Random) -> Result<(String, Value, Value), Refused> {
    let at = format!("#{}", random.below(5));
    let form = json!(session.build_form(file, &at)?);
    Ok((at, form["fields"][0]["value"].clone(), form["block"]["below"].clone()))
}

fn set_text(session: &EditSession, file: &str, random: &mut Random) -> Changed {
    let (at, was, _) = draw_text(session, file, random)?;
    change_value(session, &Change { file: file.to_owned(), at, was, to: json!(random.pick(PARAGRAPHS)), item: None })
}

fn change_block(session: &EditSession, file: &str, random: &mut Random) -> Changed {
    let (at, was, below) = draw_text(session, file, random)?;
    let edit = match random.below(4) {
        0 => json!({ "op": "remove" }),
        1 => json!({ "op": "level", "level": random.pick(&[Some(2), Some(3), None]) }),
        _ => {
            let Some(kind) = draw(&below, random) else { return Ok(None) };
            json!({ "op": "insert", "kind": kind, "text": random.pick(PARAGRAPHS) })
        }
    };
    let wanted = json!({ "file": file, "at": at, "was": was, "edit": edit });
    let change: BlockChange = serde_json::from_value(wanted).expect("a change");
    session.change_block(&change).map(|_| Some(()))
}

fn change_items(session: &EditSession, file: &str, random: &mut Random) -> Changed {
    let list = draw_form(session, file, random)?["list"].clone();
    let Some(items) = list["items"].as_array() else { return Ok(None) };
    let (number, to) = (random.below(items.len()), random.below(items.len()));
    let item = items.get(number).map(|item| item["value"].clone()).unwrap_or_default();
    let (was, edit) = match random.below(3) {
        0 => (Value::Null, json!({ "op": "insert", "number": to, "value": item })),
        1 => (item, json!({ "op": "remove", "number": number })),
        _ => (item, json!({ "op": "move", "number": number, "to": to })),
    };
    let wanted = json!({ "file": file, "at": list["at"], "was": was, "edit": edit });
    let change: ItemChange = serde_json::from_value(wanted).expect("a change");
    session.change_items(&change).map(|_| Some(()))
}

fn create_entry(session: &EditSession, random: &mut Random) -> Changed {
    let is_article = random.one_in(2);
    let (collection, mut value) = if is_article {
        ("articles", json!({ "title": "New", "date": "2024-02-03", "tags": ["wind"] }))
    } else {
        ("team", json!({ "name": "Cleo" }))
    };
    if is_article && random.one_in(2) {
        value["draft"] = json!(true);
    }
    let name = format!("new-{}", random.below(3));
    let wanted = json!({ "collection": collection, "name": name, "value": value });
    let new: NewEntry = serde_json::from_value(wanted).expect("an entry");
    session.create_entry(&new).map(|_| Some(()))
}

fn rename_entry(session: &EditSession, file: &str, random: &mut Random) -> Changed {
    let name = random.pick(&["kite", "sail", "wind"]).to_owned();
    let wanted = Renaming { file: file.to_owned(), name, keeps_address: random.one_in(2) };
    session.rename_entry(&wanted).map(|_| Some(()))
}

/// Undoes the last change that is not undone yet.
fn undo(session: &EditSession) -> Changed {
    let changes = session.list_changes();
    let last = changes.iter().find(|(change, is_undone)| !is_undone && change.undoes.is_none());
    let Some((change, _)) = last else { return Ok(None) };
    Ok(session.undo(change.number)?.map(drop))
}

/// Draws an item of a list; `None` of an empty one.
fn draw(list: &Value, random: &mut Random) -> Option<Value> {
    let items = list.as_array().filter(|items| !items.is_empty())?;
    Some(items[random.below(items.len())].clone())
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[test]
fn an_entry_that_the_editor_deletes_and_restores_gives_what_a_clean_build_gives() {
    // In one language, as only developers delete translations.
    let site = base(
        "-- content/pages/kite.md --\n---\ntitle: Kite\n---\nA kite.\n\
         -- content/pages/wind.md --\n---\ntitle: Wind\n---\nA [kite](kite.md), and [home](home.md).\n\
         -- content/urls.txt --\n/\n/kite/\n/wind/\n",
    );
    let mut built = Session::start(&site);
    let session = EditSession::open(site.config.clone(), built.inner.builds.clone()).expect("a session");
    let written = announced(&session);
    let mut rebuild = || {
        let paths = std::mem::take(&mut *written.lock().expect("no panic"));
        built.build_for(&site, &Changes::At(paths), None);
        built.assert_clean(&site);
    };
    let unlink = json!({ "file": "content/pages/wind.md", "at": "#0", "change": { "op": "unlink" } });
    let wanted = json!({ "file": "content/pages/kite.md", "leads_to": "/", "uses": [unlink] });
    let deletion: Deletion = serde_json::from_value(wanted).expect("a deletion");
    let number = session.delete_entry(&deletion).expect("a change");
    assert!(!site.path("content/pages/kite.md").exists());
    rebuild();
    session.undo(number).expect("a change");
    rebuild();
}
