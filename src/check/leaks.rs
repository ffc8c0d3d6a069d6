//! What must not get out: addresses of unpublished entries, secrets, paths of the machine that builds. Looked for in the bytes of
//! every output, all at once.

use std::ops::Range;

use aho_corasick::{AhoCorasick, MatchKind};

/// What must not be in any output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Secret {
    /// A folder of this machine.
    Path(String),
    /// The address of an entry that is not published, by its id.
    Unpublished(String),
    /// The value of a variable of the environment, by its name.
    Variable(String),
    /// What keys and tokens of a service look like.
    Token(&'static str),
}

/// Looks for all of them in one pass.
#[derive(Debug)]
pub struct Gate {
    searcher: AhoCorasick,
    secrets: Vec<Secret>,
}

/// How tokens begin, how many characters follow at least, and whose they are.
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

impl Gate {
    /// Looks for these texts, and for what tokens look like.
    pub fn new(texts: Vec<(String, Secret)>) -> Self {
        let tokens = TOKENS.iter().map(|(start, _, whose)| ((*start).to_owned(), Secret::Token(whose)));
        let (texts, secrets): (Vec<String>, Vec<Secret>) = tokens.chain(texts).unzip();
        // Of the kinds of search this is the one that passes over most bytes unseen.
        let builder = AhoCorasick::builder().match_kind(MatchKind::LeftmostFirst).build(&texts);
        let searcher = builder.expect("far fewer texts than a searcher can hold");
        Self { searcher, secrets }
    }

    /// The first leak of each kind in an output.
    pub fn leaks(&self, bytes: &[u8]) -> Vec<(&Secret, Range<usize>)> {
        let mut found: Vec<(&Secret, Range<usize>)> = Vec::new();
        for hit in self.searcher.find_iter(bytes) {
            let at = hit.pattern().as_usize();
            let secret = &self.secrets[at];
            if found.iter().all(|(known, _)| *known != secret) && self.is_meant(at, bytes, &hit.range()) {
                found.push((secret, hit.range()));
            }
        }
        found
    }

    /// Does the text stand by itself, and not as a part of a longer word?
    fn is_meant(&self, at: usize, bytes: &[u8], span: &Range<usize>) -> bool {
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-' || byte >= 0x80;
        let before = span.start.checked_sub(1).map(|at| bytes[at]);
        let rest = &bytes[span.end..];
        match (TOKENS.get(at), &self.secrets[at]) {
            (Some((.., 0, _)), _) => true,
            (Some((_, least, _)), _) => {
                let length = rest.iter().take_while(|&&byte| is_part(byte)).count();
                length >= *least && !before.is_some_and(is_part)
            }
            // What follows may be a file of it.
            (None, Secret::Path(_)) => !rest.first().copied().is_some_and(is_part),
            // It begins with a slash.
            (None, Secret::Unpublished(_)) => !rest.first().copied().is_some_and(is_part),
            (None, _) => !before.is_some_and(is_part) && !rest.first().copied().is_some_and(is_part),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[Secret]) {
        let gate = Gate::new(vec![
            ("/home/ada/site".to_owned(), Secret::Path("/home/ada/site".to_owned())),
            ("/NextYear".to_owned(), Secret::Unpublished("articles/NextYear".to_owned())),
            ("correct-horse".to_owned(), Secret::Variable("DEPLOY_TOKEN".to_owned())),
        ]);
        let found: Vec<Secret> = gate.leaks(text.as_bytes()).into_iter().map(|(secret, _)| secret.clone()).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn leaks_are_found_where_they_stand_by_themselves() {
        let path = || Secret::Path("/home/ada/site".to_owned());
        check("at /home/ada/site/content/a.md:1 and /home/ada/site again", &[path()]);
        check("/home/ada/sites", &[]);
        check("<a href=\"/articles/NextYear/\">", &[Secret::Unpublished("articles/NextYear".to_owned())]);
        check("<a href=\"/articles/NextYears/\"> NextYear", &[]);
        check("token=correct-horse;", &[Secret::Variable("DEPLOY_TOKEN".to_owned())]);
        check("incorrect-horse", &[]);
    }

    #[test]
    fn tokens_are_known_by_their_form() {
        check("AKIAABCDEFGHIJKLMNOP", &[Secret::Token("a key of AWS")]);
        check("AKIA is how they begin; XAKIAABCDEFGHIJKLMNOP", &[]);
        check("-----BEGIN PRIVATE KEY-----", &[Secret::Token("a private key")]);
        check(&format!("ghp_{}", "a1".repeat(18)), &[Secret::Token("a token of GitHub")]);
    }
}
