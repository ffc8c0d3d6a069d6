//! A page that is rendered with marks: its HTML, and the origin of each part.

use std::ops::Range;

use super::marks::{self, Mark};
use super::trace::{Origin, OriginTrace, find_in_span};
use crate::diagnostic::Place;

#[derive(Debug)]
pub struct MarkedPage {
    /// The HTML without marks.
    pub html: String,
    marks: Vec<(usize, Mark)>,
    origins: Vec<Origin>,
}

/// A printed value around an offset of the page. The outermost frame is the whole page.
#[derive(Debug, Default)]
struct Frame {
    /// The number of the template's expression that printed the value.
    expression: Option<usize>,
    /// The number of the value's origin.
    origin: Option<usize>,
    /// The value's last tag or text before the offset: where it begins, and the number of its origin.
    point: Option<(usize, usize)>,
}

impl MarkedPage {
    /// Parses a page with marks. Returns `None` if a mark is cut off.
    pub(super) fn read(marked: &str, trace: &OriginTrace) -> Option<Self> {
        let (html, marks) = marks::read(marked)?;
        Some(Self { html, marks, origins: trace.take_origins() })
    }

    /// Returns the place where a span of the page was written. If only the tag or value around the span is known,
    /// narrows the place to the first of `texts` that the source of the tag or value contains.
    pub fn place(&self, span: &Range<usize>, texts: &[&str]) -> Option<Place> {
        let mut near = None;
        for frame in self.frames(span.start).iter().rev() {
            match self.place_in(frame, span, texts) {
                Some(FoundPlace::Exact(place)) => return Some(place),
                Some(FoundPlace::Near(place)) => near = near.or(Some(place)),
                None => {}
            }
        }
        near
    }

    /// Returns the place of a span of the page as one frame shows it: by the last tag or text, by the origin of the
    /// printed value, or by the expression that printed it.
    fn place_in(&self, frame: &Frame, span: &Range<usize>, texts: &[&str]) -> Option<FoundPlace> {
        let point =
            frame.point.and_then(|(at, number)| self.place_at_point(at, self.origins.get(number)?, span, texts));
        if let Some(FoundPlace::Exact(_)) = point {
            return point;
        }
        if let Some(place) = frame.origin.and_then(|number| self.origins.get(number)?.place(texts)) {
            return Some(FoundPlace::Exact(place));
        }
        let printed_by = frame.expression.and_then(|number| self.origins.get(number));
        let Some(Origin::Bytes(file, expression)) = printed_by else { return point };
        // If the expression calls a macro, the text may be an argument of the call, in quotes.
        let quoted = texts.iter().flat_map(|text| ['"', '\''].map(|quote| format!("{quote}{text}{quote}")));
        let argument = quoted.into_iter().find_map(|quoted| {
            let at = file.text.get(expression.clone())?.find(&quoted)? + expression.start;
            Some(at + 1..at + quoted.len() - 1)
        });
        let place = |span| Place::new(file.file.clone(), &file.text, span);
        match argument {
            Some(argument) => Some(FoundPlace::Exact(place(argument))),
            None => point.or_else(|| Some(FoundPlace::Near(place(expression.clone())))),
        }
    }

    /// Returns the parts of the page whose origin is known, in order: the bytes of the HTML, and the origin. Parts that
    /// islands compute are left out.
    pub fn parts(&self) -> Vec<(Range<usize>, &Origin)> {
        let mut parts = Vec::new();
        let mut frames = vec![Frame::default()];
        let ends = self.marks.iter().skip(1).map(|(offset, _)| *offset).chain([self.html.len()]);
        for ((start, mark), end) in self.marks.iter().zip(ends) {
            enter(&mut frames, *start, *mark);
            let origin = frames.last().and_then(|frame| frame.origin_of(&self.origins, &self.html[*start..end]));
            parts.extend(origin.filter(|_| end > *start).map(|origin| (*start..end, origin)));
        }
        parts
    }

    /// Returns the printed values around an offset, the innermost last.
    fn frames(&self, at: usize) -> Vec<Frame> {
        let mut frames = vec![Frame::default()];
        for (offset, mark) in self.marks.iter().take_while(|(offset, _)| *offset <= at) {
            enter(&mut frames, *offset, *mark);
        }
        frames
    }

    /// Returns the place of a span of the page, if the span belongs to the tag or text that begins at `at`.
    fn place_at_point(&self, at: usize, origin: &Origin, span: &Range<usize>, texts: &[&str]) -> Option<FoundPlace> {
        let Origin::Bytes(file, source) = origin else { return Some(FoundPlace::Exact(origin.place(texts)?)) };
        let is_verbatim = self.html.get(at..span.end).is_some_and(|part| file.text[source.start..].starts_with(part));
        if is_verbatim {
            let start = source.start + span.start - at;
            return Some(FoundPlace::Exact(Place::new(file.file.clone(), &file.text, start..start + span.len())));
        }
        // A point in Markdown covers everything up to the next point. A point in a template covers its own tag or text
        // only, as values that the template prints may follow.
        let is_within = self.html[at..].starts_with('<') && span.start < at + tag_length(&self.html[at..]);
        if !is_within && !origin.is_content() {
            return None;
        }
        if span.start == at {
            return Some(FoundPlace::Exact(origin.place(&[])?));
        }
        match find_in_span(file, source, texts) {
            Some(place) => Some(FoundPlace::Exact(place)),
            None => Some(FoundPlace::Near(origin.place(&[])?)),
        }
    }
}

impl Frame {
    /// Returns the origin of `part`, the HTML from the last mark to the next; `None` if the origin is not certain.
    fn origin_of<'o>(&self, origins: &'o [Origin], part: &str) -> Option<&'o Origin> {
        let find = |number: Option<usize>| number.and_then(|number| origins.get(number));
        let Some(origin) = find(self.point.map(|(_, number)| number)).or_else(|| find(self.origin)) else {
            // A text with letters counts as written by the expression. HTML may come from anywhere, and a number is
            // often the argument of a macro.
            return find(self.expression).filter(|_| part.contains(char::is_alphabetic) && !part.contains('<'));
        };
        let is_certain = match origin {
            // If `part` goes on with a value that was printed without marks, the file does not contain `part`.
            Origin::Bytes(file, span) if !origin.is_content() => file.text[span.start..].starts_with(part.trim_end()),
            Origin::File(_) => false,
            _ => true,
        };
        is_certain.then_some(origin)
    }
}

/// Brings the frames up to date with the mark at an offset.
fn enter(frames: &mut Vec<Frame>, offset: usize, mark: Mark) {
    match mark {
        Mark::Begin { expression, origin } => frames.push(Frame { expression, origin, point: None }),
        Mark::End if frames.len() > 1 => _ = frames.pop(),
        Mark::End => {}
        Mark::Point(number) => {
            if let Some(frame) = frames.last_mut() {
                frame.point = Some((offset, number));
            }
        }
    }
}

/// A place that was found for a span.
enum FoundPlace {
    Exact(Place),
    /// The place of the whole tag or text in which the span is, or of the expression that printed the span.
    Near(Place),
}

/// Returns the length of the tag at the beginning of a text. A `>` in quotes does not end the tag.
fn tag_length(text: &str) -> usize {
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if matches!(c, '"' | '\'') => quote = Some(c),
            None if c == '>' => return at + 1,
            None => {}
        }
    }
    text.len()
}
