//! Content types by file extension.

pub const HTML: &str = "text/html; charset=utf-8";
pub const CSS: &str = "text/css; charset=utf-8";

/// Returns the content type of a file with this name or path.
pub fn of(name: &str) -> &'static str {
    let file = name.rsplit('/').next().unwrap_or(name);
    let extension = file.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase();
    match extension.as_str() {
        "html" | "htm" => HTML,
        "css" => CSS,
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "map" => "application/json; charset=utf-8",
        "webmanifest" => "application/manifest+json; charset=utf-8",
        "xml" | "xsl" => "application/xml; charset=utf-8",
        "atom" => "application/atom+xml; charset=utf-8",
        "rss" => "application/rss+xml; charset=utf-8",
        "txt" => "text/plain; charset=utf-8",
        "md" => "text/markdown; charset=utf-8",
        "csv" => "text/csv; charset=utf-8",
        "ics" => "text/calendar; charset=utf-8",
        "vcf" => "text/vcard; charset=utf-8",
        "vtt" => "text/vtt; charset=utf-8",
        "svg" => "image/svg+xml; charset=utf-8",
        "png" => "image/png",
        "apng" => "image/apng",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "ico" => "image/x-icon",
        "bmp" => "image/bmp",
        "woff2" => "font/woff2",
        "woff" => "font/woff",
        "ttf" => "font/ttf",
        "otf" => "font/otf",
        "mp4" | "m4v" => "video/mp4",
        "webm" => "video/webm",
        "ogv" => "video/ogg",
        "mov" => "video/quicktime",
        "mp3" => "audio/mpeg",
        "m4a" => "audio/mp4",
        "ogg" | "oga" | "opus" => "audio/ogg",
        "wav" => "audio/wav",
        "flac" => "audio/flac",
        "wasm" => "application/wasm",
        "pdf" => "application/pdf",
        "zip" => "application/zip",
        "gz" => "application/gzip",
        _ => "application/octet-stream",
    }
}

/// Whether pages show or run files of this type. Files of other types, such as feeds and documents, are only linked
/// to.
pub fn is_part_of_a_page(content_type: &str) -> bool {
    let kind = content_type.split([';', '/']).next().unwrap_or_default();
    matches!(kind, "image" | "font" | "video" | "audio")
        || ["text/css", "text/javascript", "text/vtt", "application/json", "application/wasm"]
            .iter()
            .any(|part| content_type.starts_with(part))
}

#[cfg(test)]
mod tests {
    use super::{is_part_of_a_page, of};

    fn check(name: &str, expected: &str) {
        assert_eq!(of(name), expected, "{name}");
    }

    #[test]
    fn types_follow_from_extensions() {
        check("AboutUs/index.html", "text/html; charset=utf-8");
        check("a/site.CSS", "text/css; charset=utf-8");
        check("a.b.js", "text/javascript; charset=utf-8");
        check("logo.svg", "image/svg+xml; charset=utf-8");
        check("f.woff2", "font/woff2");
        check("CNAME", "application/octet-stream");
        check("v1.html/file", "application/octet-stream");
    }

    #[test]
    fn files_that_pages_show_or_run_are_parts_of_them() {
        for name in ["a.css", "a.mjs", "a.svg", "a.avif", "a.woff2", "a.mp4", "a.vtt", "a.json", "a.wasm"] {
            assert!(is_part_of_a_page(of(name)), "{name}");
        }
        for name in
            ["index.html", "feed.xml", "feed.atom", "robots.txt", "a.pdf", "a.zip", "a.ics", "a", "site.webmanifest"]
        {
            assert!(!is_part_of_a_page(of(name)), "{name}");
        }
    }
}
