//! The tools and settings that every bundle depends on: a part of every cache key.

use std::env::consts::ARCH;
use std::path::PathBuf;

use serde::Serialize;

use super::npm;
use crate::config::Config;
use crate::fs;

/// The engine whose bytecode is cached. A test compares its versions with Cargo.lock.
pub const ENGINE: &str = "rquickjs 0.14.0, rquickjs-sys 0.14.0";

/// The packages whose `package.json` is part of the key: the installed version may differ from that in the lock file.
const PACKAGES: [&str; 3] = ["esbuild", "react", "react-dom"];

/// Returns all that every bundle depends on: this program, the mode, the packages and the settings.
pub fn common_inputs(config: &Config) -> impl Serialize {
    let digest = |path: PathBuf| fs::digest(&path, "").ok();
    let package = |name| digest(npm::package_folder(&config.root, name).unwrap_or_default().join("package.json"));
    let names = fs::list(&config.root, "the site's folder").unwrap_or_default();
    let settings = names.into_iter().filter(|name| is_build_setting(name));
    let settings: Vec<_> = settings.map(|name| (digest(config.path(&name)), name)).collect();
    (env!("CARGO_PKG_VERSION"), ARCH, ENGINE, config.development, PACKAGES.map(package), settings)
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
