/** The page in the frame: its route, the values that its elements show, and the messages to it. */

import * as api from "./api";
import { byId, sayError, untilIdle } from "./dom";
import { escapeRoute } from "./texts";
import { Counter } from "./timing";

const frame = byId<HTMLIFrameElement>("frame");
const pageButton = byId<HTMLButtonElement>("page");
const look = byId<HTMLButtonElement>("look");

/** The key of the last shown route in the window's storage. */
const LAST_ROUTE = "route";

/** The site: its address, and the pictures and collections that forms offer. */
export let site: api.Site;

/** A part or a value, with the text by which the page shows it. */
export interface ShownPart extends api.Target {
  text: string;
}

export const framePage = {
  route: "/",
  /** The route that was asked for last, until any page is loaded. */
  wanted: undefined as string | undefined,
  marks: undefined as api.Marks | undefined,
  /** Whether something was saved since the marks were read. */
  hasSaved: false,
};

/** The route of the last `goTo`, until its own page is loaded: the page of an earlier `goTo` may be loaded first. */
let awaitedRoute: string | undefined;
const readsOfMarks = new Counter();

export async function readSite(): Promise<void> {
  site = await api.readSite();
}

export const postToPage = (message: unknown) => frame.contentWindow?.postMessage(message, site.origin);

export const isFromPage = ({ origin, source }: MessageEvent) => Boolean(site) && origin === site.origin && source === frame.contentWindow;

/** The last click on the frame during a reload of its page, as a place in the page. */
let clickDuringReload: { clientX: number; clientY: number } | undefined;

/** Has the page reload itself. Clicks go to the element around the frame meanwhile. */
export function reloadPage(): void {
  frame.classList.add("is-reloading");
  postToPage({ kind: "reload" });
}

/** Lets the page have the clicks again, and the one during its reload. */
function endReload(): void {
  frame.classList.remove("is-reloading");
  if (clickDuringReload) postToPage({ kind: "click", ...clickDuringReload });
  clickDuringReload = undefined;
}

const stage = byId("stage");
// The end of a press that began during the reload comes to this element too, even after the reload. Otherwise no click
// would follow from the press.
stage.addEventListener("pointerdown", ({ pointerId }) => stage.setPointerCapture(pointerId));
stage.addEventListener("click", ({ clientX, clientY }) => {
  const { left, top } = frame.getBoundingClientRect();
  clickDuringReload = { clientX: clientX - left, clientY: clientY - top };
  if (!frame.classList.contains("is-reloading")) endReload();
});
// The page of an error has no script that tells that it is loaded, so a reload ends here too. If another page is
// wanted, the reload ends once that page is loaded.
frame.addEventListener("load", () => {
  if (framePage.wanted === undefined) endReload();
});

/** Whether clicks on the page follow its links. */
export const isLooking = () => look.getAttribute("aria-pressed") === "true";

/** Whether the page of an entry is in the frame, and no other page was asked for. */
export const isInFrame = (file: string) => framePage.marks?.page.file === file && framePage.wanted === undefined;

/** Switches between clicks that follow links and clicks that open what was clicked. */
export function toggleLooking(): void {
  look.setAttribute("aria-pressed", String(!isLooking()));
  postToPage({ kind: "look", on: isLooking() });
}

/** How many changes are under way that may remove the page in the frame, and then choose the next page. */
let removals = 0;
let isGone = false;

/** Makes a change that may remove the page in the frame. The page stays in the frame until the change has chosen the next one. */
export async function removingPage<T>(change: () => Promise<T>): Promise<T> {
  removals += 1;
  try {
    return await change();
  } finally {
    removals -= 1;
    leaveGone();
  }
}

/** Takes note that the page in the frame is gone. */
export function noteGone(): void {
  isGone = true;
  leaveGone();
}

/** Goes to `/` if the page in the frame is gone, unless another was asked for or a running change may choose one. */
function leaveGone(): void {
  if (isGone && removals === 0 && framePage.wanted === undefined) goTo("/");
}

export function goTo(route: string, title = route): void {
  if (framePage.wanted !== route) clickDuringReload = undefined;
  framePage.wanted = route;
  awaitedRoute = route;
  labelPage({ title, hidden: null });
  frame.src = site.origin + site.base.replace(/\/$/, "") + escapeRoute(route);
}

/** Loads the page that this window showed last; if it is not there any more, the page at `/`. */
export async function goToLast(): Promise<void> {
  const last = sessionStorage.getItem(LAST_ROUTE) ?? "/";
  goTo(await api.readMarks(last).then(() => last, () => "/"));
}

/**
 * Takes note that the page at a path of the site's origin is loaded, perhaps by a reload. Returns `same` for the page
 * that was shown before, `chosen` for a page that was chosen in the editor, and `followed` for a page that was reached
 * by a link or by going back. Returns `undefined` if a reload came in place of a chosen page: then loads the chosen
 * page.
 */
export function noteLoaded(path: string, isReload: boolean): "same" | "chosen" | "followed" | undefined {
  isGone = false;
  const route = routeOf(path);
  const { wanted, route: before } = framePage;
  // A reload of the former page has cancelled the navigation to the wanted one.
  if (isReload && wanted !== undefined && wanted !== route) {
    goTo(wanted);
    return undefined;
  }
  const isChosen = wanted !== undefined || route === awaitedRoute;
  framePage.wanted = undefined;
  endReload();
  if (route === awaitedRoute) awaitedRoute = undefined;
  framePage.route = route;
  sessionStorage.setItem(LAST_ROUTE, route);
  if (route === before) return "same";
  return isChosen ? "chosen" : "followed";
}

/** Returns the route of the page at a path of the site's origin. */
function routeOf(path: string): string {
  const [decoded, base] = [decodeURIComponent(path), decodeURIComponent(site.base)];
  return decoded.startsWith(base) ? `/${decoded.slice(base.length)}` : decoded;
}

/** Shows in the bar which page is open, and why visitors do not see it. */
function labelPage({ title, hidden }: Pick<api.Page, "title" | "hidden">): void {
  pageButton.textContent = title;
  pageButton.setAttribute("aria-label", `Page: ${title}`);
  byId("ribbon").textContent = hidden ?? "";
}

/**
 * Reads which elements of the page show content, and has the page mark them. Returns false if another page is loading,
 * or if the marks were asked for again meanwhile.
 */
export async function readMarks(): Promise<boolean> {
  // Another page is loading, and its marks are read once it is there.
  if (framePage.wanted !== undefined && framePage.wanted !== framePage.route) return false;
  const isLatest = readsOfMarks.next();
  framePage.hasSaved = false;
  const found = (await api.readMarks(framePage.route).catch(sayError)) ?? undefined;
  await untilIdle();
  if (!isLatest()) return false;
  framePage.marks = found;
  if (framePage.wanted === undefined) labelPage(found?.page ?? { title: framePage.route, hidden: null });
  const elements = found?.elements ?? [];
  const labels = elements.map(({ targets }) => commonLabel(targets.map((number) => found?.targets[number]?.label ?? "")));
  postToPage({ kind: "look", on: isLooking() });
  postToPage({ kind: "marks", elements, labels });
  return true;
}

/** Returns one label for several values: the steps with which all labels begin; if there are none, all labels. */
function commonLabel(labels: string[]): string {
  const [first = [], ...others] = labels.map((label) => label.split(" › "));
  const shared = first.filter((_, index) => others.every((steps) => first.slice(0, index + 1).every((step, at) => steps[at] === step)));
  return shared.length > 0 ? shared.join(" › ") : [...new Set(labels)].join(", ");
}

/** Returns the indices of the elements of the page that show the value at `at`, or values in it. */
export function elementsShowing(file: string, at: string): number[] {
  const { elements = [], targets = [] } = framePage.marks ?? {};
  const isShown = (target?: api.Target) => target?.file === file && (target.at === at || target.at.startsWith(`${at}/`));
  return [...elements.keys()].filter((index) => elements[index]?.targets.some((number) => isShown(targets[number])));
}

/** Has the page show a value before the site is built with it. */
export function previewValue(file: string, at: string, before: api.Scalar, after: api.Scalar): void {
  if (before === null || after === null) return;
  postToPage({ kind: "preview", indices: elementsShowing(file, at), before: String(before), after: String(after) });
}
