//! The command-line arguments and the configuration that follows from them.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use fluent_uri::Uri;

use crate::config::Config;
use crate::date::Clock;
use crate::diagnostic::Severity;

/// The version, with the commit and the target platform, which the build script finds.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("SITE_BUILD"), ")");

/// The help of `--publish` in `site build`. Commands that record no addresses use the one in [`BuildArguments`].
const PUBLISH_HELP: &str = "Refuse sample values, check budgets, and record new addresses in content/urls.txt";

#[derive(Debug, Parser)]
#[command(name = "site", version = VERSION, about, propagate_version = true, max_term_width = 100)]
#[command(after_help = "Examples:\n  site build                     build the site in this folder into dist/\n  \
    site serve --watch             look at it on http://127.0.0.1:4000 while you write\n  \
    site check                     list every mistake and write nothing\n  \
    site new articles OurFirstYear begin an article\n\nEvery command has its own help: site build --help")]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Build the site: read content/, templates/, islands/ and public/, write dist/
    #[command(after_help = "Examples:\n  site build\n  site build --root docs --out /tmp/preview\n  \
        site build --base-url https://example.com/preview/ --drafts\n  site build --publish --strict")]
    #[command(mut_arg("publish", |option| option.help(PUBLISH_HELP)))]
    Build(OutputArguments),
    /// Report every mistake that can be detected, and write nothing
    #[command(after_help = "Examples:\n  site check\n  site check --strict --json\n  site check --external")]
    Check(CheckArguments),
    /// Build the site and serve it on this machine
    #[command(
        after_help = "Examples:\n  site serve --watch\n  site serve --watch --drafts --open\n  site serve --port 8080"
    )]
    Serve(ServeArguments),
    /// Change the site's content in the browser, by clicking what is wrong
    #[command(after_help = "Examples:\n  site edit\n  site edit --root my-site --no-open")]
    Edit(EditArguments),
    /// Begin an entry with the fields that its schema requires, or a translation
    #[command(
        after_help = "Examples:\n  site new articles OurFirstYear\n  site new team ada-lovelace\n  site new articles OurFirstYear.ta"
    )]
    New {
        #[command(flatten)]
        root: RootArguments,
        /// The collection, such as articles
        collection: String,
        /// The entry's name: its file, and its part of the address
        slug: String,
    },
    /// Make a complete site to begin with: a blog, documentation, a company, one page
    #[command(after_help = "Examples:\n  site init my-site\n  site init my-docs --starter docs")]
    Init {
        /// The folder; it is created if it is missing, and must be empty otherwise
        #[arg(value_name = "DIR", default_value = ".")]
        folder: PathBuf,
        /// What to begin with; at a terminal you are asked, elsewhere it is a blog
        #[arg(long, value_enum)]
        starter: Option<Starter>,
    },
    /// Copy a ready part into the site, such as a form; nothing is overwritten
    #[command(after_help = "Examples:\n  site add form\n  site add code")]
    Add {
        #[command(flatten)]
        root: RootArguments,
        /// The part
        part: Part,
    },
    /// Write JSON Schemas for editors and TypeScript types for islands
    #[command(
        after_help = "Examples:\n  site schema            write .site/schemas/ and the types in islands/*.d.ts\n  \
        site schema --check    fail if they are not up to date"
    )]
    Schema {
        #[command(flatten)]
        root: RootArguments,
        /// Write nothing; fail if the files are not up to date
        #[arg(long)]
        check: bool,
    },
    /// Say what a page is made from, what uses a file, or what a diagnostic means
    #[command(after_help = "Examples:\n  site explain /AboutUs/\n  site explain templates/base.html\n  \
        site explain content/articles/OurFirstYear.md\n  site explain unknown-key")]
    Explain {
        #[command(flatten)]
        root: RootArguments,
        /// An address such as /AboutUs/, the path of a file in the site's folder, or the code of a diagnostic
        what: String,
        /// Take this as "now": 2025-11-01 or 2025-11-01T10:00
        #[arg(long, value_name = "DATE", value_parser = Clock::parse)]
        clock: Option<Clock>,
        /// Include drafts, future and expired entries
        #[arg(long)]
        drafts: bool,
    },
    /// Print completions for a shell
    #[command(after_help = "Example:\n  site completions bash > ~/.local/share/bash-completion/completions/site")]
    Completions { shell: clap_complete::Shell },
    /// Write the manual pages into a folder
    #[command(after_help = "Example:\n  site manual ~/.local/share/man/man1")]
    Manual {
        /// The folder; it is created if it is missing
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

/// The location of the site.
#[derive(Debug, Clone, Default, Args)]
pub struct RootArguments {
    /// The site's folder
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub root: PathBuf,
}

/// The options of every build.
#[derive(Debug, Clone, Default, Args)]
pub struct BuildArguments {
    #[command(flatten)]
    pub root: RootArguments,
    /// Build for this address instead of the settings' `base_url`
    #[arg(long, value_name = "URL", value_parser = parse_base_url)]
    pub base_url: Option<String>,
    /// Take this as "now": 2025-11-01 or 2025-11-01T10:00
    #[arg(long, value_name = "DATE", value_parser = Clock::parse)]
    pub clock: Option<Clock>,
    /// Include drafts, future and expired entries
    #[arg(long)]
    pub drafts: bool,
    /// Build islands for development: React reports mistakes in the browser's console
    #[arg(long, conflicts_with = "publish")]
    pub development: bool,
    /// Write source maps of the scripts too
    #[arg(long)]
    pub source_maps: bool,
    /// Fail on warnings too
    #[arg(long)]
    pub strict: bool,
    /// Refuse sample values, as `site build --publish` does
    #[arg(long, conflicts_with = "drafts")]
    pub publish: bool,
    /// Print how long each stage took
    #[arg(long)]
    pub timings: bool,
    /// Print diagnostics and summary as JSON, one object a line
    #[arg(long)]
    pub json: bool,
}

/// The options of a build into a folder.
#[derive(Debug, Clone, Args)]
pub struct OutputArguments {
    #[command(flatten)]
    pub build: BuildArguments,
    /// Build again without a cache, and fail if that gives other files
    #[arg(long)]
    pub verify: bool,
    /// Write here instead of dist/ in the site's folder
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

#[derive(Debug, Clone, Args)]
pub struct CheckArguments {
    #[command(flatten)]
    pub build: BuildArguments,
    /// Request external links too, slowly; links that worked within the last seven days are not requested again
    #[arg(long)]
    pub external: bool,
}

#[derive(Debug, Clone, Args)]
pub struct ServeArguments {
    #[command(flatten)]
    pub build: BuildArguments,
    /// Follow each build by one without a cache, and report an error if that gives other files
    #[arg(long)]
    pub verify: bool,
    /// Build again when a file changes, and reload the browser
    #[arg(long, short)]
    pub watch: bool,
    /// The port; the next free one if it is taken
    #[arg(long, default_value_t = 4000)]
    pub port: u16,
    /// The address to listen on; by default other machines can't connect
    #[arg(long, default_value = "127.0.0.1")]
    pub host: String,
    /// Open the browser
    #[arg(long)]
    pub open: bool,
}

#[derive(Debug, Clone, Args)]
pub struct EditArguments {
    #[command(flatten)]
    pub root: RootArguments,
    /// The port of the site; the editor takes the next free one after it
    #[arg(long, default_value_t = 4000)]
    pub port: u16,
    /// Do not open the browser
    #[arg(long)]
    pub no_open: bool,
    /// Take this as "now": 2025-11-01 or 2025-11-01T10:00
    #[arg(long, value_name = "DATE", value_parser = Clock::parse)]
    pub clock: Option<Clock>,
}

/// A complete site to begin with, in `starters/`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Starter {
    /// Posts with tags, an archive and a feed
    #[default]
    Blog,
    /// Documentation with a sidebar and a search
    Docs,
    /// A company's website with services, a team and a contact form; needs Node.js
    Company,
    /// One page, to begin a site of one's own
    Minimal,
}

/// A ready part of a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Part {
    /// The colours of code, for light and dark
    Code,
    /// A contact form: component, script, style sheet and an example
    Form,
    /// The colours of pictures with `placeholder=true`
    Tones,
}

impl RootArguments {
    /// Returns the default configuration for this folder, with the environment variables of the process.
    pub fn config(&self) -> Config {
        let mut config = Config::new(&self.root, Clock::system());
        config.environment = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .collect();
        config
    }
}

impl EditArguments {
    /// Returns the options of the server that `site edit` runs: for this machine alone, with drafts.
    pub fn serve_arguments(&self) -> ServeArguments {
        let build = BuildArguments {
            root: self.root.clone(),
            clock: self.clock.clone(),
            drafts: true,
            ..BuildArguments::default()
        };
        ServeArguments {
            build,
            verify: false,
            watch: true,
            port: self.port,
            host: "127.0.0.1".to_owned(),
            open: !self.no_open,
        }
    }
}

impl BuildArguments {
    pub fn config(&self) -> Config {
        let mut config = self.root.config();
        config.base_url.clone_from(&self.base_url);
        config.drafts = self.drafts;
        config.development = self.development;
        config.source_maps = self.source_maps;
        config.samples = self.publish.then_some(Severity::Error);
        config.check_budgets = self.publish;
        config.clock = self.clock.clone().unwrap_or(config.clock);
        config
    }
}

/// Parses and normalizes a base URL: its scheme and host become lower case, for example.
fn parse_base_url(text: &str) -> Result<String, String> {
    let is_web = |url: &Uri<&str>| {
        let is_known = ["https", "http"].iter().any(|scheme| url.scheme().as_str().eq_ignore_ascii_case(scheme));
        is_known && url.authority().is_some_and(|authority| !authority.host().is_empty())
    };
    let advice = match Uri::parse(text).ok().filter(is_web) {
        _ if text.contains(['?', '#']) => "leave out what begins with `?` or `#`",
        Some(url) => return Ok(url.normalize().into_string()),
        None if !text.is_ascii() => "write it in ASCII: `xn--…` for a host with other letters, and `%…` after it",
        None => "begin with `https://` and a host, and write `%20` for a space",
    };
    Err(format!("{advice}, such as https://example.com/docs/"))
}
