//! The builder of the host policy, and the writer of the files in which hosts read the policy. The policy holds:
//!
//! - the headers and redirects of `content/hosts.yaml`;
//! - the CSP that the pages need;
//! - the caching of files with a hash in their names;
//! - a redirect for each alias.

use std::collections::BTreeSet;
use std::iter;

use percent_encoding::{AsciiSet, utf8_percent_encode};

use super::output_index::check_path;
use super::output_writer::OutputWriter;
use super::pages::Pages;
use super::prepare::Prepared;
use super::previous::Written;
use super::search_files::is_hashed_search_file;
use crate::check::csp::{self, CspHashes};
use crate::content::hosts::{Host, HostSettings, Redirect, overlap};
use crate::diagnostic::units::size;
use crate::diagnostic::{Diagnostic, Place};
use crate::output::hosts::{
    CONTENT_SECURITY_POLICY, HeaderBlock, HostPolicy, IMMUTABLE, find_patterns, format_files, order_redirects,
};
use crate::route::{self, NOT_IN_URLS};
use crate::site::plan::PageSubject;
use crate::snapshot::Snapshot;
use crate::yaml::tree::PairSide;

/// The characters that are escaped in targets of redirects. Brackets stay, as an IPv6 address has them.
const NOT_IN_TARGETS: &AsciiSet = &NOT_IN_URLS.remove(b'[').remove(b']').add(b'$');

/// The limits of Cloudflare Pages: header rules, redirects without `*`, redirects with `*`, characters in a line, and
/// bytes in a file.
const MAX_RULES: usize = 100;
const MAX_REDIRECTS: usize = 2000;
const MAX_PATTERN_REDIRECTS: usize = 100;
const MAX_LINE_CHARACTERS: usize = 2000;
const MAX_FILE_BYTES: u64 = 25 << 20;

/// The limit of Vercel: redirects of any form.
const MAX_VERCEL_REDIRECTS: usize = 2048;

/// The help for too many redirects.
const JOIN_REDIRECTS: &str = "join some of them: `/old/*` matches all that begin so";

/// Builds the policy for the pages that are rendered and the outputs that are written so far; `None` if the site has no
/// `content/hosts.yaml`.
pub fn build_policy(prepared: &Prepared, pages: &Pages, written: &Written) -> Option<HostPolicy> {
    let snapshot = &prepared.snapshot;
    let (hosts, sources) = (snapshot.site().content.hosts.as_ref()?, prepared.index.csp_sources.as_ref()?);
    let mut hashes = CspHashes::default();
    pages.checked().for_each(|(_, page)| hashes.add(&page.findings.csp_hashes));
    let header_blocks = build_header_blocks(snapshot, written, csp::format_header(sources, &hashes), hosts);
    let base = &*snapshot.site().content.settings.base_path;
    let with_base = |path: &str| with_base_path(snapshot, path);
    let declared = hosts.redirects.iter().map(|rule| {
        let prefix = if route::is_local(&rule.to) { base.trim_end_matches('/') } else { "" };
        let to = escape_target(&[prefix, &rule.to].concat());
        Redirect { from: with_base(&route::decode(&rule.from)), to, status: rule.status }
    });
    let planned = &snapshot.plan().pages;
    let aliases = planned.iter().filter_map(|page| {
        let PageSubject::Alias { to, .. } = &page.subject else { return None };
        let to = escape_target(&route::url(base, to));
        Some(Redirect { from: with_base(&page.route), to, status: 301 })
    });
    let not_found = planned.iter().filter_map(|page| page.output.strip_suffix("/404.html"));
    let not_found_folders = not_found.map(|folder| with_base(&format!("{folder}/"))).collect();
    Some(HostPolicy { header_blocks, redirects: order_redirects(declared.chain(aliases)), not_found_folders })
}

/// Returns a decoded path with the decoded base path before it.
fn with_base_path(snapshot: &Snapshot, path: &str) -> String {
    format!("{}{}", route::decode(&snapshot.site().content.settings.base_path), path.trim_start_matches('/'))
}

fn build_header_blocks(snapshot: &Snapshot, written: &Written, csp: String, hosts: &HostSettings) -> Vec<HeaderBlock> {
    let headers = vec![(CONTENT_SECURITY_POLICY.to_owned(), csp)];
    let mut blocks = vec![HeaderBlock { path: with_base_path(snapshot, "/*"), headers }];
    for rule in &hosts.headers {
        let path = with_base_path(snapshot, &route::decode(&rule.path));
        let values = rule.values.clone().into_iter();
        match blocks.iter_mut().find(|block| block.path == path) {
            Some(block) => block.headers.extend(values),
            None => blocks.push(HeaderBlock { path, headers: values.collect() }),
        }
    }
    let sets_caching =
        |block: &&HeaderBlock| block.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("Cache-Control"));
    let site_rules: Vec<String> = blocks.iter().filter(sets_caching).map(|block| block.path.clone()).collect();
    for path in hashed_patterns(snapshot, written).iter().map(|path| with_base_path(snapshot, path)) {
        // The default is left out if a rule of `content/hosts.yaml` sets `Cache-Control` for some of the same paths:
        // hosts would join the two values.
        if !site_rules.iter().any(|rule| overlap(rule, &path)) {
            let headers = vec![("Cache-Control".to_owned(), IMMUTABLE.to_owned())];
            blocks.push(HeaderBlock { path, headers });
        }
    }
    blocks
}

/// Writes the files in which hosts read the policy. Returns the policy, if there is one, and the paths of the files.
pub fn write_host_files(
    prepared: &Prepared,
    pages: &Pages,
    written: &Written,
    writer: &OutputWriter,
) -> ((Option<HostPolicy>, BTreeSet<String>), Vec<Diagnostic>) {
    let snapshot = &prepared.snapshot;
    let content = &snapshot.site().content;
    let (Some(policy), Some(hosts)) = (build_policy(prepared, pages, written), &content.hosts) else {
        return Default::default();
    };
    let base = with_base_path(snapshot, "/");
    let mut diagnostics = check_limits(snapshot, &policy, hosts, &base);
    let mut paths = BTreeSet::new();
    for (path, text) in format_files(&policy, &hosts.hosts, &base) {
        diagnostics.extend(match check_path(snapshot, path, "for hosts") {
            Some((taken, owner)) => Some(
                taken
                    .at(hosts.place_of("/hosts", PairSide::Value))
                    .label(format!("asks for `{path}`"))
                    .help(format!("say in content/hosts.yaml what {owner} says, and take that away")),
            ),
            None => writer.put(path, text.as_bytes()).err(),
        });
        paths.insert(path.to_owned());
    }
    ((Some(policy), paths), diagnostics)
}

/// Escapes what a URL can't hold, and `$`, which begins a variable in the files of nginx and Vercel.
fn escape_target(url: &str) -> String {
    utf8_percent_encode(url, NOT_IN_TARGETS).to_string()
}

/// Returns patterns for the outputs that never change, because their names hold a hash of their content.
fn hashed_patterns(snapshot: &Snapshot, written: &Written) -> Vec<String> {
    let files = snapshot.published_files().map(|(_, path, asset)| (path, asset.is_hashed));
    let images = written.images.iter().map(|path| (path.as_str(), true));
    let search = written.search.iter().map(|path| (path.as_str(), is_hashed_search_file(path)));
    let pages = snapshot.plan().pages.iter().map(|page| (page.output.as_str(), false));
    let outputs = files.chain(images).chain(search).chain(pages);
    let (hashed, others): (Vec<_>, Vec<_>) = outputs.partition(|(_, is_hashed)| *is_hashed);
    find_patterns(hashed.into_iter().map(|(path, _)| path), others.into_iter().map(|(path, _)| path))
}

/// Reports each limit of the site's hosts that the policy or a file exceeds. `base` is the decoded base path.
fn check_limits(snapshot: &Snapshot, policy: &HostPolicy, hosts: &HostSettings, base: &str) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let mut report = |place: Option<Place>, host: &str, message: String, help: &str| {
        let place = place.unwrap_or_else(|| hosts.place_of("/hosts", PairSide::Value));
        let diagnostic = Diagnostic::warning("host-limit", message).at(place);
        diagnostics.push(diagnostic.label(format!("{host} is among the hosts")).help(help));
    };
    if hosts.hosts.contains(&Host::Nginx) {
        let folders = iter::once(base).chain(policy.not_found_folders.iter().map(String::as_str));
        for folder in folders.filter(|folder| folder.contains('$')) {
            let message = format!("nginx can't show `{folder}404.html`: a `$` begins a variable there");
            let help = "choose an address without `$`: until then, nginx shows the page of a folder around, or its own";
            report(None, "nginx", message, help);
        }
    }
    let redirects = policy.redirects.len();
    if hosts.hosts.contains(&Host::Vercel) && redirects > MAX_VERCEL_REDIRECTS {
        let message = format!("there are {redirects} redirects, and Vercel takes {MAX_VERCEL_REDIRECTS}");
        report(None, "Vercel", message, JOIN_REDIRECTS);
    }
    for (host, name) in [(Host::Cloudflare, "Cloudflare Pages"), (Host::Netlify, "Netlify")] {
        if !hosts.hosts.contains(&host) {
            continue;
        }
        let redirected = policy.redirects.iter().map(|rule| &rule.from);
        let paths = policy.header_blocks.iter().map(|block| &block.path).chain(redirected);
        let paths = paths.filter(|path| has_placeholder(path, host)).map(|path| path.trim_end_matches('/'));
        for path in paths.collect::<BTreeSet<_>>() {
            let message = format!("{name} takes a part of `{path}` for a placeholder, which stands for any text");
            let help = "take out the redirect, alias or header of this address: it applies to other addresses too";
            report(place_of_path(snapshot, hosts, path), name, message, help);
        }
    }
    if hosts.hosts.contains(&Host::Cloudflare) {
        check_cloudflare(snapshot, policy, &mut |message, help| report(None, "Cloudflare Pages", message, help));
    }
    diagnostics
}

/// Finds the redirect, header or alias with this path. The path begins with the base path and does not end with a
/// slash.
fn place_of_path(snapshot: &Snapshot, hosts: &HostSettings, path: &str) -> Option<Place> {
    let is_path = |route: &str| with_base_path(snapshot, route).trim_end_matches('/') == path;
    let is_written = |written: &str| is_path(&route::decode(written));
    let from = hosts.redirects.iter().position(|rule| is_written(&rule.from)).map(|at| format!("/redirects/{at}/from"));
    let header =
        || hosts.headers.iter().position(|rule| is_written(&rule.path)).map(|at| format!("/headers/{at}/path"));
    let alias = || {
        snapshot.plan().pages.iter().find_map(|page| match page.subject {
            PageSubject::Alias { entry, index, .. } if is_path(&page.route) => {
                Some(snapshot.site().entry(entry).place_of(&format!("/aliases/{index}"), PairSide::Value))
            }
            _ => None,
        })
    };
    from.or_else(header).map(|pointer| hosts.place_of(&pointer, PairSide::Value)).or_else(alias)
}

/// Whether a host takes a part of a path for a placeholder: a `*` that does not end the path, or a `:` that begins a
/// segment (Netlify) or stands before a letter (other hosts).
fn has_placeholder(path: &str, host: Host) -> bool {
    let path = path.strip_suffix('*').unwrap_or(path);
    path.contains('*')
        || path.match_indices(':').any(|(at, _)| match host {
            Host::Netlify => path[..at].ends_with('/'),
            _ => path[at + 1..].starts_with(|c: char| c.is_ascii_alphabetic()),
        })
}

/// Calls `report` with each limit of Cloudflare Pages that the policy or a file exceeds, and what to do about it.
fn check_cloudflare(snapshot: &Snapshot, policy: &HostPolicy, report: &mut dyn FnMut(String, &str)) {
    let mut check = |count: usize, max: usize, counted: String, help: &str| {
        if count > max {
            report(format!("{counted}, and Cloudflare Pages takes {max}"), help);
        }
    };
    let rules = policy.header_blocks.len();
    let help = "keep files with a hash in their name in folders of their own: a folder is one rule";
    check(rules, MAX_RULES, format!("there are {rules} rules for headers"), help);
    let patterns = policy.redirects.iter().filter(|redirect| redirect.from.ends_with('*')).count();
    let others = policy.redirects.len() - patterns;
    check(others, MAX_REDIRECTS, format!("there are {others} redirects without `*`"), JOIN_REDIRECTS);
    let help = "join some of them, or list what they match without `*`";
    check(patterns, MAX_PATTERN_REDIRECTS, format!("there are {patterns} redirects with `*`"), help);
    for (name, value) in policy.header_blocks.iter().flat_map(|block| &block.headers) {
        let length = format!("{name}: {value}").chars().count();
        let help = if name == CONTENT_SECURITY_POLICY {
            "each script, style and `style` attribute within pages takes 53 of them: move styles into style sheets"
        } else {
            "shorten its value"
        };
        check(length, MAX_LINE_CHARACTERS, format!("the header `{name}` has {length} characters"), help);
    }
    for (_, path, asset) in snapshot.published_files() {
        if let Some(bytes) = asset.byte_count().filter(|bytes| *bytes > MAX_FILE_BYTES) {
            let message = format!("`{path}` has {}, and Cloudflare Pages takes files of at most 26.2 MB", size(bytes));
            report(message, "make it smaller, or keep it on a host for large files");
        }
    }
}
