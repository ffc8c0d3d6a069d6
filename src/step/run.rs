//! The run of a step: its files are taken from the cache, or its command writes them within a time limit.

use std::io;
use std::path::{PathBuf, absolute};
use std::time::Duration;

use super::inputs;
use super::store::{self, WORK_PREFIX, WorkFolder};
use crate::config::Config;
use crate::content::settings::Settings;
use crate::content::steps::{OUT, SITE, Step};
use crate::diagnostic::Diagnostic;
use crate::fs::{self, Bounds};
use crate::island::npm::LOCK_FILE;
use crate::process::{Program, describe_start_failure};
use crate::source::{Changes, StepFiles};
use crate::yaml::tree::PairSide;

/// The time limit of a command. A command that takes longer probably waits for somebody, or watches files.
const TIMEOUT: Duration = Duration::from_mins(10);
/// The maximum number of lines that are shown of a failed command's output.
const MAX_SHOWN_LINES: usize = 12;
/// The environment variables that every command inherits, separated by spaces: programs need them to find files and
/// other programs.
const INHERITED_VARIABLES: &str = "HOME TMPDIR LANG SystemRoot SystemDrive TEMP TMP USERPROFILE APPDATA LOCALAPPDATA \
    ProgramData ProgramFiles PATHEXT ComSpec";
/// The `PATH` of commands if the environment has none.
const DEFAULT_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// A finished run of a step. Its files were written by the command, now or in an earlier run with the same key.
#[derive(Debug, Clone)]
pub struct StepRun {
    pub step: Step,
    /// The step's index in the settings.
    pub index: usize,
    pub key: String,
    /// The folder of the written files.
    pub folder: PathBuf,
    pub files: StepFiles,
}

pub struct StepRunner<'a> {
    pub config: &'a Config,
    pub settings: &'a Settings,
    pub bounds: &'a Bounds,
    /// Called with a message before a command runs.
    pub announce: &'a dyn Fn(&str),
}

impl StepRunner<'_> {
    /// Runs the step of this index. For a step before the build, returns the `earlier` run if the step is the same and
    /// nothing that it reads can have changed since. `site` is the folder of the finished pages, relative to the root,
    /// for a step after the build.
    ///
    /// # Errors
    /// Fails if a glob matches no file, the command fails or writes nothing, or a file can't be read or written.
    pub fn run(
        &self,
        index: usize,
        site: Option<&str>,
        earlier: Option<&StepRun>,
        changes: &Changes,
    ) -> Result<StepRun, Vec<Diagnostic>> {
        let step = &self.settings.steps[index];
        let earlier = earlier.filter(|earlier| earlier.step == *step);
        if let Some(earlier) = earlier.filter(|earlier| site.is_none() && self.is_current(earlier, changes)) {
            return Ok(StepRun { index, ..earlier.clone() });
        }
        let (mut reads, mut diagnostics) = (Vec::new(), Vec::new());
        for (number, glob) in step.reads.iter().enumerate() {
            match inputs::list_matching(self.config, glob, self.bounds) {
                Ok(matching) if matching.is_empty() => diagnostics.push(self.no_match(index, number)),
                Ok(matching) => reads.extend(matching),
                Err(found) => diagnostics.extend(found),
            }
        }
        if !diagnostics.is_empty() {
            return Err(diagnostics);
        }
        let site_folder = site.map(|site| self.config.path(site));
        let key = inputs::compute_key(self.config, step, reads, site_folder.as_deref(), self.bounds)?;
        let folder = match store::find_files_folder(self.config, &key) {
            Some(folder) => folder,
            None => self.execute(index, &key, site)?,
        };
        let (target, _) = step.target();
        let files = StepFiles::scan(&folder, target, self.bounds, earlier.map(|earlier| &earlier.files));
        Ok(StepRun { step: step.clone(), index, key, folder, files })
    }

    /// Whether nothing that the step reads has changed, and the folder of the run is still there.
    fn is_current(&self, run: &StepRun, changes: &Changes) -> bool {
        let Changes::At(paths) = changes else { return false };
        let lock = self.config.path(LOCK_FILE);
        let is_input = |path: &PathBuf| *path == lock || inputs::may_match(self.config, &run.step.reads, path);
        !paths.iter().any(is_input) && fs::is_dir(&run.folder)
    }

    /// Runs the command and returns the folder of the files that it wrote.
    fn execute(&self, index: usize, key: &str, site: Option<&str>) -> Result<PathBuf, Vec<Diagnostic>> {
        let step = &self.settings.steps[index];
        let command = step.run.join(" ");
        (self.announce)(&format!("Running {command} …"));
        let work = WorkFolder::create(self.config, WORK_PREFIX)?;
        // The command of a step that gives `public/css` writes to the folder `css` in the work folder.
        let (_, below) = step.target();
        let out = [&work.files_folder, below].join("/").trim_end_matches('/').to_owned();
        fs::create_dir(&self.config.path(&out))?;
        let argument = |text: &String| text.replace(OUT, &out).replace(SITE, site.unwrap_or_default());
        let arguments: Vec<String> = step.run.iter().map(argument).collect();
        let Some((name, arguments)) = arguments.split_first() else { return Err(self.nothing_written(index).into()) };
        // The path of a program is made absolute, because the command starts in the root. With `--root site`, the path
        // of `bin/tool` is `site/bin/tool`, which would lead from the root to `site/site/bin/tool`.
        let file = if name.contains('/') { absolute(self.config.path(name)) } else { Ok(PathBuf::from(name)) };
        let program = file.map(|file| Program::new(file).arguments(arguments).in_folder(&self.config.root));
        let run = program.and_then(|program| program.only_variables(self.variables(step)).run(TIMEOUT));
        let finished = run.map_err(|error| self.not_started(index, &error))?;
        if !finished.is_success() {
            let message = format!("`{command}` {}", finished.ending(TIMEOUT));
            let mut failed = self.error(index, "run", "step-failed", message);
            let lines = finished.last_lines(MAX_SHOWN_LINES);
            let shown = if lines.is_empty() { "it printed nothing" } else { "its last lines are above" };
            for line in lines {
                failed = failed.note(line.replace(&out, OUT));
            }
            return Err(failed.help(format!("{shown}; run the command by itself to see more")).into());
        }
        store::save_work_folder(self.config, &work, key)?.ok_or_else(|| self.nothing_written(index).into())
    }

    /// Returns the variables that the command gets. `PATH` begins with the programs of the site's packages, even if the
    /// step names `PATH` under `env`.
    fn variables(&self, step: &Step) -> Vec<(String, String)> {
        let packages = fs::resolve(&self.config.root).join("node_modules").join(".bin");
        let path = self.config.variable("PATH").or_else(|| self.config.variable("Path"));
        let path = path.unwrap_or_else(|| DEFAULT_PATH.to_owned());
        let separator = if cfg!(windows) { ';' } else { ':' };
        let own = [
            ("PATH".to_owned(), format!("{}{separator}{path}", packages.display())),
            // Without this variable, the command may print colour codes.
            ("NO_COLOR".to_owned(), "1".to_owned()),
        ];
        let names = INHERITED_VARIABLES.split(' ').chain(step.env.iter().map(String::as_str));
        let named = names.filter_map(|name| Some((name.to_owned(), self.config.variable(name)?)));
        // The last of two variables with the same name counts.
        named.chain(own).collect()
    }

    /// Creates an error at a key of a step, such as `run` or `reads/0`.
    fn error(&self, index: usize, key: &str, code: &'static str, message: String) -> Diagnostic {
        let place = self.settings.place_of(&format!("/steps/{index}/{key}"), PairSide::Value);
        Diagnostic::error(code, message).at(place)
    }

    fn not_started(&self, index: usize, error: &io::Error) -> Diagnostic {
        let name = &self.settings.steps[index].run[0];
        let if_missing = if name.contains('/') {
            "write the path from the site's folder on, such as `tools/colours.sh`".to_owned()
        } else {
            format!("install `{name}`, or add the npm package that has it to package.json and run `npm install`")
        };
        let (reason, help) = describe_start_failure(error, &if_missing);
        let message = format!("the program `{name}` {reason}");
        self.error(index, "run/0", "step-failed", message).help(help)
    }

    fn nothing_written(&self, index: usize) -> Diagnostic {
        let command = self.settings.steps[index].run.join(" ");
        self.error(index, "run", "step-wrote-nothing", format!("`{command}` has written no file to `{OUT}`"))
            .help("check where the command writes to")
    }

    fn no_match(&self, index: usize, glob: usize) -> Diagnostic {
        let pattern = &self.settings.steps[index].reads[glob];
        self.error(index, &format!("reads/{glob}"), "step-reads-nothing", format!("no file matches `{pattern}`"))
            .help("globs begin in the site's folder, such as styles/**")
    }
}
