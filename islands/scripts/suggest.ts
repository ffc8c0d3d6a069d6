/** On the page for unknown addresses: the page whose address is nearest to the one asked for, if one is near. */

const place = document.querySelector<HTMLElement>("[data-suggestion]");
const list = document.querySelector("script[data-routes]");
const asked = location.pathname.toLowerCase().replace(/\/*$/, "/");

/** How many letters must be added, left out, changed or swapped with their neighbour to make one text of another. */
function distance(a: string, b: string): number {
  let [before, last, row]: [number[], number[], number[]] = [[], [], [...Array(b.length + 1).keys()]];
  for (let i = 1; i <= a.length; i += 1) {
    [before, last, row] = [last, row, [i]];
    for (let j = 1; j <= b.length; j += 1) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + change);
      if (i > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        row[j] = Math.min(row[j] ?? 0, (before[j - 2] ?? 0) + 1);
      }
    }
  }
  return row[b.length] ?? 0;
}

if (place && list?.textContent) {
  const routes = JSON.parse(list.textContent) as [address: string, title: string][];
  const [nearest] = routes
    .map(([address, title]) => ({ address, title, away: distance(asked, address.toLowerCase()) }))
    .sort((a, b) => a.away - b.away);
  // A third of the letters wrong is no slip any more.
  if (nearest && nearest.away <= Math.max(2, asked.length / 3)) {
    const link = document.createElement("a");
    link.href = nearest.address + location.search;
    link.textContent = nearest.title;
    const [before = "", after = ""] = (place.dataset["suggestion"] ?? "").split("{page}");
    place.replaceChildren(before, link, after);
  }
}
