//! The service at the site's port: responds with pages of the site, their reload events, and the developer's pages.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use super::dev_pages::DevPages;
use super::http::connection::{AfterResponse, Client, Service};
use super::http::limits::Slots;
use super::http::message::{Request, Response};
use super::http::target::{AllowedHosts, RequestTarget, decode_path};
use super::live_site::LiveSite;
use super::reload;
use super::respond::{self, Reply};

/// The most concurrent streams of events: fewer than connections, so that pages can be requested meanwhile.
const MAX_STREAMS: usize = 128;

pub struct SiteService {
    live: Arc<LiveSite>,
    hosts: AllowedHosts,
    streams: Slots,
    dev_pages: DevPages,
}

impl SiteService {
    pub fn new(live: Arc<LiveSite>, hosts: AllowedHosts, dev_pages: DevPages) -> Self {
        Self { live, hosts, streams: Slots::new(MAX_STREAMS), dev_pages }
    }

    /// Sends the events of a page until the client disconnects.
    fn stream_events(&self, page: &str, client: &mut Client) -> io::Result<()> {
        client.exempt_from_closing();
        match self.streams.acquire(Duration::ZERO) {
            Some(_slot) => reload::stream(&self.live, page, client),
            None => client.send(Response::plain(503, "Too many pages are open.")),
        }
    }
}

impl Service for SiteService {
    fn respond(&self, request: &Request, client: &mut Client) -> io::Result<AfterResponse> {
        let path =
            RequestTarget::parse(&request.target).and_then(|target| decode_path(target.path)).unwrap_or_default();
        let response = if self.live.current().watch && is_speculative(request) {
            // A browser shows what it fetched in advance even if the page has changed since.
            Response::plain(503, "Pages that change are not fetched in advance.")
        } else if let Some(site) = self.live.wait_for_page(&path) {
            // The site is dropped before the response is sent: no slow client keeps the memory of an earlier site.
            match respond::reply(request, &site, &self.hosts) {
                Ok(Reply::Response(response)) | Err(response) => response,
                Ok(Reply::DevPage(dev_path)) => self.dev_pages.respond(&dev_path, request, client, &site),
                Ok(Reply::Events(page)) => {
                    drop(site);
                    return self.stream_events(&page, client).map(|()| AfterResponse::Close);
                }
            }
        } else {
            Response::plain(503, "This page is not rendered yet.").with_header("Retry-After", "1")
        };
        client.send(response)?;
        Ok(AfterResponse::KeepOpen)
    }
}

/// Whether the browser prefetches or prerenders a page that nobody has asked for.
fn is_speculative(request: &Request) -> bool {
    request.header("Sec-Purpose").is_some_and(|purpose| purpose.starts_with("prefetch"))
}
