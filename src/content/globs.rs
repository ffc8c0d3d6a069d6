//! The check of globs in the settings.

use globset::Glob;

use crate::diagnostic::Diagnostic;
use crate::yaml::DocumentSource;
use crate::yaml::tree::PairSide;

/// Reports invalid globs. Each glob comes with its JSON pointer.
pub fn check<'g>(globs: impl Iterator<Item = (String, &'g String)>, source: &DocumentSource) -> Vec<Diagnostic> {
    let invalid = globs.filter(|(_, glob)| Glob::new(glob).is_err());
    let report = |(pointer, glob): (String, &String)| {
        Diagnostic::error("bad-glob", format!("`{glob}` is not a pattern of paths"))
            .at(source.place_of(&pointer, PairSide::Value))
            .label(label(glob))
            .help("`*` matches any name, `**` any folders, `{a,b}` for a or b, `[ab]` for one letter of them")
    };
    invalid.map(report).collect()
}

/// Says what is probably wrong with an invalid glob.
fn label(pattern: &str) -> String {
    let open = [('{', '}'), ('[', ']')]
        .into_iter()
        .find(|(open, close)| pattern.matches(*open).count() != pattern.matches(*close).count());
    match open {
        Some((open, close)) => format!("each `{open}` needs a `{close}`"),
        None => "can't be read".to_owned(),
    }
}
