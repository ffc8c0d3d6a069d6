//! The site's own port: its pages, their events, and the developer's pages.

use std::io;
use std::sync::Arc;

use super::bounds::Slots;
use super::connection::{Client, goes_on};
use super::http::{self, Reply};
use super::live::Live;
use super::message::{Answer, Request};
use super::pages::Pages;
use super::reload;
use super::server::Service;
use super::target::{Hosts, Target, decode_path};

/// Streams of events at a time; fewer than connections, so that pages can be asked for.
const MOST_STREAMS: usize = 128;

/// The service at the site's port.
pub struct Front {
    live: Arc<Live>,
    hosts: Hosts,
    streams: Slots,
    pages: Pages,
}

impl Front {
    pub fn new(live: Arc<Live>, hosts: Hosts, pages: Pages) -> Self {
        Self { live, hosts, streams: Slots::new(MOST_STREAMS), pages }
    }
}

impl Service for Front {
    fn answer(&self, request: &Request, client: &mut Client) -> io::Result<bool> {
        let path = Target::parse(&request.target).and_then(|target| decode_path(target.path)).unwrap_or_default();
        let Some(site) = self.live.visit(&path) else {
            let late = Answer::plain(503, "This page is still being made.").with("Retry-After", "1");
            client.send(late, request.method == "HEAD")?;
            return Ok(goes_on(request));
        };
        let head = request.method == "HEAD";
        match http::reply(request, &site, &self.hosts) {
            Reply::Answer(answer) => {
                drop(site);
                client.send(answer, head)?;
                Ok(goes_on(request))
            }
            Reply::Events(page) => {
                drop(site);
                client.settle();
                match self.streams.take() {
                    Some(_slot) => reload::stream(&self.live, &page, client)?,
                    None => client.send(Answer::plain(503, "Too many pages are open."), false)?,
                }
                Ok(false)
            }
            Reply::Own(own) => {
                let answer = self.pages.answer(&own, request, client, &site);
                drop(site);
                client.send(answer, head)?;
                Ok(goes_on(request))
            }
        }
    }
}
