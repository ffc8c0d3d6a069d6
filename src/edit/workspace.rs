//! The site that is edited, and its open files of content: their values and their Markdown.

use std::sync::Arc;

use serde_json::{Value, json};

use super::content_file::{ContentFile, check_no_link, with_value};
use super::file_change::FileChange;
use super::refused::Refused;
use crate::config::Config;
use crate::content::document;
use crate::diagnostic::Diagnostic;
use crate::fs;
use crate::markdown::{self, Outline, TextBlock, TextBlockKind};
use crate::route;
use crate::site::Site;
use crate::snapshot::Snapshot;
use crate::source::SourceFile;
use crate::yaml::pointer::split_last;
use crate::yaml::write::{ItemEdit, Splice, Unwritable, edit_items, insert_key, remove_key, set_scalar};
use crate::yaml::{self, DocumentSource, ParsedDocument};

const ALIASES: &str = "/aliases";

/// The site that is edited: as the last build found it, and the options by which its files are found on the disk.
pub struct Workspace<'a> {
    pub snapshot: Arc<Snapshot>,
    pub config: &'a Config,
}

impl Workspace<'_> {
    pub fn site(&self) -> &Site {
        self.snapshot.site()
    }

    /// Reads a file of content from the disk, such as `content/team/ada.yaml`.
    pub fn open(&self, file: &str) -> Result<OpenFile<'_>, Refused> {
        let content = ContentFile::find(self.site(), file).ok_or(Refused::NotFound)?;
        Ok(OpenFile::read(content, self.config)?)
    }

    pub fn check_editable(&self, content: &ContentFile<'_>, at: &str) -> Result<(), Refused> {
        match content.why_uneditable(at, self.config) {
            Some(reason) => Err(Refused::Invalid(vec![Diagnostic::error("edit-fixed", reason)])),
            None => Ok(()),
        }
    }
}

/// A file of content, with a text: that on the disk, the one that the last build read, or the one after a change.
#[derive(Clone)]
pub struct OpenFile<'a> {
    pub content: ContentFile<'a>,
    /// The whole text, with the byte order mark.
    pub whole: String,
    /// Its text is `whole` without the byte order mark.
    source: SourceFile,
}

impl<'a> OpenFile<'a> {
    pub fn new(content: ContentFile<'a>, whole: String) -> Self {
        let text = whole.strip_prefix(fs::BYTE_ORDER_MARK).unwrap_or(&whole).into();
        Self { content, whole, source: SourceFile { text, ..SourceFile::clone(content.source) } }
    }

    /// Opens a file with the text that the last build read.
    pub fn as_built(content: ContentFile<'a>) -> Self {
        Self::new(content, content.source.text.to_string())
    }

    /// Reads a file from the disk.
    ///
    /// # Errors
    /// Fails if the file can't be read, or if its path leads through a symbolic link.
    pub fn read(content: ContentFile<'a>, config: &Config) -> Result<Self, Diagnostic> {
        let name = &*content.source.file;
        check_no_link(config, name)?;
        Ok(Self::new(content, fs::read_exact_text(&config.path(name), name)?))
    }

    /// Returns the text without the byte order mark.
    pub fn text(&self) -> &str {
        &self.source.text
    }

    /// Returns this file with another text, and with its byte order mark if it has one.
    #[must_use]
    pub fn with_text(&self, text: &str) -> Self {
        let mark = &self.whole[..self.whole.len() - self.text().len()];
        Self::new(self.content, [mark, text].concat())
    }

    /// Applies a splice to the text.
    pub fn with_splice(&self, splice: &Splice) -> Result<Self, Refused> {
        splice.apply(self.text()).map(|text| self.with_text(&text)).ok_or(Refused::NotFound)
    }

    pub fn with_change(&self, change: &FileChange) -> Result<Self, Refused> {
        let whole = change.splice.apply(&self.whole).ok_or(Refused::NotFound)?;
        Ok(Self::new(self.content, whole))
    }

    /// Returns the change from this text to that of `new`.
    pub fn change_to(&self, new: &Self) -> FileChange {
        FileChange::edit(&self.source.file, &self.whole, &new.whole)
    }

    /// Returns the byte of the text at which the Markdown of an entry begins; `None` if the file has no Markdown, or if
    /// its front matter can't be read.
    pub fn markdown_start(&self) -> Option<usize> {
        document::split_entry(&self.source).ok()?.1
    }

    /// Finds the editable texts in the Markdown of an entry.
    pub fn text_blocks(&self) -> Vec<TextBlock> {
        let blocks = |start| markdown::text_blocks(self.text(), start, self.content.markdown);
        self.markdown_start().map_or_else(Vec::new, blocks)
    }

    /// Reads the structure of the Markdown of an entry.
    pub fn outline(&self) -> Outline {
        Outline::read(self.text(), self.markdown_start().unwrap_or_default(), self.content.markdown)
    }

    pub fn block_kinds(&self) -> Vec<TextBlockKind> {
        self.text_blocks().iter().map(|block| block.kind).collect()
    }

    /// Returns the YAML of the file: all of it, or the front matter of an entry in Markdown.
    pub fn yaml(&self) -> Result<DocumentSource<'_>, Diagnostic> {
        document::split_entry(&self.source).map(|(source, _)| source)
    }

    pub fn parse(&self) -> Result<ParsedDocument, Vec<Diagnostic>> {
        yaml::parse(&self.yaml().map_err(|diagnostic| vec![diagnostic])?)
    }

    pub fn values(&self) -> Result<Value, Refused> {
        Ok(self.parse()?.value)
    }

    /// Returns the text after the YAML.
    pub fn rest(&self) -> &str {
        self.yaml().map_or("", |source| &self.text()[source.range.end..])
    }

    /// Checks the values against the schema.
    ///
    /// # Errors
    /// Fails if the YAML can't be parsed.
    pub fn find_mistakes(&self) -> Result<Vec<Diagnostic>, Refused> {
        let document = self.parse()?;
        let value = if document.value.is_null() { &json!({}) } else { &document.value };
        Ok(self.content.schema.check(value, &self.yaml()?, &self.source.file, &document.samples))
    }

    /// Sets a value, adds it as a new key of a mapping or, if it is `null`, removes the key.
    pub fn set_value(&self, at: &str, to: &Value) -> Result<Self, Refused> {
        let before = self.values()?;
        let source = self.yaml()?;
        let splice = match (before.pointer(at), to) {
            (None, _) => self.insert_field(&before, at, to)?,
            (Some(_), Value::Null) => remove_key(&source, at)?,
            (Some(_), _) => set_scalar(&source, at, to)?,
        };
        self.with_checked_splice(&splice, &with_value(before, at, to))
    }

    /// Returns the splice that adds a field to a mapping, at its place in the order of the schema.
    fn insert_field(&self, document: &Value, at: &str, value: &Value) -> Result<Splice, Refused> {
        let (parent, key) = split_last(at).ok_or(Refused::NotFound)?;
        let fields = self.content.fields(document, parent);
        let order: Vec<&str> = fields.iter().map(|field| field.name).collect();
        Ok(insert_key(&self.yaml()?, parent, &key, &self.content.in_schema_order(document, at, value), &order)?)
    }

    /// Edits a list. Adds the list first if the file lacks it. A list that may be absent is removed with its last item.
    pub fn edit_items(&self, list: &str, edit: &ItemEdit) -> Result<Self, Refused> {
        let before = self.values()?;
        let is_only_item = before.pointer(list).and_then(Value::as_array).is_some_and(|items| items.len() == 1);
        if is_only_item && matches!(edit, ItemEdit::Remove { .. }) && self.content.may_be_absent(&before, list) {
            return self.set_value(list, &Value::Null);
        }
        let mut with_list = self.clone();
        if self.content.lacks_list(&before, list) {
            with_list = self.with_splice(&self.insert_field(&before, list, &json!([]))?)?;
        }
        let mut expected = with_list.values()?;
        let items = expected.pointer_mut(list).and_then(Value::as_array_mut).ok_or(Refused::NotFound)?;
        edit.apply_to_values(items).ok_or(Refused::NotFound)?;
        let new = with_list.with_splice(&edit_items(&with_list.yaml()?, list, edit)?)?;
        self.check_change(&new, &expected)?;
        Ok(new)
    }

    /// Adds an alias: an address from which visitors are redirected to the entry's page.
    pub fn add_alias(&self, address: &str) -> Result<Self, Refused> {
        let number = self.values()?.pointer(ALIASES).and_then(Value::as_array).map_or(0, Vec::len);
        self.edit_items(ALIASES, &ItemEdit::Insert { number, value: address.into() })
    }

    /// Removes the alias that has this route; `None` if the entry has no such alias.
    pub fn remove_alias(&self, route: &str) -> Result<Option<Self>, Refused> {
        let document = self.values()?;
        let is_same =
            |alias: &Value| alias.as_str().is_some_and(|alias| route::normalize(alias).is_ok_and(|a| a == route));
        let aliases = document.pointer(ALIASES).and_then(Value::as_array);
        let found = aliases.and_then(|aliases| aliases.iter().position(is_same));
        found.map(|number| self.edit_items(ALIASES, &ItemEdit::Remove { number })).transpose()
    }

    /// Applies a splice, and checks the new text by [`Self::check_change`].
    pub fn with_checked_splice(&self, splice: &Splice, expected: &Value) -> Result<Self, Refused> {
        let new = self.with_splice(splice)?;
        self.check_change(&new, expected)?;
        Ok(new)
    }

    /// Checks that `new` has the expected values, the same Markdown as this text, and no new mistakes.
    pub fn check_change(&self, new: &Self, expected: &Value) -> Result<(), Refused> {
        let value = new.values()?;
        if new.rest() != self.rest() {
            let message = "a line `---` in it would end the fields of the file";
            return Err(Refused::invalid("edit-value", message, "write it in other words"));
        }
        // If values share a YAML anchor, a change of one changes the others too.
        if value != *expected {
            return Err(Unwritable::Shared.into());
        }
        self.check_mistakes(new)
    }

    /// Checks that `new` has no mistakes that this text lacks.
    pub fn check_mistakes(&self, new: &Self) -> Result<(), Refused> {
        let mistakes = without_known(new.find_mistakes()?, &self.find_mistakes()?);
        if mistakes.is_empty() { Ok(()) } else { Err(Refused::Invalid(mistakes)) }
    }
}

/// Removes the diagnostics that are among the `known` ones, perhaps at another place.
pub fn without_known(mut found: Vec<Diagnostic>, known: &[Diagnostic]) -> Vec<Diagnostic> {
    found.retain(|new| !known.iter().any(|old| (old.code, &old.message) == (new.code, &new.message)));
    found
}

#[cfg(test)]
pub mod tests {
    use std::sync::Arc;

    use super::OpenFile;
    use crate::edit::content_file::{ContentFile, ContentRole};
    use crate::markdown::MarkdownOptions;
    use crate::schema::Schema;
    use crate::source::SourceFile;

    const FRONT_MATTER: &str = "---\ntitle: A\n---\n";

    /// Makes a file with front matter and this Markdown.
    pub fn open(markdown: &str) -> OpenFile<'static> {
        open_whole([FRONT_MATTER, markdown].concat())
    }

    pub fn open_whole(text: String) -> OpenFile<'static> {
        let source = SourceFile { file: "content/a.md".into(), path: "a.md".into(), text: "".into() };
        let schema = Box::leak(Box::new(Schema::open()));
        let (source, markdown) =
            (Box::leak(Box::new(Arc::new(source))), Box::leak(Box::new(MarkdownOptions::default())));
        OpenFile::new(ContentFile { source, schema, role: ContentRole::New, markdown }, text)
    }

    pub fn body(file: &OpenFile<'_>) -> String {
        file.text()[FRONT_MATTER.len()..].to_owned()
    }
}
