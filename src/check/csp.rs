//! The Content-Security-Policy: the hashes of inline scripts and styles, and the check that pages load from allowed
//! origins only.
//!
//! One policy serves all pages, since hosts limit the number of rules and one page of a site is as trustworthy as
//! another. The policy allows inline scripts and styles by the hashes of all pages. Browsers accept hashes of `style`
//! attributes only beside the keyword `unsafe-hashes`. The policy has this keyword only in `style-src-attr`, which is
//! not about scripts.
//!
//! If the settings allow styles by `unsafe-inline`, the policy has no hashes of styles: browsers ignore the keyword
//! beside a hash.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use super::spanned;
use crate::diagnostic::SpannedDiagnostic;
use crate::html::references::{self, Reference, ReferenceKind};
use crate::html::{Tag, Token, origin_of, scheme_of};

/// The origins from which pages may load.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CspSources {
    /// The scheme and host of the site itself.
    pub origin: String,
    /// The other sources, by directive.
    pub by_directive: BTreeMap<String, Vec<String>>,
}

/// The SHA-256 hashes of the inline scripts and styles of one or more pages, by directive.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CspHashes(BTreeMap<&'static str, BTreeSet<[u8; 32]>>);

impl CspHashes {
    pub fn add(&mut self, other: &Self) {
        for (directive, hashes) in &other.0 {
            self.0.entry(directive).or_default().extend(hashes);
        }
    }

    /// Adds the hash of a text with normalized line breaks, as browsers compute it (HTML standard, §13.2.3.5).
    fn insert(&mut self, directive: &'static str, text: &str) {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        self.0.entry(directive).or_default().insert(Sha256::digest(text).into());
    }
}

/// The collector of one page's hashes and violations of the policy.
#[derive(Debug)]
pub struct CspCollector<'p> {
    sources: &'p CspSources,
    /// The open script or style sheet, if it needs a hash: the directive that governs it, and its text so far.
    inline: Option<(&'static str, String)>,
    pub hashes: CspHashes,
    pub diagnostics: Vec<SpannedDiagnostic>,
}

impl<'p> CspCollector<'p> {
    pub fn new(sources: &'p CspSources) -> Self {
        Self { sources, inline: None, hashes: CspHashes::default(), diagnostics: Vec::new() }
    }

    pub fn read(&mut self, token: &Token<'_, '_>) {
        match (token, &mut self.inline) {
            (Token::Start(tag), _) => self.read_start(tag),
            (Token::End(_), inline) => {
                if let Some((directive, text)) = inline.take() {
                    self.hashes.insert(directive, &text);
                }
            }
            (Token::Raw(raw), Some((_, text))) => text.push_str(raw),
            (token, Some((_, text))) => text.extend(token.decoded_text()),
            _ => {}
        }
    }

    /// Hashes the `style` attribute of a start tag, and begins a script or style sheet. Reports event handlers.
    fn read_start(&mut self, tag: &Tag<'_>) {
        let directive = match &*tag.name {
            "script" if is_inline_script(tag) => Some("script-src"),
            "style" => Some("style-src"),
            _ => None,
        };
        let is_empty = tag.is_foreign && tag.self_closing;
        self.inline = directive.filter(|_| !is_empty).map(|directive| (directive, String::new()));
        for attribute in &tag.attributes {
            let name = attribute.name;
            if name.eq_ignore_ascii_case("style") {
                self.hashes.insert("style-src-attr", &attribute.value());
            } else if is_handler(name) {
                let message = format!("the attribute `{name}` is a script, which the security policy does not let run");
                let help = "listen to the event in a script of islands/scripts/, or in an island";
                self.diagnostics.push(spanned::error("inline-handler", message, attribute.span(), help));
            }
        }
    }

    /// Reports a reference of a tag if the policy does not allow it.
    pub fn check_reference(&mut self, tag: &Tag<'_>, reference: &Reference<'_>) {
        let url = &*reference.url;
        if scheme_of(url).is_some_and(|scheme| scheme.eq_ignore_ascii_case("javascript")) {
            let message = "this address is a script, which the security policy does not let run";
            let help = "use a button, and listen to it in a script of islands/scripts/ or in an island";
            self.diagnostics.push(spanned::error("inline-handler", message, reference.span.clone(), help));
            return;
        }
        let Some((directive, action, alternative)) = directive_of(tag, reference.kind) else { return };
        let own = &self.sources.origin;
        let origin = origin_of(url).unwrap_or_else(|| own.clone());
        let is_own = origin.eq_ignore_ascii_case(own);
        let matches = |source: &String| source_matches(source, &origin) || (is_own && source == "'self'");
        let is_listed = self.sources.by_directive.get(directive).is_some_and(|sources| sources.iter().any(matches));
        // These sources need no listing: see `format_header`.
        let is_initial = match directive {
            "object-src" => false,
            "img-src" => is_own || origin == "data:",
            _ => is_own,
        };
        if !(is_listed || is_initial) {
            let message = format!("the page {action} `{origin}`, which the security policy does not allow");
            let help = format!(
                "list the origin as `{directive}` of `content_security_policy` in content/hosts.yaml{alternative}"
            );
            self.diagnostics.push(spanned::error("origin-not-allowed", message, reference.span.clone(), help));
        }
    }
}

/// Returns the directive that governs a reference, a phrase for what the page does, and the alternative to listing the
/// origin, if there is one. Returns `None` for a reference that is not checked.
fn directive_of(tag: &Tag<'_>, kind: ReferenceKind) -> Option<(&'static str, &'static str, &'static str)> {
    Some(match (kind, &*tag.name) {
        // The page loads nothing: a `<meta>` names a file for previews of the page, or the target of a redirect.
        (_, "meta") => return None,
        (ReferenceKind::Image, _) => ("img-src", "loads a picture from", ", or put the picture into public/"),
        (ReferenceKind::Media, "object" | "embed") => ("object-src", "embeds a file from", ", or link to it"),
        (ReferenceKind::Media, _) => ("media-src", "plays a file from", ", or put the file into public/"),
        (ReferenceKind::Frame, _) => ("frame-src", "frames a page from", ""),
        (ReferenceKind::Script, _) => ("script-src", "runs a script from", ", or serve the script yourself"),
        (ReferenceKind::Style, _) => ("style-src", "loads styles from", ", or serve the styles yourself"),
        (ReferenceKind::Form, _) => ("form-action", "sends a form to", ""),
        (ReferenceKind::Page | ReferenceKind::Refresh | ReferenceKind::Symbol | ReferenceKind::Resource, _) => {
            return None;
        }
    })
}

/// Whether a source of a policy, such as `https://a.example`, `https://*.example` or `http://localhost:*`, covers an
/// origin.
fn source_matches(source: &str, origin: &str) -> bool {
    let (Some(source), Some(mut origin)) = (origin_of(source), origin_of(origin)) else { return false };
    // A source with `http:` covers `https:` too (CSP level 3, §6.7.2.9, scheme-part matches).
    if source.starts_with("http://") {
        origin = origin.replacen("https://", "http://", 1);
    }
    let is_port = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (source, origin) = match (source.strip_suffix(":*"), origin.rsplit_once(':')) {
        (Some(source), Some((host, port))) if is_port(port) => (source, host),
        (bare, _) => (bare.unwrap_or(&source), &*origin),
    };
    let Some((scheme, host)) = source.split_once("*.") else { return source == origin };
    let inner = origin.strip_prefix(scheme).and_then(|rest| rest.strip_suffix(host));
    inner.is_some_and(|inner| inner.len() > 1 && inner.ends_with('.'))
}

/// Whether browsers run the content of the `script`: the script has no file, and its content is not data.
pub(super) fn is_inline_script(tag: &Tag<'_>) -> bool {
    let mut has_file = false;
    references::extract(tag, |_| has_file = true);
    !has_file && is_executable(tag)
}

/// Whether the content of the `script` is code, or rules that browsers follow, rather than data.
fn is_executable(tag: &Tag<'_>) -> bool {
    let Some(kind) = tag.get("type") else { return true };
    let kind = kind.raw.trim_ascii().to_ascii_lowercase();
    let is_javascript =
        kind.ends_with("/javascript") || kind.ends_with("/ecmascript") || kind.ends_with("/x-javascript");
    is_javascript || matches!(kind.as_str(), "" | "module" | "importmap" | "speculationrules")
}

/// The beginnings of the names of events (HTML standard, §8.1.8.2; UI events; SVG): `mouse` of `mousedown`.
const EVENT_PREFIXES: &str = "abort after animation aux before begin blur cancel canplay change click close command \
    context copy cue cut dbl drag drop duration emptied end error focus form fullscreen gotpointer hash input invalid \
    key language load lostpointer message mouse offline online page paste play pointer popstate progress ratechange \
    rejection repeat reset resize scroll search security seek select slot stalled storage submit suspend timeupdate \
    toggle touch transition unhandled unload volume wait webkit wheel";

/// Whether the attribute of this name is an event handler: `on` and the name of an event.
fn is_handler(name: &str) -> bool {
    let Some((on, event)) = name.split_at_checked(2) else { return false };
    let is_start = |known: &str| event.get(..known.len()).is_some_and(|start| start.eq_ignore_ascii_case(known));
    on.eq_ignore_ascii_case("on") && EVENT_PREFIXES.split_ascii_whitespace().any(is_start)
}

/// Returns the value of the `Content-Security-Policy` header.
pub fn format_header(sources: &CspSources, hashes: &CspHashes) -> String {
    let listed = |directive: &str| sources.by_directive.get(directive).map_or(&[][..], Vec::as_slice);
    let allows_all_styles = listed("style-src").iter().any(|source| source == "'unsafe-inline'");
    let is_hashed = |directive: &str| !(allows_all_styles && directive.starts_with("style-src"));
    let hashes = |directive: &str| hashes.0.get(directive).filter(|_| is_hashed(directive));
    let mut policy = "default-src 'self'".to_owned();
    let mut add = |directive: &str, initial: &str| {
        // Writing to a `String` cannot fail.
        let _ = write!(policy, "; {directive} {initial}");
        for hash in hashes(directive).into_iter().flatten() {
            let _ = write!(policy, " 'sha256-{}'", STANDARD.encode(hash));
        }
        // A listed source that is also an initial one is written once.
        for source in listed(directive).iter().filter(|source| !initial.split(' ').any(|word| word == *source)) {
            let _ = write!(policy, " {source}");
        }
    };
    add("script-src", "'self'");
    add("style-src", "'self'");
    if hashes("style-src-attr").is_some() {
        add("style-src-attr", "'unsafe-hashes'");
    }
    add("img-src", "'self' data:");
    add("form-action", "'self'");
    for directive in ["connect-src", "font-src", "frame-src", "manifest-src", "media-src", "worker-src"] {
        if !listed(directive).is_empty() {
            add(directive, "'self'");
        }
    }
    for directive in ["frame-ancestors", "object-src"] {
        let sources = listed(directive);
        add(directive, &if sources.is_empty() { "'none'".to_owned() } else { sources.join(" ") });
    }
    policy.push_str("; base-uri 'none'");
    policy
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::scan;

    #[test]
    fn sources_match_origins() {
        let check = |source: &str, origin: &str, expected: bool| {
            assert_eq!(source_matches(source, origin), expected, "{source} {origin}");
        };
        check("https://a.example", "https://a.example", true);
        check("https://a.example", "http://a.example", false);
        check("http://a.example", "https://a.example", true);
        check("http://*.example", "https://a.example", true);
        check("https://*.example", "https://a.example", true);
        check("https://*.example", "https://b.a.example", true);
        check("https://*.Example", "https://a.example", true);
        check("https://*.example", "https://example", false);
        check("https://*.a.example", "https://ba.example", false);
        check("data:", "data:", true);
        check("https://a.example:443", "https://a.example", true);
        check("https://a.example:8443", "https://a.example", false);
        check("http://localhost:*", "http://localhost:8080", true);
        check("http://localhost:*", "http://localhost", true);
        check("https://*.example:*", "https://a.example:8080", true);
    }

    #[test]
    fn only_attributes_named_after_events_are_handlers() {
        for name in ["onclick", "OnLoad", "onpointerdown", "onbeforetoggle", "oncanplay", "ononline", "onprogress"] {
            assert!(is_handler(name), "{name}");
        }
        for name in ["on", "once", "one", "ontology", "id", "ö"] {
            assert!(!is_handler(name), "{name}");
        }
    }

    #[test]
    fn a_self_closing_element_of_svg_has_no_hash() {
        let (page, sources) = ("<svg><style/><script/><text>a</text></svg>", CspSources::default());
        let mut collector = CspCollector::new(&sources);
        scan(page, |token| collector.read(&token));
        assert_eq!(collector.hashes, CspHashes::default());
    }

    #[test]
    fn hashes_in_svg_are_of_the_text_alone() {
        let sources = CspSources::default();
        let hashes = |page: &str| {
            let mut collector = CspCollector::new(&sources);
            scan(page, |token| collector.read(&token));
            collector.hashes
        };
        let plain = hashes("<style>a{}/* &copyd </b> */</style><script>b()</script>");
        let written =
            "<svg><style>a{}<!-- <i> --><![CDATA[/* &copyd </b]]>&gt; */</style><script>b(<!---->)</script></svg>";
        assert_eq!(hashes(written), plain);
        assert_eq!(hashes("<svg><style>&copyd</style></svg>"), hashes("<style>©d</style>"));
    }

    #[test]
    fn the_header_has_the_hashes_and_sources() {
        let mut sources = CspSources { origin: "https://example.com".to_owned(), ..CspSources::default() };
        let plain = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; form-action 'self'; \
                     frame-ancestors 'none'; object-src 'none'; base-uri 'none'";
        assert_eq!(format_header(&sources, &CspHashes::default()), plain);
        sources.by_directive.insert("frame-src".to_owned(), vec!["https://v.example".to_owned()]);
        let mut hashes = CspHashes::default();
        hashes.insert("script-src", "");
        hashes.insert("style-src-attr", "");
        let header = format_header(&sources, &hashes);
        // `47DEQ…` is the SHA-256 of the empty text (FIPS 180-4).
        assert!(header.contains("script-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"), "{header}");
        assert!(header.contains("style-src-attr 'unsafe-hashes' 'sha256-47DEQ"), "{header}");
        assert!(header.contains("frame-src 'self' https://v.example"), "{header}");
        sources.by_directive.insert("style-src".to_owned(), vec!["'unsafe-inline'".to_owned()]);
        hashes.insert("style-src", "");
        let header = format_header(&sources, &hashes);
        assert!(header.contains("; style-src 'self' 'unsafe-inline'; img-src"), "{header}");
    }
}
