//! The leak scan: searches the bytes of every output for URLs of unpublished entries, secrets, and paths of the build
//! machine.

use std::ops::Range;

use aho_corasick::{AhoCorasick, MatchKind};

/// A text that must not be in any output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Secret {
    /// A folder of the build machine.
    Path(String),
    /// The URL of an unpublished entry, by the entry's id.
    Unpublished(String),
    /// The value of an environment variable, by the variable's name.
    Variable(String),
    /// A text in the format of a service's keys or tokens.
    Token(&'static str),
}

/// The scanner, which searches for all secrets in one pass.
#[derive(Debug)]
pub struct LeakScanner {
    searcher: AhoCorasick,
    secrets: Vec<Secret>,
}

/// The formats of tokens: the prefix, the smallest number of characters after it, and a name for people.
const TOKENS: &[(&str, usize, &str)] = &[
    ("-----BEGIN PRIVATE KEY-----", 0, "a private key"),
    ("-----BEGIN RSA PRIVATE KEY-----", 0, "a private key"),
    ("-----BEGIN EC PRIVATE KEY-----", 0, "a private key"),
    ("-----BEGIN OPENSSH PRIVATE KEY-----", 0, "a private key"),
    ("AKIA", 16, "a key of AWS"),
    ("ghp_", 36, "a token of GitHub"),
    ("gho_", 36, "a token of GitHub"),
    ("ghs_", 36, "a token of GitHub"),
    ("github_pat_", 40, "a token of GitHub"),
    ("glpat-", 20, "a token of GitLab"),
    ("npm_", 36, "a token of npm"),
    ("rk_live_", 20, "a key of Stripe"),
    ("sk_live_", 20, "a key of Stripe"),
    ("sk-ant-", 40, "a key of Anthropic"),
    ("sk-proj-", 40, "a key of OpenAI"),
    ("xoxb-", 20, "a token of Slack"),
    ("xoxp-", 20, "a token of Slack"),
];

impl LeakScanner {
    /// Creates a scanner for these texts and for tokens.
    pub fn new(texts: Vec<(String, Secret)>) -> Self {
        let tokens = TOKENS.iter().map(|(start, _, whose)| ((*start).to_owned(), Secret::Token(whose)));
        let (texts, secrets): (Vec<String>, Vec<Secret>) = tokens.chain(texts).unzip();
        // The fastest match kind here: it skips most bytes.
        let builder = AhoCorasick::builder().match_kind(MatchKind::LeftmostFirst).build(&texts);
        let searcher = builder.expect("far fewer texts than a searcher can hold");
        Self { searcher, secrets }
    }

    /// Finds the first occurrence of each secret in an output.
    pub fn find_leaks(&self, bytes: &[u8]) -> Vec<(&Secret, Range<usize>)> {
        let mut found: Vec<(&Secret, Range<usize>)> = Vec::new();
        for hit in self.searcher.find_iter(bytes) {
            let at = hit.pattern().as_usize();
            let secret = &self.secrets[at];
            if found.iter().all(|(known, _)| *known != secret) && self.is_whole_word(at, bytes, &hit.range()) {
                found.push((secret, hit.range()));
            }
        }
        found
    }

    /// Whether the match is a whole word, not part of a longer one.
    fn is_whole_word(&self, at: usize, bytes: &[u8], span: &Range<usize>) -> bool {
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-' || byte >= 0x80;
        let before = span.start.checked_sub(1).map(|at| bytes[at]);
        let rest = &bytes[span.end..];
        match (TOKENS.get(at), &self.secrets[at]) {
            (Some((.., 0, _)), _) => true,
            (Some((_, least, _)), _) => {
                let length = rest.iter().take_while(|&&byte| is_part(byte)).count();
                length >= *least && !before.is_some_and(is_part)
            }
            // A path may be preceded and followed by other parts of a path.
            (None, Secret::Path(_)) => !rest.first().copied().is_some_and(is_part),
            // The URL begins with a slash, so anything may precede it.
            (None, Secret::Unpublished(_)) => !rest.first().copied().is_some_and(is_part),
            (None, _) => !before.is_some_and(is_part) && !rest.first().copied().is_some_and(is_part),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[Secret]) {
        let scanner = LeakScanner::new(vec![
            ("/home/ada/site".to_owned(), Secret::Path("/home/ada/site".to_owned())),
            ("/NextYear".to_owned(), Secret::Unpublished("articles/NextYear".to_owned())),
            ("correct-horse".to_owned(), Secret::Variable("DEPLOY_TOKEN".to_owned())),
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
    }

    #[test]
    fn tokens_are_recognized_by_format() {
        check("AKIAABCDEFGHIJKLMNOP", &[Secret::Token("a key of AWS")]);
        check("AKIA is how they begin; XAKIAABCDEFGHIJKLMNOP", &[]);
        check("-----BEGIN PRIVATE KEY-----", &[Secret::Token("a private key")]);
        check(&format!("ghp_{}", "a1".repeat(18)), &[Secret::Token("a token of GitHub")]);
    }
}
