//! The check of external links: requests each URL at most once and reports failures at the links that name it.

use std::collections::BTreeMap;

use super::job::Job;
use super::site_check::SiteChecker;
use crate::asset;
use crate::check::FoundLink;
use crate::config::LinkCheck;
use crate::content::settings::Settings;
use crate::diagnostic::Diagnostic;
use crate::external::{self, Address, Answer};
use crate::route::fragment;

/// The counts of external links in a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExternalLinks {
    /// Distinct URLs.
    pub count: usize,
    /// The URLs that were requested: those that the cache of working links lacks.
    pub requested: usize,
}

/// Requests the external links of the pages and reports those that are broken, moved or unclear.
pub fn check(
    job: &Job,
    link_check: &LinkCheck,
    settings: &Settings,
    checker: &SiteChecker<'_>,
) -> (ExternalLinks, Vec<Diagnostic>) {
    let globs = asset::compile_globs(&settings.links.external.ignore);
    // The glob `example.com` excludes a host, `example.com/a/*` a part of it.
    let is_ignored =
        |address: &Address| globs.is_match(address.host()) || globs.is_match(address.host_path_and_query());
    let links = checker.external_links().into_iter().map(|(page, link)| (page, link, Address::parse(&link.url)));
    let links: Vec<_> = links.filter(|(.., address)| !address.as_ref().is_ok_and(is_ignored)).collect();
    let addresses = links.iter().filter_map(|(.., address)| address.as_ref().ok());
    let addresses: BTreeMap<&str, &Address> = addresses.map(|address| (address.as_str(), address)).collect();
    let count = addresses.len();
    let user_agent =
        format!("site/{} (checks the links of {}{})", env!("CARGO_PKG_VERSION"), settings.origin, settings.base_path);
    let addresses = addresses.into_values().cloned();
    let (answers, requested) = external::check(addresses, job.config, link_check, &user_agent, job.announce);
    let mistakes = links.iter().filter_map(|(page, link, address)| {
        let diagnostic = match address {
            Ok(address) => faulty_link(link, answers.get(address.as_str())?)?,
            Err(why) => unclear_link(link, why),
        };
        Some(checker.link_mistake(*page, link, diagnostic))
    });
    (ExternalLinks { count, requested }, checker.place(mistakes.collect()))
}

/// Returns the diagnostic of a link that is broken, moved or unclear; `None` if it works.
fn faulty_link(link: &FoundLink, answer: &Answer) -> Option<Diagnostic> {
    let FoundLink { kind, url, .. } = link;
    match answer {
        Answer::Working => None,
        Answer::Moved(to) => {
            let fragment = if to.contains('#') { "" } else { fragment(url) };
            let message = format!("the {kind} `{url}` has moved permanently to `{to}{fragment}`");
            Some(Diagnostic::warning("moved-external-link", message).help("write the new address"))
        }
        Answer::Broken(why) => {
            let message = format!("the {kind} `{url}` leads nowhere: {why}");
            let help =
                "correct the address or take the link out; `links.external.ignore` leaves a host out of this check";
            Some(Diagnostic::error("broken-external-link", message).help(help))
        }
        Answer::Unclear(why) => Some(unclear_link(link, why)),
    }
}

fn unclear_link(link: &FoundLink, why: &str) -> Diagnostic {
    let FoundLink { kind, url, .. } = link;
    Diagnostic::warning("unclear-external-link", format!("the {kind} `{url}` can't be checked: {why}"))
        .help("open it in a browser; `links.external.ignore` leaves a host out of this check")
}
