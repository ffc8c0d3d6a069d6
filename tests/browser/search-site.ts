/** Sites with a search, below a base path and with a security policy. */

import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after } from "node:test";
import { promisify } from "node:util";

import { sitePath } from "./programs";

const SITE = `title: Handbook
base_url: https://example.com/handbook/
search: {}
diagnostics: [{ name: wrong-language, at: /**, as: off }]
`;
const COLLECTION = `route: /{slug}/
template: page.html
schema: { required: [title], properties: { title: { type: string }, lang: { type: string, default: en } } }
`;
const TEMPLATE = `<!doctype html>
<html lang="{{ page.lang }}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{{ page.title }} | Handbook</title>
<meta name="description" content="A page"><meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="{{ asset("site.css") }}">
<script type="module" src="{{ search() }}"></script></head>
<body><header><button type="button" data-search>Find</button>
{% if page.lang == "de" %}<button type="button" data-search data-search-words='{{ {"label": "Suche", "pages": {"one": "{count} Seite", "other": "{count} Seiten"}} | json }}'>Suche</button>{% endif %}</header>
<main><h1>{{ page.title }}</h1>{{ page.content }}</main></body></html>
`;
const CSS = "@media (scripting: none) { [data-search] { display: none; } }\n:root { color-scheme: light dark; --search-accent: light-dark(#7a1f5c, #f3a8d8); }\nbody { font: 1rem/1.5 sans-serif; }\n";

/** The file of a page. */
export const page = (title: string, text: string, lang = "en") => `---\ntitle: ${title}\nlang: ${lang}\n---\n${text}\n`;

const folders: string[] = [];
after(async () => {
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
});

/** Builds a site and returns the folder to serve: the site lies in it below its base path. */
export async function buildSearchSite(pages: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "site-search-"));
  folders.push(folder);
  const entries = Object.entries(pages).map(([name, text]) => [`content/pages/${name}.md`, text] as const);
  const site = [
    ["content/site.yaml", SITE],
    ["content/hosts.yaml", "hosts: [netlify]\n"],
    ["content/pages/_collection.yaml", COLLECTION],
    ["templates/page.html", TEMPLATE],
    ["public/site.css", CSS],
  ] as const;
  for (const [path, text] of [...site, ...entries]) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await promisify(execFile)(sitePath(), ["build", "--root", folder]);
  // Served below the base path, with the headers that hosts send.
  await mkdir(join(folder, "served"));
  await rename(join(folder, "dist"), join(folder, "served/handbook"));
  await rename(join(folder, "served/handbook/_headers"), join(folder, "served/_headers"));
  return join(folder, "served");
}
