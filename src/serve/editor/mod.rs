//! The editor of `site edit`, at a port of its own: its page, and the requests by which the page reads and changes
//! content.
//!
//! `access` decides which requests are answered, and `service` answers them. The page is in `ui/`. `npm run editor`
//! bundles its TypeScript into `editor.js`, which is under version control, so that compiling `site` needs no Node.js.
//! `frame.js` and its module `page_update.js` run in the pages of the site (`reload` sends them).

mod access;
mod service;

pub use access::AccessCheck;
pub use service::EditorService;
