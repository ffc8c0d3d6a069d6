//! The formats of data: YAML, JSON, TOML and CSV.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DataFormat {
    Yaml,
    Json,
    Toml,
    /// A table: a list of mappings, whose keys are in its first row.
    Csv,
}

impl DataFormat {
    /// Returns the format of a file by its extension; `None` for other extensions.
    pub fn of(name: &str) -> Option<Self> {
        match name.rsplit_once('.')?.1 {
            "yaml" => Some(Self::Yaml),
            "json" => Some(Self::Json),
            "toml" => Some(Self::Toml),
            "csv" => Some(Self::Csv),
            _ => None,
        }
    }
}
