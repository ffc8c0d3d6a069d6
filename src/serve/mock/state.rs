//! The state of the mock endpoints, which their two ports and the developer's pages share.

use parking_lot::Mutex;

use super::fault::FaultTable;
use super::submissions::SubmissionStore;

/// The origins, submissions and faults of all mock endpoints.
#[derive(Default)]
pub struct MockState {
    /// The origin of the endpoints.
    pub origin: String,
    /// The origin that form endpoints redirect to.
    pub redirect_origin: String,
    pub submissions: Mutex<SubmissionStore>,
    pub faults: Mutex<FaultTable>,
}
