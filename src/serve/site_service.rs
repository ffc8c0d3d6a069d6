//! The service at the site's port: responds with pages of the site, their reload events, and the developer's pages.

use std::io;
use std::sync::Arc;

use super::dev_pages::DevPages;
use super::http::connection::{Client, Service};
use super::http::message::{Request, Response};
use super::http::target::{AllowedHosts, decode_path};
use super::live_site::LiveSite;
use super::reload;
use super::respond::{self, Reply};
use super::served_site::ServedSite;

pub struct SiteService {
    pub live: Arc<LiveSite>,
    pub hosts: AllowedHosts,
    pub dev_pages: Arc<DevPages>,
}

impl Service for SiteService {
    fn respond(&self, request: &Request, client: &mut Client) -> io::Result<()> {
        let is_prefetch = request.header("Sec-Purpose").is_some_and(|purpose| purpose.starts_with("prefetch"));
        let response = if self.live.current().watch && is_prefetch {
            // A browser shows what it fetched in advance even if the page has changed since.
            Response::plain(503, "Pages that change are not fetched in advance.")
        } else if let Some(site) = self.site_for(request) {
            // The site is dropped before the response is sent: no slow client keeps the memory of an earlier site.
            match respond::reply(request, &site, &self.hosts) {
                Ok(Reply::Response(response)) | Err(response) => response,
                Ok(Reply::DevPage(dev_path)) => self.dev_pages.respond(&dev_path, request, client, &site),
                Ok(Reply::Events(page)) => {
                    drop(site);
                    return reload::stream(&self.live, &page, client);
                }
            }
        } else {
            Response::plain(503, "This page is not rendered yet.").with_header("Retry-After", "1")
        };
        client.send(response)
    }
}

impl SiteService {
    /// Returns the site once the page that a request asks for is rendered; `None` if rendering takes too long. A
    /// malformed or forbidden request, or one with a method other than GET or HEAD, gets the current site at once, and
    /// no page counts as viewed.
    fn site_for(&self, request: &Request) -> Option<Arc<ServedSite>> {
        let target = self.hosts.checked_target(request).ok();
        let target = target.filter(|_| matches!(request.method.as_str(), "GET" | "HEAD"));
        match target.and_then(|target| decode_path(target.path)) {
            Some(path) => self.live.wait_for_page(&path),
            None => Some(self.live.current()),
        }
    }
}
