//! Cache keys: hashes of named parts, such as the tools and settings that every bundle depends on.

use xxhash_rust::xxh3::Xxh3;

use super::npm;
use crate::config::Config;
use crate::fs;

/// The engine whose bytecode is cached. A test compares its versions with Cargo.lock.
pub const ENGINE: &str = "rquickjs 0.14.0, rquickjs-sys 0.14.0";

/// The packages whose `package.json` is part of the key: the installed version may differ from that in the lock file.
const PACKAGES: [&str; 3] = ["esbuild", "react", "react-dom"];

/// A hash of named parts, which are added one by one.
#[derive(Default)]
pub struct CacheKey(Xxh3);

impl CacheKey {
    /// Creates a key of everything that all bundles depend on: this program, the mode, the packages and the settings.
    pub fn of_tools(config: &Config) -> Self {
        let mut key = Self::default();
        key.add("program", env!("CARGO_PKG_VERSION").as_bytes());
        key.add("machine", std::env::consts::ARCH.as_bytes());
        key.add("engine", ENGINE.as_bytes());
        key.add("mode", &[u8::from(config.development)]);
        for package in PACKAGES {
            let folder = npm::package_folder(&config.root, package).unwrap_or_default();
            key.add(package, &fs::read_bytes(&folder.join("package.json"), package).unwrap_or_default());
        }
        let names = fs::list(&config.root, "the site's folder").unwrap_or_default();
        names.iter().filter(|name| is_build_setting(name)).for_each(|path| key.add_file(config, path));
        key
    }

    /// Adds a part. Lengths are hashed too, so that different lists of parts never consist of the same bytes.
    pub fn add(&mut self, name: &str, bytes: &[u8]) {
        for part in [name.as_bytes(), bytes] {
            self.0.update(&part.len().to_le_bytes());
            self.0.update(part);
        }
    }

    /// Adds a file. A missing file hashes as empty; esbuild reports it if an entry needs it.
    fn add_file(&mut self, config: &Config, path: &str) {
        self.add(path, &fs::read_bytes(&config.path(path), path).unwrap_or_default());
    }

    /// Returns the hash of all parts.
    pub fn finish(&self) -> u64 {
        self.0.digest()
    }
}

/// Whether a path, relative to the root, is that of a file on which all bundles depend: `package.json`, the lock file,
/// `tsconfig.json`, or another JSON file beside them, as `tsconfig.json` may extend it.
pub fn is_build_setting(path: &str) -> bool {
    path.ends_with(".json") && !path.contains('/')
}

#[cfg(test)]
mod tests {
    use super::ENGINE;
    use crate::fs::assert_locked;

    #[test]
    fn the_engine_has_the_versions_of_the_lock_file() {
        assert_locked(ENGINE);
    }
}
