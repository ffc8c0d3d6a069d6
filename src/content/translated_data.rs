//! The completion of a translated data file: what it lacks is taken from the file in the first language.

use serde_json::Value;

use super::data::DataFile;
use super::site_language::SiteLanguage;
use crate::diagnostic::{Diagnostic, Place, Severity, list_names};
use crate::language::PLURAL_FORMS;
use crate::source::SourceFile;

/// The most missing keys that a message names.
const MAX_NAMED_KEYS: usize = 6;

/// Adds the keys that `value` lacks, at every depth. Returns their paths, such as `kites.title`.
pub(super) fn add_missing(base: &Value, value: &mut Value) -> Vec<String> {
    let mut missing = Vec::new();
    add_missing_below(base, value, "", &mut missing);
    missing
}

fn add_missing_below(base: &Value, value: &mut Value, path: &str, missing: &mut Vec<String>) {
    let (Value::Object(base), Value::Object(fields)) = (base, value) else { return };
    // Plural forms are not completed: each language has its own.
    if base.keys().all(|key| PLURAL_FORMS.contains(&key.as_str())) {
        return;
    }
    for (key, base) in base {
        let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        match fields.get_mut(key) {
            Some(value) => add_missing_below(base, value, &path, missing),
            None => {
                fields.insert(key.clone(), base.clone());
                missing.push(path);
            }
        }
    }
}

/// Reports the keys that a file lacks and `base`, the file in the first language, has.
pub(super) fn report_missing(
    missing: &[String],
    file: &SourceFile,
    base: &DataFile,
    language: &SiteLanguage,
) -> Option<Diagnostic> {
    if missing.is_empty() {
        return None;
    }
    let named = list_names(missing.iter().take(MAX_NAMED_KEYS));
    let more = if missing.len() > MAX_NAMED_KEYS { ", …" } else { "" };
    let severity = if language.is_partial { Severity::Warning } else { Severity::Error };
    let message = format!("content/{} lacks {named}{more}, which {} has", file.path, base.file.file);
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
