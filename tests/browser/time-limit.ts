/** The time limit of the steps on a page. */

import type { Page } from "playwright-core";

/** Longer than the slowest machine takes for any test's steps; what Playwright waits for in a page has no limit of its own. */
const STEPS_LIMIT_MS = 120_000;

export class OutOfTime extends Error {}

/** Fails if `work` takes longer than `STEPS_LIMIT_MS`, and says what the page still does. */
export async function limitTime(page: Page, work: Promise<void>, what: string) {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<"limit">((resolve) => {
    timer = setTimeout(() => resolve("limit"), STEPS_LIMIT_MS);
  });
  const outcome = await Promise.race([work, limit]).finally(() => clearTimeout(timer));
  if (outcome === "limit") {
    // They end with their page, which fails them.
    work.catch(() => {});
    const answers = await inSeconds(5, page.evaluate(() => true));
    const draws = await inSeconds(5, page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(true)))));
    const state = `${answers ? "answers" : "does not answer"} and ${draws ? "draws" : "does not draw"}`;
    throw new OutOfTime(`${what} took more than ${STEPS_LIMIT_MS / 1000} s; the page ${state}`);
  }
}

/** Whether it comes about in so many seconds. */
function inSeconds(seconds: number, work: Promise<unknown>): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), seconds * 1000).unref());
  return Promise.race([work.then(() => true, () => false), late]);
}
