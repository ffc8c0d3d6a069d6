//! The paths of assets: keys of attachments, paths in messages, and names with a hash.

use crate::config::{CONTENT, PUBLIC};

/// The beginning of the keys of attachments: their paths from `public/` on.
const ATTACHMENTS: &str = "../content/";

/// Returns the key of an attachment, a file beside the content, among the assets. `path` is its path below `content/`.
pub fn attachment_key(path: &str) -> String {
    [ATTACHMENTS, path].concat()
}

/// Returns the path below `content/` of the attachment with this key; `None` if it is the path of a file of `public/`.
pub fn attachment_path(key: &str) -> Option<&str> {
    key.strip_prefix(ATTACHMENTS)
}

/// Returns the path of a file of `public/` or of an attachment from the root, for messages.
pub fn shown_path(key: &str) -> String {
    match attachment_path(key) {
        Some(path) => format!("{CONTENT}/{path}"),
        None => format!("{PUBLIC}/{key}"),
    }
}

/// Inserts ten digits of the hash before the extension: `css/site.css` → `css/site.0123456789.css`.
pub(super) fn with_hash(path: &str, hash: u64) -> String {
    let digits = &format!("{hash:016x}")[..10];
    let name = path.rfind('/').map_or(0, |at| at + 1);
    match path[name..].rfind('.') {
        Some(dot) => format!("{}.{digits}{}", &path[..name + dot], &path[name + dot..]),
        None => format!("{path}.{digits}"),
    }
}

#[cfg(test)]
mod tests {
    use super::with_hash;

    fn check(path: &str, expected: &str) {
        assert_eq!(with_hash(path, 0x0123_4567_89ab_cdef), expected);
    }

    #[test]
    fn the_hash_is_inserted_before_the_extension() {
        check("css/site.css", "css/site.0123456789.css");
        check("a.b/c.min.js", "a.b/c.min.0123456789.js");
        check("a.b/LICENCE", "a.b/LICENCE.0123456789");
    }
}
