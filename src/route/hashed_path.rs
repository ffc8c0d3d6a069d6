//! Output paths with a hash of the content. Browsers may keep such a file forever: different content has a different
//! path.

use xxhash_rust::xxh3::xxh3_64;

/// Inserts the hash of a file's content before the extension: `css/site.css` becomes `css/site.0123456789.css`.
pub fn hashed_path(path: &str, content: &[u8]) -> String {
    let hash = content_hash(content);
    let name = path.rfind('/').map_or(0, |at| at + 1);
    match path[name..].rfind('.') {
        Some(dot) => format!("{}.{hash}{}", &path[..name + dot], &path[name + dot..]),
        None => format!("{path}.{hash}"),
    }
}

/// Returns the hash of a file's content: ten hexadecimal digits.
pub fn content_hash(content: &[u8]) -> String {
    format!("{:010x}", xxh3_64(content) >> 24)
}

#[cfg(test)]
mod tests {
    use super::{content_hash, hashed_path};

    #[test]
    fn the_hash_is_inserted_before_the_extension() {
        let check = |path: &str, [before, after]: [&str; 2]| {
            assert_eq!(hashed_path(path, b"kite"), [before, &content_hash(b"kite"), after].concat());
        };
        check("css/site.css", ["css/site.", ".css"]);
        check("a.b/c.min.js", ["a.b/c.min.", ".js"]);
        check("a.b/LICENCE", ["a.b/LICENCE.", ""]);
    }

    #[test]
    fn a_hash_has_ten_digits() {
        for number in 0..1000_u32 {
            assert_eq!(content_hash(&number.to_le_bytes()).len(), 10);
        }
    }
}
