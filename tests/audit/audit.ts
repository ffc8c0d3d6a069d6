/**
 * Audits a built site as Lighthouse, axe-core, two HTML validators and a visitor without scripts see it. Called by `tests/audit/run`.
 *
 *     audit.ts DIST [ROUTE…] [--runs N] [--cpu N|auto] [--skip lighthouse,browser,markup] [--json FILE]
 *
 * Dead links are a matter of the build, which refuses them; here a dead one shows as a failed request. It ends with 1 when there is a problem.
 */

import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

import { serve } from "../browser/server";
import { judge } from "./lighthouse";
import { validate } from "./markup";
import { Findings } from "./report";
import { look } from "./visit";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: "1" }, cpu: { type: "string", default: "4" }, skip: { type: "string", default: "" }, json: { type: "string" } },
});
const [folder, ...asked] = positionals;
if (!folder) {
  console.error("usage: tests/audit/run [ROUTE…] [--runs N] [--cpu N|auto] [--skip lighthouse,browser,markup] [--json FILE]");
  process.exit(2);
}

const dist = resolve(folder);
const files = new Map<string, string>();
for (const entry of await readdir(dist, { recursive: true })) {
  if (entry === "index.html" || entry.endsWith("/index.html")) {
    files.set(`/${entry.slice(0, -"index.html".length)}`, join(dist, entry));
  }
}
// Pages that only lead elsewhere are not looked at.
const pages = new Map<string, string>();
const articles = new Set<string>();
for (const [route, file] of [...files].sort()) {
  const html = await readFile(file, "utf8");
  const wanted = asked.length === 0 || asked.some((name) => `/${name}/`.replace(/\/+/g, "/") === route);
  if (wanted && !/<meta http-equiv="?refresh/i.test(html)) {
    pages.set(route, file);
  }
  if (html.includes('content="article"')) {
    articles.add(route);
  }
}
const missing = asked.filter((name) => !pages.has(`/${name}/`.replace(/\/+/g, "/")));
if (missing.length > 0) {
  console.error(`There is no page ${missing.join(", ")} in ${dist}.`);
  process.exit(2);
}

const findings = new Findings();
const skipped = new Set(values.skip.split(","));
const routes = [...pages.keys()];
const server = await serve(dist);
try {
  if (!skipped.has("markup")) {
    await validate(pages, findings);
  }
  if (!skipped.has("browser")) {
    await look(server.origin, routes, (route) => articles.has(route), findings);
  }
  if (!skipped.has("lighthouse")) {
    const cpu = values.cpu === "auto" ? values.cpu : Number(values.cpu);
    await judge(server.origin, routes, { runs: Number(values.runs), cpu }, findings);
  }
} finally {
  await server.close();
}
console.log(findings.text());
if (values.json) {
  await writeFile(values.json, findings.json());
}
process.exitCode = findings.count() > 0 ? 1 : 0;
