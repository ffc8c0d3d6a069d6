//! The insertion of texts into HTML.

/// Returns `html` with each text inserted before its byte. `insertions` are in the order of the bytes.
pub fn insert(html: &str, insertions: &[(usize, &str)]) -> String {
    let length = html.len() + insertions.iter().map(|(_, text)| text.len()).sum::<usize>();
    let (mut new, mut copied) = (String::with_capacity(length), 0);
    for &(at, text) in insertions {
        new.push_str(&html[copied..at]);
        new.push_str(text);
        copied = at;
    }
    new.push_str(&html[copied..]);
    new
}
