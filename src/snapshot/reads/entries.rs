//! The reads of single entries, part by part.

use std::sync::Arc;

use super::settings::ReadSettings;
use crate::content::entry::Entry;
use crate::content::entry_file::EntryRole;
use crate::history::FileHistory;
use crate::markdown::{Heading, MarkdownBody, Piece};
use crate::site::EntryIndex;
use crate::snapshot::family::{DurableParts, FamilyRead, FingerprintHasher, Reader};
use crate::snapshot::snapshot::{ContentValue, Snapshot};

/// A read of one part of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EntryRead {
    pub file: Arc<str>,
    pub part: EntryPart,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EntryPart {
    /// The entry's id, slug and collection.
    Identity,
    Field(Box<str>),
    Body,
    /// The part of the Markdown before `<!-- more -->`.
    Summary,
    /// When the entry's file was created and last changed, by whom, and the URL at which it is edited.
    History,
    Toc,
    WordCount,
    Route,
    Previous,
    Next,
    Parent,
    Children,
    Attachments,
}

impl EntryPart {
    /// Whether this part of an unchanged entry is unchanged too, because everything else that it depends on is durable.
    pub fn is_durable(&self, entry: &Entry, parts: &DurableParts) -> bool {
        let depends_only_on_entry = match self {
            Self::Identity | Self::Body | Self::Summary | Self::Toc | Self::WordCount => true,
            Self::Field(_) => !entry.schema.has_references,
            _ => false,
        };
        // Sections that set `page: false` are skipped, so other entries' fields decide which neighbour is found.
        let reads_other_entries = matches!(self, Self::Previous | Self::Next);
        let is_index_durable = if reads_other_entries { parts.fields } else { parts.index };
        depends_only_on_entry || (is_index_durable && parts.plan && parts.history)
    }
}

/// A recorder of the parts of entries, the most frequent reads.
pub trait RecordPart: Reader {
    /// Records a read of a part of an entry, if reads are recorded. `is_same` recognizes the part among those recorded
    /// before; `part` creates it if it is new.
    fn record_part(&self, entry: EntryIndex, is_same: impl Fn(&EntryPart) -> bool, part: impl FnOnce() -> EntryPart);
}

pub trait ReadEntries: RecordPart + ReadSettings {
    /// Returns the id of an entry. Records no read: the fingerprint of the read that found the entry contains the id.
    fn id(&self, index: EntryIndex) -> &Arc<str> {
        &self.snapshot().site().entry(index).id
    }

    /// Returns the path of an entry's file from the root, such as `content/team/ada.yaml`. Records no read, like `id`.
    fn file(&self, index: EntryIndex) -> &str {
        &self.snapshot().site().entry(index).file.file
    }

    /// Returns the path of an entry's file below `content/`. Records no read, like `id`.
    fn path(&self, index: EntryIndex) -> &str {
        &self.snapshot().site().entry(index).file.path
    }

    /// Returns the tag of an entry's language. Records no read: the entry's file decides on its language, and
    /// `PageRead::At` covers the tags of all languages.
    fn language_of(&self, index: EntryIndex) -> &str {
        let site = self.snapshot().site();
        &site.content.settings.languages[site.entry(index).language].tag
    }

    /// Returns the suffix of files in an entry's language, such as `ta` in `map.ta.svg`; `None` in a site of one
    /// language. Records no read: `PageRead::At` covers the tags of all languages.
    fn file_suffix(&self, index: EntryIndex) -> Option<&str> {
        let is_multilingual = self.snapshot().site().content.settings.languages.len() > 1;
        is_multilingual.then(|| self.language_of(index))
    }

    fn slug(&self, index: EntryIndex) -> &str {
        &read_part(self, index, &EntryPart::Identity).slug
    }

    /// Returns the name of an entry's collection.
    fn collection_of(&self, index: EntryIndex) -> &str {
        let collection = read_part(self, index, &EntryPart::Identity).collection;
        &self.snapshot().site().collections()[collection].name
    }

    fn field(&self, index: EntryIndex, key: &str) -> Option<ContentValue<'_>> {
        let is_same = |part: &EntryPart| matches!(part, EntryPart::Field(name) if **name == *key);
        self.record_part(index, is_same, || EntryPart::Field(key.into()));
        let snapshot = self.snapshot();
        let json = snapshot.site().entry(index).fields.get(key)?;
        let references = snapshot.site().references(index);
        Some(ContentValue { json, references, converted: snapshot.converted_field(index, key, json) })
    }

    fn body(&self, index: EntryIndex) -> Option<&MarkdownBody> {
        // The settings of Markdown decide how the body is parsed.
        self.markdown_in(self.snapshot().site().entry(index).language);
        read_part(self, index, &EntryPart::Body).body.as_ref()
    }

    /// Returns the pieces of an entry's summary, if its Markdown has one.
    fn summary(&self, index: EntryIndex) -> Option<&[Piece]> {
        self.markdown_in(self.snapshot().site().entry(index).language);
        read_part(self, index, &EntryPart::Summary).body.as_ref()?.summary()
    }

    fn toc(&self, index: EntryIndex) -> &[Heading] {
        read_part(self, index, &EntryPart::Toc).body.as_ref().map_or(&[][..], |body| &body.toc)
    }

    /// Returns the id of the heading that is the entry's title, if there is one.
    fn title_id(&self, index: EntryIndex) -> Option<&str> {
        Some(&read_part(self, index, &EntryPart::Toc).body.as_ref()?.title.as_ref()?.id)
    }

    fn word_count(&self, index: EntryIndex) -> usize {
        read_part(self, index, &EntryPart::WordCount).body.as_ref().map_or(0, |body| body.words)
    }

    fn history(&self, index: EntryIndex) -> Option<&FileHistory> {
        self.snapshot().history().of(&read_part(self, index, &EntryPart::History).file.file)
    }

    fn edit_url(&self, index: EntryIndex) -> Option<String> {
        self.snapshot().history().edit_url(&read_part(self, index, &EntryPart::History).file.file)
    }

    fn route_of(&self, index: EntryIndex) -> Option<&str> {
        read_part(self, index, &EntryPart::Route);
        self.snapshot().route_of(index)
    }

    /// Returns the entry before (negative `step`) or after an entry.
    fn neighbour(&self, index: EntryIndex, step: isize) -> Option<EntryIndex> {
        read_part(self, index, if step < 0 { &EntryPart::Previous } else { &EntryPart::Next });
        self.snapshot().site().neighbour(index, step)
    }

    /// Returns the section above an entry.
    fn parent(&self, index: EntryIndex) -> Option<EntryIndex> {
        read_part(self, index, &EntryPart::Parent);
        self.snapshot().site().parent(index)
    }

    /// Returns the entries directly below a section.
    fn children(&self, index: EntryIndex) -> &[EntryIndex] {
        read_part(self, index, &EntryPart::Children);
        self.snapshot().site().children(index)
    }

    /// Returns the keys of the files that belong to an entry.
    fn attachments(&self, index: EntryIndex) -> &[Arc<str>] {
        read_part(self, index, &EntryPart::Attachments);
        self.snapshot().site().attachments(index)
    }

    /// Whether an entry is a section. Records no read: the path of an entry's file determines it.
    fn is_section(&self, index: EntryIndex) -> bool {
        self.snapshot().site().entry(index).role == EntryRole::Section
    }
}

fn read_part<'t>(reader: &'t (impl RecordPart + ?Sized), index: EntryIndex, part: &EntryPart) -> &'t Entry {
    reader.record_part(index, |known| known == part, || part.clone());
    reader.snapshot().site().entry(index)
}

impl FamilyRead for EntryRead {
    fn hash_result(&self, snapshot: &Snapshot, hasher: &mut FingerprintHasher) {
        let site = snapshot.site();
        let found = site.entry_by_file(&self.file);
        hasher.add(found.is_some());
        let Some(index) = found else { return };
        let entry = site.entry(index);
        let body = entry.body.as_ref();
        match &self.part {
            EntryPart::Identity => hasher.add((&entry.id, &entry.slug, &site.collections()[entry.collection].name)),
            EntryPart::Field(key) => {
                if let Some(value) = entry.fields.get(&**key) {
                    hasher.add_content(snapshot, key, value, site.references(index));
                    // The schema decides whether templates get a path or the file.
                    hasher.add(entry.schema.file_fields.iter().any(|name| **name == **key));
                }
            }
            // The front matter and the schema decide whether a heading is taken out of the text as the title.
            EntryPart::Body => hasher.add(body.map(|body| (entry.markdown(), body.title.is_some()))),
            EntryPart::History => {
                let (history, file) = (snapshot.history(), &entry.file.file);
                hasher.add(format!("{:?} {:?}", history.of(file), history.edit_url(file)));
            }
            // The pieces of the summary depend on the rest of the Markdown too: it may define the targets of links.
            EntryPart::Summary => hasher.add(format!("{:?}", body.map(MarkdownBody::summary))),
            EntryPart::Toc => hasher.add(body.map(|body| (&body.toc, &body.title))),
            EntryPart::WordCount => hasher.add(body.map(|body| body.words)),
            EntryPart::Route => hasher.add(snapshot.route_of(index)),
            EntryPart::Previous => hasher.add_entry(snapshot, site.neighbour(index, -1)),
            EntryPart::Next => hasher.add_entry(snapshot, site.neighbour(index, 1)),
            EntryPart::Parent => hasher.add_entry(snapshot, site.parent(index)),
            EntryPart::Attachments => hasher.add(site.attachments(index)),
            EntryPart::Children => hasher.add_entries(snapshot, Some(site.children(index))),
        }
    }

    fn describe(&self, _: &Snapshot) -> (String, String) {
        let what = match &self.part {
            EntryPart::Identity => "its name".to_owned(),
            EntryPart::Field(key) => format!("`{key}`"),
            EntryPart::Body => "its Markdown".to_owned(),
            EntryPart::Summary => "its summary".to_owned(),
            EntryPart::History => "its history".to_owned(),
            EntryPart::Toc => "its headings".to_owned(),
            EntryPart::WordCount => "how many words it has".to_owned(),
            EntryPart::Route => "its address".to_owned(),
            EntryPart::Previous => "the entry before it".to_owned(),
            EntryPart::Next => "the entry after it".to_owned(),
            EntryPart::Parent => "the section above it".to_owned(),
            EntryPart::Attachments => "which files belong to it".to_owned(),
            EntryPart::Children => "what lies directly below it".to_owned(),
        };
        (self.file.to_string(), what)
    }
}
