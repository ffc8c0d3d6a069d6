/** Says what keeps the page from being built at once, such as pictures that are made in several sizes. */

import { readWork, sentence } from "./api";
import { say } from "./dom";
import { Counter, pause } from "./timing";

/** The time between two checks whether the build does something that takes seconds. */
const CHECK_MS = 1000;
/** The number of checks that find nothing before the watch ends. */
const MAX_IDLE_CHECKS = 4;
/** The time until the work is announced again. It is less than `say` shows a text for, so that no gap is seen. */
const REPEAT_MS = 3500;

const watches = new Counter();

/** Says what takes the build long, from the saving of a picture until nothing takes long any more. */
export async function announceWork(): Promise<void> {
  const isLatest = watches.next();
  for (let idle = 0; idle < MAX_IDLE_CHECKS; idle++) {
    await pause(CHECK_MS);
    // A check without an answer finds no work. Other requests announce that the program does not answer.
    for (let work = await findWork(); work !== null && isLatest(); work = await findWork()) {
      say(sentence(work));
      await pause(REPEAT_MS);
    }
    if (!isLatest()) return;
  }
}

const findWork = () => readWork().then(({ work }) => work, () => null);
