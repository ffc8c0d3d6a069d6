/** The contents of the page: all values and texts that it shows, in groups. Those of its own file come first, in the order of the page. */

import type { Marks } from "./api";
import { button, make, openerItem, panel, show, softText, twoLines } from "./dom";
import { openExamples } from "./examples";
import { framePage, isLooking, type ShownPart } from "./frame";
import { openForm } from "./open";
import { shorten, withoutPart } from "./texts";

/** Values that belong together: a part of the page's own file, a section of its text, or another file. */
interface Group {
  key: string;
  label: string;
  /** The values, each labelled by what it is within the group. */
  values: ShownPart[];
}

const openGroups = new Set<string>();

/** Focuses a value in the contents, or else the first value inside it. Returns whether it found one. */
export function focusContent(file: string, at: string): boolean {
  const value = CSS.escape(`${file} ${withoutPart(at)}`);
  const find = (selector: string) => panel().querySelector<HTMLElement>(`.contents ${selector}`);
  const leaf = find(`[data-value="${value}"]`) ?? find(`[data-value^="${value}/"]`);
  const group = leaf?.closest("details");
  if (group) group.open = true;
  leaf?.focus();
  return Boolean(leaf);
}

/** Shows the contents of the page, or that they can't be read. */
export function showContents(): void {
  const { marks } = framePage;
  if (!marks) {
    const reason = "The site has no page at this address, or its file has an error.";
    return show("contents", make("h1", {}, "This page can't be read now"), make("p", {}, reason));
  }
  const { own, others } = groupValues(marks);
  const about = isLooking()
    ? "Choose here what you want to change. Clicks on the page follow its links, as “Look” is on."
    : "Click on the page what you want to change, or choose it here.";
  show(
    "contents",
    make("h1", {}, "Contents of this page"),
    softText(about),
    marks.has_samples &&
      make("p", { className: "sample" }, "Some of it is an example so far.", button("Show the examples", () => openExamples(marks))),
    marks.is_traced
      ? make(
          "div",
          { className: "contents" },
          groupList(own),
          own.length > 0 && others.length > 0 && make("h2", {}, "From other files"),
          groupList(others),
        )
      : make("p", {}, "This page computes with its texts, so they can't be traced to where they were written."),
  );
}

/** Groups the values of the page in reading order: those of its own file, and those of others. */
function groupValues({ elements, targets, titles, page: { file: ownFile } }: Marks): { own: Group[]; others: Group[] } {
  const [own, others] = [new Map<string, Group>(), new Map<string, Group>()];
  const seen = new Set<number>();
  const isHeading = (tag: string) => /^h[1-6]$/.test(tag);
  // A table of contents repeats the headings: each heading is listed at its own place.
  const headings = new Set(elements.filter(({ tag }) => isHeading(tag)).flatMap(({ targets }) => targets));
  let section: Pick<Group, "key" | "label"> = { key: "text", label: "Text" };
  for (const { tag, targets: indices, text: ownText, whole_text: text = ownText } of elements) {
    for (const number of indices) {
      const target = targets[number];
      if (!target || seen.has(number) || (headings.has(number) && !isHeading(tag))) continue;
      seen.add(number);
      const { file, at, label } = target;
      const isOwn = file === ownFile;
      const isBlock = at.startsWith("#");
      if (isOwn && isBlock && label === "Heading") section = { key: at, label: text || label };
      const [first = label, ...steps] = label.split(" › ");
      const part = isBlock ? section : { key: at.split("/")[1] ?? "", label: first };
      const named = isOwn ? { key: `${file} ${part.key}`, label: part.label } : { key: file, label: titles[file] ?? file };
      const groups = isOwn ? own : others;
      const group = groups.get(named.key) ?? { ...named, values: [] };
      group.values.push({ file, at, text, label: isOwn && !isBlock ? steps.join(" › ") : label });
      groups.set(named.key, group);
    }
  }
  return { own: [...own.values()], others: [...others.values()] };
}

/** Makes the list of groups. A group of one value is a button. */
function groupList(groups: Group[]): HTMLElement {
  const leaf = ({ file, at, text, label }: ShownPart, group: string) => {
    const name = shorten(text, 80) || label || group;
    const about = text ? label || group : name;
    const clicked = { text, number: /\d+([.,]\d+)*/.exec(text)?.[0] ?? "" };
    return openerItem(name, about, () => openForm(file, at, { clicked }), { "data-value": `${file} ${at}` });
  };
  const items = groups.map(({ key, label, values }) => {
    const [first, ...others] = values;
    if (first && others.length === 0) return leaf({ ...first, label: [label, first.label].filter(Boolean).join(" › ") }, label);
    const details = make(
      "details",
      { open: openGroups.has(key) || groups.length === 1 },
      make("summary", {}, make("span", { className: "row" }, ...twoLines(label, shorten(values.find(({ text }) => text !== "")?.text ?? label, 80)))),
      make("ul", { className: "list" }, ...values.map((value) => leaf(value, label))),
    );
    details.addEventListener("toggle", () => (details.open ? openGroups.add(key) : openGroups.delete(key)));
    return make("li", {}, details);
  });
  return make("ul", { className: "list" }, ...items);
}
