//! From the plan to finished pages.
//!
//! 1. `Renderer::new` makes the environment: the templates with the functions and filters of `functions` and `filters`.
//! 2. `Renderer::page` renders one page in a `Context`: the view of the site that this page's template reads.
//! 3. An error is rendered once more with minijinja's debug mode on, which knows exact places and costs too much otherwise.

mod body;
mod component;
mod context;
mod drawing;
mod entry;
mod filters;
mod functions;
mod island;
mod menu;
mod page;
mod paginator;
mod picture;
mod scripts;
mod values;

use std::sync::{Arc, Mutex, PoisonError};

use minijinja::Environment;

use crate::asset::derive::Derived;
use crate::diagnostic::Diagnostic;
use crate::plan::{PageIndex, Plan};
use crate::site::Site;
use crate::template::{Templates, diagnose};

pub use body::WITHOUT_PAGE;
use context::{Context, Shared};
pub use island::Islands;

/// Renders the pages of one build; to be shared by threads.
pub struct Renderer {
    shared: Arc<Shared>,
    environment: Arc<Environment<'static>>,
    templates: Arc<Templates>,
}

impl Renderer {
    /// Prepares what all pages share. The diagnostics are those of the data files' references.
    pub fn new(
        site: Arc<Site>,
        plan: Arc<Plan>,
        templates: Arc<Templates>,
        islands: Arc<Islands>,
    ) -> (Self, Vec<Diagnostic>) {
        let mut environment = templates.environment.clone();
        let (shared, diagnostics) = Shared::new(site, plan, islands);
        functions::add(&mut environment);
        filters::add(&mut environment);
        (Self { shared: Arc::new(shared), environment: Arc::new(environment), templates }, diagnostics)
    }

    /// Renders one page. A template that fails gives no text.
    pub fn page(&self, page: PageIndex) -> Rendered {
        let template = &self.shared.plan.pages[page].template;
        if !self.templates.has(template) || self.templates.is_broken(template) {
            // The plan tells of templates that are not there, the compiler of those with mistakes.
            return Rendered::default();
        }
        let (result, rendered) = self.render(page, &self.environment);
        if let Ok(text) = result {
            return Rendered { text: Some(text), ..rendered };
        }
        let mut debugging = (*self.environment).clone();
        debugging.set_debug(true);
        let (again, mut rendered) = self.render(page, &Arc::new(debugging));
        let failure = again.err().filter(|error| !self.templates.explain(error));
        rendered.failures.extend(failure.map(|error| diagnose(&error, &self.templates, self.shared.names())));
        rendered
    }

    fn render(
        &self,
        page: PageIndex,
        environment: &Arc<Environment<'static>>,
    ) -> (Result<String, minijinja::Error>, Rendered) {
        let context = Arc::new(Context {
            shared: self.shared.clone(),
            environment: environment.clone(),
            templates: self.templates.clone(),
            page,
            content: Mutex::default(),
            failures: Mutex::default(),
            derived: Mutex::default(),
            on_page: Mutex::default(),
        });
        let root = minijinja::Value::from_dyn_object(context.clone());
        let result = environment.get_template(&self.shared.plan.pages[page].template).and_then(|t| t.render(root));
        let result = result.and_then(|text| scripts::add(&context, text));
        let take = |list: &Mutex<_>| std::mem::take(&mut *list.lock().unwrap_or_else(PoisonError::into_inner));
        let derived = std::mem::take(&mut *context.derived.lock().unwrap_or_else(PoisonError::into_inner));
        (result, Rendered { text: None, content: take(&context.content), failures: take(&context.failures), derived })
    }
}

/// What a page came to.
#[derive(Debug, Default)]
pub struct Rendered {
    pub text: Option<String>,
    /// Mistakes in the content that the page shows.
    pub content: Vec<Diagnostic>,
    /// Failures of its template, and of components.
    pub failures: Vec<Diagnostic>,
    /// The files that it needs, to be made from others.
    pub derived: Vec<Derived>,
}
