/** Waits for what can't be waited for by the browser's own means. */

import assert from "node:assert/strict";

/** The longest wait. It is long, so that no test fails on a busy machine. */
export const TIMEOUT_MS = 30_000;

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits until a condition holds. One that fails, because its page is loading, does not hold yet. `what` describes it if it never does. */
export async function until(holds: () => boolean | Promise<boolean>, what = `${holds}`): Promise<void> {
  const isSo = async () => holds();
  for (const end = Date.now() + TIMEOUT_MS; !(await isSo().catch(() => false)); ) {
    assert.ok(Date.now() < end, `it never holds: ${what}`);
    await pause(50);
  }
}
