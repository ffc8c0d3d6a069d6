/** The browser's storages, as far as it lets the page have them. */

/** What the entries of leads begin with. */
export const LEAD = "form:";

/** The storages that this page may use, the better one first. */
export function storages(): Storage[] {
  return (["localStorage", "sessionStorage"] as const).flatMap((name) => {
    // Where cookies are blocked, asking is refused; some browsers inside of apps have none.
    try {
      return globalThis[name] ?? [];
    } catch {
      return [];
    }
  });
}

/** The keys of a storage that begin so. */
export function keys(storage: Storage, beginning: string): string[] {
  return Object.keys(storage).filter((key) => key.startsWith(beginning));
}
