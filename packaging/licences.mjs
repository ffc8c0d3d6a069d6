/**
 * Prints the licences of all libraries that are compiled into the program for a target: `node packaging/licences.mjs TARGET`.
 *
 * The texts are those in the libraries' packages. Libraries with the same text are listed together.
 */

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const target = process.argv[2];
if (!target) {
  console.error("usage: node packaging/licences.mjs TARGET");
  process.exit(2);
}

const LICENCE_FILE = /^(licen[cs]e|copying|copyright|notice|unlicense)([-._].*)?$/i;
/** Texts of vendored C libraries are at most this many folders below their package. */
const MAX_DEPTH = 3;

const metadata = JSON.parse(execFileSync(
  "cargo",
  ["metadata", "--locked", "--format-version", "1", "--filter-platform", target],
  { cwd: root, maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "inherit"] },
));
const packages = new Map(metadata.packages.map((one) => [one.id, one]));
const nodes = new Map(metadata.resolve.nodes.map((node) => [node.id, node]));

/** The packages that the program is linked with: dependencies of dependencies, but not those of tests and build scripts. */
function linked() {
  const found = new Set();
  const open = [metadata.resolve.root];
  while (open.length > 0) {
    for (const dependency of nodes.get(open.pop()).deps) {
      const isLinked = dependency.dep_kinds.some(({ kind }) => kind === null);
      const isMacro = packages.get(dependency.pkg).targets.some(({ kind }) => kind.includes("proc-macro"));
      if (isLinked && !isMacro && !found.has(dependency.pkg)) {
        found.add(dependency.pkg);
        open.push(dependency.pkg);
      }
    }
  }
  return [...found].map((id) => packages.get(id)).sort((a, b) => `${a.name} ${a.version}`.localeCompare(`${b.name} ${b.version}`, "en"));
}

/** The paths of all licence files of a package. */
function licenceFiles(folder, depth = 0) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      return depth < MAX_DEPTH && !["tests", "target"].includes(entry.name) ? licenceFiles(path, depth + 1) : [];
    }
    return entry.isFile() && LICENCE_FILE.test(entry.name) && !/\.rs$/.test(entry.name) ? [path] : [];
  });
}

const users = new Map();
const lines = ["This program contains the following libraries.", ""];
for (const one of linked()) {
  const folder = dirname(one.manifest_path);
  const files = licenceFiles(folder).sort();
  const authors = files.length === 0 && one.authors.length > 0 ? `, by ${one.authors.join(", ")}` : "";
  lines.push(`- ${one.name} ${one.version}: ${one.license ?? "see its text"}${authors}${one.repository ? ` (${one.repository})` : ""}`);
  for (const file of files) {
    const text = readFileSync(file, "utf8").replaceAll("\r\n", "\n").trim();
    const shown = dirname(relative(folder, file)) === "." ? one.name : `${one.name} (${dirname(relative(folder, file))})`;
    users.set(text, [...(users.get(text) ?? []), shown]);
  }
}
for (const [text, names] of users) {
  lines.push("", "=".repeat(100), [...new Set(names)].join(", "), "=".repeat(100), "", text);
}
console.log(lines.join("\n"));
