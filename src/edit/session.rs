//! The editing session: makes forms, and writes changes one at a time.

use std::sync::Arc;

use jiff::Timestamp;
use parking_lot::Mutex;
use serde::Serialize;

use super::change::{self, Change, Refused, block_number};
use super::content_file::{ContentFile, DiskText, entry_title};
use super::form::{EditForm, FormMaker, is_picture};
use super::journal::{Journal, JournalEntry, digest};
use super::labels;
use super::page_marks::{PageMarks, page_marks};
use crate::config::Config;
use crate::diagnostic::Diagnostic;
use crate::fs::{self, Lock};
use crate::pipeline::{Previous, pages_reading};
use crate::render::Renderer;
use crate::site::plan::PageSubject;
use crate::snapshot::Snapshot;
use crate::yaml::pointer::segments;

/// A page to go to.
#[derive(Debug, Serialize)]
pub struct PageChoice {
    pub route: String,
    pub title: String,
}

/// The session of one `site edit`. Requests share it.
pub struct EditSession {
    config: Config,
    builds: Arc<Mutex<Previous>>,
    journal: Mutex<Journal>,
    /// Keeps other programs from writing the journal.
    _lock: Lock,
    /// The renderer of marked pages, for the snapshot that it was made for.
    renderer: Mutex<Option<(Arc<Snapshot>, Arc<Renderer>)>>,
}

impl EditSession {
    /// Opens the journal. `builds` is what the builds of the site leave.
    ///
    /// # Errors
    /// Fails if the journal can't be read or written, or if another program edits the site.
    pub fn open(config: Config, builds: Arc<Mutex<Previous>>) -> Result<Self, Diagnostic> {
        let folder = config.path(config.cache("edit"));
        fs::create_dir(&folder)?;
        let lock = fs::lock(&folder);
        if matches!(lock, Lock::Busy) {
            return Err(Diagnostic::error("edit-busy", "the site is being edited already")
                .help("go on in the browser window that is open, or end the other `site edit` first"));
        }
        let journal =
            Journal::open(folder.join("journal.jsonl"), &|file| fs::read_bytes(&config.path(file), file).ok())?;
        Ok(Self { config, builds, journal: Mutex::new(journal), _lock: lock, renderer: Mutex::default() })
    }

    fn snapshot(&self) -> Result<Arc<Snapshot>, Refused> {
        self.builds.lock().snapshot().cloned().ok_or(Refused::Unknown)
    }

    /// Lists the HTML pages.
    pub fn pages(&self) -> Result<Vec<PageChoice>, Refused> {
        let snapshot = self.snapshot()?;
        let (plan, site) = (snapshot.plan(), snapshot.site());
        let pages = plan.pages.iter().filter(|page| page.output.ends_with(".html")).filter_map(|page| {
            let title = match page.subject {
                PageSubject::Entry(index) => entry_title(site, index),
                PageSubject::Declared { .. } => page.route.to_string(),
                PageSubject::Alias { .. } => return None,
            };
            Some(PageChoice { route: page.route.to_string(), title })
        });
        Ok(pages.collect())
    }

    /// Lists the pictures of `public/`, each with the path at which it is published.
    pub fn pictures(&self) -> Result<Vec<String>, Refused> {
        let snapshot = self.snapshot()?;
        let pictures = snapshot.site().assets.iter().filter(|(path, _)| is_picture(path));
        Ok(pictures.map(|(path, _)| format!("/{path}")).collect())
    }

    /// Tells which values the elements of a page show.
    pub fn marks(&self, route: &str) -> Result<PageMarks, Refused> {
        let snapshot = self.snapshot()?;
        let page = snapshot.plan().page_at(route).ok_or(Refused::Unknown)?;
        let renderer = {
            let mut known = self.renderer.lock();
            match &*known {
                Some((of, renderer)) if Arc::ptr_eq(of, &snapshot) => renderer.clone(),
                _ => {
                    let renderer = Arc::new(Renderer::new(snapshot.clone(), false));
                    *known = Some((snapshot.clone(), renderer.clone()));
                    renderer
                }
            }
        };
        Ok(page_marks(&snapshot, &renderer, page))
    }

    /// Makes the form of the value at `pointer`, as the disk has it.
    pub fn form(&self, file: &str, pointer: &str) -> Result<EditForm, Refused> {
        let snapshot = self.snapshot()?;
        let content = ContentFile::find(snapshot.site(), file).ok_or(Refused::Unknown)?;
        let disk = content.read(&self.config)?;
        let document = disk.parse().map_err(Refused::Invalid)?;
        let maker = FormMaker { site: snapshot.site(), config: &self.config, file: &content, document: &document };
        let form = match block_number(pointer) {
            Some(number) => {
                let blocks = disk.text_blocks(snapshot.site().content.markdown_of(content.source));
                maker.block_form(pointer, blocks.get(number).ok_or(Refused::Unknown)?)
            }
            None => maker.form(pointer).ok_or(Refused::Unknown)?,
        };
        let part = match segments(pointer).next() {
            _ if pointer.starts_with('#') => Some("its Markdown".to_owned()),
            field => field.map(|field| format!("`{field}`")),
        };
        let pages = pages_reading(&self.builds.lock(), file, part.as_deref());
        Ok(EditForm { pages, ..form })
    }

    /// Makes a change. Returns its number, or `None` if the value is there already.
    pub fn change(&self, change: &Change) -> Result<Option<u64>, Refused> {
        let snapshot = self.snapshot()?;
        self.write(&snapshot, &mut self.journal.lock(), change, None)
    }

    /// Takes a change back: restores its bytes, or only its value if the file has changed since.
    pub fn undo(&self, number: u64) -> Result<Option<u64>, Refused> {
        let snapshot = self.snapshot()?;
        let mut journal = self.journal.lock();
        let entry = journal.find(number).filter(|_| !journal.is_undone(number)).cloned().ok_or(Refused::Unknown)?;
        let content = ContentFile::find(snapshot.site(), &entry.file).ok_or(Refused::Unknown)?;
        let disk = content.read(&self.config)?;
        let restored = entry.splice.inverse().apply(&disk.bytes);
        if let Some(text) = restored.filter(|_| digest(disk.bytes.as_bytes()) == entry.after) {
            let splice = entry.splice.inverse();
            let (was, to, undoes) = (entry.to, entry.was, Some(number));
            return self.save(&mut journal, &disk, &text, JournalEntry { was, to, splice, undoes, ..entry }).map(Some);
        }
        let change = Change { file: entry.file, at: entry.at, was: entry.to, to: entry.was };
        self.write(&snapshot, &mut journal, &change, Some(number))
    }

    /// Lists the changes, the newest first, each with whether it was taken back.
    pub fn changes(&self) -> Vec<(JournalEntry, bool)> {
        let journal = self.journal.lock();
        journal.entries().iter().rev().map(|entry| (entry.clone(), journal.is_undone(entry.number))).collect()
    }

    /// Writes a change, if it is valid and the file still holds the value that it replaces.
    fn write(
        &self,
        snapshot: &Snapshot,
        journal: &mut Journal,
        change: &Change,
        undoes: Option<u64>,
    ) -> Result<Option<u64>, Refused> {
        let content = ContentFile::find(snapshot.site(), &change.file).ok_or(Refused::Unknown)?;
        let disk = content.read(&self.config)?;
        let options = snapshot.site().content.markdown_of(content.source);
        let Some(splice) = change::splice(&content, &disk, change, &self.config, options)? else { return Ok(None) };
        let text = splice.apply(&disk.bytes).ok_or(Refused::Unknown)?;
        let label = match block_number(&change.at) {
            Some(number) => {
                let kind = disk.text_blocks(options).get(number).map(|block| block.kind);
                kind.map_or("Text", labels::of_block).to_owned()
            }
            None => labels::path(content.schema, &disk.parse().map_err(Refused::Invalid)?.value, &change.at),
        };
        let Change { file, at, was, to } = change.clone();
        let entry = JournalEntry {
            number: 0,
            time: String::new(),
            file,
            at,
            label,
            was,
            to,
            splice,
            before: String::new(),
            after: String::new(),
            undoes,
        };
        self.save(journal, &disk, &text, entry).map(Some)
    }

    /// Writes the change into the journal, and then the file.
    fn save(&self, journal: &mut Journal, disk: &DiskText, text: &str, entry: JournalEntry) -> Result<u64, Refused> {
        let path = self.config.path(&entry.file);
        let (before, after) = (digest(disk.bytes.as_bytes()), digest(text.as_bytes()));
        let time = Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
        let number = journal.append(JournalEntry { time, before, after, ..entry })?;
        fs::write_durable(&path, text.as_bytes()).inspect_err(|_| journal.drop_last())?;
        Ok(number)
    }
}
