/** The suggestion on the 404 page: the page whose path is nearest to the requested one, if any is near. */

const suggestion = document.querySelector<HTMLElement>("[data-suggestion]")!;
const routesText = document.querySelector("script[data-routes]")!.textContent!;
const routes = JSON.parse(routesText) as [url: string, title: string][];
const requested = location.pathname.toLowerCase().replace(/\/*$/, "/");

/**
 * Returns the Damerau–Levenshtein distance (optimal string alignment): insertions, deletions, substitutions, swaps of
 * neighbours.
 */
function distance(a: string, b: string): number {
  // `prefixes[i][j]` is the distance of the first `i` letters of `a` and the first `j` of `b`.
  const prefixes: number[][] = [];
  for (let i = 0; i <= a.length; i += 1) {
    const row: number[] = (prefixes[i] = []);
    for (let j = 0; j <= b.length; j += 1) {
      const [x, y] = [a[i - 1], b[j - 1]];
      row[j] =
        i && j
          ? Math.min(
              prefixes[i - 1]![j]! + 1,
              row[j - 1]! + 1,
              prefixes[i - 1]![j - 1]! + +(x !== y),
              x === b[j - 2] && a[i - 2] === y ? prefixes[i - 2]![j - 2]! + 1 : Infinity,
            )
          : i + j;
    }
  }
  return prefixes[a.length]![b.length]!;
}

const [nearest] = routes
  .map(([url, title]) => ({ url, title, away: distance(requested, url.toLowerCase()) }))
  .sort((a, b) => a.away - b.away);
// Two wrong letters, or a third of all letters, may be a typing mistake.
if (nearest && nearest.away <= Math.max(2, requested.length / 3)) {
  const link = document.createElement("a");
  link.href = nearest.url + location.search;
  link.textContent = nearest.title;
  const [before = "", after = ""] = suggestion.dataset["suggestion"]!.split("{page}");
  suggestion.append(before, link, after);
}

export {};
