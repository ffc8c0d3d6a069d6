/**
 * A tab of a browser of its own, driven without Playwright, which forbids browsers to prerender.
 *
 * Commands and events of the DevTools protocol pass through a pipe, each ended by a NUL. Sessions are attached through the target of the tab: Chromium
 * prerenders only if who debugs a page is attached to its prerendered pages too.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";

import { chromiumPath } from "./programs";
import { until } from "./wait";

interface Message {
  id?: number;
  method?: string;
  params?: { sessionId: string; targetInfo: { type: string; subtype?: string } };
  result?: Record<string, unknown>;
  error?: { message: string };
}

export interface TabOptions {
  width: number;
  height: number;
  /** Whether the processor has a quarter of its speed, and the network is a slow mobile one. */
  isSlow?: boolean;
}

export class Tab {
  readonly #process: ChildProcess;
  readonly #folder: string;
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly #pages: { session: string; isPrerendered: boolean }[] = [];
  #rest = "";
  #last = 0;

  private constructor(process: ChildProcess, folder: string) {
    this.#process = process;
    this.#folder = folder;
    (process.stdio[4] as Readable).on("data", (bytes: Buffer) => this.#receive(bytes.toString()));
  }

  static async open({ width, height, isSlow }: TabOptions): Promise<Tab> {
    const folder = await mkdtemp(join(tmpdir(), "site-tab-"));
    const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--remote-debugging-pipe"];
    const own = [`--window-size=${width},${height}`, `--user-data-dir=${folder}`, "about:blank"];
    const tab = new Tab(spawn(chromiumPath(), [...flags, ...own], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] }), folder);
    const { targetInfos } = (await tab.#send("", "Target.getTargets", { filter: [{ type: "tab" }] })) as { targetInfos: { targetId: string }[] };
    const { sessionId } = (await tab.#send("", "Target.attachToTarget", { targetId: targetInfos[0]?.targetId, flatten: true })) as { sessionId: string };
    await tab.#send(sessionId, "Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: true });
    await until(() => tab.#pages.length > 0);
    if (isSlow) {
      await tab.#page("Emulation.setCPUThrottlingRate", { rate: 4 });
      await tab.#page("Network.emulateNetworkConditions", { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 });
    }
    return tab;
  }

  /** Opens an address, and waits until its page is loaded. */
  async goto(address: string): Promise<void> {
    await this.#page("Page.navigate", { url: address });
    await until(async () => (await this.evaluate(`document.readyState === "complete" && location.href === ${JSON.stringify(address)}`)) === true);
  }

  /** The value of an expression in the page. */
  evaluate(expression: string): Promise<unknown> {
    return this.#evaluateIn(this.#pages[0]?.session ?? "", expression);
  }

  /** Whether a page is prerendered. */
  get prerenders(): boolean {
    return this.#pages.some(({ isPrerendered }) => isPrerendered);
  }

  /** The value of an expression in the prerendered page. */
  async evaluatePrerendered(expression: string): Promise<unknown> {
    await until(() => this.prerenders);
    return this.#evaluateIn(this.#pages.find(({ isPrerendered }) => isPrerendered)?.session ?? "", expression);
  }

  async mouse(type: "mouseMoved" | "mousePressed" | "mouseReleased", x: number, y: number): Promise<void> {
    // A page that is left does not answer.
    await this.#page("Input.dispatchMouseEvent", { type, x, y, button: type === "mouseMoved" ? "none" : "left", clickCount: 1 }).catch(() => {});
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once("exit", resolve));
    this.#process.kill();
    await ended;
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #evaluateIn(session: string, expression: string): Promise<unknown> {
    const { result } = (await this.#send(session, "Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true })) as { result?: { value: unknown } };
    return result?.value;
  }

  #page(method: string, params: object) {
    return this.#send(this.#pages[0]?.session ?? "", method, params);
  }

  #send(sessionId: string, method: string, params: object): Promise<Record<string, unknown>> {
    const id = (this.#last += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) => (error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result ?? {})));
      const session = sessionId === "" ? {} : { sessionId };
      (this.#process.stdio[3] as Writable).write(`${JSON.stringify({ id, method, params, ...session })}\0`);
    });
  }

  #receive(text: string) {
    const messages = (this.#rest + text).split("\0");
    this.#rest = messages.pop() ?? "";
    for (const message of messages.map((json) => JSON.parse(json) as Message)) {
      if (message.id !== undefined) {
        this.#waiting.get(message.id)?.(message);
      } else if (message.method === "Target.attachedToTarget" && message.params?.targetInfo.type === "page") {
        this.#pages.push({ session: message.params.sessionId, isPrerendered: message.params.targetInfo.subtype === "prerender" });
      }
    }
  }
}
