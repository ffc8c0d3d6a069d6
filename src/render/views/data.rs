//! The settings and the data files as template values, which convert each field on access.

use std::sync::Arc;

use minijinja::Value;
use minijinja::value::{Enumerator, Object};

use crate::render::page_context::PageContext;
use crate::render::trace::{FailedLookup, Origin};
use crate::render::values;
use crate::snapshot::{ContentValue, ReadData, ReadSettings};
use crate::source::SourceFile;

/// The fields of `site`.
pub const SETTINGS: &[&str] = &["base_url", "description", "direction", "home", "language", "time_zone", "title"];

/// The variable `site`: the settings.
#[derive(Debug)]
pub struct SiteView(pub Arc<PageContext>);

impl Object for SiteView {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let (tracked, key) = (&self.0.tracked, key.as_str()?);
        let text = |text: &str| {
            self.0.text(text, || {
                let settings = &self.0.untracked_site().content.settings;
                let pointer = settings.localized_pointer(tracked.own_page().language, key);
                Some(Origin::Value(settings.file.clone(), pointer))
            })
        };
        Some(match key {
            "base_url" => Value::from(tracked.base_url()),
            "description" => text(tracked.description()),
            "direction" => Value::from(tracked.language_rules().direction()),
            "home" => Value::from(tracked.home()),
            "language" => Value::from(tracked.language()),
            "time_zone" => Value::from(tracked.zone().1),
            "title" => text(tracked.title()),
            _ => return None,
        })
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Str(SETTINGS)
    }
}

/// The variable `data`: the data files by name.
#[derive(Debug)]
pub struct DataView(pub Arc<PageContext>);

impl Object for DataView {
    fn get_value(self: &Arc<Self>, name: &Value) -> Option<Value> {
        let name = name.as_str()?;
        let ContentValue { json, references, converted } = self.0.tracked.data(name)?;
        if json.is_object() {
            return Some(Value::from_object(DataFileView { context: self.0.clone(), name: name.to_owned() }));
        }
        match converted {
            Some(converted) if self.0.trace.is_none() => Some(converted),
            _ => Some(values::convert(&self.0, json, references, || {
                Some(Origin::Value(source_file(&self.0, name)?.clone(), String::new()))
            })),
        }
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Values(self.0.tracked.data_names().map(Value::from).collect())
    }
}

fn source_file<'c>(context: &'c PageContext, name: &str) -> Option<&'c Arc<SourceFile>> {
    let site = context.untracked_site();
    site.content.data_in(site.language, name).map(|data| &data.file)
}

/// A data file whose value is a mapping.
#[derive(Debug)]
struct DataFileView {
    context: Arc<PageContext>,
    name: String,
}

impl Object for DataFileView {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let Self { context, name } = &**self;
        let (key, file) = (key.as_str()?, source_file(context, name)?);
        let field = context.tracked.data_field(name, key);
        if let (None, Some(trace)) = (&field, &context.trace) {
            trace.record_failed_lookup(FailedLookup {
                key: key.to_owned(),
                file: file.clone(),
                pointer: String::new(),
                keys: context.tracked.data_keys(name).into_iter().map(Value::from).collect(),
                data_file: Some(name.clone()),
            });
        }
        Some(values::convert_field(context, key, field?, file))
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Values(self.context.tracked.data_keys(&self.name).into_iter().map(Value::from).collect())
    }
}
