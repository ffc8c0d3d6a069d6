/**
 * Makes the npm packages of a release: one with the command, and one with the program for each system, of which npm installs
 * the one that fits.
 *
 *     node packaging/npm.mjs NAME FOLDER TARGET=BINARY…
 *     node packaging/npm.mjs @ada/site packages aarch64-apple-darwin=build/site
 */

import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The targets whose programs npm hands out. On Linux these are the static ones: they run whatever the C library is. */
const SYSTEMS = {
  "aarch64-apple-darwin": ["darwin", "arm64"],
  "x86_64-apple-darwin": ["darwin", "x64"],
  "aarch64-unknown-linux-musl": ["linux", "arm64"],
  "x86_64-unknown-linux-musl": ["linux", "x64"],
  "x86_64-pc-windows-msvc": ["win32", "x64"],
};

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const [name, folder, ...binaries] = process.argv.slice(2);
if (!name || !folder || binaries.length === 0) {
  console.error("usage: node packaging/npm.mjs NAME FOLDER TARGET=BINARY…");
  process.exit(2);
}
const version = /^version = "(.*)"$/m.exec(readFileSync(join(root, "Cargo.toml"), "utf8"))[1];
const description = "A static-site generator: Markdown, YAML and templates in, complete pages with React islands out";
mkdirSync(folder, { recursive: true });

/** Writes a package and packs it. `files` are pairs of a path and the file that is copied there. */
function pack(fields, files) {
  const scratch = mkdtempSync(join(tmpdir(), "site-npm-"));
  for (const [path, source] of [["LICENSE", join(root, "LICENSE")], ...files]) {
    mkdirSync(dirname(join(scratch, path)), { recursive: true });
    copyFileSync(source, join(scratch, path));
    if (path.startsWith("bin/")) {
      chmodSync(join(scratch, path), 0o755);
    }
  }
  const common = { version, license: "MIT", publishConfig: { access: "public" } };
  writeFileSync(join(scratch, "package.json"), `${JSON.stringify({ ...fields, ...common }, null, 2)}\n`);
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const packed = execFileSync(npm, ["pack", "--silent", "--pack-destination", resolve(folder)], { cwd: scratch, encoding: "utf8" });
  rmSync(scratch, { recursive: true });
  console.log(join(resolve(folder), packed.trim()));
}

for (const binary of binaries) {
  const [target, path] = binary.split("=");
  // A program for another C library of Linux may stand in for the static one, as tests do.
  const [os, cpu] = SYSTEMS[target.replace(/-gnu$/, "-musl")] ?? [];
  if (!os) {
    console.error(`There is no npm package for ${target}. There are: ${Object.keys(SYSTEMS).join(", ")}`);
    process.exit(2);
  }
  const program = os === "win32" ? "bin/site.exe" : "bin/site";
  pack(
    { name: `${name}-${os}-${cpu}`, description: `The program of ${name} for ${os} on ${cpu}`, os: [os], cpu: [cpu] },
    [[program, path]],
  );
}
const systems = Object.values(SYSTEMS).map(([os, cpu]) => [`${name}-${os}-${cpu}`, version]);
pack(
  { name, description, bin: { site: "bin/site.js" }, engines: { node: ">=18" }, optionalDependencies: Object.fromEntries(systems) },
  [["bin/site.js", join(root, "packaging/site.js")], ["README.md", join(root, "packaging/README.md")]],
);
