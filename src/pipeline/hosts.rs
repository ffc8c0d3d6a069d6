//! The policy for hosts: what `content/hosts.yaml` says, what the pages need, what never changes, and the aliases.

use super::derived::Requests;
use crate::check::policy::{self, Allowed, Needs};
use crate::config::PUBLIC;
use crate::content::forms;
use crate::content::hosts::{Host, Hosts, covers};
use crate::content::locate::Part;
use crate::diagnostic::Diagnostic;
use crate::output::Sink;
use crate::output::hosts::{CONTENT_SECURITY_POLICY, IMMUTABLE, Policy, Redirect, Rule, files, patterns};
use crate::plan::{Plan, Subject};
use crate::route;
use crate::site::Site;

/// What Cloudflare Pages reads of a policy: so many rules, redirects, and characters a line.
const MOST_RULES: usize = 100;
const MOST_REDIRECTS: usize = 2000;
const MOST_CHARACTERS: usize = 2000;

/// What pages may load: what is listed, and where their forms are sent. Nothing where the site has no policy.
pub fn allowed(site: &Site) -> Option<Allowed> {
    let mut sources = site.content.hosts.as_ref()?.sources.clone();
    for origin in forms::addresses(&site.content.collections, &site.content.entries).filter_map(policy::origin) {
        for directive in ["connect-src", "form-action"] {
            let known = sources.entry(directive.to_owned()).or_default();
            if !known.contains(&origin) {
                known.push(origin.clone());
            }
        }
    }
    Some(Allowed { origin: site.content.settings.origin.clone(), sources })
}

/// What was put out for hosts.
pub struct Put {
    pub policy: Policy,
    pub problems: Vec<Diagnostic>,
    /// The files that hosts read it from.
    pub files: Vec<String>,
}

/// The policy, if the site has one, and the files that hosts read it from, by path.
pub fn policy(
    site: &Site,
    plan: &Plan,
    requests: &Requests,
    needs: &Needs,
) -> Option<(Policy, Vec<(&'static str, String)>)> {
    let hosts = site.content.hosts.as_ref()?;
    let policy = make(site, plan, requests, policy::header(&allowed(site)?, needs), hosts);
    let files = files(&policy, &hosts.hosts, &site.content.settings.base_path);
    Some((policy, files))
}

/// Makes the policy, and puts out the files that hosts read it from.
pub fn put_out(site: &Site, plan: &Plan, requests: &Requests, needs: &Needs, sink: &dyn Sink) -> Option<Put> {
    let hosts = site.content.hosts.as_ref()?;
    let (policy, written) = policy(site, plan, requests, needs)?;
    let mut problems = if hosts.hosts.contains(&Host::Cloudflare) { limits(&policy, hosts) } else { Vec::new() };
    let files = written.iter().map(|(path, _)| (*path).to_owned()).collect();
    // A page or file of this name may be put already, by this build or an earlier one.
    let first = |path: &str| {
        let file = site.assets.iter().find(|(_, asset)| asset.published == path);
        let page = || plan.pages.iter().find(|page| page.output == path);
        file.map(|(file, _)| format!("{PUBLIC}/{file}")).or_else(|| Some(format!("the page {}", page()?.route)))
    };
    problems.extend(written.into_iter().filter_map(|(path, text)| match first(path) {
        Some(first) => Some(taken(path, &first, hosts)),
        None => sink.put(path, text.as_bytes()).err(),
    }));
    Some(Put { policy, problems, files })
}

/// A file for hosts has the path of something else.
fn taken(path: &str, first: &str, hosts: &Hosts) -> Diagnostic {
    Diagnostic::error("route-taken", format!("the file `{path}` for hosts has no place: {first} has its address"))
        .at(hosts.place_of("/hosts", Part::Value))
        .label(format!("asks for `{path}`"))
        .help(format!("say in content/hosts.yaml what {first} says, and take that away"))
}

fn make(site: &Site, plan: &Plan, requests: &Requests, security: String, hosts: &Hosts) -> Policy {
    let base = site.content.settings.base_path.as_str();
    let below = |path: &str| format!("{base}{}", path.trim_start_matches('/'));
    let mut rules = vec![Rule { path: below("/*"), values: vec![(CONTENT_SECURITY_POLICY.to_owned(), security)] }];
    for rule in &hosts.headers {
        let path = below(&rule.path);
        let values = rule.values.iter().map(|(name, value)| (name.clone(), value.clone()));
        match rules.iter_mut().find(|known: &&mut Rule| known.path == path) {
            Some(known) => known.values.extend(values),
            None => rules.push(Rule { path, values: values.collect() }),
        }
    }
    let (hashed, plain): (Vec<_>, Vec<_>) =
        site.assets.iter().map(|(_, asset)| asset).partition(|asset| asset.is_hashed);
    let made = requests.paths();
    let marked = hashed.iter().map(|asset| asset.published.as_str()).chain(made.iter().map(String::as_str));
    let others =
        plain.iter().map(|asset| asset.published.as_str()).chain(plan.pages.iter().map(|page| page.output.as_str()));
    let cached = |path: &str| {
        let sets = |rule: &&Rule| rule.values.iter().any(|(name, _)| name.eq_ignore_ascii_case("Cache-Control"));
        rules.iter().filter(sets).any(|rule| covers(&rule.path, path) || covers(path, &rule.path))
    };
    let forever: Vec<Rule> = patterns(marked, others)
        .iter()
        .map(|path| below(path))
        .filter(|path| !cached(path))
        .map(|path| Rule { path, values: vec![("Cache-Control".to_owned(), IMMUTABLE.to_owned())] })
        .collect();
    rules.extend(forever);
    let written = hosts.redirects.iter().map(|rule| Redirect {
        from: below(&rule.from),
        to: if rule.to.starts_with("//") || !rule.to.starts_with('/') { rule.to.clone() } else { below(&rule.to) },
        status: rule.status,
    });
    let aliases = plan.pages.iter().filter_map(|page| match &page.subject {
        Subject::Alias { to } => Some(Redirect { from: below(&page.route), to: route::url(base, to), status: 301 }),
        _ => None,
    });
    Policy { rules, redirects: written.chain(aliases).collect() }
}

/// What Cloudflare Pages would not read.
fn limits(policy: &Policy, hosts: &Hosts) -> Vec<Diagnostic> {
    let place = || hosts.place_of("/hosts", Part::Value);
    let warning = |message: String, help: &str| {
        Diagnostic::warning("host-limit", message).at(place()).label("Cloudflare Pages is among the hosts").help(help)
    };
    let mut problems = Vec::new();
    let rules = policy.rules.len();
    if rules > MOST_RULES {
        let message = format!("there are {rules} rules for headers, and Cloudflare Pages reads {MOST_RULES}");
        problems.push(warning(
            message,
            "keep files with a hash in their name in folders of their own: a folder is one rule",
        ));
    }
    // Each address is written with and without the slash at its end.
    let redirects = policy.redirects.len() * 2;
    if redirects > MOST_REDIRECTS {
        let message = format!("there are {redirects} redirects, and Cloudflare Pages reads {MOST_REDIRECTS}");
        problems.push(warning(message, "join some of them: `/old/*` stands for all that begin so"));
    }
    for (name, value) in policy.rules.iter().flat_map(|rule| &rule.values) {
        let length = name.len() + 2 + value.len();
        if length > MOST_CHARACTERS {
            let message =
                format!("the header `{name}` has {length} characters, and Cloudflare Pages reads {MOST_CHARACTERS}");
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
