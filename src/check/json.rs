//! The check that outputs with a JSON extension are valid JSON.

use super::page::{PageProblem, json_error};

/// The extensions of files that hold JSON.
const EXTENSIONS: [&str; 5] = [".geojson", ".json", ".jsonld", ".map", ".webmanifest"];

pub(super) fn is_json(path: &str) -> bool {
    EXTENSIONS.iter().any(|extension| path.ends_with(extension))
}

/// Returns the first syntax error in a text.
pub(super) fn check(text: &str) -> Option<PageProblem> {
    let (mut span, why) = json_error(text)?;
    // If the text ends too early, its end is marked, without the white space after it.
    if text[span.start..].trim().is_empty() {
        span = text.trim_end().len()..text.trim_end().len();
    }
    let help = "print every value with the filter `json`, strings and HTML too, and a comma only between two items: `{% if not loop.last %},{% endif %}`";
    Some(PageProblem::error("broken-json", format!("the output is not JSON: {why}"), span, help))
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn the_first_mistake_is_marked() {
        for (text, marked) in [("{\"a\": [1,]}\n", "]"), ("{\"ü\": x}", "x"), ("{\"a\": 1\n", ""), ("{} {}", "{")] {
            let problem = check(text).expect("a mistake");
            assert_eq!(&text[problem.span], marked, "{text}");
        }
        assert_eq!(check("{\"a\": [1, \"ü\"]}\n"), None);
    }
}
