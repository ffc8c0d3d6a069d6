//! The keys of assets, which are paths relative to `public/`, and the paths that messages show.

use crate::config::{CONTENT, PUBLIC};

/// The beginning of the keys of attachments.
const ATTACHMENTS: &str = "../content/";

/// Returns the key of the attachment at `path` below `content/`: `tours/map.pdf` → `../content/tours/map.pdf`.
pub fn attachment_key(path: &str) -> String {
    [ATTACHMENTS, path].concat()
}

/// Returns the path below `content/` of the attachment with this key; `None` for other keys.
pub fn attachment_path(key: &str) -> Option<&str> {
    key.strip_prefix(ATTACHMENTS)
}

/// Returns the path that messages show for the asset with this key: `a.png` or `/a.png` → `public/a.png`,
/// `../content/a.png` → `content/a.png`.
pub fn shown_path(key: &str) -> String {
    match attachment_path(key) {
        Some(path) => format!("{CONTENT}/{path}"),
        None => format!("{PUBLIC}/{}", key.trim_start_matches('/')),
    }
}

#[cfg(test)]
mod tests {
    use super::{attachment_key, shown_path};

    #[test]
    fn paths_are_shown_from_the_root() {
        assert_eq!(shown_path("icons/star.svg"), "public/icons/star.svg");
        assert_eq!(shown_path("/icons/star.svg"), "public/icons/star.svg");
        assert_eq!(shown_path(&attachment_key("kites/map.svg")), "content/kites/map.svg");
    }
}
