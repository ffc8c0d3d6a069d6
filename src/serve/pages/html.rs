//! The frame of the developer's pages. Every value passes [`text`] on its way into one.

use std::borrow::Cow;

use super::super::content_type;
use super::super::live::Site;
use super::super::message::Answer;
use crate::route::OWN;

/// The stylesheet, below [`OWN`].
pub const STYLE: &str = "pages.css";
/// The script, below [`OWN`].
pub const SCRIPT: &str = "pages.js";

/// Nothing but the server's own style and script: what a value holds could not run even if it got through.
const POLICY: &str = "default-src 'none'; img-src data:; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; \
                      frame-ancestors 'none'; base-uri 'none'";

/// The value as text in HTML, in an attribute too.
pub fn text(value: &str) -> Cow<'_, str> {
    htmlize::escape_all_quotes(value)
}

/// A page with this title and content.
pub fn answer(site: &Site, title: &str, content: &str) -> Answer {
    let own = format!("{}{OWN}", site.base);
    let own = text(&own);
    let home = text(&site.base);
    let page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width\">\n<title>{title}</title>\n<link rel=\"icon\" href=\"data:,\">\n<link \
         rel=\"stylesheet\" href=\"{own}{STYLE}\">\n<script src=\"{own}{SCRIPT}\" defer></script>\n<header><nav>\
         <a href=\"{own}\">Overview</a> <a href=\"{own}leads\">Leads</a> <a href=\"{home}\">The site</a></nav></header>\n\
         <main>\n<h1>{title}</h1>\n{content}\n</main>\n</html>\n",
        title = text(title),
    );
    Answer::html(200, page).with("Content-Security-Policy", POLICY).with("Referrer-Policy", "same-origin")
}

pub fn style() -> Answer {
    Answer::new(200, content_type::CSS, include_bytes!("pages.css")[..].into())
}

pub fn script() -> Answer {
    Answer::new(200, content_type::of(SCRIPT), include_bytes!("pages.js")[..].into())
}
