//! `/__site/leads`: what the forms sent, as rows and as it came, and a form for what is to go wrong.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::super::bench::fault::{Faults, NAMES};
use super::super::bench::received::{Received, Store};
use super::super::bench::{Bench, Endpoint};
use super::super::live::Site;
use super::html::text;
use crate::diagnostic::words::{count, size};
use crate::route::OWN;

/// The page, below [`OWN`].
pub const PAGE: &str = "leads";
/// The same for programs.
pub const JSON: &str = "leads.json";
/// Where a plan is set (POST) or all are cleared (DELETE).
pub const FAULTS: &str = "leads/faults";
/// Where a form clears what came in (POST).
pub const CLEAR: &str = "leads/clear";
/// Changes whenever the page does.
pub const STATE: &str = "leads/state";

/// So many requests are shown as they came; the JSON has all.
const SHOWN: usize = 100;
/// So many characters of a body are shown.
const BODY_SHOWN: usize = 20_000;

/// What the page holds.
pub fn page(bench: &Bench, site: &Site) -> String {
    let own = format!("{}{OWN}", site.base);
    let own = text(&own);
    let (store, faults) = (bench.store(), bench.faults());
    let mut page = format!(
        "<p data-watch=\"{own}{STATE}\">While the site is served here, its forms send to <code>{}</code> in place of the real \
         services, which never hear of it. Programs find all of this at <a href=\"{own}{JSON}\">{JSON}</a>.</p>\n",
        text(&bench.origin)
    );
    tables(&mut page, &store);
    trouble(&mut page, &store, &faults, &own);
    requests(&mut page, &store, &own);
    page
}

/// Changes whenever the page does.
pub fn state(bench: &Bench) -> String {
    let store = bench.store();
    let last = store.all().next_back().map_or(0, |last| last.number);
    let ended: usize = store.all().map(|received| received.outcome.len()).sum();
    let faults = bench.faults().json();
    format!("{last} {} {ended} {faults}", store.all().count())
}

/// What each endpoint kept.
fn tables(page: &mut String, store: &Store) {
    let tables = store.tables();
    if tables.is_empty() {
        page.push_str("<h2>Rows</h2>\n<p class=\"soft\">Nothing has been sent yet. Fill in a form of the site.</p>\n");
    }
    for (endpoint, table) in tables {
        let heading = text(&endpoint.name);
        let _ = writeln!(
            page,
            "<h2>{heading} <span class=\"soft\">{}, {}</span></h2>\n<div class=\"scroll\"><table>\n<tr><th class=\"number\">Row",
            endpoint.kind.name(),
            count(table.rows.len(), "row")
        );
        for column in &table.columns {
            let _ = write!(page, "<th>{}", text(column));
        }
        for received in table.rows.iter().rev().take(SHOWN) {
            let _ = write!(page, "\n<tr><td class=\"number\">{}", received.row.unwrap_or(0));
            for column in &table.columns {
                let value = received.fields.iter().find(|(name, _)| name == column).map_or("", |(_, value)| value);
                let _ = write!(page, "<td>{}", text(value));
            }
        }
        page.push_str("\n</table></div>\n");
    }
}

/// The form for what is to go wrong.
fn trouble(page: &mut String, store: &Store, faults: &Faults, own: &str) {
    page.push_str("<h2>What goes wrong</h2>\n");
    let plans: Vec<_> = faults.plans().collect();
    if plans.is_empty() {
        page.push_str("<p class=\"soft\">Nothing: every endpoint answers at once, and well.</p>\n");
    } else {
        page.push_str("<ul>\n");
        for (whom, plan) in plans {
            let whom = if whom.is_empty() { "every endpoint" } else { whom };
            let _ =
                writeln!(page, "<li><code>{}</code>: <span class=\"bad\">{}</span>", text(whom), text(&plan.words()));
        }
        page.push_str("</ul>\n");
    }
    let known: BTreeSet<&Endpoint> = store.all().map(|received| &received.endpoint).collect();
    let _ = writeln!(
        page,
        "<form method=\"post\" action=\"{own}{FAULTS}\">\n<label>Endpoint <input name=\"endpoint\" list=\"endpoints\" placeholder=\"every one\"></label>\n<datalist id=\"endpoints\"><option value=\"sheet\"><option value=\"lead\">"
    );
    for endpoint in known {
        let _ = write!(page, "<option value=\"{}\">", text(&endpoint.to_string()));
    }
    page.push_str("</datalist>\n<label>Fault <select name=\"fault\"><option value=\"none\">none: all goes well");
    for (name, does) in NAMES {
        let _ = write!(page, "<option value=\"{name}\">{name}: {}", text(does));
    }
    page.push_str(
        "</select></label>\n<label>Status <input name=\"status\" type=\"number\" min=\"400\" max=\"599\" placeholder=\"500\"></label>\n\
         <label>Delay (ms) <input name=\"delay\" type=\"number\" min=\"0\" max=\"600000\" placeholder=\"0\"></label>\n\
         <label>Times <input name=\"times\" type=\"number\" min=\"1\" placeholder=\"always\"></label>\n<button>Set</button>\n</form>\n",
    );
}

/// The latest requests as they came.
fn requests(page: &mut String, store: &Store, own: &str) {
    let all = store.all().count();
    let _ = writeln!(page, "<h2>Requests <span class=\"soft\">{all}</span></h2>");
    if all > 0 {
        let _ = writeln!(
            page,
            "<form method=\"post\" action=\"{own}{CLEAR}\" class=\"row\"><button>Forget all rows and requests</button></form>"
        );
    }
    if store.forgotten() > 0 {
        let _ = writeln!(page, "<p class=\"soft\">{} older ones were forgotten to make room.</p>", store.forgotten());
    }
    if all > SHOWN {
        let _ = writeln!(
            page,
            "<p class=\"soft\">The latest {SHOWN}; the others are in <a href=\"{own}{JSON}\">{JSON}</a>.</p>"
        );
    }
    store.all().rev().take(SHOWN).for_each(|received| request(page, received));
}

fn request(page: &mut String, received: &Received) {
    let status = received.status.map_or("no answer".to_owned(), |status| status.to_string());
    let good = received.status.is_some_and(|status| status < 400);
    let _ = writeln!(
        page,
        "<details><summary><code>{} {} {}</code> <span class=\"{}\">{status}</span> <span class=\"soft\">{}, {} s ago</span></summary>\n<dl>",
        received.number,
        text(&received.method),
        text(&received.target),
        if good { "good" } else { "bad" },
        text(&received.outcome),
        received.at.elapsed().as_secs(),
    );
    for (name, value) in &received.headers {
        let _ = writeln!(page, "<dt>{}<dd><code>{}</code>", text(name), text(value));
    }
    page.push_str("</dl>\n");
    if !received.body.is_empty() {
        let body = String::from_utf8_lossy(&received.body);
        let shown = body.char_indices().nth(BODY_SHOWN).map_or(&*body, |(end, _)| &body[..end]);
        let _ = writeln!(page, "<p class=\"soft\">{}</p><pre>{}</pre>", size(received.body.len() as u64), text(shown));
    }
    page.push_str("</details>\n");
}
