//! The queue of requests, by host. Each host gets one request at a time, with a pause in between; many hosts are
//! requested at once, so that a slow host delays only its own links.

use std::collections::{BTreeMap, VecDeque};
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

use super::address::Address;
use super::answer::{Answer, Verdict};
use super::request::{LinkSearch, NextStep, create_agent};
use crate::config::LinkCheck;

/// More threads than processors, as they mostly wait: one for each busy host.
const MAX_THREADS: usize = 32;

/// The number of consecutive addresses without a response after which a host is given up.
const MAX_SILENT_URLS: usize = 2;

/// The time between two reports of progress.
const REPORT_INTERVAL: Duration = Duration::from_secs(5);

/// The longest sleep of a thread without work; a change wakes it earlier.
const IDLE_WAIT: Duration = Duration::from_secs(1);

/// The open requests, and the answers so far.
struct RequestQueue {
    hosts: BTreeMap<String, HostQueue>,
    answers: BTreeMap<String, Answer>,
    /// The number of links without an answer.
    open: usize,
}

/// The open requests to one host.
struct HostQueue {
    searches: VecDeque<LinkSearch>,
    is_busy: bool,
    ready_at: Instant,
    /// The number of consecutive addresses without a response.
    silent: usize,
}

/// The next task of a thread.
enum NextTask {
    Search(LinkSearch),
    Wait(Duration),
}

/// Requests the addresses. The number of answers so far is passed to `report` from time to time.
pub fn request_all(
    addresses: impl IntoIterator<Item = Address>,
    pace: &LinkCheck,
    user_agent: &str,
    report: &dyn Fn(usize),
) -> BTreeMap<String, Answer> {
    let mut queue = RequestQueue { hosts: BTreeMap::new(), answers: BTreeMap::new(), open: 0 };
    for address in addresses {
        queue.open += 1;
        let search = LinkSearch::new(address);
        queue.host_of(&search).searches.push_back(search);
    }
    let threads = queue.hosts.len().min(MAX_THREADS);
    let (shared, changed) = (Mutex::new(queue), Condvar::new());
    let agent = create_agent(pace, user_agent);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut queue = shared.lock();
                while queue.open > 0 {
                    match queue.next(Instant::now()) {
                        NextTask::Wait(time) => _ = changed.wait_for(&mut queue, time),
                        NextTask::Search(search) => {
                            drop(queue);
                            let host = search.at.host().to_owned();
                            let step = search.request(&agent, pace);
                            queue = shared.lock();
                            queue.complete(&host, step, pace);
                            changed.notify_all();
                        }
                    }
                }
            });
        }
        let mut queue = shared.lock();
        let mut reported = Instant::now();
        while queue.open > 0 {
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
    /// Returns the queue of the host that a search requests next.
    fn host_of(&mut self, search: &LinkSearch) -> &mut HostQueue {
        self.hosts.entry(search.at.host().to_owned()).or_insert_with(|| HostQueue {
            searches: VecDeque::new(),
            is_busy: false,
            ready_at: Instant::now(),
            silent: 0,
        })
    }

    /// Takes a request of the host that has been ready for longest, or returns how long to wait.
    fn next(&mut self, now: Instant) -> NextTask {
        let idle = self.hosts.values_mut().filter(|host| !host.is_busy && !host.searches.is_empty());
        let Some(host) = idle.min_by_key(|host| host.ready_at) else { return NextTask::Wait(IDLE_WAIT) };
        if host.ready_at > now {
            return NextTask::Wait(host.ready_at - now);
        }
        host.is_busy = true;
        host.searches.pop_front().map_or(NextTask::Wait(IDLE_WAIT), NextTask::Search)
    }

    /// Processes the result of a request to a host.
    fn complete(&mut self, name: &str, step: NextStep, pace: &LinkCheck) {
        let Some(host) = self.hosts.get_mut(name) else { return };
        host.is_busy = false;
        host.ready_at = Instant::now() + pace.pause;
        let mut left = VecDeque::new();
        let (search, verdict) = match step {
            NextStep::Retry(search, delay) => {
                let host = self.host_of(&search);
                host.ready_at = host.ready_at.max(Instant::now() + delay);
                // Retried before the other addresses, so that a host that does not respond is given up soon.
                return host.searches.push_front(search);
            }
            NextStep::Done(search, verdict) => {
                host.silent = 0;
                (search, verdict)
            }
            NextStep::Silent(search, verdict) => {
                host.silent += 1;
                if host.silent >= MAX_SILENT_URLS {
                    left = std::mem::take(&mut host.searches);
                }
                (search, verdict)
            }
            NextStep::Host(search, verdict) => {
                left = std::mem::take(&mut host.searches);
                (search, verdict)
            }
        };
        left.into_iter().for_each(|other| self.finish(other, verdict.clone()));
        self.finish(search, verdict);
    }

    /// Records the answer of a link.
    fn finish(&mut self, search: LinkSearch, verdict: Verdict) {
        self.open -= 1;
        self.answers.insert(search.link.as_str().to_owned(), search.answer(verdict));
    }
}
