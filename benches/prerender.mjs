/**
 * Times the prerendering of islands in the build's own engine and in a Node process beside it (docs/decisions/0010).
 *
 *     cargo build --release && node benches/prerender.mjs [renderings] [rounds]
 *
 * The site has a carousel and an accordion of this website on each page, all of them different.
 *
 * 1. The build: its time without cached renderings, less its time with all of them cached. The bundle is cached in both.
 * 2. Node: from its start to the last line, for the same renderings by the same bundle. Requests and results are lines of JSON.
 *
 * Prints the least of the rounds, as whatever else the machine does only adds to it. The build uses all threads, Node one and those of
 * its garbage collector.
 */

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";

const renderings = Number(process.argv[2] ?? 1000);
const rounds = Number(process.argv[3] ?? 15);
const site = resolve(process.env["SITE_BIN"] ?? "target/release/site");

const root = mkdtempSync(join(tmpdir(), "prerender-"));
const write = (path, text) => writeFileSync(join(root, path), text);
for (const folder of ["content/pages", "templates"]) mkdirSync(join(root, folder), { recursive: true });
cpSync("islands", join(root, "islands"), { recursive: true });
for (const unused of ["scripts", "Form.tsx", "Form.props.yaml", "Counter.tsx", "Counter.props.yaml", "EmbedDialog.tsx", "EmbedDialog.props.yaml"]) {
  rmSync(join(root, "islands", unused), { recursive: true, force: true });
}
symlinkSync(resolve("node_modules"), join(root, "node_modules"));
for (const file of ["package.json", "package-lock.json", "tsconfig.json"]) cpSync(file, join(root, file));
write("content/site.yaml", "title: Bench\nbase_url: https://example.com/\n");
write("content/pages/_collection.yaml", "route: /{slug}/\ntemplate: page.html\nschema:\n  required: [title]\n  properties:\n    title: { type: string }\n");
for (let page = 0; page * 2 < renderings; page += 1) write(`content/pages/page-${page}.md`, `---\ntitle: Page ${page}\n---\n`);
write(
  "templates/page.html",
  `<!doctype html><html lang="en"><head><title>{{ page.title }}</title><meta name="description" content="x"></head><body><h1>{{ page.title }}</h1>
{{ island("Accordion", {"name": "faq", "kind": "plain", "numbered": true, "items": [{"title": page.title, "text": "A" | safe}, {"title": page.title ~ " 2", "text": "B" | safe}, {"title": "Third", "text": "C" | safe}, {"title": "Fourth", "text": "D" | safe}]}, hydrate="never") }}
{{ island("Carousel", {"label": page.title, "kind": "cards", "slides": ["1" | safe, "2" | safe, "3" | safe, "4" | safe, "5" | safe, "6" | safe], "settings": {"autoplay_ms": 5000, "speed_ms": 2000, "loop": true, "arrows": true, "dots": true, "items": {"360": 1, "670": 2, "1200": 3}}, "labels": {"role": "carousel", "slide": "slide", "position": "{n} of {of}", "pause": "Pause", "play": "Play", "previous": "Previous", "next": "Next", "choose": "Choose a slide"}}) }}
</body></html>`,
);

/** Runs a command. Returns the seconds that passed, and those of processor time. */
function time(command, ...files) {
  const timed = `TIMEFORMAT='%R %U %S'; { time ${command}; } 2>&1`;
  const { status, stdout } = spawnSync("bash", ["-c", timed, "bash", ...files], { encoding: "utf8", maxBuffer: 1 << 30 });
  const [passed, user, system] = stdout.trim().split("\n").at(-1).split(" ").map(Number);
  if (status !== 0) throw new Error(stdout);
  return [passed, user + system];
}

const build = () => time('"$1" build --root "$2" --out "$2/dist"', site, root);

build();
const bundles = join(root, ".site/islands");
const bundle = readdirSync(bundles).map((name) => join(bundles, name)).find((path) => readdirSync(path).includes("rendered"));
const cache = join(bundle, "rendered");
const [react] = readdirSync(join(bundles, "react")).map((name) => join(bundles, "react", name, "react.js")).filter(existsSync);

/** The same renderings for Node. The props of carousels are read back from the pages. */
const requests = [];
for (const name of readdirSync(join(root, "dist"))) {
  const html = name.startsWith("page-") ? readFileSync(join(root, "dist", name, "index.html"), "utf8") : "";
  const props = /data-props='([^']*)'/.exec(html)?.[1];
  if (props) requests.push(JSON.stringify(["Carousel", props.replaceAll("&#39;", "'").replaceAll("&amp;", "&"), "i1"]));
}
for (let page = 0; requests.length < renderings; page += 1) {
  const title = `Page ${page}`;
  const items = [[title, 0], [`${title} 2`, 1], ["Third", 2], ["Fourth", 3]].map(([title, $slot]) => ({ title, text: { $slot } }));
  requests.push(JSON.stringify(["Accordion", JSON.stringify({ items, kind: "plain", name: "faq", numbered: true }), "i0"]));
}

write(
  "node.cjs",
  `globalThis.SiteError = class extends Error {};
for (const script of ${JSON.stringify([react, join(bundle, "server/server.js")])}) {
  require("node:vm").runInThisContext(require("node:fs").readFileSync(script, "utf8"));
}
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  console.log(JSON.stringify(globalThis.renderIsland(...JSON.parse(line))));
});`,
);

write("requests", `${requests.join("\n")}\n`);
const node = () => time('node "$1/node.cjs" < "$1/requests" > "$1/results"', root);

const cold = [];
const warm = [];
const inNode = [];
for (let round = 0; round < rounds; round += 1) {
  rmSync(cache, { force: true });
  cold.push(build());
  warm.push(build());
  inNode.push(node());
}
const results = readFileSync(join(root, "results"), "utf8").trim().split("\n");
rmSync(root, { recursive: true });
if (results.length !== requests.length || !results.every((result) => result.startsWith('"<'))) throw new Error("Node did not render all");

const least = (rounds, at) => Math.min(...rounds.map((round) => round[at])) * 1000;
const row = (what, of) => console.log(`${what.padEnd(14)}${of(0).toFixed(0).padStart(7)} ms${of(1).toFixed(0).padStart(10)} ms`);
console.log(`${requests.length} renderings, ${availableParallelism()} threads, the least of ${rounds} rounds: time passed, time worked`);
row("in the build", (at) => least(cold, at) - least(warm, at));
row("in Node", (at) => least(inNode, at));
