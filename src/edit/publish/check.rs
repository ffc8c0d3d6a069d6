//! The check before publishing: a build as `site build --publish` makes it, and the field in which each mistake can be mended.

use serde::Serialize;
use serde_json::Value;

use super::super::content_file::{ContentFile, DiskText};
use crate::config::Config;
use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::output::Discard;
use crate::pipeline;
use crate::site::Site;
use crate::site::plan::Ledger;
use crate::yaml::pointer::join;
use crate::yaml::tree::PairSide;

/// A mistake that stops publishing.
#[derive(Debug, Serialize)]
pub struct PublishProblem {
    pub message: String,
    pub label: String,
    pub help: Vec<String>,
    /// Where it stands, such as `content/contact.yaml:3`.
    pub place: String,
    /// The file, if the editor has a form for it, and the address of the value within it.
    pub file: Option<String>,
    pub at: String,
}

/// What a check found.
#[derive(Debug)]
pub struct CheckedSite {
    pub problems: Vec<PublishProblem>,
    /// The list of addresses with those that are new, if there are any.
    pub ledger: Option<Ledger>,
}

/// Checks the site as `site build --publish` does. `site` is that of the last build, which knows the files.
pub fn check_site(config: &Config, site: &Site) -> CheckedSite {
    let config = Config {
        drafts: false,
        samples: Some(Severity::Error),
        check_budgets: true,
        endpoints: None,
        ..config.clone()
    };
    let build = pipeline::build(&config, &Discard::default(), &|_| ());
    let errors = build.diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
    CheckedSite { problems: errors.map(|error| problem(error, &config, site)).collect(), ledger: build.ledger }
}

fn problem(diagnostic: &Diagnostic, config: &Config, site: &Site) -> PublishProblem {
    let Diagnostic { message, label, help, place, .. } = diagnostic;
    let (file, at) = place.as_ref().and_then(|place| field_at(place, config, site)).unzip();
    let place = match place {
        Some(place) if place.line > 0 => format!("{}:{}", place.file, place.line),
        Some(place) => place.file.to_string(),
        None => String::new(),
    };
    PublishProblem {
        message: message.clone(),
        label: label.clone(),
        help: help.clone(),
        place,
        file,
        at: at.unwrap_or_default(),
    }
}

/// Finds the field that a place lies in: its file, and the address of its value.
fn field_at(place: &Place, config: &Config, site: &Site) -> Option<(String, String)> {
    let content = ContentFile::find(site, &place.file).filter(ContentFile::is_yaml)?;
    let disk = content.read(config).ok()?;
    let line: usize = disk.text().split_inclusive('\n').take(place.line.saturating_sub(1)).map(str::len).sum();
    let offset = line + place.mark.start;
    let blocks = disk.text_blocks(site.content.markdown_of(content.source));
    let is_around = |span: &std::ops::Range<usize>| span.start <= offset && offset <= span.end;
    let block = blocks.iter().rposition(|block| is_around(&block.span)).map(|number| format!("#{number}"));
    Some((place.file.to_string(), block.or_else(|| value_at(&disk, offset)).unwrap_or_default()))
}

/// Finds the innermost value that a byte of the file lies in, or whose key it lies in.
fn value_at(disk: &DiskText, offset: usize) -> Option<String> {
    let source = disk.yaml().ok()?;
    let offset = offset.checked_sub(source.range.start)?;
    let (tree, document) = (source.tree(), disk.parse().ok()?);
    let mut pointers = Vec::new();
    add_pointers(&document.value, String::new(), &mut pointers);
    let is_around = |pointer: &String| {
        let spans = [PairSide::Key, PairSide::Value].map(|side| tree.find(pointer, side));
        spans.iter().any(|span| span.start <= offset && offset <= span.end)
    };
    pointers.into_iter().rfind(is_around)
}

/// Lists the pointers of a value and of those in it, each after what it is in.
fn add_pointers(value: &Value, at: String, pointers: &mut Vec<String>) {
    let number = pointers.len();
    pointers.push(at);
    let child = |pointers: &mut Vec<String>, key: &str, value: &Value| {
        let at = join(&pointers[number], key);
        add_pointers(value, at, pointers);
    };
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, value)| child(pointers, key, value)),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(item, value)| child(pointers, &item.to_string(), value));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::content_file::DiskText;
    use super::value_at;
    use crate::source::SourceFile;

    #[test]
    fn a_byte_leads_to_the_value_around_it() {
        let text = "---\ntitle: Ä house\nitems:\n  - { a: 1, b: two }\n  - plain\n---\nText\n";
        let source = SourceFile { file: "content/a.md".into(), path: "a.md".into(), text: "".into() };
        let disk = DiskText::new(&source, text.to_owned());
        let check = |word: &str, expected: Option<&str>| {
            assert_eq!(value_at(&disk, text.find(word).expect("a word")).as_deref(), expected, "{word}");
        };
        check("house", Some("/title"));
        check("title", Some("/title"));
        check("two", Some("/items/0/b"));
        check("b: two", Some("/items/0/b"));
        check("plain", Some("/items/1"));
        check("items", Some("/items"));
    }
}
