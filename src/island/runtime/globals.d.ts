/** Defined by `sandbox.js`: an error with a message of this program, and advice in its second line. */
declare class SiteError extends Error {}
interface String {
  toWellFormed(): string;
}
