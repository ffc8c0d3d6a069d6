//! The leak scan: searches the bytes of every output for URLs of unpublished entries, values of environment variables,
//! keys and tokens of services, and paths of the build machine.

use std::ops::Range;

use aho_corasick::{AhoCorasick, Input, MatchKind};

/// A text that must not be in any output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Secret {
    /// A folder of the build machine.
    Path(String),
    /// The URL of an unpublished entry, by the entry's id.
    Unpublished(String),
    /// The value of an environment variable, by the variable's name.
    Variable(String),
    /// A key or token of a service, by its name in messages: `a GitHub token`.
    Token(&'static str),
}

/// The scanner, which searches for all secrets in one pass.
#[derive(Debug)]
pub struct LeakScanner {
    searcher: AhoCorasick,
    /// The patterns of the searcher, each with its secret: first those of `TOKENS`, then the others.
    secrets: Vec<(String, Secret)>,
}

/// The formats of tokens: the prefix, the smallest number of characters after it, and the name in messages.
const TOKENS: &[(&str, usize, &str)] = &[
    ("-----BEGIN PRIVATE KEY-----", 0, "a private key"),
    ("-----BEGIN RSA PRIVATE KEY-----", 0, "a private key"),
    ("-----BEGIN EC PRIVATE KEY-----", 0, "a private key"),
    ("-----BEGIN OPENSSH PRIVATE KEY-----", 0, "a private key"),
    ("AKIA", 16, "an AWS key"),
    ("ghp_", 36, "a GitHub token"),
    ("gho_", 36, "a GitHub token"),
    ("ghs_", 36, "a GitHub token"),
    ("github_pat_", 40, "a GitHub token"),
    ("glpat-", 20, "a GitLab token"),
    ("npm_", 36, "an npm token"),
    ("rk_live_", 20, "a Stripe key"),
    ("sk_live_", 20, "a Stripe key"),
    ("sk-ant-", 40, "an Anthropic key"),
    ("sk-proj-", 40, "an OpenAI key"),
    ("xoxb-", 20, "a Slack token"),
    ("xoxp-", 20, "a Slack token"),
];

impl LeakScanner {
    /// Creates a scanner for `texts`, each with the secret that it reveals, and for all tokens.
    pub fn new(texts: Vec<(String, Secret)>) -> Self {
        let tokens = TOKENS.iter().map(|(prefix, _, name)| ((*prefix).to_owned(), Secret::Token(name)));
        let secrets: Vec<(String, Secret)> = tokens.chain(texts).collect();
        let patterns = secrets.iter().map(|(text, _)| text);
        // `LeftmostFirst` is the fastest kind: the searcher can skip most bytes.
        let built = AhoCorasick::builder().match_kind(MatchKind::LeftmostFirst).build(patterns);
        let searcher = built.expect("far fewer texts than a searcher can hold");
        Self { searcher, secrets }
    }

    /// Returns each secret that an output contains, with the span of its first occurrence.
    pub fn find_leaks(&self, bytes: &[u8]) -> Vec<(&Secret, Range<usize>)> {
        let mut found: Vec<(&Secret, Range<usize>)> = Vec::new();
        let mut from = 0;
        while let Some(hit) = self.searcher.find(Input::new(bytes).range(from..)) {
            // The searcher finds one pattern, and others may begin at the same byte.
            for (pattern, (text, secret)) in self.secrets.iter().enumerate() {
                let span = hit.start()..hit.start() + text.len();
                let is_here = || bytes.get(span.clone()) == Some(text.as_bytes());
                let is_known = || found.iter().any(|(known, _)| *known == secret);
                if is_here() && !is_known() && is_leak(pattern, bytes, &span) {
                    found.push((secret, span));
                }
            }
            // Another pattern may begin within the match.
            from = hit.start() + 1;
        }
        found
    }
}

/// Whether the match of a pattern at `span` is a leak: a whole word, or the prefix of a token that is long enough.
fn is_leak(pattern: usize, bytes: &[u8], span: &Range<usize>) -> bool {
    let is_word_byte = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | 0x80..);
    let (before, text, after) = (&bytes[..span.start], &bytes[span.clone()], &bytes[span.end..]);
    // A secret needs no word boundary at an end that is not part of a word, such as the slash of a path or the `=` of a
    // key.
    let begins_word = !(before.last().is_some_and(is_word_byte) && text.first().is_some_and(is_word_byte));
    let ends_word = !(text.last().is_some_and(is_word_byte) && after.first().is_some_and(is_word_byte));
    match TOKENS.get(pattern) {
        // The first line of a private key is always a leak.
        Some((.., 0, _)) => true,
        Some((_, min_length, _)) => {
            begins_word && after.iter().take_while(|byte| is_word_byte(byte)).count() >= *min_length
        }
        None => begins_word && ends_word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[Secret]) {
        let scanner = LeakScanner::new(vec![
            ("/home/ada/site".to_owned(), Secret::Path("/home/ada/site".to_owned())),
            ("/NextYear".to_owned(), Secret::Unpublished("articles/NextYear".to_owned())),
            ("/NextYear-2".to_owned(), Secret::Unpublished("articles/NextYear-2".to_owned())),
            ("correct-horse".to_owned(), Secret::Variable("DEPLOY_TOKEN".to_owned())),
            ("npm_horse".to_owned(), Secret::Variable("NPM_TOKEN".to_owned())),
            ("a/horse==".to_owned(), Secret::Variable("SIGNING_KEY".to_owned())),
        ]);
        let found: Vec<Secret> =
            scanner.find_leaks(text.as_bytes()).into_iter().map(|(secret, _)| secret.clone()).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn only_whole_words_are_leaks() {
        let path = || Secret::Path("/home/ada/site".to_owned());
        check("at /home/ada/site/content/a.md:1 and /home/ada/site again", &[path()]);
        check("/home/ada/sites", &[]);
        check("<a href=\"/articles/NextYear/\">", &[Secret::Unpublished("articles/NextYear".to_owned())]);
        check("<a href=\"/articles/NextYears/\"> NextYear", &[]);
        check("token=correct-horse;", &[Secret::Variable("DEPLOY_TOKEN".to_owned())]);
        check("incorrect-horse", &[]);
        check("key=a/horse==b", &[Secret::Variable("SIGNING_KEY".to_owned())]);
        check("ba/horse==", &[]);
    }

    #[test]
    fn secrets_that_begin_alike_are_all_found() {
        check("<a href=\"/NextYear-2/\">", &[Secret::Unpublished("articles/NextYear-2".to_owned())]);
        check("npm_horse", &[Secret::Variable("NPM_TOKEN".to_owned())]);
        check("sk-proj-/NextYear", &[Secret::Unpublished("articles/NextYear".to_owned())]);
    }

    #[test]
    fn tokens_are_recognized_by_format() {
        check("AKIAABCDEFGHIJKLMNOP", &[Secret::Token("an AWS key")]);
        check("AKIA is how they begin; XAKIAABCDEFGHIJKLMNOP", &[]);
        check("-----BEGIN PRIVATE KEY-----", &[Secret::Token("a private key")]);
        check(&format!("ghp_{}", "a1".repeat(18)), &[Secret::Token("a GitHub token")]);
    }
}
