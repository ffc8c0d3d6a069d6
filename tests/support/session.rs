//! Builds that follow each other, as under `site serve --watch`.

use std::sync::Arc;

use site::output::MemoryOutput;
use site::pipeline::{Build, Builds, Changes, Job, Viewers};

use super::TestSite;

/// Builds of one site, each of which reuses what is not stale of the one before.
pub struct Session {
    pub builds: Arc<Builds>,
    pub memory: MemoryOutput,
}

impl Session {
    /// Begins with a build of the whole site.
    pub fn start(site: &TestSite) -> (Self, Build) {
        let session = Self { builds: Arc::default(), memory: MemoryOutput::default() };
        let build = session.build_for(site, &Changes::Unknown, None);
        (session, build)
    }

    /// Builds after changes of the files at these paths.
    pub fn build(&self, site: &TestSite, changed: &[&str]) -> Build {
        self.build_for(site, &changes(site, changed), None)
    }

    /// Builds after changes, for viewers who look at pages meanwhile.
    pub fn build_for(&self, site: &TestSite, changes: &Changes, viewers: Option<&dyn Viewers>) -> Build {
        self.memory.begin();
        let (config, sink) = (&site.config, &self.memory);
        let job = Job { config, changes, sink, announce: &|_| (), viewers, is_incremental: true };
        self.builds.run(&job)
    }

    /// Returns the text of an output, if it is there.
    pub fn text(&self, path: &str) -> Option<String> {
        self.memory.files().get(path).map(|bytes| String::from_utf8_lossy(bytes).into_owned())
    }
}

/// Returns changes of the files at these paths of a site.
pub fn changes(site: &TestSite, changed: &[&str]) -> Changes {
    Changes::At(changed.iter().map(|path| site.path(path)).collect())
}
