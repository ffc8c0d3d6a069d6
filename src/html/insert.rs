//! The insertion of texts into HTML.

/// Returns `html` with a text inserted before each of these bytes, which are in order.
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
