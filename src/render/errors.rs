//! The errors of functions in templates, and of tags in Markdown.

use minijinja::value::{ArgType, Kwargs, Rest, from_args};
use minijinja::{Error, ErrorKind, State, Value};

use crate::diagnostic::Diagnostic;
use crate::markdown::ComponentAttribute;
use crate::template::DiagnosticError;

pub fn failure(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::InvalidOperation, message.into())
}

pub fn failure_with_hint(message: &str, hint: &str) -> Error {
    DiagnosticError::from(Diagnostic::error("template-error", message).label(hint)).into()
}

/// Fails if a filter or function gets an undefined value, such as that of a misspelt name.
pub fn require_defined(state: &State, value: &Value) -> Result<(), Error> {
    if value.is_undefined() {
        // The filter `string` of minijinja fails with an error that names the value.
        minijinja::filters::string(state, value)?;
    }
    Ok(())
}

/// Fails if an option of a call is undefined: an undefined option would count as absent.
pub fn require_defined_options(state: &State, options: &Kwargs) -> Result<(), Error> {
    options.args().try_for_each(|name| require_defined(state, &options.peek(name)?))
}

/// Returns the last positional argument of a call; `None` if it is left out or `none`. Fails if it is undefined or of
/// another type, or if more arguments follow.
pub fn optional_argument<'a, T>(state: &State, arguments: &'a Rest<Value>) -> Result<Option<T>, Error>
where
    T: ArgType<'a, Output = T>,
{
    arguments.iter().try_for_each(|argument| require_defined(state, argument))?;
    let (argument,) = from_args::<(Option<T>,)>(arguments)?;
    Ok(argument)
}

/// The errors of a tag in Markdown.
pub struct TagError<'a> {
    /// A diagnostic without a place belongs to `attribute`, or to the tag if `attribute` is `None`. The list is empty
    /// if the errors are reported elsewhere.
    pub diagnostics: Vec<Diagnostic>,
    pub attribute: Option<&'a ComponentAttribute>,
}

#[cfg(test)]
mod tests {
    use minijinja::{Environment, ErrorKind, State, UndefinedBehavior, Value, context};

    use super::require_defined;

    #[test]
    fn undefined_values_are_refused_and_empty_ones_are_not() {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.add_filter("check", |state: &State, value: Value| require_defined(state, &value).map(|()| value));
        let error = environment.render_str("{{ missing | check }}", context! {}).expect_err("a misspelt name");
        assert_eq!(error.kind(), ErrorKind::UndefinedError);
        assert!(environment.render_str("{{ none | check }}", context! {}).is_ok());
    }
}
