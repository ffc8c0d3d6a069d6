//! Names in messages: the likely meaning of a misspelt name, and lists of names.

/// Finds the candidate nearest to `word`, if `word` may be a misspelling of it. Case is ignored, and one edit per three
/// characters is allowed, at least one and at most four.
pub fn closest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = word.to_lowercase();
    let allowed = (word.chars().count() / 3).clamp(1, 4);
    candidates
        .into_iter()
        .filter(|c| *c != word)
        .map(|c| (strsim::damerau_levenshtein(&lower, &c.to_lowercase()), c))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, c)| (*distance, *c))
        .map(|(_, c)| c)
}

/// Returns "did you mean `x`?" for the nearest candidate, or else `otherwise`.
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>, otherwise: &str) -> String {
    closest(word, candidates).map_or_else(|| otherwise.to_owned(), |c| format!("did you mean `{c}`?"))
}

/// Lists names in backticks: "`a`, `b`, `c`".
pub fn list_names(names: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let names: Vec<_> = names.into_iter().map(|name| format!("`{}`", name.as_ref())).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::{closest, list_names};

    fn check(word: &str, candidates: &[&str], expected: Option<&str>) {
        assert_eq!(closest(word, candidates.iter().copied()), expected, "{word}");
    }

    #[test]
    fn only_near_names_are_suggested() {
        check("titel", &["date", "title"], Some("title"));
        check("Title", &["title"], Some("title"));
        check("ContactUS", &["AboutUs", "ContactUs"], Some("ContactUs"));
        check("x", &["title", "date"], None);
        check("colour", &["title", "date"], None);
        check("tag", &["tags", "taps"], Some("tags"));
    }

    #[test]
    fn lists_have_each_name_in_backticks() {
        assert_eq!([list_names(["a", "b"]), list_names(["a"])], ["`a`, `b`", "`a`"]);
    }
}
