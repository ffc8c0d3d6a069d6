//! Inline events as plain text.

use pulldown_cmark::Event;

use super::event_buffer::ParserEvent;

/// Appends the text of an inline event, without markup.
pub(super) fn push_text(text: &mut String, event: &Event) {
    match event {
        Event::Text(part)
        | Event::Code(part)
        | Event::InlineHtml(part)
        | Event::InlineMath(part)
        | Event::DisplayMath(part) => text.push_str(part),
        Event::SoftBreak | Event::HardBreak => text.push(' '),
        _ => {}
    }
}

/// Reads the text up to the end of an element that has begun, such as the alternative text of an image.
pub(super) fn read_text<'a>(events: &mut impl Iterator<Item = ParserEvent<'a>>) -> String {
    let mut text = String::new();
    let mut depth = 1;
    while depth > 0 {
        match events.next() {
            Some((Event::Start(_), _)) => depth += 1,
            Some((Event::End(_), _)) => depth -= 1,
            Some((event, _)) => push_text(&mut text, &event),
            None => break,
        }
    }
    text
}
