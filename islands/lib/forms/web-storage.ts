/** The web storage that the browser allows this page to use. */

/** The prefix of the keys of submissions. */
export const SUBMISSION_PREFIX = "form:";

/** Lists the storages that this page may use, the longer-lived one first. */
export function storages(): Storage[] {
  return (["localStorage", "sessionStorage"] as const).flatMap((name) => {
    // The getter throws where cookies are blocked; some in-app browsers have no storage at all.
    try {
      return globalThis[name] ?? [];
    } catch {
      return [];
    }
  });
}

export function keys(storage: Storage, prefix: string): string[] {
  return Object.keys(storage).filter((key) => key.startsWith(prefix));
}
