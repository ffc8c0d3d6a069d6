//! The mock endpoints: stand-ins for the services of the site's forms, at two ports of their own.
//!
//! 1. While serving, pages name mock endpoints in place of the real ones: `/form-post/NAME` and `/json-post/NAME` at
//!    the first port.
//! 2. `service` reads each request, records it as it came (`submissions`), and responds by the protocol of its
//!    endpoint: `form_post`, which redirects to a result at the second port, or `json_post`.
//! 3. Faults can be set for each endpoint (`fault`), to show what a form does when its service fails.
//!
//! The endpoints are independent of the site's forms: any name is an endpoint.

mod endpoint;
pub mod fault;
pub mod form_data;
mod form_post;
pub mod json_post;
mod service;
pub mod submissions;

pub use endpoint::Endpoint;
pub use form_post::ResultService;
pub use service::{MockService, MockState};
