// Screenshots of every page at three widths, and a report that shows what changed against another build. Differences are no failure.
//
// 1. Serve the build, and the one to compare with, on a port each.
// 2. Take a screenshot of every HTML page at each width, all pictures loaded, nothing moving, no other host reached.
// 3. Compare pixel by pixel in the browser itself, and write OUT/index.html.

import { createServer } from "node:http";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";

import { browserFlags } from "./flags.js";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: "string", default: "screenshots" },
    widths: { type: "string", default: "360,768,1440" },
    routes: { type: "string", default: "" },
    motion: { type: "boolean", default: false },
    "no-script": { type: "boolean", default: false },
  },
});
const [build, given] = positionals;
if (!build) throw new Error("usage: screenshots.mjs BUILD [GIVEN_BUILD] [--out FOLDER] [--widths 360,1440] [--routes /,/Blogs/]");
const widths = options.widths.split(",").map(Number);

const TYPES = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".woff2": "font/woff2", ".mp4": "video/mp4", ".json": "application/json" };

/** Stops all movement, and renders what would be rendered later. */
const STILL = "*, ::before, ::after { animation: none !important; transition: none !important; caret-color: transparent !important; content-visibility: visible !important }";

/** Serves a folder. Returns the address, and the function that ends it. */
async function serve(folder) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const file = path.join(folder, decodeURIComponent(pathname), pathname.endsWith("/") ? "index.html" : "");
    try {
      const body = await readFile(file);
      response.writeHead(200, { "content-type": TYPES[path.extname(file)] ?? "application/octet-stream" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { address: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** Returns the routes of the pages of a build, without redirect pages. */
async function routesOf(folder) {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(".html")).sort();
  const pages = await Promise.all(files.map(async (file) => {
    const redirects = (await readFile(path.join(folder, file), "utf8")).includes('http-equiv="refresh"');
    return redirects ? [] : [`/${file.split(path.sep).join("/")}`.replace(/index\.html$/, "")];
  }));
  return pages.flat();
}

/** Takes a PNG of a whole page. Returns null if the build has no such page. */
async function takeScreenshot(context, address, route, width) {
  const page = await context.newPage();
  try {
    await page.setViewportSize({ width, height: 900 });
    const answer = await page.goto(address + route, { waitUntil: "load" });
    if (!answer?.ok()) return null;
    await page.evaluate(async () => {
      for (const element of document.querySelectorAll("[loading=lazy]")) element.loading = "eager";
      await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
      await document.fonts.ready;
    });
    // `addStyleTag` waits for an event that never comes where scripts are off.
    await page.evaluate((text) => document.head.appendChild(document.createElement("style")).append(text), STILL);
    return await page.screenshot({ fullPage: true, animations: "disabled" });
  } finally {
    await page.close();
  }
}

/** Compares two screenshots in the browser. Returns the share of pixels that differ, and a picture of them. */
async function compare(page, before, after) {
  const url = (png) => `data:image/png;base64,${png.toString("base64")}`;
  return page.evaluate(async ([before, after]) => {
    const load = async (url) => createImageBitmap(await (await fetch(url)).blob());
    const [a, b] = [await load(before), await load(after)];
    const [width, height] = [Math.max(a.width, b.width), Math.max(a.height, b.height)];
    const pixels = (image) => {
      const context = new OffscreenCanvas(width, height).getContext("2d");
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, width, height);
    };
    const [left, right] = [pixels(a), pixels(b)];
    let changed = 0;
    for (let i = 0; i < right.data.length; i += 4) {
      const far = [0, 1, 2, 3].some((c) => Math.abs(left.data[i + c] - right.data[i + c]) > 8);
      changed += far ? 1 : 0;
      // What stayed becomes pale; what changed stands out.
      const mark = far ? [216, 50, 26, 255] : [0, 1, 2].map((c) => 200 + right.data[i + c] * 0.2).concat(255);
      right.data.set(mark, i);
    }
    if (changed === 0) return { share: 0 };
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext("2d").putImageData(right, 0, 0);
    const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
    let text = "";
    for (let i = 0; i < bytes.length; i += 32768) text += String.fromCharCode(...bytes.subarray(i, i + 32768));
    return { share: changed / (width * height), picture: btoa(text) };
  }, [url(before), url(after)]);
}

const figure = (file, label) => (file ? `<figure><figcaption>${label}</figcaption><a href="${file}"><img src="${file}" loading="lazy"></a></figure>` : "");

function report(shots) {
  const rows = shots.map(({ route, width, file, before, difference, share }) => {
    const state = share === undefined ? "" : share === null ? "new" : share === 0 ? "the same" : `${(share * 100).toFixed(2)} % changed`;
    return `<section class="${share === 0 ? "same" : "changed"}"><h2>${route} <small>${width} px ${state}</small></h2><div>${figure(before, "before")}${figure(file, "now")}${figure(difference, "difference")}</div></section>`;
  });
  return `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Screenshots</title><style>body{font:16px/1.4 sans-serif;margin:2rem}div{display:flex;gap:1rem;align-items:start}figure{margin:0;flex:0 1 30rem}img{max-width:100%;border:1px solid #999}small{font-weight:400;color:#555}.hide .same{display:none}</style><h1>Screenshots</h1><p><label><input type="checkbox" onchange="document.body.classList.toggle('hide', this.checked)"> only what changed</label></p>${rows.join("\n")}</html>`;
}

const servers = await Promise.all([build, given].filter(Boolean).map(serve));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: browserFlags,
});
const context = await browser.newContext({ reducedMotion: options.motion ? "no-preference" : "reduce", javaScriptEnabled: !options["no-script"] });
await context.route((url) => url.hostname !== "127.0.0.1", (route) => route.abort());
const comparer = await browser.newPage();
const routes = options.routes ? options.routes.split(",") : await routesOf(build);
await mkdir(options.out, { recursive: true });
const shots = [];
for (const route of routes) {
  for (const width of widths) {
    const name = `${route.replace(/^\/|\/$/g, "").replaceAll("/", "-") || "home"}-${width}`;
    const save = async (ending, bytes) => (await writeFile(path.join(options.out, name + ending), bytes), name + ending);
    const now = await takeScreenshot(context, servers[0].address, route, width);
    if (!now) throw new Error(`${build} has no page ${route}`);
    const shot = { route, width, file: await save(".png", now) };
    if (given) {
      const before = await takeScreenshot(context, servers[1].address, route, width);
      if (before) {
        const { share, picture } = before.equals(now) ? { share: 0 } : await compare(comparer, before, now);
        shot.share = share;
        if (picture) {
          shot.before = await save(".before.png", before);
          shot.difference = await save(".difference.png", Buffer.from(picture, "base64"));
        }
      } else {
        shot.share = null;
      }
    }
    shots.push(shot);
  }
}
shots.sort((a, b) => (b.share ?? 0) - (a.share ?? 0));
await writeFile(path.join(options.out, "index.html"), report(shots));
console.log(`${shots.length} screenshots${given ? `, ${shots.filter((s) => s.share !== 0).length} changed` : ""}: ${path.join(options.out, "index.html")}`);
await browser.close();
for (const server of servers) server.close();
