//! The check of requests to the editor: their `Host` must be the editor's address, and requests about content must have
//! the key.
//!
//! The key is made at each start. The URL that is opened has it as its fragment, which browsers do not send. Requests
//! have it in `Authorization`: a page of another origin can send this header only after a CORS preflight, which is
//! refused. A cookie would be sent to all ports of the machine.

use super::super::http::message::{Request, Response};
use crate::diagnostic::Diagnostic;

/// The bytes of the key: 128 bits can't be guessed.
const KEY_BYTES: usize = 16;

/// The content type of all request bodies except pictures.
pub const JSON: &str = "application/json";
/// The content type of a request body that is a picture, whatever the picture's format.
pub const BINARY: &str = "application/octet-stream";

/// The check of who may read and change content.
pub struct AccessCheck {
    /// The origin of the editor, such as `http://127.0.0.1:4003`.
    pub origin: String,
    key: String,
}

impl AccessCheck {
    /// Makes a key.
    ///
    /// # Errors
    /// Fails if the system has no random numbers.
    pub fn new(origin: String) -> Result<Self, Diagnostic> {
        let mut bytes = [0; KEY_BYTES];
        getrandom::fill(&mut bytes).map_err(|error| {
            Diagnostic::error("no-random", "the system has no random numbers for the editor's key")
                .note(error.to_string())
                .help("start `site edit` again")
        })?;
        Ok(Self { origin, key: format!("{:032x}", u128::from_be_bytes(bytes)) })
    }

    /// Returns the URL of the editor's page with the key.
    pub fn url(&self) -> String {
        format!("{}/#{}", self.origin, self.key)
    }

    /// Checks that a request names the editor's address as its host. Pages of another site whose name points to this
    /// machine (DNS rebinding) send the name of the other site.
    ///
    /// # Errors
    /// Returns the response to send to other requests.
    pub fn check_host(&self, request: &Request) -> Result<(), Response> {
        let host = self.origin.strip_prefix("http://").unwrap_or(&self.origin);
        if request.values("Host").eq([host]) && request.target.starts_with('/') {
            return Ok(());
        }
        Err(Response::plain(403, "The editor answers to its own address only."))
    }

    /// Checks the key.
    ///
    /// # Errors
    /// Returns the response to send to a request without the key.
    pub fn check_key(&self, request: &Request) -> Result<(), Response> {
        let given = request.header("Authorization").and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
        // All bytes are compared, so that the time does not tell how many are right.
        let difference = given.bytes().zip(self.key.bytes()).fold(0, |difference, (a, b)| difference | (a ^ b));
        if difference == 0 && given.len() == self.key.len() {
            return Ok(());
        }
        Err(Response::plain(401, "The key is missing or wrong: open the address that `site edit` printed."))
    }

    /// Checks that a POST request comes from the editor's own page, and that its body has the given type.
    ///
    /// # Errors
    /// Returns the response to send to any other request.
    pub fn check_post(&self, request: &Request, content_type: &str) -> Result<(), Response> {
        if request.header("Origin") != Some(&self.origin) {
            return Err(Response::plain(403, "Only the editor's own page may change content."));
        }
        if request.header("Content-Type") != Some(content_type) {
            return Err(Response::plain(415, &format!("The body must be {content_type}.")));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{AccessCheck, JSON, Request};

    fn request(headers: &[(&str, &str)]) -> Request {
        let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Request { headers, target: "/api/site".to_owned(), ..Request::default() }
    }

    #[test]
    fn requests_need_this_host_the_key_and_the_editors_origin() {
        let access = AccessCheck::new("http://127.0.0.1:4003".to_owned()).expect("random numbers");
        let key = access.url().split_once('#').expect("a fragment").1.to_owned();
        assert_eq!(key.len(), 32);
        for (host, expected) in [
            ("127.0.0.1:4003", true),
            ("localhost:4003", false),
            ("127.0.0.1:4000", false),
            ("127.0.0.1", false),
            ("evil.example:4003", false),
        ] {
            assert_eq!(access.check_host(&request(&[("Host", host)])).is_ok(), expected, "{host}");
        }
        assert!(access.check_host(&request(&[])).is_err());
        let twice = [("Host", "127.0.0.1:4003"), ("Host", "127.0.0.1:4003")];
        assert!(access.check_host(&request(&twice)).is_err());
        let bearer = format!("Bearer {key}");
        for (value, expected) in [
            (&*bearer, true),
            (&*format!("{bearer}0"), false),
            (&bearer[..bearer.len() - 1], false),
            (&*key, false),
            ("Bearer ", false),
            ("", false),
        ] {
            assert_eq!(access.check_key(&request(&[("Authorization", value)])).is_ok(), expected, "{value}");
        }
        let status = |origin: &str, content_type: &str| {
            let headers = [("Origin", origin), ("Content-Type", content_type)];
            access.check_post(&request(&headers), JSON).err().map(|response| response.status)
        };
        assert_eq!(status("http://127.0.0.1:4003", "application/json"), None);
        assert_eq!(status("http://127.0.0.1:4000", "application/json"), Some(403));
        assert_eq!(status("null", "application/json"), Some(403));
        assert_eq!(status("http://127.0.0.1:4003", "text/plain"), Some(415));
    }
}
