//! The codes of all diagnostics and their explanations. Both come from `docs/diagnostics.md`, where each explanation
//! follows a heading `` ### `code` ``.

const EXPLANATIONS: &str = include_str!("../../docs/diagnostics.md");

pub fn codes() -> impl Iterator<Item = &'static str> {
    EXPLANATIONS.lines().filter_map(|line| line.strip_prefix("### `")?.strip_suffix('`'))
}

pub fn explanation(code: &str) -> Option<&'static str> {
    let (_, rest) = EXPLANATIONS.split_once(&format!("\n### `{code}`\n"))?;
    rest.split("\n#").next().map(str::trim)
}
