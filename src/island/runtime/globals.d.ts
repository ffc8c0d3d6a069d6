/** What `world.js` gives the pre-renderer: an error in the generator's words, what to do on its second line. */
declare class SiteError extends Error {}
interface String {
  toWellFormed(): string;
}
