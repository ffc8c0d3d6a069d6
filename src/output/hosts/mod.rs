//! How hosts answer: which headers an address gets, and where it leads. One policy for the files that hosts read (`files`) and
//! for `site serve`.

mod files;

pub use files::files;

use crate::content::hosts::covers;
use crate::route::folders;

/// Headers and redirects by address; addresses are as in a URL, decoded, the site's base path included.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Policy {
    pub rules: Vec<Rule>,
    pub redirects: Vec<Redirect>,
}

/// Headers for an address, or for all that begin alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// With a `*` at the end for all that begin alike.
    pub path: String,
    pub values: Vec<(String, String)>,
}

/// An address that leads elsewhere, or all that begin alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redirect {
    /// With a `*` at the end for all that begin alike.
    pub from: String,
    /// With `:splat` for what `*` stands for.
    pub to: String,
    pub status: u16,
}

/// What `*` stood for.
pub const SPLAT: &str = ":splat";

/// For files that never change: their names tell their content.
pub const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// For all others: to be asked for again each time, which costs little where nothing changed.
pub const FRESH: &str = "public, max-age=0, must-revalidate";

impl Policy {
    /// The headers of the answer for an address.
    pub fn headers(&self, path: &str) -> Vec<(&str, &str)> {
        let rules = self.rules.iter().filter(|rule| covers(&rule.path, path));
        let mut headers: Vec<(&str, &str)> =
            rules.flat_map(|rule| rule.values.iter().map(|(name, value)| (name.as_str(), value.as_str()))).collect();
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("Cache-Control")) {
            headers.push(("Cache-Control", FRESH));
        }
        headers
    }

    /// Where an address leads, and the status that says so.
    pub fn redirect(&self, path: &str) -> Option<(u16, String)> {
        let rule = self.redirects.iter().find(|rule| covers(&rule.from, path))?;
        let splat = rule.from.strip_suffix('*').and_then(|start| path.strip_prefix(start)).unwrap_or_default();
        Some((rule.status, rule.to.replace(SPLAT, splat)))
    }

    /// Lets pages send and fetch at further origins: those of a test bench.
    pub fn allow(&mut self, origins: &[String]) {
        let values = self.rules.iter_mut().flat_map(|rule| &mut rule.values);
        for (_, policy) in values.filter(|(name, _)| name.eq_ignore_ascii_case(CONTENT_SECURITY_POLICY)) {
            let mut directives: Vec<String> = policy.split("; ").map(str::to_owned).collect();
            for name in ["connect-src", "form-action"] {
                let known = directives.iter().position(|directive| directive.split(' ').next() == Some(name));
                let at = known.unwrap_or_else(|| {
                    directives.push(format!("{name} 'self'"));
                    directives.len() - 1
                });
                for origin in origins {
                    directives[at].push(' ');
                    directives[at].push_str(origin);
                }
            }
            *policy = directives.join("; ");
        }
    }
}

pub const CONTENT_SECURITY_POLICY: &str = "Content-Security-Policy";

/// The fewest rules that stand for exactly the `marked` of all paths: a folder of which all files are marked is one rule, a
/// path by itself another.
pub fn patterns<'a>(
    marked: impl IntoIterator<Item = &'a str>,
    others: impl IntoIterator<Item = &'a str>,
) -> Vec<String> {
    let mut mixed = rustc_hash::FxHashSet::default();
    mixed.insert("");
    for path in others {
        folders(path).take_while(|folder| mixed.insert(*folder)).for_each(drop);
    }
    let mut patterns: Vec<String> = marked
        .into_iter()
        .map(|path| {
            let outermost = folders(path).filter(|folder| !mixed.contains(folder)).last();
            outermost.map_or_else(|| path.to_owned(), |folder| format!("{folder}/*"))
        })
        .collect();
    patterns.sort_unstable();
    patterns.dedup();
    patterns
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two rules, the first one's header as given, and two redirects.
    pub(in crate::output::hosts) fn policy(name: &str, value: &str) -> Policy {
        let rule = |path: &str, name: &str, value: &str| Rule {
            path: path.to_owned(),
            values: vec![(name.to_owned(), value.to_owned())],
        };
        let redirect = |from: &str, to: &str| Redirect { from: from.to_owned(), to: to.to_owned(), status: 301 };
        Policy {
            rules: vec![rule("/*", name, value), rule("/made/*", "Cache-Control", IMMUTABLE)],
            redirects: vec![redirect("/old/", "/new/"), redirect("/blog/*", "/articles/:splat")],
        }
    }

    fn secured() -> Policy {
        policy(CONTENT_SECURITY_POLICY, "default-src 'self'; form-action 'self'")
    }

    #[test]
    fn an_address_gets_the_headers_of_every_rule_for_it() {
        let names = |path: &str| {
            secured().headers(path).iter().map(|(name, value)| format!("{name}: {value}")).collect::<Vec<_>>()
        };
        let security = "Content-Security-Policy: default-src 'self'; form-action 'self'";
        assert_eq!(names("/made/a.avif"), [security, &format!("Cache-Control: {IMMUTABLE}")]);
        assert_eq!(names("/"), [security, &format!("Cache-Control: {FRESH}")]);
    }

    #[test]
    fn redirects_lead_on_what_comes_after() {
        let check = |path: &str, expected: Option<&str>| {
            assert_eq!(secured().redirect(path), expected.map(|to| (301, to.to_owned())), "{path}");
        };
        check("/old/", Some("/new/"));
        check("/old/x", None);
        check("/blog/a/b/", Some("/articles/a/b/"));
    }

    #[test]
    fn a_test_bench_is_allowed_beside_the_rest() {
        let mut policy = secured();
        policy.allow(&["http://127.0.0.1:4001".to_owned()]);
        let expected =
            "default-src 'self'; form-action 'self' http://127.0.0.1:4001; connect-src 'self' http://127.0.0.1:4001";
        assert_eq!(policy.headers("/")[0].1, expected);
    }

    #[test]
    fn whole_folders_are_one_rule() {
        let check = |marked: &[&str], others: &[&str], expected: &[&str]| {
            assert_eq!(patterns(marked.iter().copied(), others.iter().copied()), expected);
        };
        check(&["made/a/1", "made/b/2"], &["index.html"], &["made/*"]);
        check(&["css/a", "css/in/b"], &["css/c", "d"], &["css/a", "css/in/*"]);
        check(&["a"], &["b"], &["a"]);
        check(&[], &["b"], &[]);
    }
}
