/** What every page must keep to; an audit lists each page that doesn't. Sizes are bytes on the wire, times milliseconds. */

/** Least Lighthouse score of each category, of 100. */
export const SCORE = 100;

/** Most compressed HTML of a page: what a server's first round trip carries. The home page has more to say. */
export const HTML = { home: 20 * 1024, other: 14 * 1024 };

/** Most compressed styles of the whole site. */
export const STYLES = 15 * 1024;

/** Most bytes fetched before the visitor does anything, without videos. */
export const BEFORE_INTERACTION = { home: 150 * 1024, article: 80 * 1024, other: 150 * 1024 };

/** Most script fetched before the visitor does anything. */
export const SCRIPT = 2 * 1024;

/** Latest largest paint on a simulated slow 4G network. */
export const LARGEST_PAINT = { home: 1500, other: 1200 };

/** Most layout shift over the whole scroll. */
export const SHIFT = 0;

/** The widths at which accessibility, overflow and shifts are looked at. */
export const WIDTHS = [360, 768, 1440];
