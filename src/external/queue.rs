//! The queue of requests by host. Each host gets one request at a time, with pauses between them. Many hosts are
//! requested at once, so that a slow host delays only its own links.

use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use super::address::Address;
use super::request::{Answer, RequestOutcome, UnansweredLink};
use crate::thread::propagate_panic;

/// The maximum number of requests at a time. Each has a thread, which mostly waits.
const MAX_REQUESTS: usize = 32;

/// A host is given up after this number of consecutive addresses without a response. Its other links with the same
/// scheme as the last address are then not requested.
const MAX_UNRESPONSIVE_ADDRESSES: usize = 2;

const REPORT_INTERVAL: Duration = Duration::from_secs(5);

/// The open requests, and the answers so far.
#[derive(Default)]
struct RequestQueue {
    hosts: BTreeMap<String, HostQueue>,
    answers: BTreeMap<String, Answer>,
    /// The number of links without an answer.
    unanswered: usize,
}

/// The open requests to one host.
#[derive(Default)]
struct HostQueue {
    /// The links whose next request goes to this host.
    links: VecDeque<UnansweredLink>,
    is_busy: bool,
    /// The earliest time of the next request; `None` if it may be made at any time.
    ready_at: Option<Instant>,
    /// The number of consecutive addresses without a response.
    unresponsive: usize,
}

/// Requests the addresses with `request`, pausing between the requests to one host. Passes the number of answers so far
/// to `report` from time to time.
pub fn request_all(
    addresses: impl IntoIterator<Item = Address>,
    pause: Duration,
    request: impl Fn(&mut UnansweredLink) -> RequestOutcome + Sync,
    report: &dyn Fn(usize),
) -> BTreeMap<String, Answer> {
    let mut queue = RequestQueue::default();
    for address in addresses {
        queue.unanswered += 1;
        let link = UnansweredLink::new(address);
        queue.host_of(&link).links.push_back(link);
    }
    let (sender, outcomes) = mpsc::channel();
    let mut reported = Instant::now();
    thread::scope(|scope| {
        while queue.unanswered > 0 {
            while let Some(mut link) = queue.next_link(Instant::now()) {
                let (sender, request) = (sender.clone(), &request);
                scope.spawn(move || {
                    let host = link.next.host().to_owned();
                    // A panic is an outcome too: without an outcome, the caller would wait forever.
                    let outcome = catch_unwind(AssertUnwindSafe(|| request(&mut link)));
                    sender.send((host, link, outcome)).expect("the receiver outlives all threads");
                });
            }
            if let Ok((host, link, outcome)) = outcomes.recv_timeout(queue.time_to_wait(Instant::now())) {
                queue.complete(&host, link, propagate_panic(outcome), pause);
            }
            if reported.elapsed() >= REPORT_INTERVAL {
                reported = Instant::now();
                report(queue.answers.len());
            }
        }
    });
    queue.answers
}

impl RequestQueue {
    /// Returns the queue of the host to which a link's next request goes.
    fn host_of(&mut self, link: &UnansweredLink) -> &mut HostQueue {
        self.hosts.entry(link.next.host().to_owned()).or_default()
    }

    /// Returns the idle host that is ready first; `None` if no idle host has a link, or if `MAX_REQUESTS` requests are
    /// being made.
    fn next_host(&mut self) -> Option<&mut HostQueue> {
        if self.hosts.values().filter(|host| host.is_busy).count() >= MAX_REQUESTS {
            return None;
        }
        let idle = self.hosts.values_mut().filter(|host| !host.is_busy && !host.links.is_empty());
        idle.min_by_key(|host| host.ready_at)
    }

    /// Takes a link of a host that is ready, and marks the host as busy.
    fn next_link(&mut self, now: Instant) -> Option<UnansweredLink> {
        let host = self.next_host().filter(|host| host.ready_at <= Some(now))?;
        host.is_busy = true;
        host.links.pop_front()
    }

    /// Returns how long to wait for an outcome: until a host is ready, but at most [`REPORT_INTERVAL`].
    fn time_to_wait(&mut self, now: Instant) -> Duration {
        let ready_at = self.next_host().and_then(|host| host.ready_at);
        ready_at.map_or(REPORT_INTERVAL, |at| at.saturating_duration_since(now).min(REPORT_INTERVAL))
    }

    /// Processes the outcome of a link's request to the host `name`.
    fn complete(&mut self, name: &str, link: UnansweredLink, outcome: RequestOutcome, pause: Duration) {
        let Some(host) = self.hosts.get_mut(name) else { return };
        host.is_busy = false;
        host.ready_at = Some(Instant::now() + pause);
        let (answer, is_host_given_up) = match outcome {
            RequestOutcome::RequestAgain(delay) => {
                if link.has_response {
                    host.unresponsive = 0;
                }
                let next_host = self.host_of(&link);
                next_host.ready_at = next_host.ready_at.max(Some(Instant::now() + delay));
                // Links that were requested before come first, so that a host that does not respond is given up soon.
                next_host.links.push_front(link);
                return;
            }
            RequestOutcome::Answered(answer) => {
                host.unresponsive = 0;
                (answer, false)
            }
            RequestOutcome::Unresponsive(answer) => {
                host.unresponsive += 1;
                (answer, host.unresponsive >= MAX_UNRESPONSIVE_ADDRESSES)
            }
            RequestOutcome::HostFailed(answer) => (answer, true),
        };
        // With another scheme the host may respond: many serve `http` only.
        let is_given_up = |other: &UnansweredLink| is_host_given_up && other.next.scheme() == link.next.scheme();
        let (others, kept) = std::mem::take(&mut host.links).into_iter().partition(is_given_up);
        host.links = kept;
        others.into_iter().chain([link]).for_each(|link| self.record_answer(link, answer.clone()));
    }

    fn record_answer(&mut self, link: UnansweredLink, answer: Answer) {
        self.unanswered -= 1;
        self.answers.insert(link.address.as_str().to_owned(), link.complete_answer(answer));
    }
}

#[cfg(test)]
mod tests {
    use parking_lot::Mutex;

    use super::*;

    #[test]
    #[should_panic(expected = "a defect")]
    fn a_panic_of_a_request_ends_the_check() {
        let addresses =
            ["https://a.example/", "https://b.example/"].map(|link| Address::parse(link).expect("an address"));
        request_all(addresses, Duration::ZERO, |_| panic!("a defect"), &|_| ());
    }

    /// Requests these links of one host by `request`, and returns the links that were requested and those that work.
    fn request_links(
        links: &[&str],
        request: impl Fn(&mut UnansweredLink) -> RequestOutcome + Sync,
    ) -> (Vec<String>, Vec<String>) {
        let requested = Mutex::new(Vec::new());
        let addresses = links.iter().map(|link| Address::parse(link).expect("an address"));
        let record = |link: &mut UnansweredLink| {
            requested.lock().push(link.next.as_str().to_owned());
            request(link)
        };
        let answers = request_all(addresses, Duration::ZERO, record, &|_| ());
        let working = answers.into_iter().filter(|(_, answer)| *answer == Answer::Working);
        (requested.into_inner(), working.map(|(url, _)| url).collect())
    }

    #[test]
    fn a_host_is_given_up_for_one_scheme() {
        let links = ["https://a.example/1", "https://a.example/2", "http://a.example/3", "https://a.example/4"];
        let (requested, working) = request_links(&links, |link| match link.next.scheme() {
            "http" => RequestOutcome::Answered(Answer::Working),
            _ => RequestOutcome::HostFailed(Answer::Broken("the host refuses connections".to_owned())),
        });
        assert_eq!(requested, ["https://a.example/1", "http://a.example/3"]);
        assert_eq!(working, ["http://a.example/3"]);
    }

    #[test]
    fn a_host_that_responds_between_silent_addresses_is_not_given_up() {
        let links = ["http://a.example/1", "http://a.example/2", "http://a.example/3"];
        let (_, working) = request_links(&links, |link| {
            // `/2` responds once, as a server does that refuses `HEAD`.
            let responds = link.next.as_str().ends_with("/2") && !link.has_response;
            link.has_response = responds;
            match link.next.as_str() {
                "http://a.example/3" => RequestOutcome::Answered(Answer::Working),
                _ if responds => RequestOutcome::RequestAgain(Duration::ZERO),
                _ => RequestOutcome::Unresponsive(Answer::Broken("the host does not answer".to_owned())),
            }
        });
        assert_eq!(working, ["http://a.example/3"]);
    }
}
