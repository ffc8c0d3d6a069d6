//! The errors of the site, each with the field that it lies in.

use std::collections::BTreeSet;
use std::ops::Range;

use serde::Serialize;
use serde_json::{Map, Value};

use super::super::content_file::{ContentFile, ContentRole};
use super::super::labels;
use super::super::new_entry::PLACEHOLDER;
use super::super::picture_fields;
use super::super::workspace::{OpenFile, Workspace};
use crate::config::Config;
use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::output::Discard;
use crate::pipeline::{self, SAMPLE_VALUE, UnpublishedEntry};
use crate::site::plan::Ledger;
use crate::yaml::pointer::all_values;
use crate::yaml::tree::PairSide;

/// The message about a sample value for somebody who does not see the file.
const SAMPLE_MESSAGE: &str = "this is only an example so far";
const SAMPLE_HELP: &str = "write the real value, or choose “This is right as it is” below it";

/// An error of the site.
#[derive(Debug, Serialize)]
pub struct PublishProblem {
    pub message: String,
    /// The label of the diagnostic.
    pub label: String,
    /// The notes and the help of the diagnostic.
    pub help: Vec<String>,
    /// Where the error lies, such as `Contact › Phone` or `content/contact.yaml:3`; empty if it lies in no file.
    pub place: String,
    /// The file, if the editor has a form for it.
    pub file: Option<String>,
    /// The pointer of the value, or `#` and the number of a text in Markdown.
    pub at: String,
    /// Whether the value is a sample that the editor has a form for.
    pub is_sample: bool,
}

#[derive(Debug)]
pub struct CheckedSite {
    pub problems: Vec<PublishProblem>,
    /// The ledger with the new URLs; `None` if there are no new ones.
    pub ledger: Option<Ledger>,
}

/// Builds the site from the files on the disk by the options of `config`, and returns the errors.
pub fn find_errors(config: &Config) -> Vec<Diagnostic> {
    let build = pipeline::build(config, &Discard::default(), &|_| ());
    build.diagnostics.into_iter().filter(Diagnostic::is_error).collect()
}

/// Checks the site as `site build --publish` does.
pub fn check_site(workspace: &Workspace<'_>) -> CheckedSite {
    let config = Config {
        drafts: false,
        samples: Some(Severity::Error),
        check_budgets: true,
        mock_origin: None,
        ..workspace.config.clone()
    };
    let build = pipeline::build(&config, &Discard::default(), &|_| ());
    let errors = build.diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
    let errors = errors.map(|error| describe_problem(error, workspace));
    let problems = errors.chain(list_placeholders(workspace, &build.unpublished)).collect();
    CheckedSite { problems, ledger: build.ledger }
}

/// Lists the published entries whose files on the disk still have the [`PLACEHOLDER`]. `unpublished` comes from the
/// build of the check, because the snapshot of `workspace` may be older than the files.
fn list_placeholders(
    workspace: &Workspace<'_>,
    unpublished: &[UnpublishedEntry],
) -> impl Iterator<Item = PublishProblem> {
    let site = workspace.site();
    let unpublished: BTreeSet<&str> = unpublished.iter().map(|entry| &*entry.file).collect();
    ContentFile::all(site).filter_map(move |content| {
        if !matches!(content.role, ContentRole::Entry(_)) || unpublished.contains(&*content.source.file) {
            return None;
        }
        let file = OpenFile::read(content, workspace.config).ok()?;
        let blocks = if file.text().contains(PLACEHOLDER) { file.text_blocks() } else { return None };
        let number = blocks.iter().position(|block| block.text == PLACEHOLDER)?;
        Some(PublishProblem {
            message: format!("the text is still “{PLACEHOLDER}”"),
            label: String::new(),
            help: vec!["write the text of the page".to_owned()],
            place: content.title(site),
            file: Some(content.source.file.to_string()),
            at: format!("#{number}"),
            is_sample: false,
        })
    })
}

/// Finds the field of an error, and describes the error in the words of the editor.
pub fn describe_problem(diagnostic: &Diagnostic, workspace: &Workspace<'_>) -> PublishProblem {
    let Diagnostic { code, message, label, help, notes, place, .. } = diagnostic;
    let field = place.as_ref().and_then(|place| find_field(place, code, workspace));
    let file = place.as_ref().filter(|_| field.is_some()).map(|place| place.file.to_string());
    let (at, field_label) = field.unwrap_or_default();
    let content = file.as_ref().and_then(|file| ContentFile::find(workspace.site(), file));
    let uneditable = content.and_then(|content| content.why_uneditable(&at, workspace.config));
    // The form has no input for a value that can't be edited.
    let file = file.filter(|_| uneditable.is_none());
    // Without a form, nobody can approve the value in the editor.
    let is_sample = *code == SAMPLE_VALUE && file.is_some();
    let place = match place {
        _ if !field_label.is_empty() => field_label,
        Some(place) if place.line > 0 => format!("{}:{}", place.file, place.line),
        Some(place) => place.file.to_string(),
        None => String::new(),
    };
    PublishProblem {
        message: if is_sample { SAMPLE_MESSAGE.to_owned() } else { message.clone() },
        label: label.clone(),
        help: match uneditable {
            _ if is_sample => vec![SAMPLE_HELP.to_owned()],
            Some(reason) => vec![reason],
            None => [&notes[..], help].concat(),
        },
        place,
        file,
        at,
        is_sample,
    }
}

/// Finds the field of the error with this code at `place`. Returns the pointer of the value, or `#` and the number of
/// the text, and the label of the field, such as `Contact › Phone`. The label is empty if the whole file has the error.
fn find_field(place: &Place, code: &str, workspace: &Workspace<'_>) -> Option<(String, String)> {
    let content = ContentFile::find(workspace.site(), &place.file).filter(ContentFile::is_yaml)?;
    let file = OpenFile::read(content, workspace.config).ok()?;
    if place.line == 0 {
        return Some(Default::default());
    }
    let line_start: usize = file.text().split_inclusive('\n').take(place.line - 1).map(str::len).sum();
    let offset = line_start + place.mark.start;
    let blocks = file.text_blocks();
    let (at, label) = match blocks.iter().rposition(|block| touches(&block.span, offset)) {
        Some(number) => {
            let (block, options) = (&blocks[number], content.markdown);
            (picture_fields::first_field(number, block, options), labels::of_block(block, options).to_owned())
        }
        None => {
            let document = file.values().ok()?;
            let mut at = find_value(&file, &document, offset).unwrap_or_default();
            let is_empty_mapping = document.pointer(&at).and_then(Value::as_object).is_some_and(Map::is_empty);
            if code == "missing-field" && !is_empty_mapping {
                // The error is at a field beside the missing one, so it belongs to the mapping around both.
                at.truncate(at.rfind('/').unwrap_or(0));
            }
            let label = labels::path(content.schema, &document, &at);
            (at, label)
        }
    };
    let label = if label.is_empty() { label } else { format!("{} › {label}", content.title(workspace.site())) };
    Some((at, label))
}

/// Finds the innermost value whose text or key contains the byte `offset`.
fn find_value(file: &OpenFile<'_>, document: &Value, offset: usize) -> Option<String> {
    let source = file.yaml().ok()?;
    let offset = offset.checked_sub(source.range.start)?;
    let tree = source.tree();
    let is_around = |(pointer, _): &(String, &Value)| {
        [PairSide::Key, PairSide::Value].into_iter().any(|side| touches(&tree.find(pointer, side), offset))
    };
    all_values(document).into_iter().rfind(is_around).map(|(pointer, _)| pointer)
}

/// Whether `offset` lies in `span` or at its end.
fn touches(span: &Range<usize>, offset: usize) -> bool {
    span.start <= offset && offset <= span.end
}

#[cfg(test)]
mod tests {
    use super::super::super::workspace::tests::open_whole;
    use super::find_value;

    #[test]
    fn a_byte_leads_to_the_value_around_it() {
        let text = "---\ntitle: Ä house\nitems:\n  - { a: 1, b: two }\n  - plain\n---\nText\n";
        let file = open_whole(text.to_owned());
        let document = file.values().expect("valid YAML");
        let check = |word: &str, expected: Option<&str>| {
            let found = find_value(&file, &document, text.find(word).expect("a word"));
            assert_eq!(found.as_deref(), expected, "{word}");
        };
        check("house", Some("/title"));
        check("title", Some("/title"));
        check("two", Some("/items/0/b"));
        check("b: two", Some("/items/0/b"));
        check("plain", Some("/items/1"));
        check("items", Some("/items"));
    }
}
