//! The record of where the texts of one page were written.
//!
//! Ordinary renderings have no trace and no cost. With an [`OriginTrace`], each text of the content becomes a separate
//! value, recognized by its address in memory, so that templates compare, sort and pass it as before. A trace with
//! marks also writes the origin of each tag and value into the HTML, where `marked_page` reads it.

use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;

use minijinja::value::ValueKind;
use minijinja::{Environment, Output, State, Value};
use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use super::marks;
use crate::config::TEMPLATES;
use crate::content::document;
use crate::diagnostic::Place;
use crate::source::SourceFile;
use crate::template::{self, AFTER_EXPRESSION, BEFORE_EXPRESSION, MissingKey};
use crate::yaml::pointer::segments;
use crate::yaml::tree::PairSide;
use crate::yaml::{DataFormat, DocumentSource};

/// The place where a text was written.
#[derive(Debug, Clone)]
pub enum Origin {
    /// A span of a Markdown file or of a template.
    Bytes(Arc<SourceFile>, Range<usize>),
    /// A value in a YAML, JSON, TOML or CSV file or in front matter, by its JSON pointer.
    Value(Arc<SourceFile>, String),
    /// A file as a whole: the exact place is not known.
    File(Arc<SourceFile>),
    /// The entries of the collection of this name, from which the text is computed.
    Entries(String),
}

/// The origins of texts in one rendering. The default writes no marks.
#[derive(Debug, Default)]
pub struct OriginTrace {
    /// Whether marks go into the HTML.
    pub marks_html: bool,
    /// Whether marks go into the HTML of Markdown too.
    pub marks_markdown: bool,
    recorded: Mutex<RecordedOrigins>,
}

#[derive(Debug, Default)]
struct RecordedOrigins {
    /// The origins by number. The first ones are those of the marks in templates.
    origins: Vec<Origin>,
    /// The texts by their addresses in memory, with the numbers of their origins. They stay alive here, so that no
    /// address is used twice.
    texts: FxHashMap<usize, (Value, usize)>,
    /// The converted fields, by file and key.
    fields: FxHashMap<(Arc<str>, String), Value>,
    /// The number of the template's expression that is printed next.
    expression: Option<usize>,
    /// The values of the content that the evaluated expression has looked up so far, each with its file and pointer.
    lookups: Vec<(Value, Arc<SourceFile>, String)>,
    failed_lookup: Option<FailedLookup>,
}

/// A lookup of a key that a mapping of the content lacks.
#[derive(Debug, Clone)]
pub struct FailedLookup {
    pub key: String,
    pub file: Arc<SourceFile>,
    /// The JSON pointer of the mapping.
    pub pointer: String,
    /// The keys of the mapping.
    pub keys: Value,
    /// The name of the data file, if the mapping is the whole file.
    pub data_file: Option<String>,
}

impl OriginTrace {
    /// Creates a trace that writes marks. `origins` are those of the marks in templates, by number.
    pub fn with_marks(origins: &[Origin], marks_markdown: bool) -> Self {
        let recorded = RecordedOrigins { origins: origins.to_vec(), ..RecordedOrigins::default() };
        Self { marks_html: true, marks_markdown, recorded: Mutex::new(recorded) }
    }

    pub fn record_failed_lookup(&self, lookup: FailedLookup) {
        self.recorded.lock().failed_lookup = Some(lookup);
    }

    /// Returns the last missing key.
    pub fn missing_key(&self) -> Option<MissingKey> {
        let FailedLookup { key, file, pointer, keys, data_file } = self.recorded.lock().failed_lookup.clone()?;
        let source = value_source(&file)?;
        let place = source.place(source.tree().missing_key_span(&pointer, &key));
        let keys = keys.try_iter().ok()?.filter_map(|key| key.as_str().map(str::to_owned)).collect();
        let is_column = DataFormat::of(&file.path) == Some(DataFormat::Csv);
        Some(MissingKey { key, keys, place, is_column, data_file })
    }

    /// Adds an origin and returns its number.
    pub fn add(&self, origin: Origin) -> usize {
        let mut recorded = self.recorded.lock();
        recorded.origins.push(origin);
        recorded.origins.len() - 1
    }

    /// Creates the value of a text and records the text's origin.
    pub fn text(&self, text: &str, origin: Origin) -> Value {
        let number = self.add(origin);
        self.register(Value::from(text), number)
    }

    /// Records the number of a text's origin by the text's address. Templates have to get the returned value, as
    /// `value` may have another address.
    fn register(&self, value: Value, number: usize) -> Value {
        let Some(text) = value.as_str() else { return value };
        // A short text that is not HTML lies within minijinja's value. Each copy of the value has it at a new address.
        let value = if value.is_safe() { value } else { Value::from(Arc::<str>::from(text)) };
        let address = value.as_str().map(|text| text.as_ptr().addr());
        self.recorded.lock().texts.extend(address.map(|address| (address, (value.clone(), number))));
        value
    }

    /// Returns a text that was made from `source`, with the same origin.
    pub fn derived_text(&self, source: &str, made: Value) -> Value {
        match self.number_of(source) {
            Some(number) => self.register(made, number),
            None => made,
        }
    }

    /// Returns the number of a text's origin, if the origin is recorded.
    pub fn number_of(&self, text: &str) -> Option<usize> {
        self.recorded.lock().texts.get(&text.as_ptr().addr()).map(|(_, number)| *number)
    }

    fn origin_of(&self, text: &str) -> Option<Origin> {
        let number = self.number_of(text)?;
        self.recorded.lock().origins.get(number).cloned()
    }

    /// Returns the place of `part` within a text, or else of the text; `None` if the text's origin or place is unknown.
    pub fn place_of(&self, text: &str, part: &str) -> Option<Place> {
        self.origin_of(text)?.place(&[part])
    }

    /// Returns the path of the mapping around a text of the content, such as `menu.kites`, and the place of its key.
    pub fn mapping_of(&self, text: &str) -> Option<(String, Place)> {
        let Origin::Value(file, pointer) = self.origin_of(text)? else { return None };
        let (mapping, _) = pointer.rsplit_once('/')?;
        let path: Vec<_> = segments(mapping).collect();
        Some((path.join("."), value_source(&file)?.place_of(mapping, PairSide::Key)))
    }

    /// Returns the value of a field, which `convert` creates once per page.
    pub fn convert_once(&self, file: &Arc<str>, key: &str, convert: impl FnOnce() -> Value) -> Value {
        let key = (file.clone(), key.to_owned());
        if let Some(known) = self.recorded.lock().fields.get(&key) {
            return known.clone();
        }
        let value = convert();
        self.recorded.lock().fields.insert(key, value.clone());
        value
    }

    /// Records the printed expressions of templates with marks. These templates have `after(before(3), x)` in place of
    /// the printed expression `x` with the number 3.
    pub fn watch_expressions(self: &Arc<Self>, environment: &mut Environment<'static>) {
        let (printing, evaluating, evaluated) = (self.clone(), self.clone(), self.clone());
        environment.set_formatter(move |out, state, value| printing.print(out, state, value));
        environment.add_function(BEFORE_EXPRESSION, move |number: usize| {
            evaluating.recorded.lock().lookups.clear();
            number
        });
        environment.add_function(AFTER_EXPRESSION, move |number: usize, value: Value| {
            evaluated.recorded.lock().expression = Some(number);
            value
        });
    }

    /// Records that a template looks up a value of the content, if the trace writes marks.
    pub fn record_lookup(&self, value: &Value, file: &Arc<SourceFile>, pointer: String) {
        if self.marks_html {
            self.recorded.lock().lookups.push((value.clone(), file.clone(), pointer));
        }
    }

    /// Adds the origin of a computed value, and returns the origin's number. The origin is that of the first looked-up
    /// value that the printed text shows. Returns `None` for HTML, and if the text shows no looked-up value.
    fn add_computed_origin(&self, printed: &Value) -> Option<usize> {
        let lookups = std::mem::take(&mut self.recorded.lock().lookups);
        if printed.is_safe() {
            // HTML has marks of its own.
            return None;
        }
        let text = printed.to_string();
        let (_, file, pointer) = lookups.into_iter().find(|(value, ..)| is_shown(value, &text))?;
        Some(self.add(Origin::Value(file, pointer)))
    }

    /// Prints a value, between marks if it is not empty and its expression has a number.
    fn print(&self, out: &mut Output, state: &mut State, value: &Value) -> Result<(), minijinja::Error> {
        let Some(expression) = self.recorded.lock().expression.take() else {
            return template::print_value(out, state, value);
        };
        if value.is_none() || value.as_str() == Some("") {
            return template::print_value(out, state, value);
        }
        let origin = value.as_str().and_then(|text| self.number_of(text)).or_else(|| self.add_computed_origin(value));
        out.write_str(&marks::begin(Some(expression), origin))?;
        template::print_value(out, state, value)?;
        Ok(out.write_char(marks::END)?)
    }

    /// Takes the origins by number, after the rendering.
    pub fn take_origins(&self) -> Vec<Origin> {
        std::mem::take(&mut self.recorded.lock().origins)
    }
}

impl Origin {
    /// Whether the origin is in content, not in a template or an island.
    pub fn is_content(&self) -> bool {
        match self {
            Self::Value(..) | Self::Entries(_) => true,
            Self::Bytes(file, _) => !is_template(file),
            Self::File(_) => false,
        }
    }

    /// Returns the place of the first of `texts` that the origin contains, or else the place of the origin. `Entries`
    /// have no place.
    pub fn place(&self, texts: &[&str]) -> Option<Place> {
        let (file, span) = match self {
            Self::Bytes(file, span) => (file, span.clone()),
            Self::Value(file, pointer) => (file, value_source(file)?.span_of(pointer, PairSide::Value)),
            Self::File(file) => (file, 0..file.text.len()),
            Self::Entries(_) => return None,
        };
        let found = find_in_span(file, &span, texts);
        Some(found.unwrap_or_else(|| match self {
            Self::File(_) => Place::file(file.file.clone()),
            _ => Place::new(file.file.clone(), &file.text, span),
        }))
    }
}

/// Whether a file is in the folder of templates. The name does not tell: a template may be called `llms.md`.
fn is_template(file: &SourceFile) -> bool {
    *file.file == [TEMPLATES, "/", &file.path].concat()
}

/// Whether a printed text shows a value. A number is shown if the text has the same digits (`16,000`), a string if it
/// is a whole word of the text, and a list if all of its items are shown.
fn is_shown(value: &Value, printed: &str) -> bool {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    match value.kind() {
        ValueKind::Number => digits(printed) == digits(&value.to_string()),
        ValueKind::String => value.as_str().is_some_and(|text| find_whole_word(printed, text).is_some()),
        ValueKind::Seq if value.len().is_some_and(|length| length > 0) => {
            value.try_iter().is_ok_and(|mut items| items.all(|item| is_shown(&item, printed)))
        }
        _ => false,
    }
}

/// Returns the part of a file that has values: its front matter, or all of it.
fn value_source(file: &SourceFile) -> Option<DocumentSource<'_>> {
    document::split_entry(file).ok().map(|(source, _)| source)
}

/// Returns the place of the first of `texts` that a span of a file contains.
pub fn find_in_span(file: &SourceFile, span: &Range<usize>, texts: &[&str]) -> Option<Place> {
    let part = file.text.get(span.clone())?;
    let found = texts.iter().find_map(|text| find_whole_word(part, text))?;
    Some(Place::new(file.file.clone(), &file.text, span.start + found.start..span.start + found.end))
}

/// Finds `wanted` in a text, but not as part of a longer word or URL. Exception: the fragment of a longer URL is found,
/// with or without its `#`.
fn find_whole_word(text: &str, wanted: &str) -> Option<Range<usize>> {
    let is_in_path = |c: char| c.is_alphanumeric() || matches!(c, '/' | '-' | '_' | '.' | '%');
    let is_in_url = |c: char| is_in_path(c) || c == '#';
    if wanted.is_empty() {
        return None;
    }
    text.match_indices(wanted).map(|(at, found)| at..at + found.len()).find(|span| {
        let is_cut_before = wanted.starts_with(is_in_path) && text[..span.start].ends_with(is_in_path);
        let is_cut_after = wanted.ends_with(is_in_url) && text[span.end..].starts_with(is_in_url);
        !is_cut_before && !is_cut_after
    })
}
