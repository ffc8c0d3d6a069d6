/**
 * A static server of a built site, which behaves like a CDN.
 *
 * 1. A path is a file, or a folder's index.html (with its slash added by a redirect), or else 404.html with status 404.
 * 2. `_redirects` and `_headers` of the site are obeyed, so pages run under the policy that hosts will send.
 * 3. Text is compressed, each file once, as the site does not change. Ranges work, as video needs them.
 */

import { readFile, stat } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

export interface Server {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  origin: string;
  close(): Promise<void>;
}

interface Rule {
  pattern: RegExp;
  headers: [name: string, value: string][];
}

interface Redirect {
  from: string;
  to: string;
  status: number;
}

const TYPES: Record<string, string> = {
  ".avif": "image/avif",
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".mp4": "video/mp4",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".webm": "video/webm",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".xml": "application/xml",
};

const COMPRESSED = new Set([".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest", ".xml"]);

/** A site that is served. */
interface Site {
  folder: string;
  rules: Rule[];
  redirects: Redirect[];
  /** The compressed files, by path. */
  compressed: Map<string, Buffer>;
}

/** Serves a folder, which must not change, on a free port until it is closed. */
export async function serve(folder: string): Promise<Server> {
  const rules = headerRules(await textOf(join(folder, "_headers")));
  const redirects = redirectRules(await textOf(join(folder, "_redirects")));
  const site: Site = { folder, rules, redirects, compressed: new Map() };
  const server = createServer((request, response) => {
    respond(site, request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function respond({ folder, rules, redirects, compressed }: Site, request: IncomingMessage, response: ServerResponse) {
  const address = new URL(request.url ?? "/", "http://site");
  const path = decodeURIComponent(address.pathname);
  const redirect = redirects.find((rule) => rule.from === path || rule.from === `${path}/`);
  if (redirect) {
    response.writeHead(redirect.status, { Location: redirect.to + address.search }).end();
    return;
  }
  // `normalize` keeps a path with `..` below the folder.
  const wanted = join(folder, normalize(path));
  const kind = await stat(wanted).catch(() => null);
  if (kind?.isDirectory() && !path.endsWith("/")) {
    response.writeHead(301, { Location: `${address.pathname}/${address.search}` }).end();
    return;
  }
  const requested = kind?.isDirectory() ? join(wanted, "index.html") : wanted;
  const found = await readFile(requested).catch(() => null);
  const file = found ? requested : join(folder, "404.html");
  const ending = extname(file);
  const body = found ?? (await readFile(file).catch(() => Buffer.from("Not found")));
  response.setHeader("Content-Type", TYPES[ending] ?? "application/octet-stream");
  for (const rule of rules) {
    if (rule.pattern.test(path)) {
      for (const [name, value] of rule.headers) {
        response.setHeader(name, value);
      }
    }
  }
  const status = found ? 200 : 404;
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "");
  if (range) {
    const first = Number(range[1]);
    const last = Math.min(range[2] ? Number(range[2]) : Infinity, body.length - 1);
    response.writeHead(206, { "Content-Range": `bytes ${first}-${last}/${body.length}`, "Accept-Ranges": "bytes" });
    response.end(body.subarray(first, last + 1));
    return;
  }
  if (COMPRESSED.has(ending) && /\bbr\b/.test(String(request.headers["accept-encoding"] ?? ""))) {
    const packed = compressed.get(file) ?? brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
    compressed.set(file, packed);
    response.writeHead(status, { "Content-Encoding": "br", "Content-Length": packed.length, Vary: "Accept-Encoding" });
    response.end(packed);
    return;
  }
  response.writeHead(status, { "Content-Length": body.length, "Accept-Ranges": "bytes" }).end(body);
}

/** The rules of a `_headers` file: a path, and indented below it what it gets. */
function headerRules(text: string): Rule[] {
  const rules: Rule[] = [];
  for (const line of text.split("\n")) {
    const header = /^\s+([\w-]+):\s*(.*)$/.exec(line);
    if (header) {
      rules.at(-1)?.headers.push([header[1] ?? "", header[2] ?? ""]);
    } else if (line.startsWith("/")) {
      const pattern = line.trim().replace(/[.+?^${}()|[\]\\]/g, "\\$&").replace(/\*/g, ".*").replace(/:\w+/g, "[^/]+");
      rules.push({ pattern: new RegExp(`^${pattern}$`), headers: [] });
    }
  }
  return rules;
}

function redirectRules(text: string): Redirect[] {
  return text
    .split("\n")
    .map((line) => line.replace(/#.*/, "").trim().split(/\s+/))
    .flatMap(([from, to, status]) => (from && to ? [{ from, to, status: Number(status ?? 301) }] : []));
}

function textOf(file: string): Promise<string> {
  return readFile(file, "utf8").catch(() => "");
}
