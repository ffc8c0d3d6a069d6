//! The host policy of a site: headers and redirects from `content/hosts.yaml`, the CSP that the pages need, caching
//! of hashed files, and redirects for aliases.

use super::images::ImageRequests;
use crate::check::csp::{self, CspHashes, CspSources};
use crate::check::origin::origin;
use crate::config::PUBLIC;
use crate::content::forms;
use crate::content::hosts::{Host, HostSettings, covers};
use crate::diagnostic::Diagnostic;
use crate::output::Sink;
use crate::output::hosts::{CONTENT_SECURITY_POLICY, HeaderBlock, HostPolicy, IMMUTABLE, Redirect, files, patterns};
use crate::route;
use crate::site::Site;
use crate::site::plan::{PageSubject, Plan};
use crate::yaml::tree::PairSide;

/// The limits of Cloudflare Pages: header rules, redirects, and characters in a line.
const MAX_RULES: usize = 100;
const MAX_REDIRECTS: usize = 2000;
const MAX_LINE_CHARACTERS: usize = 2000;

/// Returns the sources that the CSP allows: those of `content/hosts.yaml`, and the endpoints of forms. `None` if the
/// site has no policy.
pub fn csp_sources(site: &Site) -> Option<CspSources> {
    let mut sources = site.content.hosts.as_ref()?.sources.clone();
    for origin in forms::endpoint_urls(&site.content.collections, &site.content.entries).filter_map(origin) {
        for directive in ["connect-src", "form-action"] {
            let known = sources.entry(directive.to_owned()).or_default();
            if !known.contains(&origin) {
                known.push(origin.clone());
            }
        }
    }
    Some(CspSources { origin: site.content.settings.origin.clone(), sources })
}

/// The policy as written for hosts.
pub struct HostFiles {
    pub policy: HostPolicy,
    pub problems: Vec<Diagnostic>,
    /// The paths of the written files.
    pub files: Vec<String>,
}

/// Returns the policy and the files for hosts, by path; `None` if the site has no policy.
pub fn policy(
    site: &Site,
    plan: &Plan,
    requests: &ImageRequests,
    csp_hashes: &CspHashes,
) -> Option<(HostPolicy, Vec<(&'static str, String)>)> {
    let hosts = site.content.hosts.as_ref()?;
    let policy = build_policy(site, plan, requests, csp::header(&csp_sources(site)?, csp_hashes), hosts);
    let files = files(&policy, &hosts.hosts, &site.content.settings.base_path);
    Some((policy, files))
}

/// Writes the files for hosts and returns the policy.
pub fn write(
    site: &Site,
    plan: &Plan,
    requests: &ImageRequests,
    csp_hashes: &CspHashes,
    sink: &dyn Sink,
) -> Option<HostFiles> {
    let hosts = site.content.hosts.as_ref()?;
    let (policy, written) = policy(site, plan, requests, csp_hashes)?;
    let mut problems = if hosts.hosts.contains(&Host::Cloudflare) { check_limits(&policy, hosts) } else { Vec::new() };
    let files = written.iter().map(|(path, _)| (*path).to_owned()).collect();
    // A page or file of this path may be written already, by this build or an earlier one.
    let first = |path: &str| {
        let file = site.assets.iter().find(|(_, asset)| asset.published == path);
        let page = || plan.pages.iter().find(|page| page.output == path);
        file.map(|(file, _)| format!("{PUBLIC}/{file}")).or_else(|| Some(format!("the page {}", page()?.route)))
    };
    problems.extend(written.into_iter().filter_map(|(path, text)| match first(path) {
        Some(first) => Some(path_taken(path, &first, hosts)),
        None => sink.put(path, text.as_bytes()).err(),
    }));
    Some(HostFiles { policy, problems, files })
}

/// Reports a file for hosts whose path another output has.
fn path_taken(path: &str, first: &str, hosts: &HostSettings) -> Diagnostic {
    Diagnostic::error("route-taken", format!("the file `{path}` for hosts has no place: {first} has its address"))
        .at(hosts.place_of("/hosts", PairSide::Value))
        .label(format!("asks for `{path}`"))
        .help(format!("say in content/hosts.yaml what {first} says, and take that away"))
}

fn build_policy(
    site: &Site,
    plan: &Plan,
    requests: &ImageRequests,
    security: String,
    hosts: &HostSettings,
) -> HostPolicy {
    let base = site.content.settings.base_path.as_str();
    let below = |path: &str| format!("{base}{}", path.trim_start_matches('/'));
    let mut rules =
        vec![HeaderBlock { path: below("/*"), values: vec![(CONTENT_SECURITY_POLICY.to_owned(), security)] }];
    for rule in &hosts.headers {
        let path = below(&rule.path);
        let values = rule.values.iter().map(|(name, value)| (name.clone(), value.clone()));
        match rules.iter_mut().find(|known: &&mut HeaderBlock| known.path == path) {
            Some(known) => known.values.extend(values),
            None => rules.push(HeaderBlock { path, values: values.collect() }),
        }
    }
    let (hashed, plain): (Vec<_>, Vec<_>) =
        site.assets.iter().map(|(_, asset)| asset).partition(|asset| asset.is_hashed);
    let images = requests.paths();
    let immutable = hashed.iter().map(|asset| asset.published.as_str()).chain(images.iter().map(String::as_str));
    let others =
        plain.iter().map(|asset| asset.published.as_str()).chain(plan.pages.iter().map(|page| page.output.as_str()));
    let cached = |path: &str| {
        let sets = |rule: &&HeaderBlock| rule.values.iter().any(|(name, _)| name.eq_ignore_ascii_case("Cache-Control"));
        rules.iter().filter(sets).any(|rule| covers(&rule.path, path) || covers(path, &rule.path))
    };
    let caching: Vec<HeaderBlock> = patterns(immutable, others)
        .iter()
        .map(|path| below(path))
        .filter(|path| !cached(path))
        .map(|path| HeaderBlock { path, values: vec![("Cache-Control".to_owned(), IMMUTABLE.to_owned())] })
        .collect();
    rules.extend(caching);
    let written = hosts.redirects.iter().map(|rule| Redirect {
        from: below(&rule.from),
        to: if rule.to.starts_with("//") || !rule.to.starts_with('/') { rule.to.clone() } else { below(&rule.to) },
        status: rule.status,
    });
    let aliases = plan.pages.iter().filter_map(|page| match &page.subject {
        PageSubject::Alias { to } => Some(Redirect { from: below(&page.route), to: route::url(base, to), status: 301 }),
        _ => None,
    });
    HostPolicy { rules, redirects: written.chain(aliases).collect() }
}

/// Reports what exceeds the limits of Cloudflare Pages.
fn check_limits(policy: &HostPolicy, hosts: &HostSettings) -> Vec<Diagnostic> {
    let place = || hosts.place_of("/hosts", PairSide::Value);
    let warning = |message: String, help: &str| {
        Diagnostic::warning("host-limit", message).at(place()).label("Cloudflare Pages is among the hosts").help(help)
    };
    let mut problems = Vec::new();
    let rules = policy.rules.len();
    if rules > MAX_RULES {
        let message = format!("there are {rules} rules for headers, and Cloudflare Pages reads {MAX_RULES}");
        problems.push(warning(
            message,
            "keep files with a hash in their name in folders of their own: a folder is one rule",
        ));
    }
    // Each redirect is written with and without the trailing slash.
    let redirects = policy.redirects.len() * 2;
    if redirects > MAX_REDIRECTS {
        let message = format!("there are {redirects} redirects, and Cloudflare Pages reads {MAX_REDIRECTS}");
        problems.push(warning(message, "join some of them: `/old/*` stands for all that begin so"));
    }
    for (name, value) in policy.rules.iter().flat_map(|rule| &rule.values) {
        let length = name.len() + 2 + value.len();
        if length > MAX_LINE_CHARACTERS {
            let message = format!(
                "the header `{name}` has {length} characters, and Cloudflare Pages reads {MAX_LINE_CHARACTERS}"
            );
            let help = if name == CONTENT_SECURITY_POLICY {
                "each script, style and `style` attribute within pages takes 53 of them: move styles into style sheets"
            } else {
                "shorten its value"
            };
            problems.push(warning(message, help));
        }
    }
    problems
}
