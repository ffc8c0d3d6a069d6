/** The browser's storages, as far as it lets the page have them. */

/** What the entries of leads begin with. */
export const LEAD = "form:";

/** The storages that this page may use, the better one first. */
export function storages(): Storage[] {
  const found: Storage[] = [];
  for (const name of ["localStorage", "sessionStorage"] as const) {
    try {
      // Where cookies are blocked, asking is refused; some browsers inside of apps have none.
      found.push(...[globalThis[name]].filter(Boolean));
    } catch {}
  }
  return found;
}

/** The keys of a storage that begin so. */
export function keys(storage: Storage, beginning: string): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "").filter((key) => key.startsWith(beginning));
}
