/** Helpers for what happens later: counters that tell which answers are late, queues and delays. */

/** Counts events of one kind, such as requests, whose answers may arrive in another order. */
export class Counter {
  private count = 0;

  /** Counts an event. Returns a function that tells whether this event is still the latest. */
  next(): () => boolean {
    this.count += 1;
    return this.watch();
  }

  /** Returns a function that tells whether no event was counted since this call. */
  watch(): () => boolean {
    const before = this.count;
    return () => before === this.count;
  }
}

/** Returns a function that performs actions one after the other, also if one fails. */
export function queue(): (act: () => Promise<void>) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (act) => (last = last.then(act, act));
}

/** Debounces `act`: the returned function calls it once `delay` milliseconds have passed without another call. */
export function delayed<A extends unknown[]>(act: (...given: A) => void, delay: number): (...given: A) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(act, delay, ...given);
  };
}

/** Returns a function that calls `act`, unless the call before still runs: the second click of a double click does nothing. */
export function onceAtATime<A extends unknown[]>(act: (...given: A) => Promise<void>): (...given: A) => Promise<void> {
  let running: Promise<void> | undefined;
  return (...given) => (running ??= act(...given).finally(() => (running = undefined)));
}

/** The time between two checks whether the site is built with a change. */
export const BUILD_CHECK_MS = 100;

export const pause = (delay: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delay));
