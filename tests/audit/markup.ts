/** What two HTML validators say of the built pages: html-validate, and the Nu checker of the W3C where there is a Java. */

import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

import { HtmlValidate } from "html-validate";

import type { Findings } from "./report";

const run = promisify(execFile);

/** Validates the files of the routes. */
export async function validate(files: Map<string, string>, findings: Findings) {
  const validator = new HtmlValidate({
    extends: ["html-validate:standard", "html-validate:a11y", "html-validate:document"],
    rules: {
      // Scripts and styles are this site's own: nobody else can change them.
      "require-sri": "off",
    },
  });
  for (const [route, file] of files) {
    const report = await validator.validateFile(file);
    for (const message of report.results.flatMap((result) => result.messages).filter((message) => message.severity === 2)) {
      findings.add(route, "html-validate", `${message.line}:${message.column} ${message.message} (${message.ruleId})`);
    }
  }
  await nuChecker(files, findings);
}

interface NuMessage {
  type: string;
  url?: string;
  lastLine?: number;
  message: string;
}

async function nuChecker(files: Map<string, string>, findings: Findings) {
  const jar = join(dirname(createRequire(import.meta.url).resolve("vnu-jar/package.json")), "build/dist/vnu.jar");
  const options = ["-Xss4m", "-jar", jar, "--format", "json", "--stdout", "--exit-zero-always"];
  const checked = await run("java", [...options, ...files.values()], { maxBuffer: 1 << 28 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") {
      return null;
    }
    throw error;
  });
  if (!checked) {
    findings.note("The Nu checker was left out: it needs Java (Debian: apt-get install default-jre-headless).");
    return;
  }
  const routes = new Map([...files].map(([route, file]) => [file, route]));
  for (const message of (JSON.parse(checked.stdout) as { messages: NuMessage[] }).messages) {
    // It knows the CSS of some years ago: newer properties are no mistakes.
    if (message.type === "error" && !message.message.startsWith("CSS:")) {
      const route = routes.get(decodeURIComponent((message.url ?? "").replace(/^file:/, ""))) ?? "?";
      findings.add(route, "Nu checker", `line ${message.lastLine}: ${message.message}`);
    }
  }
}
