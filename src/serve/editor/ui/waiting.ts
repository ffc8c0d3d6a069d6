/** Waits until the site is built with an entry that was added or renamed. */

import * as api from "./api";
import { say, sayError } from "./dom";
import { framePage, goTo } from "./frame";
import { openForm, refreshAfterSaving } from "./open";
import { showErrors } from "./problems";
import { BUILD_CHECK_MS, Counter, pause } from "./timing";

/** How many checks come before each request for the errors of the site. */
const CHECKS_UNTIL_ERRORS = 50;

const endings = new Counter();

export const endWait = () => void endings.next();

interface AwaitedEntry {
  file: string;
  /** The new address of the page in the frame. The frame goes there even if something else is opened in the panel. */
  path?: string | null;
  /** Whether the site is built with the entry. `page` is the route of the entry's page; null if it has none yet. */
  isBuilt: (page: string | null) => boolean;
  /** What is announced once the site is built. */
  done: string;
  /** Whether nothing else was opened. */
  isWanted: () => boolean;
}

/**
 * Waits until the site is built with an entry, then opens its page and its form. If something else was opened
 * meanwhile, opens only the page, and only with a `path` and if no other page was chosen. Gives up if the site has
 * errors, if a change is taken back, or if the program does not answer.
 */
export async function waitForEntry({ file, path = null, isBuilt, done, isWanted }: AwaitedEntry): Promise<void> {
  const isAwaited = endings.watch();
  if (path !== null) framePage.wanted = path;
  const giveUp = () => {
    if (framePage.wanted === path) framePage.wanted = undefined;
  };
  for (let checks = 1; ; checks++) {
    const form = await api.readForm(file, "").catch(() => undefined);
    if (!isAwaited()) return giveUp();
    if (form && isBuilt(form.page)) {
      if (form.page !== null && (isWanted() || framePage.wanted === path)) goTo(form.page);
      await refreshAfterSaving();
      if (isWanted()) await openForm(file, "");
      return say(done);
    }
    await pause(BUILD_CHECK_MS);
    if (checks % CHECKS_UNTIL_ERRORS !== 0) continue;
    // Nobody waits any more: something else was opened, and the frame is not to show the page of the entry.
    if (!isWanted() && framePage.wanted !== path) return;
    try {
      if ((await api.readErrors()).problems.length > 0) break;
    } catch (error) {
      // The program does not answer: it may have ended.
      giveUp();
      return sayError(error);
    }
  }
  giveUp();
  if (isWanted()) await showErrors();
  say("The site can't be built with it. “Undo” takes it back.");
}
