//! Configuration files that tell hosts the headers and redirects of a site.
//!
//! - `_headers` and `_redirects` are read by Cloudflare Pages and by Netlify, in the same format.
//! - `vercel.json` is read by Vercel.
//! - `_nginx.conf` is included by the user in a server block of nginx.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::{HostPolicy, SPLAT};
use crate::content::hosts::{Host, covers};
use crate::route::{MANIFEST, url};

/// The output paths of all files that hosts read.
pub const HOST_FILES: [&str; 4] = ["_headers", "_redirects", "vercel.json", "_nginx.conf"];

// Writing to a `String` can't fail, so the results of `writeln!` are ignored in this file.

/// Formats the files that these hosts read: the output path and the text of each. `base` is the decoded base path.
pub fn format_files(policy: &HostPolicy, hosts: &[Host], base: &str) -> Vec<(&'static str, String)> {
    let mut files = Vec::new();
    let has = |host: Host| hosts.contains(&host);
    if has(Host::Cloudflare) || has(Host::Netlify) {
        files.push(("_headers", format_headers(policy)));
        // Without `!`, Netlify prefers an existing file to a redirect. Cloudflare does not support `!`.
        let mut text = format_redirects(policy, if has(Host::Cloudflare) { "" } else { "!" });
        if has(Host::Netlify) {
            // Cloudflare finds the nearest 404.html by itself, and skips lines with status 404. Netlify obeys the first
            // line that matches, so inner folders come first.
            let mut folders: Vec<&String> = policy.not_found_folders.iter().collect();
            folders.sort_by_key(|folder| Reverse(folder.matches('/').count()));
            for folder in folders {
                let _ = writeln!(text, "{0}* {0}404.html 404", url("", folder));
            }
        }
        files.push(("_redirects", text));
    }
    if has(Host::Vercel) {
        files.push(("vercel.json", format_vercel_json(policy)));
    }
    if has(Host::Nginx) {
        files.push(("_nginx.conf", format_nginx_conf(policy, base)));
    }
    files
}

fn format_headers(policy: &HostPolicy) -> String {
    let mut text = String::new();
    for block in &policy.header_blocks {
        let _ = writeln!(text, "{}", url("", &block.path));
        for (name, value) in &block.headers {
            let _ = writeln!(text, "  {name}: {value}");
        }
    }
    text
}

/// Formats `_redirects`; `force` is appended to each status.
fn format_redirects(policy: &HostPolicy, force: &str) -> String {
    let mut text = String::new();
    for rule in &policy.redirects {
        let _ = writeln!(text, "{} {} {}{force}", url("", &rule.from), rule.to, rule.status);
    }
    text
}

fn format_vercel_json(policy: &HostPolicy) -> String {
    let header = |(name, value): &(String, String)| json!({ "key": name, "value": value });
    let headers = policy.header_blocks.iter().map(|block| {
        let headers: Vec<Value> = block.headers.iter().map(header).collect();
        json!({ "source": vercel_pattern(&block.path), "headers": headers })
    });
    let redirects = policy.redirects.iter().map(|rule| {
        // Colons outside of `SPLAT` stay: Vercel replaces `:name` only if the source has a parameter `name`, and our
        // sources have none.
        let to = rule.to.replace(SPLAT, "$1");
        json!({ "source": vercel_pattern(&rule.from), "destination": to, "statusCode": rule.status })
    });
    let value = json!({
        "trailingSlash": true,
        "headers": headers.collect::<Vec<_>>(),
        "redirects": redirects.collect::<Vec<_>>(),
    });
    format!("{value:#}\n")
}

/// Converts a path, which may end with `*`, to a pattern in Vercel's syntax.
fn vercel_pattern(path: &str) -> String {
    let (path, rest) = path.strip_suffix('*').map_or((path, ""), |prefix| (prefix, "(.*)"));
    let is_special = |c: char| matches!(c, '(' | ')' | ':' | '*' | '+' | '?' | '{' | '}' | '\\' | '.');
    escape(&url("", path), is_special) + rest
}

/// Formats `_nginx.conf`. In nginx, a location with headers of its own inherits none, so each location repeats all
/// headers that apply to it.
fn format_nginx_conf(policy: &HostPolicy, base: &str) -> String {
    let mut text = "# In the server block: include /path/to/_nginx.conf;\n\
        # With the modules for it: gzip_static on; gzip_vary on; brotli_static on;\n\
        # A page answers at its address with a slash, from which its relative links lead.\n\
        if (-f $request_filename/index.html) { rewrite \"^(.*[^/])$\" \"$1/\" permanent; }\n"
        .to_owned();
    append_error_page([base], "", &mut text);
    // The files for hosts, their compressed variants and the manifest are not for visitors.
    let files: Vec<String> = HOST_FILES.into_iter().chain([MANIFEST]).map(escape_regex).collect();
    let (base_regex, files) = (escape_regex(base), files.join("|"));
    let _ = writeln!(text, r#"location ~ "^{base_regex}({files})(\\.br|\\.gz)?$" {{ return 404; }}"#);
    for rule in &policy.redirects {
        let _ = match rule.from.strip_suffix('*') {
            Some(start) => {
                let (start, to) = (escape_regex(start), rule.to.replace(SPLAT, "${splat}"));
                // nginx matches the decoded path. `set` escapes the matched text for the URL; `return` alone would not.
                writeln!(text, "location ~ \"^{start}(.*)$\" {{ set $splat $1; return {} \"{to}\"; }}", rule.status)
            }
            None => {
                let from = escape_quoted(&rule.from);
                writeln!(text, "location = \"{from}\" {{ return {} \"{}\"; }}", rule.status, rule.to)
            }
        };
    }
    // Each path with headers, and each folder with a 404 page, gets a location. All other paths share one location.
    let mut paths: BTreeSet<String> = policy.header_blocks.iter().map(|block| block.path.clone()).collect();
    paths.insert(format!("{base}*"));
    paths.extend(policy.not_found_folders.iter().map(|folder| format!("{folder}*")));
    // A path with a redirect gets no other location: nginx refuses two locations of one path, and prefers the location
    // of an exact path to that of a redirect with `*`.
    paths.retain(|path| !policy.redirects.iter().any(|rule| covers(&rule.from, path)));
    paths.iter().for_each(|path| append_nginx_location(policy, path, &mut text));
    text
}

/// Appends the location of a path, or of all paths with a prefix, to `_nginx.conf`.
fn append_nginx_location(policy: &HostPolicy, path: &str, text: &mut String) {
    let (operator, location) = path.strip_suffix('*').map_or(("= ", path), |prefix| ("", prefix));
    let _ = writeln!(text, "location {operator}\"{}\" {{", escape_quoted(location));
    let around = policy.not_found_folders.iter().map(String::as_str).filter(|folder| location.starts_with(folder));
    append_error_page(around, "  ", text);
    for (name, value) in policy.headers(path) {
        // `always` adds a header to error responses too. These responses must not be cached.
        let always = if name.eq_ignore_ascii_case("Cache-Control") { "" } else { " always" };
        let _ = writeln!(text, "  add_header {name} \"{}\"{always};", escape_quoted(value));
    }
    text.push_str("  try_files $uri $uri/index.html =404;\n}\n");
}

/// Appends an `error_page` line, indented by `indent`, to `_nginx.conf`. The `folders` lie one inside the other, and
/// the line names the 404 page of the innermost one.
fn append_error_page<'a>(folders: impl IntoIterator<Item = &'a str>, indent: &str, text: &mut String) {
    // A `$` begins a variable and can't be escaped. nginx does not start if the variable is unknown.
    let shown = folders.into_iter().filter(|folder| !folder.contains('$'));
    if let Some(folder) = shown.max_by_key(|folder| folder.len()) {
        let _ = writeln!(text, "{indent}error_page 404 \"{}404.html\";", escape_quoted(folder));
    }
}

/// Escapes a text that stands between quotation marks in `_nginx.conf`.
fn escape_quoted(text: &str) -> String {
    escape(text, |c| matches!(c, '\\' | '"'))
}

/// Escapes a path in a regular expression that stands between quotation marks in `_nginx.conf`.
fn escape_regex(path: &str) -> String {
    escape_quoted(&escape(path, |c| c.is_ascii_punctuation() && !matches!(c, '/' | '-' | '_')))
}

/// Writes a backslash before each special character.
fn escape(text: &str, is_special: impl Fn(char) -> bool) -> String {
    text.chars().flat_map(|c| is_special(c).then_some('\\').into_iter().chain([c])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::hosts;

    fn policy() -> HostPolicy {
        hosts::tests::policy("Referrer-Policy", "no-referrer")
    }

    fn check(hosts: &[Host], expected: &[(&str, &str)]) {
        let files = format_files(&policy(), hosts, "/");
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
        assert_eq!(files, expected);
    }

    const HEADERS: &str =
        "/*\n  Referrer-Policy: no-referrer\n/made/*\n  Cache-Control: public, max-age=31536000, immutable\n";

    #[test]
    fn cloudflare_and_netlify_read_the_same_files() {
        let redirects = "/old/ /new/ 301\n/old /new/ 301\n/blog/* /articles/:splat 301\n";
        let with_404 = format!("{redirects}/ta/* /ta/404.html 404\n");
        check(&[Host::Cloudflare], &[("_headers", HEADERS), ("_redirects", redirects)]);
        check(&[Host::Netlify, Host::Cloudflare], &[("_headers", HEADERS), ("_redirects", &with_404)]);
        check(&[Host::Netlify], &[("_headers", HEADERS), ("_redirects", &with_404.replace("301", "301!"))]);
    }

    #[test]
    fn netlify_reads_the_404_pages_of_inner_folders_first() {
        let mut policy = policy();
        policy.not_found_folders.push("/ta/news/".to_owned());
        let text = format_files(&policy, &[Host::Netlify], "/").remove(1).1;
        assert!(text.ends_with("\n/ta/news/* /ta/news/404.html 404\n/ta/* /ta/404.html 404\n"), "{text}");
    }

    #[test]
    fn vercel_reads_json() {
        let files = format_files(&policy(), &[Host::Vercel], "/");
        let value: Value = serde_json::from_str(&files[0].1).expect("JSON");
        assert_eq!(value["headers"][1]["source"], "/made/(.*)");
        assert_eq!(value["headers"][0]["headers"][0], json!({ "key": "Referrer-Policy", "value": "no-referrer" }));
        assert_eq!(
            value["redirects"][2],
            json!({ "source": "/blog/(.*)", "destination": "/articles/$1", "statusCode": 301 })
        );
        assert_eq!(vercel_pattern("/a.b+c"), "/a\\.b\\+c");
    }

    #[test]
    fn nginx_locations_repeat_inherited_headers() {
        let text = &format_files(&policy(), &[Host::Nginx], "/")[0].1;
        let expected = "location \"/made/\" {\n  add_header Referrer-Policy \"no-referrer\" always;\n  \
             add_header Cache-Control \"public, max-age=31536000, immutable\";\
             \n  try_files $uri $uri/index.html =404;\n}\n";
        assert!(text.contains(expected), "{text}");
        let not_found = "location \"/ta/\" {\n  error_page 404 \"/ta/404.html\";\n  add_header Referrer-Policy";
        assert!(text.contains(not_found), "{text}");
    }

    #[test]
    fn nginx_shows_the_404_page_of_the_nearest_folder() {
        let mut policy = policy();
        policy.not_found_folders.extend(["/ta/news/", "/ta/$/"].map(str::to_owned));
        let paths = ["/ta/made/*", "/ta/news/b.pdf", "/ta/$/*", "/tab/*"].map(str::to_owned);
        policy.header_blocks.extend(paths.map(|path| hosts::HeaderBlock { path, headers: Vec::new() }));
        let text = &format_files(&policy, &[Host::Nginx], "/")[0].1;
        let check = |location: &str, page: &str| {
            let expected = format!("location {location} {{\n{page}  add_header");
            assert!(text.contains(&expected), "{text}");
        };
        check("\"/ta/made/\"", "  error_page 404 \"/ta/404.html\";\n");
        check("= \"/ta/news/b.pdf\"", "  error_page 404 \"/ta/news/404.html\";\n");
        // In the address of the nearest page, a `$` would begin a variable.
        check("\"/ta/$/\"", "  error_page 404 \"/ta/404.html\";\n");
        check("\"/tab/\"", "");
    }

    #[test]
    fn nginx_escapes_the_rest_of_a_redirected_path() {
        let text = &format_files(&policy(), &[Host::Nginx], "/")[0].1;
        let expected = "location ~ \"^/blog/(.*)$\" { set $splat $1; return 301 \"/articles/${splat}\"; }";
        assert!(text.contains(expected), "{text}");
    }

    #[test]
    fn nginx_gets_no_404_page_whose_address_would_begin_a_variable() {
        let mut policy = policy();
        policy.not_found_folders[0] = "/t$a/".to_owned();
        let text = &format_files(&policy, &[Host::Nginx], "/")[0].1;
        assert!(text.contains("location \"/t$a/\" {\n  add_header") && !text.contains("t$a/404.html"), "{text}");
        let text = &format_files(&policy, &[Host::Nginx], "/b$c/")[0].1;
        assert!(text.contains("location \"/b$c/\" {\n") && !text.contains("error_page"), "{text}");
    }

    #[test]
    fn nginx_hides_the_files_for_hosts() {
        let text = &format_files(&policy(), &[Host::Nginx], "/a.b/")[0].1;
        let files = r"(_headers|_redirects|vercel\\.json|_nginx\\.conf|\\.site-manifest)(\\.br|\\.gz)?";
        assert!(text.contains(&format!(r#"location ~ "^/a\\.b/{files}$" {{ return 404; }}"#)), "{text}");
    }

    #[test]
    fn nginx_redirects_folders_with_a_page_to_their_address_with_a_slash() {
        let text = &format_files(&policy(), &[Host::Nginx], "/")[0].1;
        let expected = r#"if (-f $request_filename/index.html) { rewrite "^(.*[^/])$" "$1/" permanent; }"#;
        assert!(text.contains(expected), "{text}");
    }

    #[test]
    fn redirected_paths_get_no_location_with_headers_in_nginx() {
        let check = |path: &str, expected: usize| {
            let mut policy = policy();
            policy.header_blocks[1].path = path.to_owned();
            let text = &format_files(&policy, &[Host::Nginx], "/")[0].1;
            assert_eq!(text.matches(&format!("location = \"{path}\" {{")).count(), expected, "{text}");
            assert_eq!(text.contains("immutable"), path == "/new/", "{text}");
        };
        check("/old/", 1);
        check("/blog/a/", 0);
        check("/new/", 1);
    }

    #[test]
    fn quotation_marks_and_spaces_in_paths_are_escaped() {
        let mut policy = policy();
        policy.redirects[0].from = "/o\"ld/".to_owned();
        policy.header_blocks[1].path = "/ma\"de/*".to_owned();
        policy.redirects[2].from = "/b\\l\"og/*".to_owned();
        policy.not_found_folders[0] = "/t a/".to_owned();
        let [nginx, headers] = [Host::Nginx, Host::Netlify].map(|host| format_files(&policy, &[host], "/").remove(0).1);
        assert!(headers.contains("/ma%22de/*\n"), "{headers}");
        let text = &nginx;
        assert!(text.contains("  error_page 404 \"/t a/404.html\";"), "{text}");
        assert!(text.contains("location = \"/o\\\"ld/\" { return 301 \"/new/\"; }"), "{text}");
        assert!(text.contains(r#"location ~ "^/b\\\\l\\\"og/(.*)$" {"#), "{text}");
        assert!(text.contains("location \"/ma\\\"de/\" {"), "{text}");
    }
}
