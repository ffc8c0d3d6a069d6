//! Why an island can't be rendered, in a developer's words.

use super::engine::{Fault, SERVER};
use super::source_map::{self, SourceMap};
use crate::diagnostic::{Diagnostic, Place};

/// What browsers have and a build has not, with what to do instead.
const MISSING: [(&str, &str); 20] = [
    ("AbortController", LATER),
    ("Intl", "write numbers and dates in the template, which has filters for them, and give the text as a prop"),
    ("IntersectionObserver", LATER),
    ("MutationObserver", LATER),
    ("ResizeObserver", LATER),
    ("TextDecoder", LATER),
    ("TextEncoder", LATER),
    ("URL", LATER),
    ("URLSearchParams", LATER),
    ("clearTimeout", LATER),
    ("crypto", "for ids that are the same in the page and in the browser there is `useId`"),
    ("document", LATER),
    ("fetch", "what the island shows at first comes in its props; load anything else in an effect"),
    ("localStorage", LATER),
    ("location", "give the address as a prop, or ask for it in an effect"),
    ("navigator", LATER),
    ("requestAnimationFrame", LATER),
    ("sessionStorage", LATER),
    ("setTimeout", LATER),
    ("window", LATER),
];

const LATER: &str =
    "the page is built without a browser: use it in an effect or in an event's handler, which run in the browser only";

const AT_ONCE: &str = "give it what it shows as props, and load anything else in an effect";

/// What React says of a component that waits where nothing stands for it meanwhile, in both of its builds (its code 426).
const SUSPENDED: [&str; 2] = ["Minified React error #426", "suspended while responding"];

/// The message for a fault of the island `name` in a bundle of this text.
pub fn explain(name: &str, fault: &Fault, bundle: &str, map: Option<&SourceMap>) -> Diagnostic {
    let failed = |message: String| Diagnostic::error("island-failed", message);
    match fault {
        Fault::Endless => failed(format!("the island `{name}` does not come to an end while it is rendered"))
            .help("look for a loop without an end, or for state that is set again in every rendering"),
        Fault::Greedy => failed(format!("the island `{name}` takes more memory than there is for it"))
            .help("look for a list that grows without an end, or a component that shows itself"),
        Fault::Waits => failed(format!("the island `{name}` waits for something (`lazy`, `use` or a promise) or throws within a `Suspense`, so only the fallback would stand in the page"))
            .help(format!("{AT_ONCE}; without the `Suspense`, what is thrown is told")),
        Fault::Thrown { message, .. } if SUSPENDED.iter().any(|said| message.contains(said)) => {
            failed(format!("the island `{name}` waits for something (`lazy`, `use` or a promise), or shows itself without end"))
                .help(AT_ONCE)
        }
        Fault::Differs { first, other } => {
            let (first, other) = difference(first, other);
            Diagnostic::error("island-differs", format!("the island `{name}` shows something else at another time or place"))
                .note(format!("at one time it is  {first}"))
                .note(format!("at another         {other}"))
                .help("the browser would show something else than the page: give it a date or a number as a prop, or show it in an effect")
        }
        Fault::Thrown { name: kind, message, stack } => {
            let (message, hint) = message.split_once('\n').unwrap_or((message, ""));
            let mut diagnostic = match kind.as_str() {
                "SiteError" => failed(format!("the island `{name}` can't be rendered: {message}")),
                _ if message.contains("call stack size exceeded") => {
                    failed(format!("the island `{name}` calls itself without end"))
                        .help("look for a component that shows itself, or a function that calls itself")
                }
                _ => failed(format!("the island `{name}` throws while it is rendered: {kind}: {message}")),
            };
            if !hint.is_empty() {
                diagnostic = diagnostic.help(hint);
            } else if let Some((_, what)) =
                MISSING.iter().find(|(missing, _)| kind == "ReferenceError" && is_about(message, missing))
            {
                diagnostic = diagnostic.help(*what);
            } else if message.contains("Minified React error") {
                diagnostic = diagnostic.help("`site build --development` says it in React's own words");
            }
            match map.and_then(|map| place(stack, bundle, map)) {
                Some(place) => diagnostic.at(place),
                None => diagnostic,
            }
        }
    }
}

/// The message for an island that shows something else after others were rendered.
pub fn remembers(name: &str, fresh: &str, later: &str) -> Diagnostic {
    let (fresh, later) = difference(fresh, later);
    Diagnostic::error(
        "island-remembers",
        format!("the island `{name}` shows something else after others were rendered"),
    )
    .at(Place::file(format!("islands/{name}.tsx")))
    .note(format!("for itself it is       {fresh}"))
    .note(format!("after others it was    {later}"))
    .help("it keeps something in a variable outside the component: keep it in state, a ref or a prop")
}

fn is_about(message: &str, name: &str) -> bool {
    message.strip_suffix(" is not defined").is_some_and(|subject| subject.trim_matches(['\'', '`', '"']) == name)
}

/// Where the stack first is in a source of the site's own.
fn place(stack: &str, bundle: &str, map: &SourceMap) -> Option<Place> {
    stack.lines().find_map(|line| {
        let at = line.rfind(SERVER)? + SERVER.len();
        let mut numbers = line[at..].split(':').skip(1).map(|part| part.trim_end_matches(')').parse::<usize>());
        let (line, column) = (numbers.next()?.ok()?, numbers.next()?.ok()?);
        let origin = map.origin(line, units(bundle, line, column.checked_sub(1)?))?;
        let file = source_map::own_file(origin.source)?;
        let start = utf16(origin.text, origin.column);
        let mut place = Place::new(file, origin.text, start..word_end(origin.text, start));
        place.line = origin.line;
        Some(place)
    })
}

/// The column of a byte of the bundle. The engine counts bytes, and means the point before the name of what is called.
fn units(bundle: &str, line: usize, byte: usize) -> usize {
    let text = bundle.split('\n').nth(line - 1).unwrap_or_default();
    let Some((before, name)) = text.split_at_checked(byte) else { return byte };
    let points = name.len() - name.trim_start_matches(['?', '.']).len();
    before.encode_utf16().count() + points
}

/// The byte at a number of UTF-16 units.
fn utf16(text: &str, units: usize) -> usize {
    let mut seen = 0;
    let found = text.char_indices().find(|(_, c)| {
        let here = seen >= units;
        seen += c.len_utf16();
        here
    });
    found.map_or(text.len(), |(at, _)| at)
}

fn word_end(text: &str, start: usize) -> usize {
    let rest = &text[start..];
    let end = rest.find(|c: char| !(c.is_alphanumeric() || "_$.".contains(c))).unwrap_or(rest.len());
    start + end.max(rest.chars().next().map_or(0, char::len_utf8))
}

/// The parts of two texts around where they begin to differ.
fn difference(a: &str, b: &str) -> (String, String) {
    const BEFORE: usize = 24;
    const SHOWN: usize = 60;
    let same = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let part = |text: &str| {
        let from = same.saturating_sub(BEFORE);
        let mut shown: String = text.chars().skip(from).take(SHOWN).collect();
        if from > 0 {
            shown.insert(0, '…');
        }
        if text.chars().count() > from + SHOWN {
            shown.push('…');
        }
        shown
    };
    (part(a), part(b))
}
