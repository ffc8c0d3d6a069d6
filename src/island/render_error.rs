//! The diagnostics for islands that can't be rendered, with the place in the site's source.

use super::engine::{IslandError, PRERENDERER_SCRIPT};
use super::source_map::{self, SourceMap};
use crate::diagnostic::{Diagnostic, Place};

/// Browser globals that don't exist during a build, separated by spaces, and the advice for them.
const MISSING_GLOBALS: [(&str, &str); 6] = [
    (
        "AbortController CustomEvent Event FormData HTMLElement IntersectionObserver MutationObserver ResizeObserver \
         clearTimeout document history localStorage matchMedia navigator requestAnimationFrame sessionStorage \
         setInterval setTimeout window",
        "the page is built without a browser: use it in an effect or in an event's handler, which run in the browser \
         only",
    ),
    (
        "Blob TextDecoder TextEncoder URL URLSearchParams atob btoa structuredClone",
        "the JavaScript engine of the build has no APIs of browsers: give the result as a prop, or use it in an effect \
         or in an event's handler",
    ),
    ("Intl", "write numbers and dates in the template, which has filters for them, and give the text as a prop"),
    ("crypto", "for ids that are the same in the page and in the browser there is `useId`"),
    ("fetch", "what the island shows at first comes in its props; load anything else in an effect"),
    ("location", "give the address as a prop, or ask for it in an effect"),
];

const PASS_AS_PROPS: &str = "give it what it shows as props, and load anything else in an effect";

/// React's messages for a component that suspends without a fallback, in production (as a number) and in development.
const SUSPENDED_MESSAGES: [&str; 2] = ["Minified React error #426", "suspended while responding"];

/// Creates the diagnostic for an error of the island `name`. `script` is the prerenderer's text, with the map `map`.
pub fn explain(name: &str, error: &IslandError, script: &str, map: Option<&SourceMap>) -> Diagnostic {
    let failed = |message: String| island_error("island-failed", name, message);
    match error {
        IslandError::TimedOut => failed(format!("the island `{name}` does not come to an end while it is rendered"))
            .help("look for a loop without an end, or for state that is set again in every rendering"),
        IslandError::OutOfMemory => failed(format!("the island `{name}` takes more memory than there is for it"))
            .help("look for a list that grows without an end, or a component that shows itself"),
        IslandError::Suspended => failed(format!(
            "the island `{name}` waits for something (`lazy`, `use` or a promise) or throws within a `Suspense`, so \
             only the fallback would stand in the page"
        ))
        .help(format!("{PASS_AS_PROPS}; without the `Suspense`, what is thrown is reported")),
        IslandError::Thrown { message, .. } if SUSPENDED_MESSAGES.iter().any(|text| message.contains(text)) => {
            failed(format!(
                "the island `{name}` waits for something (`lazy`, `use` or a promise), or shows itself without end"
            ))
            .help(PASS_AS_PROPS)
        }
        IslandError::Differs { first, other } => {
            let (first, other) = difference(first, other);
            island_error(
                "island-differs",
                name,
                format!("the island `{name}` shows something else at another time or place"),
            )
            .note(format!("at one time it is  {first}"))
            .note(format!("at another         {other}"))
            .help(
                "the browser would show something else than the page: give it a date or a number as a prop, or \
                     show it in an effect",
            )
        }
        IslandError::Thrown { name: kind, message, stack } => {
            // Errors of this program (`SiteError`) have advice in their second line.
            let lines = message.split_once('\n').filter(|_| kind == "SiteError");
            let (message, hint) = lines.unwrap_or((message, ""));
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
            } else if kind == "ReferenceError"
                && let Some(advice) = advice_for_global(message)
            {
                diagnostic = diagnostic.help(advice);
            } else if message.contains("$slot}") || message.contains("%24slot%7D") {
                diagnostic = diagnostic
                    .help("show HTML by `<Html of={children} />` of the module \"site\", not by `{children}`");
            } else if message.contains("Minified React error") {
                diagnostic = diagnostic.help("`site build --development` says it in React's own words");
            }
            match map.and_then(|map| find_place(stack, script, map)) {
                Some(place) => diagnostic.at(place),
                None => diagnostic,
            }
        }
    }
}

/// Creates the diagnostic for the island `name` that kept state: its HTML is `fresh` in a fresh sandbox, and `later` in
/// a sandbox that has rendered islands before.
pub fn explain_kept_state(name: &str, fresh: &str, later: &str) -> Diagnostic {
    let (fresh, later) = difference(fresh, later);
    island_error(
        "island-remembers",
        name,
        format!("the island `{name}` shows something else after others were rendered"),
    )
    .note(format!("for itself it is       {fresh}"))
    .note(format!("after others it was    {later}"))
    .help("it keeps something in a variable outside the component: keep it in state, a ref or a prop")
}

/// The note on an error that an island has only in a fresh sandbox.
pub const HIDDEN_BY_STATE: &str =
    "after others were rendered it does not fail: it keeps something in a variable outside the component";

fn island_error(code: &'static str, name: &str, message: String) -> Diagnostic {
    Diagnostic::error(code, message).at(Place::file(format!("islands/{name}.tsx")))
}

/// Returns the advice for the browser global that the engine's message names, such as `document is not defined`.
fn advice_for_global(message: &str) -> Option<&'static str> {
    let name = message.strip_suffix(" is not defined")?.trim_matches(['\'', '`', '"']);
    let advised = MISSING_GLOBALS.iter().find(|(globals, _)| globals.split(' ').any(|global| global == name));
    advised.map(|(_, advice)| *advice)
}

/// Finds the innermost call of a stack trace that is in one of the site's own sources.
fn find_place(stack: &str, script: &str, map: &SourceMap) -> Option<Place> {
    stack.lines().find_map(|call| {
        // A call ends with `server.js:LINE:COLUMN)`.
        let (_, position) = call.rsplit_once(PRERENDERER_SCRIPT)?;
        let mut numbers = position.split(':').skip(1).map(|part| part.trim_end_matches(')').parse::<usize>());
        let (line, column) = (numbers.next()?.ok()?, numbers.next()?.ok()?);
        let origin = map.find_origin(line, utf16_column(script, line, column.checked_sub(1)?))?;
        let file = source_map::own_path(origin.source)?;
        let start = byte_offset(origin.text, origin.column);
        let mut place = Place::new(file, origin.text, start..word_end(origin.text, start));
        place.line = origin.line;
        Some(place)
    })
}

/// Converts a column of the script, which the engine counts in bytes, to UTF-16 units. The line is counted from 1.
fn utf16_column(script: &str, line: usize, byte: usize) -> usize {
    // An island can throw an error with any stack, so the line may also be 0.
    let text = script.split('\n').nth(line.saturating_sub(1)).unwrap_or_default();
    let Some((before, after)) = text.split_at_checked(byte) else { return byte };
    // For a method call, the engine gives the position of the dot. The source map has the position of the
    // method's name.
    let dots = after.len() - after.trim_start_matches(['?', '.']).len();
    before.encode_utf16().count() + dots
}

/// Converts a number of UTF-16 units to a byte offset.
fn byte_offset(text: &str, units: usize) -> usize {
    let mut seen = 0;
    for (at, c) in text.char_indices() {
        if seen >= units {
            return at;
        }
        seen += c.len_utf16();
    }
    text.len()
}

/// Returns the end of the name at `start`, such as `props.items.map`, or of the single character there.
fn word_end(text: &str, start: usize) -> usize {
    let rest = &text[start..];
    let end = rest.find(|c: char| !(c.is_alphanumeric() || "_$.".contains(c))).unwrap_or(rest.len());
    start + end.max(rest.chars().next().map_or(0, char::len_utf8))
}

/// Returns the parts of two texts around their first difference, with `…` where they are cut.
fn difference(a: &str, b: &str) -> (String, String) {
    const CONTEXT_CHARS: usize = 24;
    const SHOWN_CHARS: usize = 60;
    let same = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let part = |text: &str| {
        let from = same.saturating_sub(CONTEXT_CHARS);
        let mut shown: String = text.chars().skip(from).take(SHOWN_CHARS).collect();
        if from > 0 {
            shown.insert(0, '…');
        }
        if text.chars().count() > from + SHOWN_CHARS {
            shown.push('…');
        }
        shown
    };
    (part(a), part(b))
}
