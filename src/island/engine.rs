//! The JavaScript engine: a runtime with sandboxes, in which React renders islands with a fixed clock, time zone and
//! random seed. A component that waits for something, runs too long, uses too much memory or calls itself endlessly is
//! an error.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use rquickjs::context::EvalOptions;
use rquickjs::module::WriteOptions;
use rquickjs::{CatchResultExt, CaughtError, Context, Ctx, Function, Module, Runtime};

use super::runtime::SANDBOX;
use super::script::Script;

/// The scripts that a sandbox runs, in this order.
#[derive(Debug)]
pub struct PrerenderScripts {
    pub react: Script,
    /// The prerenderer's script, which contains all islands.
    pub prerenderer: Script,
}

/// The name of the prerenderer's script in stack traces.
pub const PRERENDERER_SCRIPT: &str = "server.js";

/// The comments that React writes in place of a suspended component.
const SUSPENSE_MARKERS: [&str; 2] = ["<!--$!-->", "<!--$?-->"];

/// The number of interrupt checks after which a rendering is stopped. The engine makes a check about every 10,000
/// steps, so the limit is a few seconds.
const MAX_INTERRUPT_CHECKS: u32 = 20_000;
/// The memory limit of one engine, far above what real components use.
const MAX_MEMORY_BYTES: usize = 512 << 20;
/// The stack limit of the engine. A thread has a stack of two megabytes, of which templates use a part.
const MAX_STACK_BYTES: usize = 768 << 10;

/// Why an island could not be rendered.
#[derive(Debug, Clone)]
pub enum IslandError {
    /// The island threw an error.
    Thrown { name: String, message: String, stack: String },
    /// The island ran too long.
    TimedOut,
    /// The island used too much memory.
    OutOfMemory,
    /// The island suspended, so the HTML would contain a fallback instead of its content.
    Suspended,
    /// The island renders different HTML with another clock, time zone or random seed.
    Differs { first: String, other: String },
}

#[derive(Debug)]
pub struct RenderedIsland {
    pub html: String,
    /// Whether the island read the clock, the time zone or a random number, so that the HTML may depend on them.
    pub used_environment: bool,
}

/// A JavaScript runtime with limits, used by one thread at a time.
pub struct Engine {
    runtime: Runtime,
    interrupt_checks: Arc<AtomicU32>,
}

/// A JavaScript context in which islands are rendered, with an environment: a fixed clock, time zone and random seed.
pub struct Sandbox {
    context: Context,
    /// Whether a module read the environment while the module was loaded, so that all later HTML may depend on the
    /// environment.
    is_tainted: bool,
}

impl Engine {
    pub fn new() -> Self {
        let runtime = Runtime::new().expect("memory for a JavaScript engine");
        runtime.set_memory_limit(MAX_MEMORY_BYTES);
        runtime.set_max_stack_size(MAX_STACK_BYTES);
        let interrupt_checks = Arc::new(AtomicU32::new(0));
        let count = interrupt_checks.clone();
        runtime.set_interrupt_handler(Some(Box::new(move || {
            count.fetch_add(1, Ordering::Relaxed) > MAX_INTERRUPT_CHECKS
        })));
        Self { runtime, interrupt_checks }
    }

    /// Creates a sandbox with React and the islands, which is ready to render. `settings` is the argument of
    /// `runtime/sandbox.js`.
    pub fn create_sandbox(&self, scripts: &PrerenderScripts, settings: &str) -> Result<Sandbox, IslandError> {
        let context = Context::full(&self.runtime).map_err(|_| IslandError::OutOfMemory)?;
        context.with(|ctx| {
            self.catch_errors(&ctx, |ctx| {
                evaluate(ctx, "sandbox.js", format!("{SANDBOX}({settings})").as_bytes())?;
                run(ctx, &scripts.react)?;
                run(ctx, &scripts.prerenderer)?;
                // Environment reads by these scripts don't count: no module of an island has run yet.
                take_used_environment(ctx).map(drop)
            })
        })?;
        Ok(Sandbox { context, is_tainted: false })
    }

    /// Renders the island `name` with the JSON `props`. `id_prefix` is the beginning of the ids that React generates.
    pub fn render(
        &self,
        sandbox: &mut Sandbox,
        name: &str,
        props: &str,
        id_prefix: &str,
    ) -> Result<RenderedIsland, IslandError> {
        let Sandbox { context, is_tainted } = sandbox;
        let (html, used_environment) = context.with(|ctx| {
            self.catch_errors(&ctx, |ctx| {
                let load: Function = ctx.globals().get("loadIsland")?;
                let render: Function = ctx.globals().get("renderIsland")?;
                load.call::<_, ()>((name,))?;
                *is_tainted |= take_used_environment(ctx)?;
                let html: String = render.call((name, props, id_prefix))?;
                Ok((html, take_used_environment(ctx)?))
            })
        })?;
        if SUSPENSE_MARKERS.iter().any(|marker| html.contains(marker)) {
            return Err(IslandError::Suspended);
        }
        Ok(RenderedIsland { html, used_environment: used_environment || *is_tainted })
    }

    /// Runs `work`, with a time limit of its own, and converts an exception to an error.
    fn catch_errors<'js, T>(
        &self,
        ctx: &Ctx<'js>,
        work: impl FnOnce(&Ctx<'js>) -> rquickjs::Result<T>,
    ) -> Result<T, IslandError> {
        self.interrupt_checks.store(0, Ordering::Relaxed);
        work(ctx).catch(ctx).map_err(|caught| {
            if self.interrupt_checks.load(Ordering::Relaxed) > MAX_INTERRUPT_CHECKS {
                return IslandError::TimedOut;
            }
            let (name, message, stack) = match caught {
                CaughtError::Exception(error) => {
                    let name = error.get::<_, String>("name").unwrap_or_default();
                    (name, error.message().unwrap_or_default(), error.stack().unwrap_or_default())
                }
                CaughtError::Value(value) => {
                    let thrown = value.as_string().and_then(|text| text.to_string().ok());
                    ("Error".to_owned(), thrown.unwrap_or_else(|| value.type_name().to_owned()), String::new())
                }
                CaughtError::Error(error) => ("Error".to_owned(), error.to_string(), String::new()),
            };
            // If the memory is exhausted, there may be none for the message either.
            if name == "InternalError" && (message.is_empty() || message.contains("out of memory")) {
                return IslandError::OutOfMemory;
            }
            IslandError::Thrown { name, message, stack }
        })
    }
}

/// Runs a script from its bytecode. If compiling fails, runs the text, so that the script's error is returned.
fn run(ctx: &Ctx<'_>, script: &Script) -> rquickjs::Result<()> {
    let text = script.text.as_bytes();
    let compile = || Module::declare(ctx.clone(), script.name, text)?.write(WriteOptions::default());
    let Some(bytecode) = script.bytecode(|| compile().ok()) else { return evaluate(ctx, script.name, text) };
    // SAFETY: this version of the engine wrote these bytes for this text, either just now or in an earlier build. The
    // seal of the cached file ensures that: it covers the bytes, the engine's version, the architecture and the text.
    #[allow(unsafe_code, reason = "bytecode can't be validated, and compiling takes longer than everything else here")]
    let module = unsafe { Module::load(ctx.clone(), bytecode) }?;
    let (_, promise) = module.eval()?;
    promise.finish::<()>()
}

/// Runs a text as a classic script (no module) in sloppy mode.
fn evaluate(ctx: &Ctx<'_>, name: &str, text: &[u8]) -> rquickjs::Result<()> {
    let mut options = EvalOptions::default();
    options.strict = false;
    options.filename = Some(name.to_owned());
    ctx.eval_with_options::<(), _>(text, options)
}

/// Returns whether scripts read the clock, the time zone or a random number since the last call.
fn take_used_environment(ctx: &Ctx<'_>) -> rquickjs::Result<bool> {
    let take: Function = ctx.globals().get("takeUsedEnvironment")?;
    take.call(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_read_while_loading_counts_after_a_failed_rendering() {
        let folder = tempfile::tempdir().expect("a folder");
        let script = |name: &'static str, text: &str| Script::new(name, text.to_owned(), folder.path());
        let islands = r#"
            let year;
            globalThis.loadIsland = () => { year ??= new Date().getFullYear(); };
            globalThis.renderIsland = (name, props) => {
                if (props === "null") throw new Error("no props");
                return String(year);
            };
        "#;
        let scripts =
            PrerenderScripts { react: script("react.js", ""), prerenderer: script(PRERENDERER_SCRIPT, islands) };
        let settings = "{ clock: 0, utcOffset: 0, randomShift: 0 }";
        let engine = Engine::new();
        let mut sandbox = engine.create_sandbox(&scripts, settings).expect("a sandbox");
        let mut render = |props: &str| engine.render(&mut sandbox, "Year", props, "");
        assert!(render("null").is_err());
        let rendered = render("{}").expect("HTML");
        assert_eq!((rendered.html.as_str(), rendered.used_environment), ("1970", true));
    }
}
