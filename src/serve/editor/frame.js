// The script in the pages of the site while they are edited: it tells the editor around the frame what is clicked, and outlines what
// can be changed. The editor alone has the key and saves changes. Outside of a frame, the script does nothing.
//
// The script runs before the page is parsed, so that it notices the earliest click.
(() => {
  const script = document.currentScript;
  const { editor: editorOrigin } = script.dataset;
  if (window.parent === window) return;

  // Scripts of the page are told to reduce motion: what moves is hard to click, and covers what is being edited.
  const askMedia = window.matchMedia.bind(window);
  const hasReducedMotion = () => askMedia("(prefers-reduced-motion: reduce)").matches;
  const [ALWAYS, NEVER] = ["(min-width: 0)", "(max-width: 0)"];
  window.matchMedia = (query) =>
    askMedia(query.replace(/\(\s*prefers-reduced-motion\s*(:[^)]*)?\)/gi, (asked) => (/no-preference/i.test(asked) ? NEVER : ALWAYS)));

  const HTML = "http://www.w3.org/1999/xhtml";

  // Lists the elements that are numbered: a mark has the tag of its element, and the element's number among those with
  // this tag. The element of this script is left out: the marks were made for the page without it.
  const elementsIn = (page) =>
    [...page.querySelectorAll("*:not(script[data-editor])")].filter(
      (element) => element.namespaceURI === HTML && !element.parentElement?.closest("svg, math, noscript"),
    );

  let parsed = []; // the elements of the page when it was parsed
  let byTag = new Map(); // for each tag, its elements in their order
  function numberElements() {
    parsed = elementsIn(document);
    byTag = Map.groupBy(parsed, ({ localName }) => localName);
  }

  const sendToEditor = (message) => window.parent.postMessage(message, editorOrigin);
  let isMarked = false; // whether the marks of the page are known
  let early; // the last click before the marks are known
  const marked = new Map(); // element → its mark: index, label, and whether the element shows content, not only text of a template
  let isLooking = false; // whether clicks use the page instead of choosing what is edited

  // Joins the words of a text by single spaces.
  const squeeze = (text) => text.split(/[\s\u00a0]+/).filter(Boolean).join(" ");
  const textNodesIn = (element) => [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
  // For each text node that shows a newer value: its text as it was sent, and the values that it has shown, from the
  // sent one to the newest.
  const previews = new Map();
  // Returns an element's own text, without that of its children, twice: as it was sent and as it is shown.
  const ownTexts = (element) =>
    [(node) => previews.get(node)?.sent ?? node.data, (node) => node.data].map((read) => squeeze(textNodesIn(element).map(read).join("")));

  // Takes the marks of the page, without those whose elements or texts are gone: scripts may have changed the page.
  function setMarks({ elements, labels }) {
    marked.clear();
    elements.forEach(({ tag, number, text, targets }, index) => {
      const element = byTag.get(tag)?.[number];
      if (!element?.isConnected || (squeeze(text) !== "" && !ownTexts(element).includes(squeeze(text)))) return;
      marked.set(element, { index, label: labels[index], isContent: targets.length > 0 });
    });
  }

  // Shows a value until the page is built with it: replaces the text node that equals the former value, in those
  // elements at `indices` that have exactly one such node. Leaves islands to React.
  function preview({ indices, before, after }) {
    for (const [element, { index }] of marked) {
      if (!indices.includes(index) || element.closest("[data-hydrate]")) continue;
      const [text, ...others] = textNodesIn(element).filter(({ data }) => squeeze(data) === squeeze(before));
      if (!text || others.length > 0) continue;
      if (!previews.has(text)) previews.set(text, { sent: text.data, values: [squeeze(before)] });
      previews.get(text).values.push(squeeze(after));
      setText(text, squeeze(after));
    }
  }

  // Replaces the words of a text node, without the white space around them.
  function setText(text, value) {
    text.data = text.data.replace(/\S(.*\S)?/s, () => value);
  }

  function endPreview() {
    for (const [text, { sent }] of previews) text.data = sent;
  }

  // Shows the newest values again where the page is built with older ones.
  function resumePreview() {
    for (const [text, { values }] of previews) {
      const built = values.lastIndexOf(squeeze(text.data));
      if (built < 0 || built === values.length - 1) {
        previews.delete(text);
      } else {
        previews.set(text, { sent: text.data, values: values.slice(built) });
        setText(text, values.at(-1));
      }
    }
  }

  // Returns the marks of content inside an element.
  const contentIn = (element) => [...marked].filter(([other, { isContent }]) => isContent && element.contains(other)).map(([, mark]) => mark);

  // Finds the marks that belong to an element: its own, or else those of content inside it, or else those of the nearest element around
  // it that has any.
  function marksAt(start) {
    for (let element = start; element && element !== document.documentElement; element = element.parentElement) {
      const marks = marked.has(element) ? [marked.get(element)] : contentIn(element);
      if (marks.length > 0) return { element, marks };
    }
    return undefined;
  }

  // Goes up from the parent of `start` to the first element with marks of content in it, and returns these marks.
  function contentBeside(start) {
    for (let element = start.parentElement; element; element = element.parentElement) {
      const inside = contentIn(element);
      if (inside.length > 0) return inside;
    }
    return [];
  }

  // A shadow tree outside of the body, so that the styles of the site do not reach the outline.
  const host = document.createElement("site-outline");
  Object.assign(host.style, { all: "initial", position: "fixed", inset: "auto", overflow: "visible", background: "none" });
  host.popover = "manual";
  const shadow = host.attachShadow({ mode: "closed" });
  const box = (style) => {
    const made = document.createElement("div");
    Object.assign(made.style, { position: "fixed", pointerEvents: "none", zIndex: "2147483646", display: "none" }, style);
    shadow.append(made);
    return made;
  };
  const hovered = box({ outline: "2px solid #2563eb", outlineOffset: "3px", borderRadius: "3px" });
  const chosen = box({ outline: "3px solid #2563eb", outlineOffset: "3px", borderRadius: "3px", boxShadow: "0 0 0 7px #2563eb33" });
  const label = box({
    padding: "3px 8px", borderRadius: "6px", color: "#fff", background: "#1d4ed8", font: "600 12px/1.4 system-ui, sans-serif",
    maxWidth: "90vw", overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap",
  });
  const MARGIN_PX = 6; // the width of an outline and its distance from the element
  let over; // the element under the pointer, with its label
  let current; // the element that was clicked, or that shows a value of the open form

  function place(outline, element) {
    if (!element?.isConnected || isLooking) return void (outline.style.display = "none");
    const { left, right, top, height } = element.getBoundingClientRect();
    // The outline's lines at the sides of a wide element stay in the window.
    const from = Math.max(left, MARGIN_PX);
    const width = Math.min(right, document.documentElement.clientWidth - MARGIN_PX) - from;
    Object.assign(outline.style, { display: "block", left: `${from}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  }

  // The dialog or popover of the page above which the outline was last shown.
  let raisedAbove = null;

  // Shows the outline above everything, also above the dialog that the outlined element is in.
  function raise() {
    const around = (over?.element ?? current)?.closest(":modal, :popover-open") ?? null;
    if (around === raisedAbove && host.matches(":popover-open")) return;
    raisedAbove = around;
    if (host.matches(":popover-open")) host.hidePopover();
    if (host.isConnected) host.showPopover();
  }

  // The outlines are placed again when the chosen element, such as a picture that is loaded late, changes its size.
  let sized;
  const sizes = new ResizeObserver(() => placeAll());
  function observeSize() {
    if (sized === current) return;
    sizes.disconnect();
    sized = current;
    if (sized) sizes.observe(sized);
  }

  function placeAll() {
    raise();
    observeSize();
    place(hovered, over?.element);
    place(chosen, current);
    const shown = over && !isLooking && over.label;
    label.style.display = shown ? "block" : "none";
    if (!shown) return;
    label.textContent = over.label;
    const { left, top } = over.element.getBoundingClientRect();
    const furthest = document.documentElement.clientWidth - label.offsetWidth - 4;
    label.style.left = `${Math.max(4, Math.min(left - 3, furthest))}px`;
    label.style.top = `${Math.max(4, top - 30)}px`;
  }

  // Finds the element to outline for a form: one that shows the value with the cursor, or else the one around all values of the form, or
  // else one that shows any of them. Headings come first, and elements in navigation last.
  function findShown({ indices, preferred = [] }) {
    const isSeen = ([element]) => document.body.contains(element) && element.getClientRects().length > 0;
    const shown = [...marked].filter(([, { index }]) => indices.includes(index)).filter(isSeen);
    const exact = shown.filter(([, { index }]) => preferred.includes(index));
    const isHeading = ([element]) => /^h[1-6]$/.test(element.localName);
    const first = (found) => (found.find(isHeading) ?? found.find(([element]) => !element.closest("nav")) ?? found[0])?.[0];
    return first(exact) ?? commonAncestor(shown.map(([element]) => element)) ?? first(shown);
  }

  // Returns the innermost element around all `elements`; none if that is most of the page (`body`, `main`, `article`).
  function commonAncestor(elements) {
    let [element] = elements;
    while (element && !elements.every((other) => element.contains(other))) element = element.parentElement;
    return element?.closest("body, main, article") === element ? undefined : element;
  }

  const STILL_FRAMES = 10; // an element is still once this many frames show it at the same place
  let stillFrames = STILL_FRAMES;

  // Keeps the outline on an element that moves by itself, such as in a page that scrolls smoothly, until the element is still.
  function followCurrent() {
    const isFollowing = stillFrames < STILL_FRAMES;
    stillFrames = 0;
    let before;
    const follow = () => {
      const { left, top, width, height } = current?.getBoundingClientRect() ?? {};
      const now = `${left} ${top} ${width} ${height}`;
      stillFrames = now === before ? stillFrames + 1 : 0;
      if (now !== before) placeAll();
      before = now;
      if (stillFrames < STILL_FRAMES) requestAnimationFrame(follow);
    };
    if (!isFollowing) requestAnimationFrame(follow);
  }

  function scrollToCurrent() {
    const { left, right, top, bottom, width, height } = current?.getBoundingClientRect() ?? {};
    const isInView = top >= MARGIN_PX && bottom <= innerHeight - MARGIN_PX && (width > innerWidth || (left >= 0 && right <= innerWidth));
    if (!height || isInView) return;
    current.scrollIntoView({ block: "center", inline: "center", behavior: hasReducedMotion() ? "auto" : "smooth" });
  }

  addEventListener("message", ({ origin, source, data }) => {
    if (origin !== editorOrigin || source !== window.parent) return;
    if (data.kind === "marks") {
      isMarked = true;
      setMarks(data);
      if (early) handle(early);
      early = undefined;
    } else if (data.kind === "look") {
      isLooking = data.on;
    } else if (data.kind === "preview") {
      preview(data);
    } else if (data.kind === "reload") {
      if (!isPressed) location.reload();
    } else if (data.kind === "click") {
      const target = document.elementFromPoint(data.clientX, data.clientY);
      if (target) choose({ ...data, target });
    } else if (data.kind === "show") {
      if (data.scrolls || !current?.isConnected || data.indices.length === 0) current = findShown(data);
      if (data.scrolls) {
        scrollToCurrent();
        followCurrent();
      }
    }
    placeAll();
  });

  addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch" || isLooking || !(event.target instanceof Element)) return;
    const { element, marks: [mark] } = marksAt(event.target) ?? { marks: [] };
    over = mark?.isContent ? { element, label: mark.label } : undefined;
    placeAll();
  });
  const forgetPointer = () => {
    over = undefined;
    placeAll();
  };
  document.addEventListener("pointerleave", forgetPointer);

  addEventListener(
    "click",
    (event) => {
      if (isLooking || !(event.target instanceof Element)) return;
      if (event.ctrlKey || event.metaKey) return followLink(event);
      event.preventDefault();
      event.stopImmediatePropagation();
      choose(event);
    },
    true,
  );

  // Handles a click, at once or as soon as the marks are known.
  function choose(event) {
    const clicked = { target: event.target, number: numberAt(event), text: textAt(event) };
    if (isMarked) handle(clicked);
    else early = clicked;
  }

  // Passes a click on to the page if clicks use it. Otherwise selects what was clicked.
  function handle(clicked) {
    // An element of SVG has no method `click`.
    if (isLooking) clicked.target.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, composed: true }));
    else select(clicked);
  }

  // Follows a link to a page of the site in this frame. The browser would open the page in a tab, without the editor.
  function followLink(event) {
    const link = event.target.closest("a[href]");
    if (!link || link.origin !== location.origin || !/(\/|\.html)$/.test(link.pathname)) return;
    event.preventDefault();
    location.assign(link.href);
  }

  // Returns the clicked number, as it is written.
  function numberAt({ target, clientX, clientY }) {
    for (const node of target.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE) continue;
      for (const { 0: number, index } of node.data.matchAll(/\d+([.,'\s]\d+)*/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + number.length);
        const isHit = ({ left, right, top, bottom }) => left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
        if ([...range.getClientRects()].some(isHit)) return number;
      }
    }
    return undefined;
  }

  // Returns the text of the clicked text node, if the element has several.
  function textAt({ target, clientX, clientY }) {
    const node = document.caretPositionFromPoint?.(clientX, clientY)?.offsetNode;
    const texts = textNodesIn(target).filter(({ data }) => squeeze(data) !== "");
    return texts.length > 1 && texts.includes(node) ? node.data : undefined;
  }

  // Outlines a clicked element, and tells the editor its marks.
  function select({ target, number, text: clickedText }) {
    const found = marksAt(target);
    // An island may have written the target's own text. Then the marks of an element around the target say nothing
    // about this text.
    const hasOwnText = textNodesIn(target).some(({ data }) => squeeze(data) !== "");
    const isExact = Boolean(found && marked.has(found.element) && (found.element === target || !hasOwnText));
    const beside = isExact && !found.marks[0].isContent ? contentBeside(found.element) : [];
    const text = squeeze(clickedText ?? target.textContent ?? "").slice(0, 200);
    const indicesOf = (marks = []) => marks.map(({ index }) => index);
    // The editor comes first: it asks for the form while the outline is drawn.
    sendToEditor({ kind: "select", indices: indicesOf(found?.marks), isExact, beside: indicesOf(beside), text, number });
    current = found?.element ?? target;
    placeAll();
  }

  // Returns the attributes of the element of reload.js, which have the fingerprint of the page.
  const fingerprint = () => document.querySelector("script[data-content]").dataset;

  let isGone = false; // whether the last fetch of the page was answered with 404
  let sent; // the page as it was sent, or a promise of it; undefined before the page is loaded, or if the page could not be fetched

  // Fetches the page as it is sent now, and takes the fingerprint out of it.
  async function fetchPage() {
    const response = await fetch(location.pathname + location.search);
    isGone = response.status === 404;
    if (!response.ok || response.redirected) throw new Error("the page is gone");
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const { dataset } = page.querySelector("script[data-content]");
    const { content, files, styles } = dataset;
    for (const name of ["content", "files", "styles"]) delete dataset[name];
    return { page, fingerprint: { content, files, styles } };
  }

  // Brings the page up to date without a reload. Returns whether this was possible.
  async function update() {
    const [before, next, { setDifferences }] = await Promise.all([sent, fetchPage(), import(new URL("page-update.js", script.src))]);
    const { content, files, styles } = fingerprint();
    if (before?.fingerprint.content !== content || next.fingerprint.files !== files || next.fingerprint.styles !== styles) return false;
    endPreview();
    const elements = elementsIn(before.page);
    const live = new Map(elements.map((element, index) => [element, parsed[index]]));
    if (elements.length !== parsed.length || !setDifferences(before.page, next.page, live)) return false;
    resumePreview();
    sent = next;
    Object.assign(fingerprint(), next.fingerprint);
    return true;
  }

  // Asks the editor to take the clicks while the page is reloaded: neither the old page nor the new one gets them.
  const askToReload = () => sendToEditor({ kind: "reload" });
  // A reload during a press would lose the click, so the reload waits until the press ends.
  let isPressed = false;
  let hasPressed = false; // whether any press has begun on this page
  let isReloadDue = false;
  let isUpdating = false;
  let changesAgain = false;
  addEventListener("site:reload", async (event) => {
    event.preventDefault();
    if (isUpdating) return void (changesAgain = true);
    isUpdating = true;
    let isDone;
    do {
      changesAgain = false;
      isDone = await update().catch(() => false);
    } while (isDone && changesAgain);
    isUpdating = false;
    if (isDone) {
      dispatchEvent(new Event("site:updated"));
      placeAll();
      // The editor has much to do after this message, so the page is drawn first.
      requestAnimationFrame(() => setTimeout(() => sendToEditor({ kind: "updated" })));
    } else if (isGone) sendToEditor({ kind: "gone" });
    else {
      isReloadDue = true;
      if (!isPressed) askToReload();
    }
  });
  let hasErrors = false;
  // The editor lists the errors in its own words, so reload.js does not show them.
  addEventListener("site:errors", (event) => {
    event.preventDefault();
    const hadErrors = hasErrors;
    hasErrors = event.detail !== "";
    // `reload.js` sends this event only while the browser has the server's version of the page. If the errors end
    // without a new version, the values that caused them were taken back, so the previews of these values end too.
    if (hadErrors && !hasErrors) {
      endPreview();
      previews.clear();
    }
    sendToEditor({ kind: "errors", hasErrors });
  });
  addEventListener("pointerdown", ({ ctrlKey, metaKey }) => {
    isPressed = !isLooking && !ctrlKey && !metaKey;
    hasPressed = true;
    if (isPressed && isReloadDue) stop();
  }, true);
  // If the reload could not be stopped any more, the press ends on the reloaded page, and the browser sends no click.
  addEventListener("pointerup", (event) => {
    if (isReloaded && !hasPressed && !isLooking && event.button === 0 && event.target instanceof Element) choose(event);
    hasPressed = true;
  }, true);
  // A press that opens the browser's menu ends without `pointerup`.
  for (const end of ["pointerup", "pointercancel", "contextmenu"]) {
    addEventListener(end, () => setTimeout(() => {
      isPressed = false;
      if (isReloadDue) askToReload();
    }), true);
  }

  // Tells the editor of the keys that have a meaning there.
  addEventListener("keydown", (event) => {
    const { key, shiftKey, defaultPrevented, isComposing } = event;
    if (key === "F6") event.preventDefault();
    if (key === "F6" || (key === "Escape" && !isLooking && !defaultPrevented && !isComposing)) sendToEditor({ kind: "key", key, hasShift: shiftKey });
  });
  addEventListener("scroll", forgetPointer, { passive: true, capture: true });
  addEventListener("resize", placeAll);
  // The outline follows an element that moves by itself.
  for (const end of ["transitionend", "animationend", "load"]) document.addEventListener(end, placeAll, true);

  // A reloaded page stays where it was scrolled, even if it is reloaded again before it has its whole height.
  const scrollKey = `scroll of ${location.pathname}`;
  const isReloaded = performance.getEntriesByType("navigation")[0]?.type === "reload";
  let scrolled = isReloaded && JSON.parse(sessionStorage.getItem(scrollKey));
  const restore = () => scrolled && scrollTo({ left: scrolled[0], top: scrolled[1], behavior: "instant" });
  if (scrolled) history.scrollRestoration = "manual";
  addEventListener("load", () => {
    restore();
    scrolled = undefined;
    sent = fetchPage().catch(() => undefined);
  });
  for (const input of ["wheel", "touchstart", "pointerdown", "keydown"]) {
    addEventListener(input, () => (scrolled = undefined), { passive: true, capture: true });
  }
  addEventListener("pagehide", () => {
    history.scrollRestoration = "auto";
    sessionStorage.setItem(scrollKey, JSON.stringify(scrolled || [scrollX, scrollY]));
  });

  // The page is parsed: its deferred scripts, which may change it, run later.
  function begin() {
    numberElements();
    document.documentElement.append(host);
    restore();
    sendToEditor({ kind: "ready", path: location.pathname, isReload: isReloaded });
  }
  document.addEventListener("readystatechange", begin, { once: true });
})();
