//! The JavaScript engine: one runtime, in which React renders islands in worlds of a given clock, zone and chance.
//!
//! It stops components that never end, take too much memory or call themselves without end.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use rquickjs::context::EvalOptions;
use rquickjs::module::WriteOptions;
use rquickjs::{CatchResultExt, CaughtError, Context, Ctx, Function, Module, Runtime};

use super::memory::Sealed;
use super::runtime::WORLD;

/// What islands may see of the world while they are rendered.
#[derive(Debug, Clone, Copy)]
pub struct World {
    /// Milliseconds since 1970.
    pub clock: f64,
    /// Minutes east of Greenwich.
    pub offset: i32,
    /// By how much its random numbers, which are below 1, are moved on.
    pub turn: f64,
}

/// What renders: React, then the islands that it is given to.
#[derive(Debug)]
pub struct Server {
    pub react: Script,
    pub islands: Script,
}

/// A script: compiled once, by the first engine that needs it, or by an earlier build.
#[derive(Debug)]
pub struct Script {
    /// In stacks.
    pub name: &'static str,
    pub text: String,
    pub compiled: Sealed,
}

impl Server {
    /// Keeps what was compiled for later builds.
    pub fn keep(&self) {
        self.react.compiled.keep();
        self.islands.compiled.keep();
    }
}

/// The engine whose compiled code is kept.
pub const ENGINE: &str = "rquickjs 0.14.0";

/// The pre-renderer's name in stacks.
pub const SERVER: &str = "server.js";

/// What React writes where a component waits for something.
const WAITING: [&str; 2] = ["<!--$!-->", "<!--$?-->"];

/// How often the engine may ask whether to go on, each time after some 10,000 steps: a few seconds' worth.
const PATIENCE: u32 = 20_000;
/// Bytes.
const MEMORY: usize = 512 << 20;
/// Bytes; threads have two megabytes, of which templates take a part.
const STACK: usize = 768 << 10;

/// Why an island could not be rendered.
#[derive(Debug, Clone)]
pub enum Fault {
    /// It threw: the error's name, its message and where.
    Thrown { name: String, message: String, stack: String },
    /// It did not end.
    Endless,
    /// It wanted too much memory.
    Greedy,
    /// It waits for something, and shows what stands for it meanwhile.
    Waits,
    /// It shows something else in another world.
    Differs { first: String, other: String },
}

impl Fault {
    /// Whether the engine may be in disorder.
    pub fn is_fatal(&self) -> bool {
        matches!(self, Fault::Endless | Fault::Greedy)
    }
}

/// An island's HTML, and which parts of the world it asked for.
#[derive(Debug)]
pub struct Made {
    pub html: String,
    pub touched: bool,
}

/// An engine; used by one thread at a time.
pub struct Engine {
    runtime: Runtime,
    asked: Arc<AtomicU32>,
}

/// The islands in one world.
pub struct Stage {
    context: Context,
    /// Something was asked for while a module began: whatever it shows may depend on that.
    tainted: bool,
}

impl Engine {
    /// A new engine with nothing in it.
    pub fn start() -> Self {
        let runtime = Runtime::new().expect("memory for a JavaScript engine");
        runtime.set_memory_limit(MEMORY);
        runtime.set_max_stack_size(STACK);
        let asked = Arc::new(AtomicU32::new(0));
        let count = asked.clone();
        runtime.set_interrupt_handler(Some(Box::new(move || count.fetch_add(1, Ordering::Relaxed) > PATIENCE)));
        Self { runtime, asked }
    }

    /// The islands in a world, none of them rendered yet.
    ///
    /// # Errors
    /// A script throws before it comes to any island.
    pub fn stage(&self, server: &Server, world: World) -> Result<Stage, Fault> {
        let stage = self.begin(&server.react, world)?;
        self.give(&stage, &server.islands)?;
        Ok(stage)
    }

    /// A world with React, before there are islands.
    ///
    /// # Errors
    /// React throws.
    pub fn begin(&self, react: &Script, world: World) -> Result<Stage, Fault> {
        self.asked.store(0, Ordering::Relaxed);
        let context = Context::full(&self.runtime).expect("memory for a JavaScript context");
        context.with(|ctx| {
            let World { clock, offset, turn } = world;
            let setting = format!("{WORLD}({{ clock: {clock}, offset: {offset}, turn: {turn} }})");
            self.guard(&ctx, |ctx| {
                evaluate(ctx, "world.js", setting.as_bytes())?;
                run(ctx, react)
            })
        })?;
        Ok(Stage { context, tainted: false })
    }

    /// Gives the islands to a world that has none.
    ///
    /// # Errors
    /// The bundle throws before it comes to any island.
    pub fn give(&self, stage: &Stage, islands: &Script) -> Result<(), Fault> {
        self.asked.store(0, Ordering::Relaxed);
        stage.context.with(|ctx| {
            self.guard(&ctx, |ctx| {
                run(ctx, islands)?;
                touched(ctx).map(drop)
            })
        })
    }

    /// Renders an island.
    ///
    /// # Errors
    /// The island can't be rendered.
    pub fn render(&self, stage: &mut Stage, name: &str, props: &str, prefix: &str) -> Result<Made, Fault> {
        self.asked.store(0, Ordering::Relaxed);
        let Stage { context, tainted } = stage;
        let (html, begun, asked) = context.with(|ctx| {
            self.guard(&ctx, |ctx| {
                let load: Function = ctx.globals().get("loadIsland")?;
                let render: Function = ctx.globals().get("renderIsland")?;
                load.call::<_, ()>((name,))?;
                let begun = touched(ctx)?;
                let html: String = render.call((name, props, prefix))?;
                Ok((html, begun, touched(ctx)?))
            })
        })?;
        *tainted |= begun;
        if WAITING.iter().any(|mark| html.contains(mark)) {
            return Err(Fault::Waits);
        }
        Ok(Made { html, touched: asked || *tainted })
    }

    /// Does something in the engine; what it throws becomes a fault.
    fn guard<'js, T>(&self, ctx: &Ctx<'js>, work: impl FnOnce(&Ctx<'js>) -> rquickjs::Result<T>) -> Result<T, Fault> {
        work(ctx).catch(ctx).map_err(|caught| {
            if self.asked.load(Ordering::Relaxed) > PATIENCE {
                return Fault::Endless;
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
            // There may be no memory left for the message either.
            if name == "InternalError" && (message.is_empty() || message.contains("out of memory")) {
                return Fault::Greedy;
            }
            Fault::Thrown { name, message, stack }
        })
    }
}

/// Runs a script.
fn run(ctx: &Ctx<'_>, script: &Script) -> rquickjs::Result<()> {
    let mut failed = None;
    let compiled = script.compiled.get(|| {
        let module = Module::declare(ctx.clone(), script.name, script.text.as_bytes());
        let written = module.and_then(|module| module.write(WriteOptions::default()));
        written.map_err(|error| failed = Some(error)).ok()
    });
    if let Some(error) = failed {
        return Err(error);
    }
    let Some(compiled) = compiled else { return evaluate(ctx, script.name, script.text.as_bytes()) };
    // SAFETY: the bytes are those that this engine wrote: made above, or read from the cache with their checksum, in a folder
    // whose name holds the versions of program and engine and the machine's architecture.
    #[allow(unsafe_code, reason = "compiled code can't be checked, and compiling takes longer than all else")]
    let module = unsafe { Module::load(ctx.clone(), compiled) }?;
    let (_, ended) = module.eval()?;
    ended.finish::<()>()
}

fn evaluate(ctx: &Ctx<'_>, name: &str, text: &[u8]) -> rquickjs::Result<()> {
    let mut options = EvalOptions::default();
    options.strict = false;
    options.filename = Some(name.to_owned());
    ctx.eval_with_options::<(), _>(text, options)
}

/// Whether anything of the world was asked for since the last time.
fn touched(ctx: &Ctx<'_>) -> rquickjs::Result<bool> {
    let take: Function = ctx.globals().get("takeTouched")?;
    Ok(take.call::<_, i32>(())? != 0)
}
