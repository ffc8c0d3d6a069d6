//! The checks of the redirects of `content/hosts.yaml`.

use super::output_index::OutputIndex;
use crate::check::resolver::{OutputId, Referrer, Resolution, Resolver};
use crate::check::{BrokenLink, FoundLink, broken_links};
use crate::content::hosts::{Redirect, covers};
use crate::diagnostic::Diagnostic;
use crate::html::references::ReferenceKind;
use crate::output::hosts::SPLAT;
use crate::route;
use crate::site::Site;
use crate::yaml::tree::PairSide;

/// Reports redirects that never apply, hide a page, or lead nowhere or to another redirect.
pub fn check_redirects(site: &Site, index: &OutputIndex) -> Vec<Diagnostic> {
    let Some(hosts) = &site.content.hosts else { return Vec::new() };
    let mut checker = RedirectChecker {
        redirects: &hosts.redirects,
        base: site.content.settings.base_path.trim_end_matches('/'),
        index,
        resolver: Resolver::new(index, &index.base_url),
    };
    let mut diagnostics = Vec::new();
    for number in 0..hosts.redirects.len() {
        let place = |key| hosts.place_of(&format!("/redirects/{number}/{key}"), PairSide::Value);
        diagnostics.extend(checker.check_source(number).map(|found| found.at(place("from"))));
        diagnostics.extend(checker.check_target(number).map(|found| found.at(place("to"))));
    }
    diagnostics
}

struct RedirectChecker<'s> {
    redirects: &'s [Redirect],
    /// The base path without its last slash.
    base: &'s str,
    index: &'s OutputIndex,
    resolver: Resolver<'s>,
}

impl RedirectChecker<'_> {
    /// Reports a redirect that an earlier redirect covers, or that hides a page or file.
    fn check_source(&mut self, number: usize) -> Option<Diagnostic> {
        let Redirect { from, to, .. } = &self.redirects[number];
        let (message, help) = if let Some(earlier) = find_redirect(&self.redirects[..number], from) {
            let message = format!("`{from}` never leads to `{to}`: the redirect of `{}` applies first", earlier.from);
            (message, "remove one of the two, or move the narrower one up")
        } else if matches!(self.resolve(from), Resolution::Output { .. }) {
            let message = format!("the redirect of `{from}` hides the page or file with this address");
            (message, "remove the redirect, or give the page another address")
        } else {
            return None;
        };
        Some(Diagnostic::warning("redirect-conflict", message).help(help))
    }

    /// Reports a redirect to an address that is redirected again, or that no page or file has.
    fn check_target(&mut self, number: usize) -> Option<Diagnostic> {
        let Redirect { from, to, .. } = &self.redirects[number];
        let before_splat = to.split(SPLAT).next().unwrap_or_default();
        let path = before_splat.split(['?', '#']).next().unwrap_or_default();
        if let Some(next) = find_redirect(self.redirects, path) {
            let message = format!("`{from}` leads to `{to}`, which the redirect of `{}` leads on", next.from);
            let help = "lead it to the last address: each redirect makes visitors wait, and a circle never ends";
            return Some(Diagnostic::warning("redirect-chain", message).help(help));
        }
        if !route::is_local(to) || before_splat != to {
            return None;
        }
        let Resolution::Nowhere(reason) = self.resolve(to) else { return None };
        let url = [self.base, to].concat().into();
        let found = FoundLink { url, span: 0..to.len(), kind: ReferenceKind::Refresh };
        let mut broken = [BrokenLink::new(OutputId::default(), found, reason)];
        broken_links::add_suggestions(&mut broken, &mut self.resolver, &self.index.paths(), |_| "/");
        Some(broken[0].diagnostic())
    }

    /// Returns where an address of a redirect leads.
    fn resolve(&mut self, address: &str) -> Resolution {
        let home = Referrer { route: "/", output: OutputId::default() };
        self.resolver.resolve(home, &[self.base, address].concat(), ReferenceKind::Refresh).0
    }
}

/// Returns the first redirect that applies to a path, or to all paths of a pattern.
fn find_redirect<'r>(redirects: &'r [Redirect], path: &str) -> Option<&'r Redirect> {
    redirects.iter().find(|redirect| covers(&route::decode(&redirect.from), &route::decode(path)))
}
