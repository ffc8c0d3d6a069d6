//! The layout of the developer's pages. Every value in them is escaped ([`escaped`]).

use std::fmt::{Display, Write};

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

pub fn style() -> Response {
    Response::new(200, content_type::CSS, include_bytes!("pages.css")[..].into())
}

pub fn script() -> Response {
    Response::new(200, content_type::of(SCRIPT), include_bytes!("pages.js")[..].into())
}

/// Appends a heading with a remark, such as a number.
pub fn append_heading(page: &mut String, title: &str, remark: impl Display) {
    let _ = writeln!(page, "<h2>{title} <span class=\"soft\">{remark}</span></h2>");
}

/// Appends a table. `columns` and each row are cells, such as those of [`code`] and [`number`].
pub fn append_table(page: &mut String, columns: &str, rows: impl Iterator<Item = String>) {
    let _ = write!(page, "<div class=\"scroll\"><table>\n<tr>{columns}");
    rows.for_each(|row| page.extend(["\n<tr>", &row]));
    page.push_str("\n</table></div>\n");
}

/// Returns a cell with a file, a route or a line.
pub fn code(text: &str) -> String {
    format!("<td class=\"code\">{}", escaped(text))
}

/// Returns a cell with a number.
pub fn number(number: impl Display) -> String {
    format!("<td class=\"number\">{number}")
}
