//! The queue of requests by host. Each host gets one request at a time, with pauses between them. Many hosts are
//! requested at once, so that a slow host delays only its own links.

use std::collections::{BTreeMap, VecDeque};
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

use super::address::Address;
use super::request::{Answer, RequestOutcome, UnansweredLink, create_agent};
use crate::config::LinkCheck;

/// The most threads; each makes one request at a time. They may outnumber the processors, as they mostly wait.
const MAX_THREADS: usize = 32;

/// The number of consecutive addresses without a response after which a host is given up.
const MAX_UNRESPONSIVE_ADDRESSES: usize = 2;

/// The time between two reports of progress.
const REPORT_INTERVAL: Duration = Duration::from_secs(5);

/// The longest wait of a thread without work. A completed request wakes the thread earlier.
const IDLE_WAIT: Duration = Duration::from_secs(1);

/// The open requests, and the answers so far.
struct RequestQueue {
    hosts: BTreeMap<String, HostQueue>,
    answers: BTreeMap<String, Answer>,
    /// The number of links without an answer.
    unanswered: usize,
}

/// The open requests to one host.
struct HostQueue {
    /// The links whose next request goes to this host.
    links: VecDeque<UnansweredLink>,
    is_busy: bool,
    /// The earliest time of the next request.
    ready_at: Instant,
    /// The number of consecutive addresses without a response.
    unresponsive: usize,
}

/// What a thread does next.
enum NextTask {
    Request(UnansweredLink),
    Wait(Duration),
}

/// Requests the addresses, and passes the number of answers so far to `report` from time to time.
pub fn request_all(
    addresses: impl IntoIterator<Item = Address>,
    settings: &LinkCheck,
    user_agent: &str,
    report: &dyn Fn(usize),
) -> BTreeMap<String, Answer> {
    let mut queue = RequestQueue { hosts: BTreeMap::new(), answers: BTreeMap::new(), unanswered: 0 };
    for address in addresses {
        queue.unanswered += 1;
        let link = UnansweredLink::new(address);
        queue.host_of(&link).links.push_back(link);
    }
    let threads = queue.hosts.len().min(MAX_THREADS);
    let shared = Mutex::new(queue);
    let changed = Condvar::new();
    let agent = create_agent(settings, user_agent);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut queue = shared.lock();
                while queue.unanswered > 0 {
                    match queue.next_task(Instant::now()) {
                        NextTask::Wait(time) => _ = changed.wait_for(&mut queue, time),
                        NextTask::Request(link) => {
                            drop(queue);
                            let host = link.next.host().to_owned();
                            let outcome = link.request(&agent, settings);
                            queue = shared.lock();
                            queue.complete(&host, outcome, settings);
                            changed.notify_all();
                        }
                    }
                }
            });
        }
        let mut queue = shared.lock();
        let mut reported = Instant::now();
        while queue.unanswered > 0 {
            changed.wait_for(&mut queue, REPORT_INTERVAL);
            if reported.elapsed() >= REPORT_INTERVAL {
                reported = Instant::now();
                report(queue.answers.len());
            }
        }
    });
    shared.into_inner().answers
}

impl RequestQueue {
    /// Returns the queue of the host to which a link's next request goes.
    fn host_of(&mut self, link: &UnansweredLink) -> &mut HostQueue {
        self.hosts.entry(link.next.host().to_owned()).or_insert_with(|| HostQueue {
            links: VecDeque::new(),
            is_busy: false,
            ready_at: Instant::now(),
            unresponsive: 0,
        })
    }

    /// Returns a link of the host that has been ready for longest, or how long to wait until a host is ready.
    fn next_task(&mut self, now: Instant) -> NextTask {
        let idle = self.hosts.values_mut().filter(|host| !host.is_busy && !host.links.is_empty());
        let Some(host) = idle.min_by_key(|host| host.ready_at) else { return NextTask::Wait(IDLE_WAIT) };
        if host.ready_at <= now
            && let Some(link) = host.links.pop_front()
        {
            host.is_busy = true;
            return NextTask::Request(link);
        }
        NextTask::Wait(host.ready_at.saturating_duration_since(now))
    }

    /// Processes the result of a request to a host.
    fn complete(&mut self, name: &str, outcome: RequestOutcome, settings: &LinkCheck) {
        let Some(host) = self.hosts.get_mut(name) else { return };
        host.is_busy = false;
        host.ready_at = Instant::now() + settings.pause;
        let mut given_up = VecDeque::new();
        let (link, answer) = match outcome {
            RequestOutcome::RequestAgain(link, delay) => {
                let next_host = self.host_of(&link);
                next_host.ready_at = next_host.ready_at.max(Instant::now() + delay);
                // Retries come before other addresses, so that a host that does not respond is given up soon.
                return next_host.links.push_front(link);
            }
            RequestOutcome::Answered(link, answer) => {
                host.unresponsive = 0;
                (link, answer)
            }
            RequestOutcome::Unresponsive(link, answer) => {
                host.unresponsive += 1;
                if host.unresponsive >= MAX_UNRESPONSIVE_ADDRESSES {
                    given_up = std::mem::take(&mut host.links);
                }
                (link, answer)
            }
            RequestOutcome::HostFailed(link, answer) => {
                given_up = std::mem::take(&mut host.links);
                (link, answer)
            }
        };
        given_up.into_iter().for_each(|other| self.record_answer(other, answer.clone()));
        self.record_answer(link, answer);
    }

    fn record_answer(&mut self, link: UnansweredLink, answer: Answer) {
        self.unanswered -= 1;
        self.answers.insert(link.address.as_str().to_owned(), link.complete_answer(answer));
    }
}
