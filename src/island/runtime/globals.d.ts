/** Defined by `sandbox.js`: an error with the generator's own message, and advice in its second line. */
declare class SiteError extends Error {}
interface String {
  toWellFormed(): string;
}
