//! The templates of the developer's pages. They escape every value.

use std::sync::Arc;

use serde_json::Value;

use crate::serve::http::message::Response;
use crate::serve::served_site::ServedSite;
use crate::source::SourceFile;
use crate::template::{self, Templates};

/// The content security policy: it allows only the server's own style and script, so that markup in a value could not
/// run even if it were not escaped.
const CSP: &str = "default-src 'none'; img-src data:; style-src 'self'; script-src 'self'; connect-src 'self'; \
                   form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/// The templates with their names.
const TEMPLATES: [(&str, &str); 3] = [
    ("layout.html", include_str!("layout.html")),
    ("overview.html", include_str!("overview.html")),
    ("submissions.html", include_str!("submissions.html")),
];

/// The compiled templates.
pub struct PageTemplates(Templates);

impl PageTemplates {
    pub fn load() -> Self {
        let source = |(name, text): (&str, &str)| {
            Arc::new(SourceFile { file: name.into(), path: name.to_owned(), text: text.into() })
        };
        Self(template::load(&TEMPLATES.map(source)).0)
    }

    /// Renders a template with the values of an object.
    pub fn render(&self, site: &ServedSite, template: &str, title: &str, mut values: Value) -> Response {
        values["title"] = title.into();
        values["base"] = site.base.as_str().into();
        values["dev_base"] = site.dev_base().into();
        let page = self.0.render(template, &values).expect("tests render every template");
        Response::html(200, page)
            .with_header("Content-Security-Policy", CSP)
            .with_header("Referrer-Policy", "same-origin")
    }
}
