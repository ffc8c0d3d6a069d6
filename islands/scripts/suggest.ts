/** On the page for unknown addresses: the page whose address is nearest to the one asked for, if one is near. */

const place = document.querySelector<HTMLElement>("[data-suggestion]")!;
const routes = JSON.parse(document.querySelector("script[data-routes]")!.textContent!) as [address: string, title: string][];
const asked = location.pathname.toLowerCase().replace(/\/*$/, "/");

/** How many letters must be added, left out, changed or swapped with their neighbour to make one text of another. */
function distance(a: string, b: string): number {
  // Of their beginnings, by length.
  const of: number[][] = [];
  for (let i = 0; i <= a.length; i += 1) {
    const row: number[] = (of[i] = []);
    for (let j = 0; j <= b.length; j += 1) {
      const [x, y] = [a[i - 1], b[j - 1]];
      row[j] =
        i && j
          ? Math.min(
              of[i - 1]![j]! + 1,
              row[j - 1]! + 1,
              of[i - 1]![j - 1]! + +(x !== y),
              x === b[j - 2] && a[i - 2] === y ? of[i - 2]![j - 2]! + 1 : Infinity,
            )
          : i + j;
    }
  }
  return of[a.length]![b.length]!;
}

const [nearest] = routes
  .map(([address, title]) => ({ address, title, away: distance(asked, address.toLowerCase()) }))
  .sort((a, b) => a.away - b.away);
// A third of the letters wrong is no slip any more.
if (nearest && nearest.away <= Math.max(2, asked.length / 3)) {
  const link = document.createElement("a");
  link.href = nearest.address + location.search;
  link.textContent = nearest.title;
  const [before = "", after = ""] = place.dataset["suggestion"]!.split("{page}");
  place.append(before, link, after);
}

export {};
