//! The function `load`: the value of a file with data, such as a table of an entry's bundle.

use std::sync::Arc;

use minijinja::value::Value;
use minijinja::{Error, State};

use super::errors::failure_with_hint;
use super::missing_file::or_report_missing;
use super::page_context::PageContext;
use super::values::{self, WrittenAt};
use super::views::file::path_of;
use crate::asset::{attachment_path, shown_path};
use crate::snapshot::ReadAssets;
use crate::snapshot::values::convert_plain;
use crate::source::SourceFile;
use crate::template::DiagnosticError;
use crate::yaml::{self, DataFormat, DocumentSource};

/// `load(files(page, "tides.csv")[0])`: the value of a file in CSV, JSON or TOML
#[expect(clippy::needless_pass_by_value, reason = "templates hand their values over")]
pub fn function(state: &State, file: Value) -> Result<Value, Error> {
    let context = PageContext::of(state)?;
    let path = &*path_of(&file, "load")?;
    if DataFormat::of(path).is_none_or(|format| format == DataFormat::Yaml) {
        let message = format!("`{}` is no file with data", attachment_path(path).unwrap_or(path));
        return Err(failure_with_hint(&message, "`load` reads files that end with `.csv`, `.json` or `.toml`"));
    }
    let text = context.tracked.asset_text(path).map(Some);
    let text = or_report_missing(&context, path, text, || None);
    context.skip_reported(text.and_then(|text| {
        let error = |diagnostic| DiagnosticError { diagnostic, marked: None }.into_error();
        let Some(text) = text else { return Ok(Value::from(())) };
        let text = text.map_err(|diagnostic| error(diagnostic.clone()))?;
        let name: Arc<str> = shown_path(path).into();
        match yaml::parse(&DocumentSource::whole(&name, text)) {
            Ok(document) if context.trace.is_none() => Ok(convert_plain(&document.value)),
            Ok(document) => {
                let file = Arc::new(SourceFile { file: name, path: path.to_owned(), text: text.into() });
                Ok(values::convert(&context, &document.value, &[], WrittenAt::Yaml(&file, "")))
            }
            Err(mut diagnostics) => Err(error(diagnostics.swap_remove(0))),
        }
    }))
}
