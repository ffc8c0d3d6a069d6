//! The requests for one link: first `HEAD`; then `GET` if `HEAD` fails; further ones for redirects and retries.

use std::io::ErrorKind;
use std::net::ToSocketAddrs;
use std::time::Duration;

use jiff::Timestamp;
use jiff::fmt::rfc2822;
use ureq::http::{Response, StatusCode};
use ureq::{Agent, Body, Error, Proxy};

use super::address::Address;
use crate::config::LinkCheck;
use crate::route::fragment;

/// The maximum number of failed requests for one link. A request fails if a host does not respond or is temporarily
/// unavailable.
const MAX_TRIES: u32 = 3;

/// The maximum number of redirects that are followed, as in browsers (Fetch standard, "HTTP-redirect fetch").
const MAX_REDIRECTS: usize = 20;

/// The longest wait for a `Retry-After`. A host that answers 429 and asks for a longer wait is given up. A longer wait
/// after a server error is shortened.
const MAX_RETRY_AFTER: Duration = Duration::from_mins(1);

/// Whether a link works for visitors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    Working,
    /// The link works, and is permanently redirected to this URL, which has a fragment if the redirect has one.
    Moved(String),
    /// The link works for nobody; the string is a clause that says why.
    Broken(String),
    /// The host refuses this program, but may serve browsers; the string is a clause that says why.
    Unclear(String),
}

/// A link that is being checked, through retries and redirects.
#[derive(Debug)]
pub struct UnansweredLink {
    /// The address as linked.
    pub address: Address,
    /// The address to request next.
    pub next: Address,
    /// The addresses that led to `next` by redirects.
    trail: Vec<Address>,
    /// The URL to which the link is permanently redirected.
    moved: Option<String>,
    /// Whether one of the redirects was temporary. From then on, `moved` stays.
    had_temporary_redirect: bool,
    /// Whether a response set a cookie, which browsers would send back.
    has_cookies: bool,
    uses_get: bool,
    /// Whether the last request got a response.
    pub has_response: bool,
    /// The number of failed requests, at most `MAX_TRIES`.
    failures: u32,
}

#[derive(Debug)]
pub enum RequestOutcome {
    /// The host responded, or no secure connection to it is possible.
    Answered(Answer),
    /// The last of the requests for this address got no response, or one that can't be read.
    Unresponsive(Answer),
    /// The answer applies to all addresses of the host with the same scheme.
    HostFailed(Answer),
    /// Another request is needed, after at least this delay.
    RequestAgain(Duration),
}

impl UnansweredLink {
    pub fn new(address: Address) -> Self {
        Self {
            next: address.clone(),
            address,
            trail: Vec::new(),
            moved: None,
            had_temporary_redirect: false,
            has_cookies: false,
            uses_get: false,
            has_response: false,
            failures: 0,
        }
    }

    /// Turns the answer of the last request into the answer for the link. After redirects, a working link may be
    /// `Moved`, and the reason why a link is broken or unclear names the last address.
    pub fn complete_answer(self, answer: Answer) -> Answer {
        let explain = |why: String| {
            if self.trail.is_empty() { why } else { format!("it is redirected to `{}`, and {why}", self.next.as_str()) }
        };
        match answer {
            Answer::Working | Answer::Moved(_) => self.moved.map_or(Answer::Working, Answer::Moved),
            Answer::Broken(why) => Answer::Broken(explain(why)),
            Answer::Unclear(why) => Answer::Unclear(explain(why)),
        }
    }

    pub fn request(&mut self, agent: &Agent, settings: &LinkCheck) -> RequestOutcome {
        let url = self.next.as_str();
        let response = if self.uses_get { agent.get(url).call() } else { agent.head(url).call() };
        self.has_response = response.is_ok();
        match response {
            Ok(response) => self.process_response(&response, settings),
            Err(error) => self.process_error(&error, settings),
        }
    }

    fn process_response(&mut self, response: &Response<Body>, settings: &LinkCheck) -> RequestOutcome {
        let status = response.status();
        // Some servers send a `Location` in UTF-8, without escapes, which `HeaderValue::to_str` refuses.
        let header = |name: &str| std::str::from_utf8(response.headers().get(name)?.as_bytes()).ok();
        let retry_after = || retry_after(header("retry-after"));
        self.has_cookies |= header("set-cookie").is_some();
        match (status.as_u16(), header("location")) {
            (200..=299, _) => RequestOutcome::Answered(Answer::Working),
            (code @ (301 | 302 | 303 | 307 | 308), Some(location)) => match self.next.join(location) {
                Some(to) => self.follow_redirect(to, fragment(location), matches!(code, 301 | 308)),
                None => {
                    let why = format!("it is redirected to `{location}`, which can't be requested");
                    RequestOutcome::Answered(Answer::Broken(why))
                }
            },
            (429, _) => {
                let failed = RequestOutcome::HostFailed(Answer::Unclear(describe(status)));
                match retry_after() {
                    Some(wait) if wait > MAX_RETRY_AFTER => failed,
                    wait => self.retry(wait, settings, failed),
                }
            }
            // Some servers refuse only `HEAD` requests, or answer them wrongly.
            _ if !self.uses_get => self.use_get(),
            (404 | 410, _) => RequestOutcome::Answered(Answer::Broken(describe(status))),
            (500..=599, _) => {
                let wait = retry_after().map(|wait| wait.min(MAX_RETRY_AFTER));
                self.retry(wait, settings, RequestOutcome::Answered(Answer::Broken(describe(status))))
            }
            _ => RequestOutcome::Answered(Answer::Unclear(describe(status))),
        }
    }

    fn follow_redirect(&mut self, to: Address, fragment: &str, is_permanent: bool) -> RequestOutcome {
        self.had_temporary_redirect |= !is_permanent;
        if !self.had_temporary_redirect {
            self.moved = Some(format!("{}{fragment}", to.as_str()));
        }
        let is_circle = to == self.next || self.trail.contains(&to);
        self.trail.push(std::mem::replace(&mut self.next, to));
        let answer = if is_circle && self.has_cookies {
            Answer::Unclear("it is redirected in a circle if no cookies are sent".to_owned())
        } else if is_circle {
            Answer::Broken("it is redirected in a circle".to_owned())
        } else if self.trail.len() > MAX_REDIRECTS {
            Answer::Broken(format!("it is redirected more than {MAX_REDIRECTS} times"))
        } else {
            return RequestOutcome::RequestAgain(Duration::ZERO);
        };
        // Clear the trail, so that `complete_answer` does not name the last address, which is of no use in a circle or
        // long chain.
        self.trail.clear();
        RequestOutcome::Answered(answer)
    }

    fn process_error(&mut self, error: &Error, settings: &LinkCheck) -> RequestOutcome {
        let insecure =
            |why: &str| RequestOutcome::Answered(Answer::Broken(format!("no secure connection can be made: {why}")));
        let why = match error {
            Error::Timeout(_) => format!("the host does not answer within {} seconds", settings.timeout.as_secs_f32()),
            Error::Io(error) if error.kind() == ErrorKind::ConnectionRefused => {
                return RequestOutcome::HostFailed(Answer::Broken("the host refuses connections".to_owned()));
            }
            // The TLS library reports bad certificates and failed handshakes as invalid data.
            Error::Io(error) if error.kind() == ErrorKind::InvalidData => return insecure(&error.to_string()),
            Error::Tls(why) => return insecure(why),
            Error::HostNotFound => return self.unknown_host(),
            // A failed name look-up is an I/O error without an OS error code, and has no `ErrorKind` of its own.
            Error::Io(error) if error.raw_os_error().is_none() && !self.has_known_host(settings) => {
                return self.unknown_host();
            }
            Error::Io(_) | Error::Protocol(_) | Error::ConnectionFailed if !self.uses_get => return self.use_get(),
            Error::Io(error) => format!("the connection fails: {error}"),
            other => format!("the answer can't be read: {other}"),
        };
        self.retry(None, settings, RequestOutcome::Unresponsive(Answer::Broken(why)))
    }

    fn unknown_host(&self) -> RequestOutcome {
        let why = format!("there is no host `{}`, or this machine can't look it up", self.next.host());
        RequestOutcome::HostFailed(Answer::Broken(why))
    }

    /// Whether this machine can look up the host. With a proxy, the proxy looks up hosts, so the host counts as known.
    fn has_known_host(&self, settings: &LinkCheck) -> bool {
        let host = self.next.host();
        let has_port = !host.ends_with(']') && host.contains(':');
        let found = if has_port { host.to_socket_addrs() } else { format!("{host}:443").to_socket_addrs() };
        found.is_ok() || (settings.uses_proxy && Proxy::try_from_env().is_some())
    }

    /// Requests the address again by `GET`, after the usual pause between requests to a host.
    fn use_get(&mut self) -> RequestOutcome {
        self.uses_get = true;
        RequestOutcome::RequestAgain(Duration::ZERO)
    }

    /// Requests the address again by `GET`, after `wait` or a growing delay. Returns `failed` after the last try.
    fn retry(&mut self, wait: Option<Duration>, settings: &LinkCheck, failed: RequestOutcome) -> RequestOutcome {
        self.failures += 1;
        if self.failures == MAX_TRIES {
            return failed;
        }
        self.uses_get = true;
        RequestOutcome::RequestAgain(wait.unwrap_or(settings.retry_delay * 4_u32.pow(self.failures - 1)))
    }
}

/// Describes the status of a response as a clause.
fn describe(status: StatusCode) -> String {
    match status.canonical_reason() {
        Some(reason) => format!("the host answers {} ({reason})", status.as_u16()),
        None => format!("the host answers {}", status.as_u16()),
    }
}

/// Parses the header `Retry-After`: seconds, or a date.
fn retry_after(header: Option<&str>) -> Option<Duration> {
    let text = header?.trim();
    if let Ok(seconds) = text.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let moment = rfc2822::DateTimeParser::new().parse_timestamp(text).ok()?;
    Some(Duration::try_from(moment.duration_since(Timestamp::now())).unwrap_or_default())
}

/// Creates the client that all requests share.
pub fn create_agent(settings: &LinkCheck, user_agent: &str) -> Agent {
    let config = Agent::config_builder()
        .user_agent(user_agent)
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .timeout_global(Some(settings.timeout))
        .proxy(if settings.uses_proxy { Proxy::try_from_env() } else { None });
    config.build().into()
}
