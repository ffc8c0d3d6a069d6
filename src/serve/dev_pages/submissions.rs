//! The submissions at `/__site/submissions`: rows and raw requests, and a form that sets faults.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::layout::{append_heading, append_table, number};
use crate::diagnostic::units::{count, size};
use crate::html::escaped;
use crate::serve::mock::fault::{ALL_FAULTS, FaultTable};
use crate::serve::mock::submissions::{Submission, SubmissionStore};
use crate::serve::mock::{Endpoint, MockState};
use crate::serve::served_site::ServedSite;

/// The page, below `DEV_PAGES`.
pub const PAGE: &str = "submissions";
/// The path of the submissions as JSON, for programs.
pub const JSON: &str = "submissions.json";
/// The path at which a rule is set (POST) or all rules are removed (DELETE).
pub const FAULTS: &str = "submissions/faults";
/// The path at which a form removes all submissions (POST).
pub const CLEAR: &str = "submissions/clear";
/// The path of a text that changes whenever the page does.
pub const STATE: &str = "submissions/state";

/// The most requests, and rows of each endpoint, that are shown; the JSON has all.
const MAX_SHOWN: usize = 100;
/// The most characters of a body that are shown.
const MAX_BODY_CHARS: usize = 20_000;

/// Renders the content of the page.
pub fn render(mock: &MockState, site: &ServedSite) -> String {
    let dev_base = escaped(&site.dev_base());
    let (store, faults) = (mock.submissions.lock(), mock.faults.lock());
    let mut page = format!(
        "<p data-watch=\"{dev_base}{STATE}\">While the site is served here, its forms send to <code>{}</code> instead \
         of the real services, which receive nothing. Programs find all of this at \
         <a href=\"{dev_base}{JSON}\">{JSON}</a>.</p>\n",
        escaped(&mock.origin)
    );
    append_tables(&mut page, &store);
    append_faults(&mut page, &store, &faults, &dev_base);
    append_requests(&mut page, &store, &dev_base);
    page
}

/// Returns a text that changes whenever the page does.
pub fn state(mock: &MockState) -> String {
    format!("{} {}", mock.submissions.lock().revision, mock.faults.lock().json())
}

/// Appends the rows of each endpoint.
fn append_tables(page: &mut String, store: &SubmissionStore) {
    let tables = store.tables();
    if tables.is_empty() {
        page.push_str("<h2>Rows</h2>\n<p class=\"soft\">Nothing has been sent yet. Fill in a form of the site.</p>\n");
    }
    for (endpoint, table) in tables {
        let remark = format!("{}, {}", endpoint.kind.name(), count(table.rows.len(), "row"));
        append_heading(page, &escaped(&endpoint.name), remark);
        let columns = table.columns.iter().map(|column| escaped(column));
        let columns: Vec<_> = ["<th class=\"number\">Row".to_owned()].into_iter().chain(columns).collect();
        let rows = table.rows.iter().rev().take(MAX_SHOWN).map(|submission| {
            let value =
                |column: &&str| submission.fields.iter().find(|(name, _)| name == column).map(|(_, value)| value);
            let cell = |column| format!("<td>{}", escaped(value(column).map_or("", String::as_str)));
            number(submission.row.unwrap_or(0)) + &table.columns.iter().map(cell).collect::<String>()
        });
        append_table(page, &columns.join("<th>"), rows);
    }
}

/// Appends the rules, and a form that sets one.
fn append_faults(page: &mut String, store: &SubmissionStore, faults: &FaultTable, dev_base: &str) {
    page.push_str("<h2>Faults</h2>\n");
    let rules: Vec<_> = faults.rules().collect();
    if rules.is_empty() {
        page.push_str("<p class=\"soft\">None: every endpoint answers at once, without a failure.</p>\n");
    } else {
        page.push_str("<ul>\n");
        for (scope, rule) in rules {
            let scope = escaped(if scope.is_empty() { "every endpoint" } else { scope });
            let rule = escaped(&rule.describe());
            let _ = writeln!(page, "<li><code>{scope}</code>: <span class=\"bad\">{rule}</span>");
        }
        page.push_str("</ul>\n");
    }
    let known: BTreeSet<&Endpoint> = store.all().map(|submission| &submission.endpoint).collect();
    let _ = writeln!(
        page,
        "<form method=\"post\" action=\"{dev_base}{FAULTS}\">\n\
         <label>Endpoint <input name=\"endpoint\" list=\"endpoints\" placeholder=\"every one\"></label>\n\
         <datalist id=\"endpoints\"><option value=\"form-post\"><option value=\"json-post\">"
    );
    for endpoint in known {
        let _ = write!(page, "<option value=\"{}\">", escaped(&endpoint.to_string()));
    }
    page.push_str("</datalist>\n<label>Fault <select name=\"fault\"><option value=\"none\">none: all goes well");
    for (_, name, description) in ALL_FAULTS {
        let _ = write!(page, "<option value=\"{name}\">{name}: {}", escaped(description));
    }
    page.push_str(
        "</select></label>\n\
         <label>Status <input name=\"status\" type=\"number\" min=\"400\" max=\"599\" placeholder=\"500\"></label>\n\
         <label>Delay (ms) <input name=\"delay\" type=\"number\" min=\"0\" max=\"600000\" placeholder=\"0\"></label>\n\
         <label>Times <input name=\"times\" type=\"number\" min=\"1\" placeholder=\"always\"></label>\n\
         <button>Set</button>\n</form>\n",
    );
}

/// Appends the latest requests, unprocessed.
fn append_requests(page: &mut String, store: &SubmissionStore, dev_base: &str) {
    let all = store.all().count();
    append_heading(page, "Requests", all);
    if all > 0 {
        let _ = writeln!(
            page,
            "<form method=\"post\" action=\"{dev_base}{CLEAR}\" class=\"row\">\
             <button>Forget all rows and requests</button></form>"
        );
    }
    if store.forgotten > 0 {
        let _ = writeln!(page, "<p class=\"soft\">{} older ones were forgotten to make room.</p>", store.forgotten);
    }
    if all > MAX_SHOWN {
        let _ = writeln!(
            page,
            "<p class=\"soft\">The latest {MAX_SHOWN}; the others are in <a href=\"{dev_base}{JSON}\">{JSON}</a>.</p>"
        );
    }
    store.all().rev().take(MAX_SHOWN).for_each(|submission| append_request(page, submission));
}

/// Appends a request with its headers and its body.
fn append_request(page: &mut String, submission: &Submission) {
    let status = submission.status.map_or("no answer".to_owned(), |status| status.to_string());
    let is_success = submission.status.is_some_and(|status| status < 400);
    let _ = writeln!(
        page,
        "<details><summary><code>{} {} {}</code> <span class=\"{}\">{status}</span> \
         <span class=\"soft\">{}, {} s ago</span></summary>\n<dl>",
        submission.number,
        escaped(&submission.request.method),
        escaped(&submission.request.target),
        if is_success { "good" } else { "bad" },
        escaped(&submission.outcome),
        submission.received.elapsed().as_secs(),
    );
    for (name, value) in &submission.request.headers {
        let _ = writeln!(page, "<dt>{}<dd><code>{}</code>", escaped(name), escaped(value));
    }
    page.push_str("</dl>\n");
    if !submission.body.is_empty() {
        let body = String::from_utf8_lossy(&submission.body);
        let shown = body.char_indices().nth(MAX_BODY_CHARS).map_or(&*body, |(end, _)| &body[..end]);
        let _ =
            writeln!(page, "<p class=\"soft\">{}</p><pre>{}</pre>", size(submission.body.len() as u64), escaped(shown));
    }
    page.push_str("</details>\n");
}
