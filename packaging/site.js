#!/usr/bin/env node
// Runs the program of the package that npm has installed for this system.

"use strict";

const { spawn } = require("node:child_process");
const { name } = require("../package.json");

const program = process.platform === "win32" ? "site.exe" : "site";
const wanted = `${name}-${process.platform}-${process.arch}`;
let path;
try {
  path = require.resolve(`${wanted}/bin/${program}`);
} catch {
  console.error(`${name}: the package ${wanted} is missing.
If npm was told to leave optional packages out (--no-optional, --omit=optional), install them. If node_modules was copied from another
system, run \`npm ci\` on this one. If there is no such package, this system is not supported.`);
  process.exit(1);
}

const child = spawn(path, process.argv.slice(2), { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => child.kill(signal));
}
child.on("error", (error) => {
  console.error(`${path}: ${error.message}`);
  process.exit(1);
});
child.on("exit", (code, signal) => {
  if (signal) {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  } else {
    process.exit(code);
  }
});
