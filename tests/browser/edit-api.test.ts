/** The answers of `site edit` have the types that its TypeScript declares. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { test } from "node:test";

import { withEditedSite } from "./edited";

const API = "src/serve/editor/ui/api";

/** What each request answers with, as a type of `api.ts`. */
const ANSWERS: [string, string][] = [
  ["/api/site", "Site"],
  ["/api/pages", "Page[]"],
  ["/api/pages/found?search=", "FoundPages"],
  ["/api/page?route=%2F", "Marks"],
  ["/api/page?route=%2Ftides%2F", "Marks"],
  ["/api/form?file=content/pages/home.yaml&at=/hero/text", "Form"],
  ["/api/form?file=content/pages/home.yaml&at=/counters/0", "Form"],
  ["/api/form?file=content/articles/tides.md&at=%230", "Form"],
  ["/api/form?file=content/articles/tides.md&at=", "Form"],
  ["/api/blank?file=content/pages/home.yaml&at=/counters&number=0", "Blank"],
  ["/api/entries?collection=articles", "BlankEntry"],
  ["/api/name?collection=articles&title=New", "ProposedName"],
  ["/api/order?collection=team", "EntryList"],
  ["/api/uses?file=content/team/ada.yaml", "DeletionPlan"],
  ["/api/rename?file=content/team/ada.yaml", "RenamePlan"],
  ["/api/changes", "Change[]"],
  ["/api/samples", "SampleFile[]"],
  ["/api/publish", "PublishState"],
];

test("answers have the types that api.ts declares", () =>
  withEditedSite(async (site) => {
    const headers = { Authorization: `Bearer ${site.key}`, Origin: site.origin, "Content-Type": "application/json" };
    const change = { file: "content/pages/home.yaml", at: "/hero/note", was: null, to: "Bring a coat" };
    await fetch(`${site.origin}/api/changes`, { method: "POST", headers, body: JSON.stringify(change) });
    const answers = ANSWERS.map(async ([path, type], index) => {
      const response = await fetch(site.origin + path, { headers });
      assert.equal(response.status, 200, path);
      // The compiler refuses literals that lack a field or have one too many.
      return `// ${path}\nexport const answer${index}: api.${type} = ${await response.text()};\n`;
    });
    const file = site.path("answers.ts");
    await writeFile(file, [`import type * as api from "${resolve(API)}";\n`, ...(await Promise.all(answers))].join("\n"));
    const options = ["--noEmit", "--strict", "--ignoreConfig", "--target", "esnext", "--module", "esnext", "--moduleResolution", "bundler", "--lib", "dom,esnext", "--types", ""];
    const { status, stdout } = spawnSync("node_modules/.bin/tsc", [...options, file], { encoding: "utf8" });
    assert.deepEqual([status, stdout], [0, ""]);
  }));
