//! The site that is edited, and its files of content as they are on the disk.

use std::sync::Arc;

use serde_json::{Value, json};

use super::content_file::{ContentFile, DiskText, with_value};
use super::file_change::FileChange;
use super::refused::Refused;
use crate::config::Config;
use crate::diagnostic::Diagnostic;
use crate::markdown::TextBlock;
use crate::site::Site;
use crate::snapshot::Snapshot;
use crate::yaml::pointer::split_last;
use crate::yaml::write::{ItemEdit, Splice, Unwritable, edit_items, insert_key, remove_key, set_scalar};

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
        Ok(OpenFile { content, disk: content.read(self.config)? })
    }

    /// Checks that the editor may change the value at a pointer.
    pub fn check_editable(&self, content: &ContentFile<'_>, at: &str) -> Result<(), Refused> {
        match content.why_uneditable(at, self.config) {
            Some(reason) => Err(Refused::Invalid(vec![Diagnostic::error("edit-fixed", reason)])),
            None => Ok(()),
        }
    }
}

/// A file of content, and its text on the disk or after a change.
#[derive(Clone)]
pub struct OpenFile<'a> {
    pub content: ContentFile<'a>,
    pub disk: DiskText,
}

impl OpenFile<'_> {
    /// Returns the file with another text.
    #[must_use]
    pub fn with_text(&self, text: &str) -> Self {
        Self { content: self.content, disk: self.disk.with_text(text) }
    }

    /// Applies a splice to the text.
    pub fn with_splice(&self, splice: &Splice) -> Result<Self, Refused> {
        Ok(Self { content: self.content, disk: self.disk.with_splice(splice)? })
    }

    /// Returns the text without the byte order mark.
    pub fn text(&self) -> &str {
        self.disk.text()
    }

    /// Parses the values of the YAML.
    pub fn values(&self) -> Result<Value, Refused> {
        Ok(self.disk.parse()?.value)
    }

    /// Finds the editable texts in the Markdown.
    pub fn text_blocks(&self) -> Vec<TextBlock> {
        self.disk.text_blocks(self.content.markdown)
    }

    /// Returns the change from this text to that of `new`.
    pub fn change_to(&self, new: &Self) -> FileChange {
        self.disk.change_to(&new.disk)
    }

    /// Sets a value, adds it as a new key of a mapping or, if it is `null`, removes the key.
    pub fn set_value(&self, at: &str, to: &Value) -> Result<Self, Refused> {
        let before = self.values()?;
        let source = self.disk.yaml()?;
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
        Ok(insert_key(&self.disk.yaml()?, parent, &key, &self.content.in_schema_order(document, at, value), &order)?)
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
        let new = with_list.with_splice(&edit_items(&with_list.disk.yaml()?, list, edit)?)?;
        self.check_change(&new, &expected)?;
        Ok(new)
    }

    /// Applies a splice, and checks the new text as [`Self::check_change`] does.
    pub fn with_checked_splice(&self, splice: &Splice, expected: &Value) -> Result<Self, Refused> {
        let new = self.with_splice(splice)?;
        self.check_change(&new, expected)?;
        Ok(new)
    }

    /// Checks that `new` has the expected values, the same Markdown as this text, and no new mistakes.
    pub fn check_change(&self, new: &Self, expected: &Value) -> Result<(), Refused> {
        let value = new.values()?;
        if new.disk.rest() != self.disk.rest() {
            let message = "a line `---` in it would end the fields of the file";
            return Err(Refused::invalid("edit-value", message, "write it in other words"));
        }
        // If a value elsewhere has changed too, it shares an anchor with this one.
        if value != *expected {
            return Err(Unwritable::Shared.into());
        }
        self.check_mistakes(new)
    }

    /// Checks that `new` has no mistakes that this text lacks.
    pub fn check_mistakes(&self, new: &Self) -> Result<(), Refused> {
        let find = |disk: &DiskText| -> Result<_, Refused> { Ok(disk.check(&disk.parse()?, self.content.schema)) };
        let mistakes = without_known(find(&new.disk)?, &find(&self.disk)?);
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
    use crate::edit::content_file::{ContentFile, ContentRole, DiskText};
    use crate::markdown::MarkdownOptions;
    use crate::schema::Schema;
    use crate::source::SourceFile;

    const FRONT_MATTER: &str = "---\ntitle: A\n---\n";

    /// Makes a file with front matter and this Markdown.
    pub fn open(markdown: &str) -> OpenFile<'static> {
        let source = SourceFile { file: "content/a.md".into(), path: "a.md".into(), text: "".into() };
        let disk = DiskText::new(&source, [FRONT_MATTER, markdown].concat());
        let schema = Box::leak(Box::new(Schema::open()));
        let (source, markdown) =
            (Box::leak(Box::new(Arc::new(source))), Box::leak(Box::new(MarkdownOptions::default())));
        OpenFile { content: ContentFile { source, schema, role: ContentRole::New, markdown, common: schema }, disk }
    }

    /// Returns the Markdown of a file.
    pub fn body(file: &OpenFile<'_>) -> String {
        file.text()[FRONT_MATTER.len()..].to_owned()
    }
}
