/** Waiting for conditions that Playwright has no means to wait for. */

import assert from "node:assert/strict";

/** The longest wait. It is long, so that no test fails on a busy machine. */
export const TIMEOUT_MS = 30_000;

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits until a condition holds. If it throws, as while its page is loading, it does not hold yet. `what` describes it in the failure. */
export async function until(holds: () => boolean | Promise<boolean>, what = `${holds}`): Promise<void> {
  const isSo = async () => holds();
  for (const end = Date.now() + TIMEOUT_MS; !(await isSo().catch(() => false)); ) {
    assert.ok(Date.now() < end, `it never holds: ${what}`);
    await pause(50);
  }
}
