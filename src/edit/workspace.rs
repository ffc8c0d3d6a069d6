//! The site that is edited, which opens its files of content.

use std::sync::Arc;

use super::content_file::ContentFile;
use super::open_file::OpenFile;
use super::refused::Refused;
use crate::config::Config;
use crate::diagnostic::Diagnostic;
use crate::site::Site;
use crate::snapshot::Snapshot;

/// The site that is edited: as the last build found it, and the options by which its files are found on the disk.
pub struct Workspace<'a> {
    pub snapshot: Arc<Snapshot>,
    pub config: &'a Config,
}

impl Workspace<'_> {
    pub fn site(&self) -> &Site {
        self.snapshot.site()
    }

    /// Reads a file of content from the disk, such as `content/team/ada.yaml`.
    pub fn open(&self, file: &str) -> Result<OpenFile<'_>, Refused> {
        let content = ContentFile::find(self.site(), file).ok_or(Refused::NotFound)?;
        Ok(OpenFile::read(content, self.config)?)
    }

    /// Checks that the editor may change the value at a pointer.
    pub fn check_editable(&self, content: &ContentFile<'_>, at: &str) -> Result<(), Refused> {
        match content.why_uneditable(at, self.config) {
            Some(reason) => Err(Refused::Invalid(vec![Diagnostic::error("edit-fixed", reason)])),
            None => Ok(()),
        }
    }
}
