//! The development server `site serve`: keeps the site in memory, serves it over HTTP, and rebuilds and reloads it on
//! changes.
//!
//! 1. Bind the ports (`http/listener`), because pages name the port of the mock endpoints.
//! 2. Start watching (`watch`), so that no change during the first build is missed.
//! 3. Build (`dev_server`) and publish (`live_site`): replace the site that is served (`served_site`).
//! 4. Respond to requests (`site_service`): each connection has a thread (`http/server`), and `respond` makes responses
//!    from the request and the published site.
//! 5. While watching: wait for changes, rebuild, publish. Pages that are open in a browser (`viewed_pages`) are
//!    published before the others are rendered. An open page listens to a stream of events, and updates (`reload`)
//!    when its fingerprint changes (`page_fingerprint`).
//!
//! Two more ports belong to the mock endpoints (`mock`), which the site's forms send to. The developer's pages
//! (`dev_pages`), at the site's port, show what the forms sent and what the last build reported.
//!
//! `site edit` adds the editor (`editor`) at a port of its own. A script in each page tells the editor what is clicked.
//!
//! Requests at the site's port never read files from disk: the published site is in memory.

#![allow(clippy::result_large_err, reason = "an error ends the server: its size costs nothing")]

mod dev_pages;
mod dev_server;
mod editor;
mod http;
mod live_site;
mod mock;
mod page_fingerprint;
mod reload;
mod respond;
mod served_site;
mod site_service;
mod viewed_pages;
mod watch;

pub use dev_server::{Builder, Listeners, Options, ServeEvent, run};
