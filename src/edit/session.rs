//! The editing session: builds forms, writes changes one at a time, and undoes and publishes them.

use std::sync::Arc;

use jiff::Timestamp;
use parking_lot::Mutex;

use super::block_change::BlockChange;
use super::block_form::build_block_form;
use super::change::{Change, block_number, outermost_item};
use super::content_file::ContentFile;
use super::delete_entry::{self, Deletion};
use super::described_change::{describe_block_change, describe_change};
use super::entry_order::{self, EntryMove};
use super::file_change::{FileChange, FileState};
use super::form::{EditForm, FormBuilder};
use super::heading_links::{changes_linked_heading, find_links_to_heading};
use super::inverse::{Undoing, name_moved_targets};
use super::item_change::{ItemChange, describe_item_change};
use super::journal::{ChangeKind, DescribedChange, Journal, REMOVED, WriteListener, current_path};
use super::link_check::{check_block_links, check_item_links, check_links};
use super::list_form::build_list_form;
use super::new_entry::{self, NewEntry, ProposedName};
use super::page_choice::{PageChoice, describe_page};
use super::page_marks::{PageMarker, PageMarks};
use super::picture_fields::{change_text, describe_for_people, text_pointer};
use super::publish::{PublishRequest, PublishResult, Publisher, find_errors, push};
use super::refused::Refused;
use super::rename::{self, Renaming};
use super::sample::{ApprovedSample, describe_approval};
use super::upload::{NewPicture, describe_upload, find_equal_picture};
use super::workspace::{Workspace, without_known};
use crate::config::{Config, PUBLIC};
use crate::diagnostic::Diagnostic;
use crate::fs::{self, Lock};
use crate::pipeline::Builds;
use crate::yaml::pointer::segments;

/// The maximum number of attempts to make a change while another program keeps writing the file.
const MAX_WRITE_ATTEMPTS: usize = 10;

/// The session of one `site edit`. Requests share it.
pub struct EditSession {
    config: Config,
    builds: Arc<Builds>,
    journal: Mutex<Journal>,
    pub publisher: Publisher,
    /// The lock that keeps other processes from writing the journal.
    _lock: Lock,
    marker: PageMarker,
}

impl EditSession {
    /// Opens the journal. `builds` are those of the server.
    ///
    /// # Errors
    /// Fails if the journal can't be opened, or if another `site edit` runs for the site.
    pub fn open(config: Config, builds: Arc<Builds>) -> Result<Self, Diagnostic> {
        let folder = config.path(config.cache("edit"));
        fs::create_dir(&folder)?;
        let lock = fs::lock(&folder);
        if matches!(lock, Lock::Busy) {
            return Err(Diagnostic::error("edit-busy", "the site is being edited already")
                .help("go on in the browser window that is open, or end the other `site edit` first"));
        }
        let journal = Journal::open(folder.join("journal.jsonl"), &config, Timestamp::now())?;
        let (publisher, marker) = (Publisher::default(), PageMarker::default());
        Ok(Self { config, builds, journal: Mutex::new(journal), publisher, _lock: lock, marker })
    }

    /// Returns the site as the last build found it.
    ///
    /// # Errors
    /// Fails if no build has made a snapshot yet.
    fn workspace(&self) -> Result<Workspace<'_>, Refused> {
        Ok(Workspace { snapshot: self.builds.snapshot().ok_or(Refused::NotFound)?, config: &self.config })
    }

    /// Calls `read` with the site as the last build found it.
    pub fn read<T>(&self, read: impl FnOnce(&Workspace<'_>) -> Result<T, Refused>) -> Result<T, Refused> {
        read(&self.workspace()?)
    }

    /// Calls `change`, and calls it again if another program wrote the file between the reading and the writing.
    /// A change that stays in the journal, because its files can't be restored, is not made again.
    fn attempt<T>(&self, change: impl Fn(&Workspace<'_>, &mut Journal) -> Result<T, Refused>) -> Result<T, Refused> {
        let workspace = self.workspace()?;
        let attempt = || {
            let mut journal = self.journal.lock();
            let number = journal.next_number();
            change(&workspace, &mut journal).map_err(|refused| match refused {
                Refused::Busy(diagnostic) if journal.next_number() != number => Refused::Failed(diagnostic),
                refused => refused,
            })
        };
        for _ in 1..MAX_WRITE_ATTEMPTS {
            match attempt() {
                Err(Refused::Busy(_)) => {}
                result => return result,
            }
        }
        attempt()
    }

    /// Records a change. If the change may break the site, builds the site, and takes the change back if the site then
    /// has a new error. No other build runs while several files are written or the site is checked.
    fn record(&self, journal: &mut Journal, change: DescribedChange) -> Result<u64, Refused> {
        // Only a build shows what templates make of an entry that is added, deleted or renamed.
        let needs_build = change.needs_build || change.kind.changes_files();
        let _pause = (needs_build || change.files.len() > 1).then(|| self.builds.pause());
        let number = journal.record(change.clone(), &self.config)?;
        let errors = if needs_build { find_errors(&self.config) } else { Vec::new() };
        if errors.is_empty() {
            return Ok(number);
        }
        journal.revert_last(&self.config)?;
        // Errors that the site had before don't count.
        let errors = without_known(errors, &find_errors(&self.config));
        if errors.is_empty() { Ok(journal.record(change, &self.config)?) } else { Err(Refused::Invalid(errors)) }
    }

    /// Sets the function that is called with the files of each change before they are written.
    pub fn announce_writes(&self, listener: WriteListener) {
        self.journal.lock().write_listener = listener;
    }

    /// Returns what the running build does, in words, if it has announced work that takes seconds.
    pub fn work(&self) -> Option<String> {
        self.builds.work()
    }

    /// Finds the values that the elements of a page show.
    pub fn find_marks(&self, route: &str) -> Result<PageMarks, Refused> {
        let snapshot = self.workspace()?.snapshot;
        let page = snapshot.plan().page_at(route).ok_or(Refused::NotFound)?;
        Ok(self.marker.find_marks(&snapshot, page))
    }

    /// Builds the form of the value at `pointer`, as it is on the disk.
    pub fn build_form(&self, path: &str, pointer: &str) -> Result<EditForm, Refused> {
        let workspace = self.workspace()?;
        let (site, file) = (workspace.site(), workspace.open(path)?);
        let content = &file.content;
        let mut document = file.parse()?;
        content.add_lacking_list(&mut document.value, pointer);
        let builder = FormBuilder { workspace: &workspace, file: content, document };
        let pointer = text_pointer(pointer);
        let form = match block_number(pointer) {
            Some(number) => {
                let blocks = file.text_blocks();
                let block = blocks.get(number).ok_or(Refused::NotFound)?;
                // If this fails, the form shows no links. A change of the heading's id is then refused with the reason.
                let links = find_links_to_heading(&workspace, &file, pointer, &block.text).unwrap_or_default();
                let container = file.outline().container(&block.span).map(|(_, kind)| kind);
                build_block_form(&builder, pointer, block, container, links)
            }
            None => builder.build_form(pointer).ok_or(Refused::NotFound)?,
        };
        let document = &builder.document.value;
        let list = build_list_form(content, document, &form.at);
        let list = list.filter(|list| workspace.check_editable(content, &list.at).is_ok());
        let item = outermost_item(document, &form.at);
        let removable = content.find_removable(document, &form.at).cloned();
        let collection = new_entry::collection_of(site, content).filter(|_| form.at.is_empty());
        let is_renamable = form.at.is_empty() && rename::is_renamable(site, content);
        let page = site.entry_by_file(path).and_then(|entry| workspace.snapshot.route_of(entry)).map(str::to_owned);
        Ok(EditForm { list, removable, item, collection, is_renamable, page, ..form })
    }

    /// Lists the HTML pages that read the top-level field or the Markdown in which `pointer` lies, or the file if
    /// `pointer` is empty. Waits for a running build.
    pub fn list_readers(&self, file: &str, pointer: &str) -> Result<Vec<PageChoice>, Refused> {
        // The part of the file in the words of `site explain`.
        let part = if pointer.starts_with('#') {
            Some("its Markdown".to_owned())
        } else {
            segments(pointer).next().map(|field| format!("`{field}`"))
        };
        let routes = self.builds.pages_reading(file, part.as_deref());
        let snapshot = self.workspace()?.snapshot;
        let plan = snapshot.plan();
        let pages = routes.iter().filter_map(|route| Some(&plan.pages[plan.page_at(route)?]));
        Ok(pages.filter(|page| page.is_document()).map(|page| describe_page(&snapshot, page)).collect())
    }

    /// Sets a value or a text. If a heading gets another id with its text, the links to it change too. Returns the
    /// number of the change, or `None` if nothing changes.
    pub fn change_value(&self, change: &Change) -> Result<Option<u64>, Refused> {
        self.attempt(|workspace, journal| {
            let whole = change_text(workspace, change)?;
            let change = whole.as_ref().unwrap_or(change);
            let described = describe_change(workspace, change)?;
            check_links(&workspace.snapshot, change)?;
            described.map(|described| self.record(journal, described)).transpose()
        })
    }

    /// Approves sample values, which lose their tags. Returns the number of the change.
    pub fn approve_samples(&self, samples: &[ApprovedSample]) -> Result<u64, Refused> {
        self.attempt(|workspace, journal| self.record(journal, describe_approval(workspace, samples)?))
    }

    /// Changes the blocks of Markdown. Returns the number of the change.
    pub fn change_block(&self, change: &BlockChange) -> Result<u64, Refused> {
        self.attempt(|workspace, journal| {
            let (described, _) = describe_block_change(workspace, change)?;
            check_block_links(&workspace.snapshot, change)?;
            self.record(journal, described)
        })
    }

    /// Changes the items of a list. Returns the number of the change, or `None` if a moved item is at its new place
    /// already.
    pub fn change_items(&self, change: &ItemChange) -> Result<Option<u64>, Refused> {
        self.attempt(|workspace, journal| {
            let described = describe_item_change(workspace, change)?;
            check_item_links(workspace, change)?;
            described.map(|described| self.record(journal, described)).transpose()
        })
    }

    /// Creates an entry. Returns its name, file and route.
    pub fn create_entry(&self, new: &NewEntry) -> Result<ProposedName, Refused> {
        self.attempt(|workspace, journal| {
            let (creation, name) = new_entry::describe_creation(workspace, new)?;
            self.record(journal, creation)?;
            Ok(name)
        })
    }

    /// Moves an entry within a list. Returns the number of the change; `None` if its position stays the same.
    pub fn move_entry(&self, wanted: &EntryMove) -> Result<Option<u64>, Refused> {
        self.attempt(|workspace, journal| {
            let described = entry_order::describe_move(workspace, wanted)?;
            described.map(|described| self.record(journal, described)).transpose()
        })
    }

    /// Deletes an entry with its translations, and changes what leads to them. Returns the number of the change.
    pub fn delete_entry(&self, deletion: &Deletion) -> Result<u64, Refused> {
        self.attempt(|workspace, journal| {
            let removed = self.removed_folder(journal);
            self.record(journal, delete_entry::describe_deletion(workspace, deletion, &removed)?)
        })
    }

    /// Adds a picture to `public/`, unless the site has the same one. Returns the path at which it is published.
    pub fn add_picture(&self, picture: &NewPicture<'_>) -> Result<String, Refused> {
        self.attempt(|workspace, journal| {
            if let Some(path) = find_equal_picture(workspace, picture.bytes) {
                return Ok(path);
            }
            let described = describe_upload(workspace, picture, &self.removed_folder(journal))?;
            let path = described.file.trim_start_matches(PUBLIC).to_owned();
            self.record(journal, described)?;
            Ok(path)
        })
    }

    /// Returns the folder beside the journal for the files that the next change removes or is about to add.
    fn removed_folder(&self, journal: &Journal) -> String {
        self.config.cache(&format!("edit/{REMOVED}/{}", journal.next_number()))
    }

    /// Changes the address of an entry and all that leads to it. Returns the new path of the entry's file.
    pub fn rename_entry(&self, wanted: &Renaming) -> Result<String, Refused> {
        self.attempt(|workspace, journal| {
            let described = rename::describe_rename(&workspace.snapshot, &self.config, wanted)?;
            let file = described.file.clone();
            self.record(journal, described)?;
            Ok(file)
        })
    }

    /// Undoes a change that is no undo itself. Restores the bytes of its files or, if a file has changed since, takes
    /// back only what the change did. Returns the number of the new change, or `None` if there is nothing to undo.
    pub fn undo(&self, number: u64) -> Result<Option<u64>, Refused> {
        self.attempt(|workspace, journal| {
            let change = journal.find(number).filter(|change| change.undoes.is_none() && !journal.is_undone(number));
            let change = change.cloned().ok_or(Refused::NotFound)?;
            let is_deletion = change.kind == ChangeKind::Delete;
            let is_unchanged = change.files.iter().all(|file| file.state(&self.config) == FileState::After);
            let inverse = if is_unchanged {
                Some(change.inverse())
            } else {
                Undoing { workspace, changes: journal.changes(), change }.describe()?
            };
            let Some(inverse) = inverse else { return Ok(None) };
            // The schema checks an inverse that sets a value, or adds or removes an item: no build is needed.
            let is_checked = matches!(inverse.kind, ChangeKind::Set | ChangeKind::Insert | ChangeKind::Remove)
                && block_number(&inverse.at).is_none();
            // The restored value may lead to an entry that has been deleted or renamed since.
            let mut later = journal.changes().iter().filter(|later| later.number > number);
            let has_moved_files = later.any(|later| later.kind.changes_files());
            // The undo may take an id from a heading, and links to this id may have been written since.
            let is_risky = if is_unchanged { changes_linked_heading(workspace, &inverse) } else { !is_checked };
            let needs_build = has_moved_files || is_risky;
            let undo = DescribedChange { undoes: Some(number), redoes: None, needs_build, ..inverse };
            self.record(journal, undo)
                .map(Some)
                .map_err(|refused| if is_deletion { name_moved_targets(refused, journal, number) } else { refused })
        })
    }

    /// Repeats the change that was undone last. Returns the number of the new change, or `None` if there is none.
    ///
    /// # Errors
    /// Fails if a file of the change has been written since, such as by another program.
    pub fn redo(&self) -> Result<Option<u64>, Refused> {
        self.attempt(|workspace, journal| {
            let Some(undo) = journal.undo_to_redo().cloned() else { return Ok(None) };
            if let Some(file) = undo.files.iter().find(|file| file.state(&self.config) != FileState::After) {
                let message = format!("it can't be made again, because {} has been changed since", file.file);
                return Err(Refused::invalid("edit-undo", message, "change it by hand"));
            }
            let redo = DescribedChange { redoes: Some(undo.number), undoes: None, ..undo.inverse() };
            let needs_build = changes_linked_heading(workspace, &redo);
            self.record(journal, DescribedChange { needs_build, ..redo }).map(Some)
        })
    }

    /// Returns the number of the change that `redo` would repeat.
    pub fn change_to_redo(&self) -> Option<u64> {
        self.journal.lock().undo_to_redo()?.undoes
    }

    /// Lists the changes as people see them, the newest first, each with whether it was undone.
    pub fn list_changes(&self) -> Vec<(DescribedChange, bool)> {
        let snapshot = self.builds.snapshot();
        let options = snapshot.as_ref().and_then(|snapshot| snapshot.site().content.markdown.first());
        let journal = self.journal.lock();
        let describe = |change: &DescribedChange| {
            let (mut change, is_undone) = (change.clone(), journal.is_undone(change.number));
            if let Some(options) = options {
                describe_for_people(&mut change, options);
            }
            (change, is_undone)
        };
        journal.written_changes().rev().map(describe).collect()
    }

    /// Returns the title of a change's file, even if the file has moved or been deleted since.
    pub fn title_of(&self, change: &DescribedChange) -> Option<String> {
        let workspace = self.workspace().ok()?;
        let journal = self.journal.lock();
        let file = current_path(journal.changes(), change.number, &change.file);
        // A deletion moves the file to the folder `REMOVED`.
        let is_moved =
            |moved: &FileChange| moved.moved_from.as_ref().is_some_and(|from| [from, &moved.file].contains(&&file));
        let is_deletion =
            |other: &&DescribedChange| other.kind == ChangeKind::Delete && other.files.iter().any(is_moved);
        match ContentFile::find(workspace.site(), &file) {
            Some(content) => Some(content.title(workspace.site())),
            None => journal.changes().iter().find(is_deletion).map(|deletion| deletion.label.clone()),
        }
    }

    /// Whether the entry of a change has a page now, even if its file has moved since.
    pub fn has_page(&self, change: &DescribedChange) -> bool {
        let Ok(workspace) = self.workspace() else { return false };
        let file = current_path(self.journal.lock().changes(), change.number, &change.file);
        let entry = workspace.site().entry_by_file(&file);
        entry.is_some_and(|entry| workspace.snapshot.route_of(entry).is_some())
    }

    /// Publishes what changed. No change is written during the commit, so that exactly the checked files are committed.
    pub fn publish(&self, request: &PublishRequest) -> Result<PublishResult, Refused> {
        let journal = self.journal.lock();
        let workspace = self.workspace()?;
        let committed = self.publisher.commit(&workspace, request);
        drop(journal);
        Ok(committed.map_or_else(|failure| failure, |()| push(&workspace)))
    }
}
