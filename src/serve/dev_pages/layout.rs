//! The layout of the developer's pages. Every value in them is escaped ([`escaped`]).

use crate::html::escaped;
use crate::serve::http::content_type;
use crate::serve::http::message::Response;
use crate::serve::served_site::ServedSite;

/// The stylesheet, below `DEV_PAGES`.
pub const STYLE: &str = "pages.css";
/// The script, below `DEV_PAGES`.
pub const SCRIPT: &str = "pages.js";

/// The content security policy: it allows only the server's own style and script, so that markup in a value could not
/// run even if it were not escaped.
const CSP: &str = "default-src 'none'; img-src data:; style-src 'self'; script-src 'self'; connect-src 'self'; \
                   form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/// Returns a page with this title and content.
pub fn page(site: &ServedSite, title: &str, content: &str) -> Response {
    let dev_base = escaped(&site.dev_base());
    let home = escaped(&site.base);
    let page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width\">\n<title>{title}</title>\n<link rel=\"icon\" href=\"data:,\">\n<link \
         rel=\"stylesheet\" href=\"{dev_base}{STYLE}\">\n<script src=\"{dev_base}{SCRIPT}\" defer></script>\n\
         <header><nav><a href=\"{dev_base}\">Overview</a> <a href=\"{dev_base}submissions\">Submissions</a> \
         <a href=\"{home}\">The site</a></nav></header>\n\
         <main>\n<h1>{title}</h1>\n{content}\n</main>\n</html>\n",
        title = escaped(title),
    );
    Response::html(200, page).with_header("Content-Security-Policy", CSP).with_header("Referrer-Policy", "same-origin")
}

/// Returns the stylesheet.
pub fn style() -> Response {
    Response::new(200, content_type::CSS, include_bytes!("pages.css")[..].into())
}

/// Returns the script.
pub fn script() -> Response {
    Response::new(200, content_type::of(SCRIPT), include_bytes!("pages.js")[..].into())
}
