//! The reads of settings, in groups that pages use together, and of the build's time.

use crate::config::CONTENT;
use crate::content::settings::{ImageSettings, Navigation, Settings, SlugLetters};
use crate::content::site_language::{LanguageIndex, SiteLanguage};
use crate::language::LanguageRules;
use crate::snapshot::family::{FamilyRead, FingerprintHasher, Record};
use crate::snapshot::snapshot::Snapshot;
use crate::{date, markdown, route};

/// A read of settings, or of the build's time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SettingRead {
    /// Scheme, host and base path.
    Address,
    Description,
    /// Sizes, formats and qualities of pictures.
    Images,
    Language,
    /// The options of Markdown.
    Markdown,
    /// Prefetching, prerendering and view transitions.
    Navigation,
    /// The letters that slugs may have, and the language, which decides how other letters are transliterated.
    Slugs,
    Title,
    Zone,
    /// The build's "now".
    Now,
}

pub trait ReadSettings: Record<SettingRead> {
    fn title(&self) -> &str {
        &read_language(self, SettingRead::Title).title
    }

    fn description(&self) -> &str {
        &read_language(self, SettingRead::Description).description
    }

    /// Returns the tag of the page's language.
    fn language(&self) -> &str {
        &read_language(self, SettingRead::Language).tag
    }

    /// Returns the prefix of all routes in the page's language, such as `/ta/`.
    fn home(&self) -> &str {
        &read_language(self, SettingRead::Language).prefix
    }

    fn language_rules(&self) -> &LanguageRules {
        &read_language(self, SettingRead::Language).rules
    }

    /// Whether texts of data files may be missing in the page's language. Pages then show those of the first language.
    fn is_partial_language(&self) -> bool {
        read_language(self, SettingRead::Language).is_partial
    }

    fn zone(&self) -> (&jiff::tz::TimeZone, &str) {
        let settings = read_settings(self, SettingRead::Zone);
        (&settings.zone, &settings.zone_name)
    }

    fn navigation(&self) -> Navigation {
        read_settings(self, SettingRead::Navigation).navigation
    }

    /// Makes a slug from a text; `None` if the setting `slugs` demands ASCII, and the text can't be written in ASCII.
    fn slug_of(&self, text: &str) -> Option<String> {
        read_settings(self, SettingRead::Slugs).slug(text, self.snapshot().site().language)
    }

    fn markdown(&self) -> &markdown::MarkdownOptions {
        self.markdown_in(self.snapshot().site().language)
    }

    fn markdown_in(&self, language: LanguageIndex) -> &markdown::MarkdownOptions {
        &self.record(|| SettingRead::Markdown).site().content.markdown[language]
    }

    fn images(&self) -> &ImageSettings {
        &read_settings(self, SettingRead::Images).images
    }

    /// Returns scheme and host.
    fn origin(&self) -> &str {
        &read_settings(self, SettingRead::Address).origin
    }

    fn base_url(&self) -> String {
        let settings = read_settings(self, SettingRead::Address);
        format!("{}{}", settings.origin, settings.base_path)
    }

    /// Returns the URL of a route, without scheme and host.
    fn url(&self, route: &str) -> String {
        route::url(&read_settings(self, SettingRead::Address).base_path, route)
    }

    /// Returns the URL of a route with scheme and host.
    fn permalink(&self, route: &str) -> String {
        [self.origin(), &self.url(route)].concat()
    }

    /// Returns the build's time in the format of RFC 3339.
    fn now(&self) -> String {
        date::format(&self.record(|| SettingRead::Now).site().now, "rfc3339").unwrap_or_default()
    }
}

fn read_language(reader: &(impl Record<SettingRead> + ?Sized), read: SettingRead) -> &SiteLanguage {
    reader.record(|| read).site().site_language()
}

fn read_settings(reader: &(impl Record<SettingRead> + ?Sized), read: SettingRead) -> &Settings {
    &reader.record(|| read).site().content.settings
}

impl FamilyRead for SettingRead {
    fn hash_result(&self, snapshot: &Snapshot, hasher: &mut FingerprintHasher) {
        let settings = &snapshot.site().content.settings;
        let language = snapshot.site().site_language();
        match self {
            Self::Address => hasher.add((&settings.origin, &settings.base_path)),
            Self::Description => hasher.add(&language.description),
            Self::Images => hasher.add(format!("{:?}", settings.images)),
            Self::Language => hasher.add((&language.tag, &language.prefix, language.is_partial)),
            Self::Markdown => hasher.add(format!("{:?}", snapshot.site().content.markdown)),
            Self::Navigation => hasher.add(format!("{:?}", settings.navigation)),
            Self::Slugs => hasher.add((settings.slugs == SlugLetters::Ascii, &language.tag)),
            Self::Title => hasher.add(&language.title),
            Self::Zone => hasher.add(&settings.zone_name),
            Self::Now => hasher.add(snapshot.site().now.to_string()),
        }
    }

    fn describe(&self, _: &Snapshot) -> (String, String) {
        let what = match self {
            Self::Address => "`base_url`",
            Self::Description => "`description`",
            Self::Images => "`images`",
            Self::Language => "`language`",
            Self::Markdown => "`markdown`",
            Self::Navigation => "`navigation`",
            Self::Slugs => "`slugs`",
            Self::Title => "`title`",
            Self::Zone => "`time_zone`",
            Self::Now => return ("the clock".to_owned(), "the time of the build".to_owned()),
        };
        (format!("{CONTENT}/site.yaml"), what.to_owned())
    }
}
