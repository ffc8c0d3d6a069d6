//! The function `load`: the value of a file with data, such as a table of an entry's bundle.

use std::sync::Arc;

use minijinja::value::Value;
use minijinja::{Error, State};

use super::errors::failure_with_hint;
use super::page_context::PageContext;
use super::trace::Origin;
use super::values;
use super::views::file::path_of;
use crate::asset::{attachment_path, shown_path};
use crate::source::SourceFile;
use crate::template::DiagnosticError;
use crate::yaml::{self, DataFormat, DocumentSource};

/// The function `load`, as in `load(files(page, "tides.csv")[0])`: returns the value of a file in CSV, JSON or TOML.
#[expect(clippy::needless_pass_by_value, reason = "templates hand their values over")]
pub fn function(state: &State, file: Value) -> Result<Value, Error> {
    let context = PageContext::of(state)?;
    let path = path_of(&file, "load")?;
    if DataFormat::of(path).is_none_or(|format| format == DataFormat::Yaml) {
        let message = format!("`{}` is no file with data", attachment_path(path).unwrap_or(path));
        return Err(failure_with_hint(&message, "`load` reads files that end with `.csv`, `.json` or `.toml`"));
    }
    context.skip_known_failure(load(&context, path))
}

fn load(context: &Arc<PageContext>, path: &str) -> Result<Value, Error> {
    let Some(text) = context.text_or_report_missing(path)? else { return Ok(Value::from(())) };
    let file = Arc::new(SourceFile { file: shown_path(path).into(), path: path.to_owned(), text: text.into() });
    let document = yaml::parse(&DocumentSource::whole(&file.file, text))
        .map_err(|mut diagnostics| DiagnosticError::from(diagnostics.swap_remove(0)))?;
    Ok(values::convert(context, &document.value, &[], || Some(Origin::Value(file.clone(), String::new()))))
}
