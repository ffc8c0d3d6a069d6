//! The marks of a page: for each of its elements the values that its text and its attributes come from.
//!
//! The marks come from a second rendering with markers in its text. No browser gets this rendering. An element is
//! identified by its tag and its number among the elements of that tag, so that the page itself needs no attributes. A
//! browser uses a mark only if the element still has the text that comes with the mark.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use serde::Serialize;
use serde_json::Value;

use super::content_file::{ContentFile, ContentRole};
use super::labels;
use super::page_choice::{PageChoice, describe_page};
use super::sample::sample_around;
use super::workspace::OpenFile;
use crate::html::{OpenElement, Tag, Token, is_void, offset, scan};
use crate::markdown::TextBlock;
use crate::render::{MarkedPage, MarkedTemplates, Origin, Renderer};
use crate::site::plan::{PageIndex, PageSubject, PlannedPage};
use crate::snapshot::Snapshot;
use crate::unicode::collapse_white_space;
use crate::yaml::ParsedDocument;
use crate::yaml::pointer::segments;

/// The attributes that people see or hear, or that choose what they see.
const SHOWN_ATTRIBUTES: &[&str] =
    &["alt", "aria-label", "href", "placeholder", "poster", "src", "srcset", "title", "value"];

/// The elements that stand within a sentence.
const PHRASING: &[&str] = &[
    "a", "abbr", "b", "bdi", "cite", "code", "del", "dfn", "em", "i", "ins", "kbd", "mark", "q", "s", "samp", "small",
    "span", "strong", "sub", "sup", "time", "u", "var",
];

#[derive(Debug, Default, Serialize)]
pub struct PageMarks {
    /// Whether the texts of the page could be traced to where they were written. If not, `elements` is empty, and the
    /// editor says so.
    pub is_traced: bool,
    pub elements: Vec<MarkedElement>,
    /// Whether the page shows a sample value, or its own file has one.
    pub has_samples: bool,
    /// The shown values. `MarkedElement::targets` has indexes of this list.
    pub targets: Vec<MarkTarget>,
    /// The title of each file, by its path.
    pub titles: BTreeMap<String, String>,
    pub template: String,
    pub page: PageChoice,
    /// The values of the page's own file that name other entries.
    pub references: Vec<PageReference>,
}

/// A value that names another entry, such as the author of an article.
#[derive(Debug, Serialize)]
pub struct PageReference {
    pub at: String,
    /// The value in words, such as `Author`.
    pub label: String,
    /// The file of the named entry.
    pub names: String,
}

/// An element that shows values, or whose text has a known source without a form.
#[derive(Debug, Serialize)]
pub struct MarkedElement {
    pub tag: String,
    /// The number among all elements of this tag, without those inside of `template`, `noscript`, SVG and MathML.
    pub number: usize,
    /// The text of the element itself, without that of elements in it, and with single spaces. Empty for `pre`.
    pub text: String,
    /// The element's own text and the text of links, emphasised words and other elements within the sentence. In a
    /// `pre`, it is all text. `None` if it equals `text`, or if `text` is empty and the element is no `pre`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whole_text: Option<String>,
    /// The values that the element shows, as indexes of `PageMarks::targets`: first those in its text, then those
    /// in its attributes only.
    pub targets: Vec<usize>,
    /// How many of the targets are in its text.
    pub text_targets: usize,
    /// Where the first part of its text comes from; `None` if it has targets, no text, or text of unknown origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<TextSource>,
}

/// The source of a text that has no form.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum TextSource {
    /// A line of a file, from 1.
    Line { file: String, line: usize },
    /// The entries of a collection, from which the text is computed.
    Entries { collection: String },
}

/// A value that a page shows.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct MarkTarget {
    pub file: String,
    pub at: String,
    /// The value in words, such as `Counters › Item 1 › Value`.
    pub label: String,
    #[serde(skip)]
    is_number: bool,
}

/// The finder of page marks, which keeps the marked templates while those of the site are unchanged.
#[derive(Default)]
pub struct PageMarker(Mutex<Option<MarkedTemplates>>);

impl PageMarker {
    pub fn find_marks(&self, snapshot: &Arc<Snapshot>, page: PageIndex) -> PageMarks {
        let templates = snapshot.templates();
        let mut kept = self.0.lock();
        let unchanged = kept.take().filter(|marked| marked.are_of(templates));
        let marked = kept.insert(unchanged.unwrap_or_else(|| MarkedTemplates::new(templates, BTreeSet::new())));
        let marked_page = Renderer::new(snapshot.clone(), false).render_with_fewer_marks(page, marked);
        drop(kept);
        collect_marks(snapshot, page, marked_page)
    }
}

/// Collects the marks of a page from its marked rendering, which is `None` if the page can't be rendered with marks.
fn collect_marks(snapshot: &Snapshot, page: PageIndex, marked: Option<MarkedPage>) -> PageMarks {
    let planned = &snapshot.plan().pages[page];
    let (template, page) = (planned.template.clone(), describe_page(snapshot, planned));
    let references = list_page_references(snapshot, planned);
    let has_samples = page.file.as_ref().is_some_and(|file| file_has_samples(snapshot, file));
    let marks = PageMarks { has_samples, template, page, references, ..PageMarks::default() };
    let Some(marked) = marked else { return marks };
    let parts = marked.parts();
    let mut reader = ElementReader { html: &marked.html, parts: &parts, ..ElementReader::default() };
    scan(&marked.html, |token| reader.read(&token));
    let marks = PageMarks { is_traced: true, ..marks };
    let mut collector = MarkCollector { snapshot, marks, indices: BTreeMap::new(), files: BTreeMap::new() };
    for element in reader.elements {
        let mut targets: Vec<usize> = element.parts.iter().filter_map(|part| collector.add(parts[*part].1)).collect();
        targets.dedup();
        // A click opens the first target. Numbers come last, as a click beside their digits is meant for the text.
        targets.sort_by_key(|target| collector.marks.targets[*target].is_number);
        let text_targets = targets.len();
        for part in &element.attribute_parts {
            targets.extend(collector.add(parts[*part].1).filter(|target| !targets.contains(target)));
        }
        let has_source = targets.is_empty() && !element.has_uncovered_text;
        let source = element.first_text.filter(|_| has_source).and_then(|part| text_source(parts[part].1));
        if !targets.is_empty() || source.is_some() {
            let ReadElement { tag, number, text, whole_text, .. } = element;
            let (text, whole_text) = (collapse_white_space(&text), collapse_white_space(&whole_text));
            let has_inner_text = (!text.is_empty() || tag == "pre") && whole_text != text;
            let whole_text = has_inner_text.then_some(whole_text);
            let elements = &mut collector.marks.elements;
            elements.push(MarkedElement { tag, number, text, whole_text, targets, text_targets, source });
        }
    }
    collector.marks
}

fn list_page_references(snapshot: &Snapshot, page: &PlannedPage) -> Vec<PageReference> {
    let PageSubject::Entry(index) = page.subject else { return Vec::new() };
    let site = snapshot.site();
    let entry = site.entry(index);
    let document = Value::Object(entry.fields.clone());
    let references = site.references(index).iter().map(|(at, named)| PageReference {
        at: at.clone(),
        label: labels::path(&entry.schema, &document, at),
        names: site.entry(*named).file.file.to_string(),
    });
    references.collect()
}

fn file_has_samples(snapshot: &Snapshot, file: &str) -> bool {
    let content = ContentFile::find(snapshot.site(), file);
    let document = content.and_then(|content| OpenFile::as_built(content).parse().ok());
    document.is_some_and(|document| !document.samples.is_empty())
}

fn text_source(origin: &Origin) -> Option<TextSource> {
    if let Origin::Entries(collection) = origin {
        return Some(TextSource::Entries { collection: collection.clone() });
    }
    origin.place(&[]).map(|place| TextSource::Line { file: place.file.to_string(), line: place.line })
}

struct MarkCollector<'a> {
    snapshot: &'a Snapshot,
    marks: PageMarks,
    /// The index of each target, by its file and pointer.
    indices: BTreeMap<(&'a str, String), usize>,
    files: BTreeMap<&'a str, KnownFile<'a>>,
}

/// A file that a page shows, parsed once.
struct KnownFile<'a> {
    content: ContentFile<'a>,
    document: ParsedDocument,
    blocks: Vec<TextBlock>,
}

impl<'a> MarkCollector<'a> {
    /// Adds the value at an origin, unless it is there already. Returns its index, or `None` if it has no form.
    fn add(&mut self, origin: &'a Origin) -> Option<usize> {
        let (Origin::Value(source, _) | Origin::Bytes(source, _)) = origin else { return None };
        if !origin.is_content() {
            return None;
        }
        let (file, site) = (&*source.file, self.snapshot.site());
        if !self.files.contains_key(file) {
            let content = ContentFile::find(site, file)?;
            let open = OpenFile::as_built(content);
            let (document, blocks) = (open.parse().ok()?, open.text_blocks());
            self.marks.titles.insert(file.to_owned(), content.title(site));
            self.files.insert(file, KnownFile { content, document, blocks });
        }
        let known = self.files.get(file)?;
        let (at, label) = known.locate(origin)?;
        let marks = &mut self.marks;
        let index = self.indices.entry((file, at.clone())).or_insert_with(|| {
            marks.has_samples |= sample_around(&known.document.samples, &at).is_some();
            let is_number = known.document.value.pointer(&at).is_some_and(Value::is_number);
            marks.targets.push(MarkTarget { file: file.to_owned(), at, label, is_number });
            marks.targets.len() - 1
        });
        Some(*index)
    }
}

impl KnownFile<'_> {
    /// Returns the pointer of the value at an origin, or `#` and the number of the text, and its name in words.
    fn locate(&self, origin: &Origin) -> Option<(String, String)> {
        let document = &self.document.value;
        match origin {
            Origin::Value(_, pointer) if document.pointer(pointer).is_some() => Some(self.value_at(pointer)),
            // A setting that the file lacks has a default, and belongs to the nearest setting around it.
            Origin::Value(_, pointer) if self.content.role == ContentRole::Settings => {
                let mut around = pointer.rmatch_indices('/').map(|(end, _)| &pointer[..end]);
                around.find(|around| document.pointer(around).is_some()).map(|around| self.value_at(around))
            }
            // A title that the front matter lacks comes from the first heading of level 1.
            Origin::Value(_, pointer) => {
                if segments(pointer).next().as_deref() != self.content.schema.heading_field() {
                    return None;
                }
                let number = self.blocks.iter().position(|block| block.level == Some(1))?;
                Some(self.block_at(number))
            }
            Origin::Bytes(_, span) => {
                let overlaps = |block: &TextBlock| block.span.start <= span.end && span.start < block.span.end;
                let mut numbers = (0..self.blocks.len()).filter(|&number| overlaps(&self.blocks[number]));
                // A span of several blocks is part of none of them: the title of an alert, for example, has the span of
                // all blocks in the alert.
                numbers.next().filter(|_| numbers.next().is_none()).map(|number| self.block_at(number))
            }
            Origin::File(_) | Origin::Entries(_) => None,
        }
    }

    fn value_at(&self, pointer: &str) -> (String, String) {
        (pointer.to_owned(), labels::path(self.content.schema, &self.document.value, pointer))
    }

    fn block_at(&self, number: usize) -> (String, String) {
        (format!("#{number}"), labels::of_block(&self.blocks[number], self.content.markdown).to_owned())
    }
}

#[derive(Default)]
struct ReadElement {
    tag: String,
    number: usize,
    text: String,
    whole_text: String,
    /// The parts of the page that its text overlaps.
    parts: Vec<usize>,
    /// The parts of the page that its attributes overlap.
    attribute_parts: Vec<usize>,
    /// The part in which its text begins.
    first_text: Option<usize>,
    /// Whether some of its text lies in no part.
    has_uncovered_text: bool,
}

#[derive(Default)]
struct ElementReader<'a> {
    html: &'a str,
    parts: &'a [(Range<usize>, &'a Origin)],
    /// The first part that may overlap what comes next.
    next: usize,
    counts: FxHashMap<String, usize>,
    elements: Vec<ReadElement>,
    /// The open elements, by their index and name.
    open: Vec<(usize, Cow<'a, str>)>,
    /// The open element whose content is not counted.
    uncounted: OpenElement<'a>,
}

impl<'a> ElementReader<'a> {
    /// Returns the parts that a span overlaps. Spans come in the order of the page.
    fn overlapping(&mut self, span: &Range<usize>) -> Vec<usize> {
        while self.parts.get(self.next).is_some_and(|(part, _)| part.end <= span.start) {
            self.next += 1;
        }
        let following = self.parts[self.next..].iter().enumerate();
        let overlapping = following.take_while(|(_, (part, _))| part.start < span.end);
        overlapping.filter(|(_, (part, _))| part.end > span.start).map(|(at, _)| self.next + at).collect()
    }

    fn read(&mut self, token: &Token<'a, '_>) {
        // A `template` or `noscript` is counted, but nothing in it is.
        let is_counted = !self.uncounted.is_open();
        self.uncounted.update(token, |tag| tag.is_foreign_root() || matches!(&*tag.name, "template" | "noscript"));
        match token {
            Token::Start(tag) if is_counted && !tag.is_foreign_root() => self.add_element(tag),
            Token::End(tag) if !self.uncounted.is_open() => {
                if let Some(at) = self.open.iter().rposition(|(_, open)| *open == tag.name) {
                    self.open.truncate(at);
                }
            }
            Token::Text(text) if !self.uncounted.is_open() => self.add_text(text),
            _ => {}
        }
    }

    fn add_element(&mut self, tag: &Tag<'a>) {
        let count = self.counts.entry(tag.name.to_string()).or_default();
        let number = *count;
        *count += 1;
        let mut attribute_parts = Vec::new();
        for attribute in &tag.attributes {
            if SHOWN_ATTRIBUTES.iter().any(|shown| attribute.name.eq_ignore_ascii_case(shown)) {
                attribute_parts.extend(self.overlapping(&attribute.span()));
            }
        }
        self.elements.push(ReadElement {
            tag: tag.name.to_string(),
            number,
            attribute_parts,
            ..ReadElement::default()
        });
        if !is_void(&tag.name) {
            self.open.push((self.elements.len() - 1, tag.name.clone()));
        }
    }

    fn add_text(&mut self, text: &str) {
        let words = htmlize::unescape(text);
        // Code is one text, although highlighting puts its words into elements.
        let pre = self.open.iter().find(|(_, name)| name == "pre");
        let Some(&(element, _)) = pre.or(self.open.last()) else { return };
        if pre.is_some() {
            self.elements[element].whole_text.push_str(&words);
        } else {
            self.elements[element].text.push_str(&words);
            // The text of a link or an emphasised word also belongs to the elements around it.
            for (around, name) in self.open.iter().rev() {
                self.elements[*around].whole_text.push_str(&words);
                if !PHRASING.contains(&&**name) {
                    break;
                }
            }
        }
        if !text.trim().is_empty() {
            let start = offset(self.html, text);
            let span = start..start + text.len();
            let parts = self.overlapping(&span);
            let shared = |part: usize| {
                let (part, _) = &self.parts[part];
                part.start.max(span.start)..part.end.min(span.end)
            };
            let covered: usize = parts.iter().map(|&part| shared(part).len()).sum();
            let first_text = parts.iter().copied().find(|&part| !self.html[shared(part)].trim().is_empty());
            let element = &mut self.elements[element];
            element.first_text = element.first_text.or(first_text);
            element.has_uncovered_text |= covered != span.len();
            element.parts.extend(parts);
        }
    }
}
