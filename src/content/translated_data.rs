//! The completion of a translated data file: what it lacks is taken from the file in the first language.

use serde_json::Value;

use super::site_language::SiteLanguage;
use crate::diagnostic::{Diagnostic, Place, Severity, list_names};
use crate::language::PLURAL_FORMS;
use crate::source::SourceFile;

/// The number of missing keys that a message names. It ends in `…` if there are more.
const MAX_NAMED_KEYS: usize = 6;

/// Adds the keys that the value of a translated data file lacks, and reports them. `original` is the value of the file
/// in the first language.
pub(super) fn complete(
    value: &mut Value,
    file: &SourceFile,
    original: &Value,
    original_file: &str,
    language: &SiteLanguage,
) -> Option<Diagnostic> {
    let missing = add_missing(original, value);
    if missing.is_empty() {
        return None;
    }
    let named = list_names(missing.iter().take(MAX_NAMED_KEYS));
    let more = if missing.len() > MAX_NAMED_KEYS { ", …" } else { "" };
    let severity = if language.is_partial { Severity::Warning } else { Severity::Error };
    let message = format!("content/{} lacks {named}{more}, which {original_file} has", file.path);
    let diagnostic = Diagnostic::new(severity, "untranslated", message);
    let help = if language.is_partial {
        "pages have the text of the first language until then".to_owned()
    } else {
        format!(
            "or write `partial: true` for `{}` in content/site.yaml: pages have the first language's text then",
            language.tag
        )
    };
    Some(diagnostic.at(Place::file(file.file.clone())).help("add what is missing").help(help))
}

/// Adds the keys that `value` lacks, at every depth. Returns their paths, such as `kites.title`.
fn add_missing(original: &Value, value: &mut Value) -> Vec<String> {
    let mut missing = Vec::new();
    let (Value::Object(original), Value::Object(fields)) = (original, value) else { return missing };
    // Plural forms are not completed: each language has its own.
    if original.keys().all(|key| PLURAL_FORMS.contains(&key.as_str())) {
        return missing;
    }
    for (key, original) in original {
        match fields.get_mut(key) {
            Some(value) => missing.extend(add_missing(original, value).iter().map(|path| format!("{key}.{path}"))),
            None => {
                fields.insert(key.clone(), original.clone());
                missing.push(key.clone());
            }
        }
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::add_missing;
    use serde_json::json;

    #[test]
    fn what_is_missing_is_taken_from_the_first_language() {
        let base = json!({
            "more": "More",
            "menu": { "home": "Home", "team": "Team" },
            "kites": { "one": "kite", "other": "kites" },
            "list": [1, 2],
        });
        let mut value = json!({ "menu": { "team": "Gruppe" }, "kites": { "other": "Drachen" }, "list": [3] });
        assert_eq!(add_missing(&base, &mut value), ["more", "menu.home"]);
        let expected = json!({
            "more": "More",
            "menu": { "home": "Home", "team": "Gruppe" },
            "kites": { "other": "Drachen" },
            "list": [3],
        });
        assert_eq!(value, expected);
    }
}
