/** The time limit of the steps on a page. */

import type { Page } from "playwright-core";

/** Longer than any test's steps take on the slowest machine. Playwright itself has no limit for what runs in a page. */
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
    // The steps fail when their page is closed.
    work.catch(() => {});
    const answers = await succeedsWithin(5, page.evaluate(() => true));
    const draws = await succeedsWithin(5, page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(true)))));
    const state = `${answers ? "answers" : "does not answer"} and ${draws ? "draws" : "does not draw"}`;
    throw new OutOfTime(`${what} took more than ${STEPS_LIMIT_MS / 1000} s; the page ${state}`);
  }
}

/** Returns whether `work` succeeds within a number of seconds. */
function succeedsWithin(seconds: number, work: Promise<unknown>): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), seconds * 1000).unref());
  return Promise.race([work.then(() => true, () => false), late]);
}
