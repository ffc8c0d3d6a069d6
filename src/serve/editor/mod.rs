//! The editor of `site edit`, at a port of its own: its page, and the requests by which the page reads and changes content.
//!
//! `access` decides which requests are answered, `service` answers them. The page is in `ui/`: `editor.js` is bundled from TypeScript by `npm run
//! editor`, so that a first build needs no Node.js. `frame.js` stands in the pages of the site.

mod access;
mod service;

pub use access::AccessCheck;
pub use service::EditorService;
