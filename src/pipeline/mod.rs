//! The pipeline: builds a site from its sources. `build.rs` runs the stages in order; the other files are the stages
//! and what they share.

mod budgets;
mod build;
mod builds;
mod explain;
mod external;
mod file_checks;
mod front_end;
mod history;
mod host_policy;
mod images;
mod inputs;
mod job;
mod log;
mod output_index;
mod output_writer;
mod page_renderer;
mod pages;
mod prepare;
mod previous;
mod redirects;
mod rendering;
mod samples;
mod search_files;
mod site_check;
mod steps;
mod suppress;
mod untranslated;
pub mod verify;

pub use crate::source::Changes;
pub use build::{Build, Counts, UnpublishedEntry, build, publish, rebuild};
pub use builds::Builds;
pub use explain::{Explanation, explain, suggest};
pub use external::ExternalLinks;
pub use job::{Job, LatestSnapshot, Preview, Viewers};
pub use previous::Previous;
pub use samples::SAMPLE_VALUE;
pub use untranslated::UntranslatedItem;
