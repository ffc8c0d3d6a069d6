//! What a page needs of a Content-Security-Policy: the hashes of the scripts and styles within it, and no origin that the site
//! does not allow.
//!
//! One policy serves all pages: hosts bound the number of rules, and what is within one page of a site is as good as what is
//! within another. So pages' needs are added up, and no directive ever says `unsafe-inline`. Attributes `style` are allowed by
//! their hashes too, which takes the word `unsafe-hashes`: for styles it lets nothing run.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::Range;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use super::html::{Element, Tag, decode};
use super::links::{Kind, Reference};
use super::page::{Problem, error};

/// What pages may load beside what is the site's own: sources by directive.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Allowed {
    /// Scheme and host of the site itself.
    pub origin: String,
    pub sources: BTreeMap<String, Vec<String>>,
}

/// The hashes of what stands within pages: plain data, to be added up.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Needs {
    scripts: BTreeSet<Hash>,
    styles: BTreeSet<Hash>,
    style_attributes: BTreeSet<Hash>,
}

type Hash = [u8; 32];

impl Needs {
    /// What this page and another one need.
    pub fn add(&mut self, other: &Self) {
        self.scripts.extend(&other.scripts);
        self.styles.extend(&other.styles);
        self.style_attributes.extend(&other.style_attributes);
    }
}

/// Gathers the needs of one page, tag by tag.
#[derive(Debug)]
pub struct Gatherer<'a, 'p> {
    allowed: &'p Allowed,
    page: &'a str,
    /// How deep inside `svg`, where scripts and styles are ordinary elements.
    foreign: usize,
    /// What the next raw text is.
    next: Option<Inline>,
    needs: Needs,
    problems: Vec<Problem>,
}

#[derive(Debug, Clone, Copy)]
enum Inline {
    Script,
    Style,
}

impl<'a, 'p> Gatherer<'a, 'p> {
    pub fn new(page: &'a str, allowed: &'p Allowed) -> Self {
        Self { allowed, page, foreign: 0, next: None, needs: Needs::default(), problems: Vec::new() }
    }

    /// What the page needs, and what the policy would not let it have.
    pub fn finish(self) -> (Needs, Vec<Problem>) {
        (self.needs, self.problems)
    }

    pub fn start(&mut self, tag: &Tag<'a>) {
        self.next = None;
        match tag.element {
            Element::Svg if !tag.self_closing => self.foreign += 1,
            Element::Script if !tag.has("src") && runs(tag) => self.next = Some(Inline::Script),
            Element::Style if self.foreign == 0 => self.next = Some(Inline::Style),
            Element::Style => {
                let rest = &self.page[tag.span.end..];
                let end = rest.find("</").unwrap_or(rest.len());
                self.needs.styles.insert(hash(&decode(&rest[..end])));
            }
            _ => {}
        }
        for attribute in &tag.attributes {
            let name = attribute.name;
            if name.eq_ignore_ascii_case("style") {
                self.needs.style_attributes.insert(hash(&attribute.value()));
            } else if is_handler(name) {
                let message = format!("the attribute `{name}` is a script, which the security policy does not let run");
                let help = "listen to the event in a script of islands/scripts/, or in an island";
                self.problems.push(error("inline-handler", message, attribute.span(), help));
            }
        }
    }

    pub fn end(&mut self, element: Element<'a>) {
        if element == Element::Svg {
            self.foreign = self.foreign.saturating_sub(1);
        }
    }

    pub fn raw(&mut self, text: &str) {
        match self.next.take() {
            // Line breaks are read as the standard says before anything is hashed.
            Some(Inline::Script) => drop(self.needs.scripts.insert(hash(&text.replace("\r\n", "\n")))),
            Some(Inline::Style) => drop(self.needs.styles.insert(hash(&text.replace("\r\n", "\n")))),
            None => {}
        }
    }

    /// Looks at an address that the page refers to.
    pub fn reference(&mut self, reference: &Reference<'_>) {
        let url = &*reference.url;
        if url.get(..11).is_some_and(|start| start.eq_ignore_ascii_case("javascript:")) {
            let message = "this address is a script, which the security policy does not let run".to_owned();
            let help = "use a button, and a script of islands/scripts/ or an island that listens to it";
            self.problems.push(error("inline-handler", message, reference.span.clone(), help));
            return;
        }
        let Some((directive, what)) = directive(reference) else { return };
        let Some(origin) = origin(url) else { return };
        let own = origin.eq_ignore_ascii_case(&self.allowed.origin);
        let listed = self.allowed.sources.get(directive);
        let listed = listed.is_some_and(|sources| sources.iter().any(|source| matches(source, &origin)));
        let free = directive == "img-src" && origin == "data:";
        if !(own || listed || free) {
            let span: Range<usize> = reference.span.clone();
            let message = format!("the page {what} `{origin}`, which the security policy does not allow");
            let help = help_for(directive);
            self.problems.push(error("origin-not-allowed", message, span, help));
        }
    }
}

fn help_for(directive: &str) -> &'static str {
    match directive {
        "img-src" => {
            "list the origin as `img-src` of `content_security_policy` in content/hosts.yaml, or put the picture into public/"
        }
        "media-src" => {
            "list the origin as `media-src` of `content_security_policy` in content/hosts.yaml, or put the file into public/"
        }
        "object-src" => {
            "list the origin as `object-src` of `content_security_policy` in content/hosts.yaml, or link to it"
        }
        "frame-src" => "list the origin as `frame-src` of `content_security_policy` in content/hosts.yaml",
        "script-src" => {
            "list the origin as `script-src` of `content_security_policy` in content/hosts.yaml, or serve the script yourself"
        }
        "style-src" => {
            "list the origin as `style-src` of `content_security_policy` in content/hosts.yaml, or serve the styles yourself"
        }
        _ => "list the origin as `form-action` of `content_security_policy` in content/hosts.yaml",
    }
}

/// Which directive a reference is subject to, and what the page does with it.
fn directive(reference: &Reference) -> Option<(&'static str, &'static str)> {
    Some(match (reference.kind, reference.element) {
        // For those who show the page elsewhere.
        (_, Element::Meta) => return None,
        (Kind::Image, _) => ("img-src", "shows a picture of"),
        (Kind::Media, Element::Object | Element::Embed) => ("object-src", "embeds something of"),
        (Kind::Media, _) => ("media-src", "plays something of"),
        (Kind::Frame, _) => ("frame-src", "frames a page of"),
        (Kind::Script, _) => ("script-src", "runs a script of"),
        (Kind::Style, _) => ("style-src", "uses styles of"),
        (Kind::Form, _) => ("form-action", "sends a form to"),
        (Kind::Page | Kind::Refresh | Kind::Symbol | Kind::Resource, _) => return None,
    })
}

/// Scheme and host of an address on another host, or its scheme where it has no host; nothing for addresses on this one.
pub fn origin(url: &str) -> Option<String> {
    if let Some(rest) = url.strip_prefix("//") {
        return Some(format!("https://{}", rest.split(['/', '?', '#']).next().unwrap_or_default()));
    }
    let (scheme, rest) = url.split_once(':').filter(|(scheme, _)| is_scheme(scheme))?;
    match rest.strip_prefix("//") {
        Some(rest) => Some(format!("{scheme}://{}", rest.split(['/', '?', '#']).next().unwrap_or_default())),
        None => matches!(scheme, "data" | "blob").then(|| format!("{scheme}:")),
    }
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
}

/// Does a source of a policy stand for an origin?
fn matches(source: &str, origin: &str) -> bool {
    match source.split_once("*.") {
        Some((scheme, host)) => {
            let inner = origin.strip_prefix(scheme).and_then(|rest| rest.strip_suffix(host));
            inner.is_some_and(|inner| inner.len() > 1 && inner.ends_with('.'))
        }
        None => source.eq_ignore_ascii_case(origin),
    }
}

/// Is what stands in the `script` run, and not just data?
pub(super) fn runs(tag: &Tag) -> bool {
    let Some(kind) = tag.get("type") else { return true };
    let kind = kind.raw.trim_ascii().to_ascii_lowercase();
    let program = kind.ends_with("/javascript") || kind.ends_with("/ecmascript") || kind.ends_with("/x-javascript");
    program || matches!(kind.as_str(), "" | "module" | "importmap" | "speculationrules")
}

/// How the names of events begin.
const EVENTS: &str = "abort animation before blur cancel change click close context copy cut dbl drag drop ended error focus \
    hash input invalid key load message mouse page paste play pointer popstate reset resize scroll select submit toggle touch \
    transition unload wheel";

/// Is it an attribute that holds a script?
fn is_handler(name: &str) -> bool {
    let Some(event) = name.get(..2).filter(|on| on.eq_ignore_ascii_case("on")).map(|_| &name[2..]) else {
        return false;
    };
    EVENTS
        .split_ascii_whitespace()
        .any(|known| event.get(..known.len()).is_some_and(|start| start.eq_ignore_ascii_case(known)))
}

fn hash(text: &str) -> Hash {
    Sha256::digest(text.as_bytes()).into()
}

/// The value of the header `Content-Security-Policy`.
pub fn header(allowed: &Allowed, needs: &Needs) -> String {
    let listed = |directive: &str| allowed.sources.get(directive).map_or(&[][..], Vec::as_slice);
    let mut policy = "default-src 'self'".to_owned();
    let mut add = |directive: &str, first: &str, hashes: &BTreeSet<Hash>| {
        // A String takes anything that is written to it.
        let _ = write!(policy, "; {directive} {first}");
        for hash in hashes {
            let _ = write!(policy, " 'sha256-{}'", STANDARD.encode(hash));
        }
        for source in listed(directive).iter().filter(|source| !first.split(' ').any(|word| word == *source)) {
            let _ = write!(policy, " {source}");
        }
    };
    let none = BTreeSet::new();
    add("script-src", "'self'", &needs.scripts);
    add("style-src", "'self'", &needs.styles);
    if !needs.style_attributes.is_empty() {
        add("style-src-attr", "'unsafe-hashes'", &needs.style_attributes);
    }
    add("img-src", "'self' data:", &none);
    add("form-action", "'self'", &none);
    for directive in ["connect-src", "font-src", "frame-src", "manifest-src", "media-src", "worker-src"] {
        if !listed(directive).is_empty() {
            add(directive, "'self'", &none);
        }
    }
    for directive in ["frame-ancestors", "object-src"] {
        match listed(directive) {
            [] => add(directive, "'none'", &none),
            sources => add(directive, &sources.join(" "), &none),
        }
    }
    policy.push_str("; base-uri 'none'");
    policy
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_scheme_and_host() {
        let check = |url: &str, expected: Option<&str>| assert_eq!(origin(url).as_deref(), expected, "{url}");
        check("https://a.example/b?c", Some("https://a.example"));
        check("//a.example:8080/b", Some("https://a.example:8080"));
        check("data:image/png;base64,AA==", Some("data:"));
        check("/a:b", None);
        check("a/b:c", None);
        check("mailto:a@example.com", None);
    }

    #[test]
    fn sources_stand_for_origins() {
        let check = |source: &str, origin: &str, expected: bool| {
            assert_eq!(matches(source, origin), expected, "{source} {origin}");
        };
        check("https://a.example", "https://a.example", true);
        check("https://a.example", "http://a.example", false);
        check("https://*.example", "https://a.example", true);
        check("https://*.example", "https://b.a.example", true);
        check("https://*.example", "https://example", false);
        check("https://*.a.example", "https://ba.example", false);
        check("data:", "data:", true);
    }

    #[test]
    fn handlers_are_known_by_their_event() {
        for name in ["onclick", "OnLoad", "onpointerdown", "onbeforetoggle"] {
            assert!(is_handler(name), "{name}");
        }
        for name in ["on", "once", "one", "ontology", "id", "ö"] {
            assert!(!is_handler(name), "{name}");
        }
    }

    #[test]
    fn the_header_says_what_the_pages_need() {
        let mut allowed = Allowed { origin: "https://example.com".to_owned(), ..Allowed::default() };
        let plain = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; form-action 'self'; \
                     frame-ancestors 'none'; object-src 'none'; base-uri 'none'";
        assert_eq!(header(&allowed, &Needs::default()), plain);
        allowed.sources.insert("frame-src".to_owned(), vec!["https://v.example".to_owned()]);
        let mut needs = Needs::default();
        // The SHA-256 of the empty text (FIPS 180-4).
        needs.scripts.insert(hash(""));
        needs.style_attributes.insert(hash(""));
        let header = header(&allowed, &needs);
        assert!(header.contains("script-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"), "{header}");
        assert!(header.contains("style-src-attr 'unsafe-hashes' 'sha256-47DEQ"), "{header}");
        assert!(header.contains("frame-src 'self' https://v.example"), "{header}");
    }
}
