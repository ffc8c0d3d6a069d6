//! Templates with marks. The marks depend only on the templates, so the editor keeps marked templates from build to
//! build.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use minijinja::Environment;

use super::trace::Origin;
use super::{functions, marks};
use crate::source::SourceFile;
use crate::template::{Templates, mark_templates};

/// Templates with all marks except those in `left_out`.
pub struct MarkedTemplates {
    templates: Arc<Templates>,
    /// The numbers of the marks that are left out, as they would change what templates render.
    pub(super) left_out: BTreeSet<usize>,
    pub(super) environment: Environment<'static>,
    /// The origin of each mark by its number.
    pub(super) origins: Vec<Origin>,
    /// Whether the Markdown of entries gets marks.
    pub(super) marks_markdown: bool,
}

impl MarkedTemplates {
    pub fn new(templates: &Arc<Templates>, left_out: BTreeSet<usize>) -> Self {
        let mut origins = Vec::new();
        let mut add_origin = |file: &Arc<SourceFile>, span: Range<usize>| {
            origins.push(Origin::Bytes(file.clone(), span));
            Some(origins.len() - 1).filter(|number| !left_out.contains(number))
        };
        let mut environment = mark_templates(templates, &mut add_origin, marks::point);
        functions::add(&mut environment);
        // The number after those of the templates stands for all marks of Markdown.
        let marks_markdown = !left_out.contains(&origins.len());
        Self { templates: templates.clone(), left_out, environment, origins, marks_markdown }
    }

    /// Returns the number of marks that can be left out. All marks of Markdown count as one.
    pub(super) fn mark_count(&self) -> usize {
        self.origins.len() + 1
    }

    /// Whether the marked templates were made from `templates`.
    pub fn are_of(&self, templates: &Arc<Templates>) -> bool {
        Arc::ptr_eq(&self.templates, templates)
    }
}
