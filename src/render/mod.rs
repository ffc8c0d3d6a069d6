//! From the plan to finished pages.
//!
//! 1. `Renderer::new` makes the environment: the templates with the functions and filters of `functions` and `filters`.
//! 2. `Renderer::page` renders one page in a `Context`: what its template reads, through a `View` of the `World` that notes it.
//! 3. After an error the page is rendered once more with minijinja's debug mode on, which knows exact places and costs too much
//!    otherwise; and again, past the calls that failed, until every mistake is known.

mod body;
mod component;
mod context;
mod data;
mod drawing;
mod entry;
mod filters;
mod functions;
mod island;
mod menu;
mod page;
mod paginator;
mod picture;
mod props;
mod reads;
mod scripts;
mod shared;
mod values;
mod view;
mod world;
mod written;

use std::sync::Arc;

use minijinja::Environment;

use crate::asset::derive::Derived;
use crate::diagnostic::Diagnostic;
use crate::plan::PageIndex;
use crate::template::diagnose;

pub use body::WITHOUT_PAGE;
use context::{Context, Found};
pub use island::Islands;
pub use reads::{Aspect, Fingerprint, Part, Read, Setting};
use shared::Shared;
use view::View;
pub use world::World;

/// Renders the pages of one build; to be shared by threads.
pub struct Renderer {
    world: Arc<World>,
    environment: Arc<Environment<'static>>,
    shared: Arc<Shared>,
    noting: bool,
}

impl Renderer {
    /// Prepares what all pages share. With `noting`, what each page reads is noted.
    pub fn new(world: Arc<World>, noting: bool) -> Self {
        let mut environment = world.templates().environment.clone();
        functions::add(&mut environment);
        filters::add(&mut environment);
        Self { world, environment: Arc::new(environment), shared: Arc::default(), noting }
    }

    /// Renders one page. A template that fails gives no text, nor does one that lacks what the content names.
    pub fn page(&self, page: PageIndex) -> Rendered {
        let template = &self.world.plan().pages[page].template;
        let templates = self.world.templates();
        if !templates.has(template) || templates.is_broken(template) {
            // The plan tells of templates that are not there, the compiler of those with mistakes.
            return Rendered::default();
        }
        let (result, rendered, _) = self.render(page, None);
        if let Ok(text) = result {
            return Rendered { text, ..rendered };
        }
        let mut errors = Vec::new();
        loop {
            let (again, mut rendered, stopped) = self.render(page, Some(errors.len()));
            errors.extend(again.err());
            if !stopped {
                let told = errors.iter().filter(|error| !templates.explain(error));
                let context = self.context(page, false, 0);
                let is_none = |expression: &str| context.is_none(expression);
                let told = told.map(|error| diagnose(error, templates, self.world.names(), &is_none));
                rendered.failures.extend(told);
                return rendered;
            }
        }
    }

    /// With `known`, to find mistakes: past so many. Says too whether a further one stopped it. There is no text where the page lacks
    /// something that the content names.
    fn render(
        &self,
        page: PageIndex,
        known: Option<usize>,
    ) -> (Result<Option<String>, minijinja::Error>, Rendered, bool) {
        let context = self.context(page, known.is_some(), known.unwrap_or_default());
        let root = minijinja::Value::from_dyn_object(context.clone());
        let template = context.environment.get_template(&self.world.plan().pages[page].template);
        let result = template.and_then(|template| template.render(root));
        let result = result.and_then(|text| scripts::add(&context, text));
        let Found { content, failures, derived, lacks } = context.take_found();
        let stopped = context.mistakes().stopped();
        let result = result.map(|text| (!lacks).then_some(text));
        (result, Rendered { text: None, reads: context.view.reads(), derived, content, failures }, stopped)
    }

    /// What a page's template sees, past so many known mistakes.
    fn context(&self, page: PageIndex, debugging: bool, known: usize) -> Arc<Context> {
        let view = Arc::new(View::new(self.world.clone(), page, self.noting));
        let environment = self.environment(&view, debugging);
        let shared = (!self.noting).then(|| self.shared.clone());
        Arc::new(Context::new(view, environment, shared, known))
    }

    /// The environment for one page: where reads are noted, one that notes the templates that the page's templates name.
    fn environment(&self, view: &Arc<View>, debugging: bool) -> Arc<Environment<'static>> {
        if !debugging && !self.noting {
            return self.environment.clone();
        }
        let mut environment = (*self.environment).clone();
        environment.set_debug(debugging);
        if self.noting {
            let view = view.clone();
            environment.set_path_join_callback(move |name, _| {
                view.template(name);
                name.into()
            });
        }
        Arc::new(environment)
    }
}

/// What a page came to.
#[derive(Debug, Default)]
pub struct Rendered {
    pub text: Option<String>,
    /// What was read for it, if that was to be noted.
    pub reads: Vec<Read>,
    /// The files that it needs, to be made from others.
    pub derived: Vec<Derived>,
    /// Mistakes in the content that the page shows.
    pub content: Vec<Diagnostic>,
    /// Failures of its template, and of components.
    pub failures: Vec<Diagnostic>,
}
