//! Syntax highlighting at build time: `<span class="hl-…">`, coloured by the site's CSS.
//!
//! The grammars name what they find by scopes, such as `entity.name.function.rust`. [`RULES`] maps scopes to a few
//! classes. Neighbouring texts of one class share a span. Each span ends with its line, so that `code_block` can put a
//! line into an element.

use std::fmt;
use std::path::PathBuf;

use pulldown_cmark_escape::escape_html_body_text;
use syntect::parsing::{ParseState, Scope, ScopeStack, SyntaxReference, SyntaxSet};
use xxhash_rust::xxh3::xxh3_128;

use crate::diagnostic::closest;
use crate::fs::Cache;

/// The effect of a scope on the class of the text in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rule {
    Class(&'static str),
    /// The text has no class, even within a scope with a class, such as code in a string.
    Plain,
    /// The surrounding scope decides.
    Outer,
}

/// The rules by the beginnings of scopes; the first that matches applies. A scope without a rule is `Outer`.
const RULES: &[(&str, Rule)] = &[
    ("comment", Rule::Class("comment")),
    ("punctuation.definition.comment", Rule::Outer),
    ("punctuation.definition.string", Rule::Outer),
    ("string", Rule::Class("string")),
    ("constant", Rule::Class("constant")),
    ("keyword.operator.word", Rule::Class("keyword")),
    ("keyword.operator.logical.python", Rule::Class("keyword")),
    ("keyword.operator", Rule::Class("punctuation")),
    ("keyword", Rule::Class("keyword")),
    ("storage", Rule::Class("storage")),
    ("entity.name.function", Rule::Class("function")),
    ("support.function", Rule::Class("function")),
    ("variable.function", Rule::Class("function")),
    ("entity.name.tag", Rule::Class("tag")),
    ("entity.other.attribute-name", Rule::Class("attribute")),
    ("support.type.property-name", Rule::Class("attribute")),
    ("entity", Rule::Class("entity")),
    ("support", Rule::Class("support")),
    ("variable", Rule::Class("variable")),
    ("markup.inserted", Rule::Class("inserted")),
    ("markup.deleted", Rule::Class("deleted")),
    ("markup.heading", Rule::Class("entity")),
    ("markup.raw", Rule::Class("string")),
    ("markup.underline.link", Rule::Class("string")),
    ("punctuation", Rule::Class("punctuation")),
    ("meta.interpolation", Rule::Plain),
    ("meta.template.expression", Rule::Plain),
    ("source", Rule::Plain),
    ("text", Rule::Plain),
];

/// Names of languages that the grammars have under another name.
const ALIASES: &[(&str, &str)] = &[
    ("batch", "bat"),
    ("console", "bash"),
    ("csharp", "cs"),
    ("docker", "dockerfile"),
    ("fsharp", "f#"),
    ("h", "c"),
    ("json5", "json"),
    ("jsonc", "json"),
    ("liquid", "jinja2"),
    ("mdx", "markdown"),
    ("njk", "jinja2"),
    ("nunjucks", "jinja2"),
    ("objc", "objective-c"),
    ("pwsh", "powershell"),
    ("scheme", "lisp"),
    ("shell", "bash"),
    ("shell-session", "bash"),
    ("shellsession", "bash"),
];

/// The names of code that is not highlighted: plain text, and diagrams that a script of the site draws.
const PLAIN: &[&str] =
    &["d2", "math", "mermaid", "none", "output", "plain", "plaintext", "plantuml", "text", "txt", "vega-lite"];

/// Lines of more bytes are not highlighted: they are minified code or data, and take long.
const MAX_LINE_BYTES: usize = 2000;

/// The version of the grammars, part of the key of the cache.
const GRAMMARS_VERSION: &str = "two-face 0.5.2+bat-0.26.1";

/// The maximum number of code blocks that stay in the cache although no text contains them any more.
const MAX_UNUSED_BLOCKS: usize = 1000;

/// The grammars of the known languages, and the cache of highlighted code. Loading the grammars takes some
/// milliseconds, so builds share them.
pub struct Highlighter {
    syntaxes: SyntaxSet,
    rules: Vec<(Scope, Rule)>,
    cache: Cache,
}

pub(super) enum Language<'h> {
    Known(&'h SyntaxReference),
    Plain,
    /// An unknown language, with the known name that may be meant.
    Unknown(Option<String>),
}

impl fmt::Debug for Highlighter {
    /// Writes the name without the cache: the fingerprint of the options hashes their debug output, and the content of
    /// the cache must not make pages stale.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Highlighter")
    }
}

impl PartialEq for Highlighter {
    /// Returns true: all highlighters have the same grammars.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Highlighter {
    /// Loads the grammars. Highlighted code is kept in the folder `cache`.
    pub fn load(cache: PathBuf) -> Self {
        let scope = |(name, rule): &(&str, Rule)| Some((Scope::new(name).ok()?, *rule));
        Self {
            syntaxes: two_face::syntax::extra_newlines(),
            rules: RULES.iter().filter_map(scope).collect(),
            cache: Cache::new(cache, MAX_UNUSED_BLOCKS),
        }
    }

    /// Finds a language by its name or the extension of its files.
    pub(super) fn language(&self, name: &str) -> Language<'_> {
        let lower = name.to_lowercase();
        if name.is_empty() || PLAIN.contains(&lower.as_str()) {
            return Language::Plain;
        }
        let grammar = ALIASES.iter().find(|(alias, _)| *alias == lower).map_or(name, |(_, grammar)| grammar);
        match self.syntaxes.find_syntax_by_token(grammar) {
            Some(syntax) => Language::Known(syntax),
            None => Language::Unknown(self.closest_language(&lower)),
        }
    }

    fn closest_language(&self, name: &str) -> Option<String> {
        let syntaxes = self.syntaxes.syntaxes().iter().filter(|syntax| !syntax.hidden);
        let named: Vec<String> = syntaxes.clone().map(|syntax| syntax.name.to_lowercase()).collect();
        let names = named.iter().map(String::as_str).filter(|name| !name.contains(' '));
        let names = names.chain(ALIASES.iter().map(|(alias, _)| *alias)).chain(PLAIN.iter().copied());
        let extensions = syntaxes.flat_map(|syntax| &syntax.file_extensions).map(String::as_str);
        closest(name, names)
            .or_else(|| closest(name, extensions.filter(|extension| extension.len() > 2)))
            .map(str::to_owned)
    }

    /// Returns highlighted code as HTML, from the cache if possible; `None` if the grammar fails.
    pub(super) fn highlight(&self, syntax: &SyntaxReference, code: &str) -> Option<String> {
        // The text of this file is part of the key, so that a change of the rules makes new keys.
        let inputs = [GRAMMARS_VERSION, include_str!("highlight.rs"), &syntax.name, "\0", code].concat();
        let key = format!("{:032x}", xxh3_128(inputs.as_bytes()));
        let cached = self.cache.get(&key).and_then(|html| String::from_utf8(html).ok());
        cached.or_else(|| {
            let html = self.highlight_uncached(syntax, code)?;
            self.cache.put(&key, html.as_bytes());
            Some(html)
        })
    }

    fn highlight_uncached(&self, syntax: &SyntaxReference, code: &str) -> Option<String> {
        let mut writer = SpanWriter { html: String::with_capacity(code.len() * 2), class: None, text: String::new() };
        let (mut state, mut stack) = (ParseState::new(syntax), ScopeStack::new());
        for line in code.split_inclusive('\n') {
            if line.len() > MAX_LINE_BYTES {
                writer.push(line, None);
                writer.flush();
                continue;
            }
            let mut at = 0;
            for (end, change) in state.parse_line(line, &self.syntaxes).ok()? {
                writer.push(line.get(at..end)?, self.class(&stack));
                stack.apply(&change).ok()?;
                at = end;
            }
            writer.push(&line[at..], self.class(&stack));
            writer.flush();
        }
        Some(writer.html)
    }

    fn class(&self, stack: &ScopeStack) -> Option<&'static str> {
        for scope in stack.as_slice().iter().rev() {
            match self.rules.iter().find(|(prefix, _)| prefix.is_prefix_of(*scope)) {
                Some((_, Rule::Class(class))) => return Some(*class),
                Some((_, Rule::Plain)) => return None,
                Some((_, Rule::Outer)) | None => {}
            }
        }
        None
    }

    /// Removes unused code from the cache, except for the most recent `MAX_UNUSED_BLOCKS` blocks.
    pub fn remove_unused(&self) {
        self.cache.remove_unused();
    }
}

/// The writer of HTML, which joins texts of one class.
struct SpanWriter {
    html: String,
    class: Option<&'static str>,
    text: String,
}

impl SpanWriter {
    /// Adds text of a class. White space gets the class of the text before it.
    fn push(&mut self, text: &str, class: Option<&'static str>) {
        if class != self.class && !text.trim().is_empty() {
            self.flush();
            self.class = class;
        }
        self.text.push_str(text);
    }

    /// Writes the text; white space at its end needs no class.
    fn flush(&mut self) {
        let (text, space) = self.text.split_at(self.text.trim_end().len());
        // Writing to a String can't fail.
        match self.class.filter(|_| !text.is_empty()) {
            Some(class) => {
                self.html.extend(["<span class=\"hl-", class, "\">"]);
                let _ = escape_html_body_text(&mut self.html, text);
                self.html.push_str("</span>");
            }
            None => _ = escape_html_body_text(&mut self.html, text),
        }
        self.html.push_str(space);
        self.text.clear();
        self.class = None;
    }
}

#[cfg(test)]
mod tests {
    use super::{GRAMMARS_VERSION, Highlighter, Language};
    use crate::fs::{Cache, assert_in_cargo_lock};
    use crate::markdown::tests::code::uncached_highlighter;

    fn highlight(highlighter: &Highlighter, language: &str, code: &str) -> Option<String> {
        match highlighter.language(language) {
            Language::Known(syntax) => highlighter.highlight(syntax, code),
            _ => None,
        }
    }

    #[test]
    fn neighbours_of_a_class_share_a_span_that_ends_with_its_line() {
        let highlighter = uncached_highlighter();
        let check = |language: &str, code: &str, expected: &str| {
            assert_eq!(highlight(&highlighter, language, code).as_deref(), Some(expected), "{language}: {code}");
        };
        let span = |class: &str, text: &str| format!("<span class=\"hl-{class}\">{text}</span>");
        check("RUST", "/* a\n  b */\n", &format!("{}\n{}\n", span("comment", "/* a"), span("comment", "  b */")));
        check(
            "json",
            "[\"<b>\", 1]",
            &[
                span("punctuation", "["),
                span("string", "\"&lt;b&gt;\""),
                span("punctuation", ","),
                " ".to_owned(),
                span("constant", "1"),
                span("punctuation", "]"),
            ]
            .concat(),
        );
        let long = format!("x = \"{}\";\n", "a".repeat(2000));
        check("js", &long, &long);
    }

    #[test]
    fn the_languages_that_sites_show_are_known() {
        let highlighter = uncached_highlighter();
        let names = "toml typescript ts tsx jsx scss vue svelte kotlin swift c# csharp cs dockerfile docker powershell pwsh hcl tf \
            graphql jinja jinja2 nunjucks ini nix zig rust python go java php ruby sql bash sh console json jsonc yaml html css \
            xml markdown mdx diff makefile nginx lua dart elixir haskell c cpp h fsharp http proto latex";
        for name in names.split_whitespace() {
            assert!(matches!(highlighter.language(name), Language::Known(_)), "{name}");
        }
        for name in ["mermaid", "text", "", "Plain"] {
            assert!(matches!(highlighter.language(name), Language::Plain), "{name}");
        }
        for (name, meant) in [("pyhton", Some("python")), ("typscript", Some("typescript")), ("klingon", None)] {
            let Language::Unknown(found) = highlighter.language(name) else { panic!("{name} is known") };
            assert_eq!(found.as_deref(), meant, "{name}");
        }
    }

    #[test]
    fn highlighted_code_is_cached() {
        let folder = tempfile::tempdir().expect("a folder");
        let load = || Highlighter::load(folder.path().to_owned());
        let html = highlight(&load(), "rust", "1").expect("HTML");
        let file = std::fs::read_dir(folder.path()).expect("a folder").next().expect("a file").expect("a file");
        let key = file.file_name().into_string().expect("a name");
        let cache = Cache::new(folder.path().to_owned(), 0);
        assert_eq!(cache.get(&key), Some(html.into_bytes()));
        cache.put(&key, b"cached");
        assert_eq!(highlight(&load(), "rust", "1").as_deref(), Some("cached"));
    }

    #[test]
    fn the_version_of_the_grammars_is_that_of_the_lock_file() {
        assert_in_cargo_lock(GRAMMARS_VERSION);
    }
}
