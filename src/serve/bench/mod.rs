//! The test bench: endpoints for the site's forms, on origins of their own, that behave like the services they stand in for.
//!
//! 1. While serving, pages name the bench's endpoints in place of the real ones: `/sheet/NAME` and `/lead/NAME` at its first port.
//! 2. Each request is read whole, kept as it came (`received`), and judged by the habits of its kind: a spreadsheet script
//!    (`sheet`), whose answer stands at a further origin (`further`), or a lead service (`lead`).
//! 3. Faults can be switched on for each endpoint (`fault`): a bench where all goes well shows nothing of what a form does
//!    when it doesn't.
//!
//! Nothing here knows a form: any name is an endpoint.

mod endpoints;
pub mod fault;
pub mod form;
mod further;
mod lead;
pub mod received;
mod sheet;

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub use endpoints::Endpoints;
pub use further::Further;

use fault::Faults;
use received::Store;

/// What both ports of the bench and the developer's pages share.
pub struct Bench {
    /// The origin of the endpoints.
    pub origin: String,
    /// The origin that sheets redirect to.
    pub further: String,
    store: Mutex<Store>,
    faults: Mutex<Faults>,
}

impl Bench {
    pub fn new(origin: String, further: String) -> Arc<Self> {
        Arc::new(Self { origin, further, store: Mutex::default(), faults: Mutex::default() })
    }

    /// What came in.
    pub fn store(&self) -> MutexGuard<'_, Store> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is to go wrong.
    pub fn faults(&self) -> MutexGuard<'_, Faults> {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whose habits an endpoint has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A script behind a spreadsheet: form data in, a redirect out, no preflight.
    Sheet,
    /// A service that collects leads: JSON and a key in, JSON out, a preflight before.
    Lead,
}

impl Kind {
    /// The kind of this name.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Sheet, Self::Lead].into_iter().find(|kind| kind.name() == name)
    }

    /// As it stands in addresses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sheet => "sheet",
            Self::Lead => "lead",
        }
    }
}

/// One endpoint.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Endpoint {
    pub kind: Kind,
    pub name: String,
}

impl Endpoint {
    /// The endpoint at the decoded path `KIND/NAME`.
    pub fn parse(path: &str) -> Option<Self> {
        let (kind, name) = path.split_once('/')?;
        let fits = !name.is_empty() && name.len() <= LONGEST_NAME && !name.contains('/');
        fits.then_some(Self { kind: Kind::parse(kind)?, name: name.to_owned() })
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.kind.name(), self.name)
    }
}

const LONGEST_NAME: usize = 100;

/// What lets a page of any origin read an answer.
const READABLE: (&str, &str) = ("Access-Control-Allow-Origin", "*");
