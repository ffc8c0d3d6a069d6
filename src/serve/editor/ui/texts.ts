/** Helpers for texts: shortens texts, names pictures, escapes routes, and tells pointers apart. */

/** Returns the position at which the character around `at` begins: some, such as emoji, have several code units. */
export const characterStart = (text: string, at: number): number => new Intl.Segmenter().segment(text).containing(at)?.index ?? at;

/** Shortens a text that has more than `most` code units. */
export const shorten = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, characterStart(text, most)).replace(/[\s.…]+$/, "")}…` : text;

/** Returns a text as searches compare it: in small letters without accents. */
export const folded = (text: string): string => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();

const PICTURE = /^\/\S+\.(svg|png|jpe?g|webp|avif|gif)$/i;

/**
 * Removes the folders from texts that are paths of pictures: `/img/a.png` becomes `a.png`. If both texts would become
 * the same, the folders stay.
 */
export function withoutFolders(before: string, after: string): [string, string] {
  const name = (text: string) => (PICTURE.test(text) ? text.slice(text.lastIndexOf("/") + 1) : text);
  return name(before) === name(after) ? [before, after] : [name(before), name(after)];
}

/** Whether a pointer leads to a block of Markdown, not to a value or to a field of a picture. */
export const isBlock = (at: string): boolean => /^#\d+$/.test(at);

/** Shortens the pointer of a picture's field to that of the block around the picture. Other pointers stay the same. */
export const withoutPart = (at: string): string => at.replace(/^(#\d+)\/.*$/, "$1");

/** Escapes a route for a URL: `/100%/` becomes `/100%25/`. */
export const escapeRoute = (route: string): string => route.split("/").map(encodeURIComponent).join("/");

/** Escapes what would end an address in Markdown. */
export const encodeAddress = (address: string) =>
  address.replace(/[\s<>()]/g, (sign) => (/[()]/.test(sign) ? `%${sign.charCodeAt(0).toString(16)}` : encodeURIComponent(sign)));
