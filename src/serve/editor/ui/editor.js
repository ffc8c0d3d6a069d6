"use strict";
(() => {
  // src/serve/editor/ui/api.ts
  var NO_ANSWER = "no-answer";
  var Refusal = class extends Error {
    /** The present value, if somebody else has changed it. */
    current;
    /** The code of the first diagnostic, or `NO_ANSWER`; absent for other refusals. */
    code;
    /** What each diagnostic says; without diagnostics, the message. */
    reasons = [this.message];
    constructor(message, details = {}) {
      super(message);
      Object.assign(this, details);
    }
  };
  var key = location.hash.slice(1);
  addEventListener("hashchange", () => location.reload());
  async function request(path, body) {
    const headers = { Authorization: `Bearer ${key}` };
    if (body !== void 0) headers["Content-Type"] = body instanceof Blob ? "application/octet-stream" : "application/json";
    const options = body === void 0 ? { headers } : { headers, method: "POST", body: body instanceof Blob ? body : JSON.stringify(body) };
    const refuse = () => {
      throw new Refusal("The program does not answer. Is “site edit” still running?", { code: NO_ANSWER });
    };
    const response = await fetch(path, options).catch(refuse);
    if (response.ok) return response.json().catch(refuse);
    const answer = await response.json().catch(() => void 0);
    if (response.status === 401) throw new Refusal("This address has expired. Open the one that “site edit” printed last.");
    const { current, diagnostics, message } = answer ?? {};
    if (response.status === 409) throw new Refusal("Somebody else has changed this meanwhile.", { current: { value: current ?? null } });
    if (!diagnostics) throw new Refusal(sentence(message ?? "This did not work."));
    const reasons = diagnostics.map(sentencesOf);
    throw new Refusal(reasons.join(" "), { code: diagnostics[0]?.code, reasons });
  }
  var sentencesOf = ({ message, label, help }) => [message, label, ...help].filter(Boolean).map(sentence).join(" ");
  function sentence(text) {
    const whole = (text.charAt(0).toUpperCase() + text.slice(1)).replace(/`([^`]*)`/g, "“$1”");
    return /[.!?]$/.test(whole) ? whole : `${whole}.`;
  }
  var withParameters = (path, parameters) => `${path}?${new URLSearchParams(parameters).toString().replaceAll("+", "%20")}`;
  var get = (path, parameters = {}) => request(withParameters(path, parameters));
  var post = (path, body) => request(path, body);
  var readSite = () => get("/api/site");
  var readPages = () => get("/api/pages");
  var findPages = (search) => get("/api/pages/found", { search });
  var readMarks = (route) => get("/api/page", { route });
  var readForm = (file, at) => get("/api/form", { file, at });
  var listReaders = (file, at) => get("/api/readers", { file, at });
  var readChanges = () => get("/api/changes");
  var readChange = async (number) => (await readChanges()).find((change) => change.number === number);
  async function readLastBlock({ file, at, further_blocks }) {
    const last = `#${Number(at.slice(1)) + Math.max(0, further_blocks)}`;
    const { fields: [field] } = await readForm(file, last);
    return { at: last, was: String(field?.value ?? "") };
  }
  var undoChange = (number) => post("/api/undo", { number });
  var redoChange = () => post("/api/redo", {});
  var changeValue = (file, at, was, to, item) => post("/api/changes", { file, at, was, to, item });
  var changeBlock = (change) => post("/api/blocks", change);
  var readLostLinks = (change) => post("/api/blocks/links", change);
  var readWork = () => get("/api/work");
  var readSamples = () => get("/api/samples");
  var approveSamples = (samples) => post("/api/samples", samples);
  var editItems = (file, at, was, edit) => post("/api/items", { file, at, was, edit });
  var readErrors = () => get("/api/errors");
  var readPublishState = () => get("/api/publish");
  var checkForPublishing = () => post("/api/publish/check", {});
  var publish = (wanted) => post("/api/publish", wanted);
  var readBlankItem = (file, at, number) => get("/api/blank", { file, at, number: String(number) });
  var readBlankMapping = (file, at) => get("/api/blank", { file, at });
  var readBlankEntry = (collection) => get("/api/entries", { collection });
  var proposeName = (collection, title) => get("/api/name", { collection, title });
  var createEntry = (collection, name, value) => post("/api/entries", { collection, name, value });
  var readDeletionPlan = (file) => get("/api/uses", { file });
  var deleteEntry = (file, leads_to, uses) => post("/api/delete", { file, leads_to, uses });
  var addPicture = (name, replaced, picture) => post(withParameters("/api/pictures", { name, replaced }), picture);
  var readEntryList = (collection) => get("/api/order", { collection });
  var moveEntry = (file, collection, to) => post("/api/order", { file, collection, to });
  var readRenamePlan = (file) => get("/api/rename", { file });
  var checkName = (file, name) => get("/api/rename/name", { file, name });
  var renameEntry = (file, name, keeps_address) => post("/api/rename", { file, name, keeps_address });

  // src/serve/editor/ui/timing.ts
  var Counter = class {
    count = 0;
    /** Counts an event. Returns a function that tells whether this event is still the latest. */
    next() {
      this.count += 1;
      return this.watch();
    }
    /** Returns a function that tells whether no event was counted since this call. */
    watch() {
      const before = this.count;
      return () => before === this.count;
    }
  };
  function queue() {
    let last = Promise.resolve();
    return (act) => last = last.then(act, act);
  }
  function delayed(act, delay) {
    let timer;
    return (...given) => {
      clearTimeout(timer);
      timer = setTimeout(act, delay, ...given);
    };
  }
  function onceAtATime(act) {
    let running;
    return (...given) => running ??= act(...given).finally(() => running = void 0);
  }
  var BUILD_CHECK_MS = 100;
  var pause = (delay) => new Promise((resolve) => setTimeout(resolve, delay));

  // src/serve/editor/ui/dom.ts
  function make(name, properties = {}, ...children) {
    const element = document.createElement(name);
    for (const [key2, value] of Object.entries(properties)) {
      if (value === void 0 || value === null || value === false) continue;
      if (key2.includes("-") || key2 === "role" || key2 === "list") element.setAttribute(key2, String(value));
      else Object.assign(element, { [key2]: value });
    }
    element.append(...children.filter((child) => Boolean(child)));
    return element;
  }
  var button = (label, act, properties = {}) => make("button", { type: "button", onclick: (event) => void attempt(() => act(event)), ...properties }, ...[label].flat());
  var buttonRow = (...buttons) => make("div", { className: "actions" }, ...buttons);
  var softText = (...words) => make("p", { className: "soft" }, ...words);
  var openerItem = (name, about, open, properties = {}, ...more) => make("li", {}, button(twoLines(name, about, ...more), open, properties));
  var twoLines = (name, about, ...more) => [
    make("span", { dir: "auto" }, name),
    about !== name && make("span", { className: "soft", dir: "auto" }, about),
    ...more
  ];
  function byId(id) {
    const found = document.getElementById(id);
    if (!found) throw new Error(`no element has the id ${id}`);
    return found;
  }
  var panel = () => byId("panel");
  var DOUBLE_CLICK_MS = 500;
  var shownAt = -Infinity;
  var shownView = () => panel().dataset["view"] ?? "nothing";
  var isVacant = () => ["nothing", "contents"].includes(shownView());
  function showView(view, back, heading, ...children) {
    show(view, wayBack(back), make("h1", { dir: "auto" }, heading), ...children);
    panel().focus();
  }
  function show(view, ...children) {
    panel().dataset["view"] = view;
    panel().replaceChildren(...children.filter((child) => child instanceof Node));
    panel().scrollTop = 0;
    shownAt = performance.now();
    release();
  }
  panel().addEventListener("mousedown", (event) => {
    const isBeside = event.target instanceof Element && !event.target.closest("button, input, label, select, summary, textarea");
    if (event.detail > 1 && isBeside && performance.now() - shownAt < DOUBLE_CLICK_MS) event.preventDefault();
  });
  var isPressed = false;
  var composer = null;
  var waiting = [];
  var isComposing = () => composer !== null && composer === document.activeElement;
  var isBusy = () => isPressed || isComposing();
  var release = () => {
    if (!isBusy()) for (const go of waiting.splice(0)) go();
  };
  addEventListener("pointerdown", () => isPressed = true, true);
  for (const end of ["pointerup", "pointercancel", "contextmenu"]) {
    addEventListener(end, () => setTimeout(() => (isPressed = false, release())), true);
  }
  addEventListener("compositionstart", ({ target }) => composer = target, true);
  addEventListener("compositionend", () => (composer = null, setTimeout(release)), true);
  var untilIdle = () => new Promise((resolve) => isBusy() ? waiting.push(resolve) : resolve());
  var isOfInputMethod = ({ isComposing: isComposing2, keyCode }) => isComposing2 || keyCode === 229;
  var nameOf = (control) => control.dataset["at"] ?? control.getAttribute("aria-label") ?? (control.textContent || control.id);
  var hasCursor = (control) => "selectionStart" in control && control.selectionStart !== null;
  function keepFocus(act) {
    const controls = () => [...panel().querySelectorAll("button, input, select, summary, textarea")];
    const focused = document.activeElement;
    const number = controls().indexOf(focused);
    const name = nameOf(focused);
    const scrolled = panel().scrollTop;
    const details = () => [...panel().querySelectorAll("details")].map((details2) => ({ details: details2, words: details2.querySelector("summary")?.textContent }));
    const openBefore = details().filter(({ details: { open } }) => open).map(({ words }) => words);
    act();
    for (const { details: after, words } of details()) if (openBefore.includes(words)) after.open = true;
    const [only, ...others] = controls().filter((control) => nameOf(control) === name);
    if (number >= 0) (others.length === 0 && only || controls()[number] || panel()).focus();
    else if (focused === document.body) document.activeElement.blur();
    else if (focused !== document.activeElement) focused.focus();
    if (only === document.activeElement && hasCursor(only) && hasCursor(focused)) only.setSelectionRange(focused.selectionStart, focused.selectionEnd);
    panel().scrollTop = scrolled;
  }
  var wayBack = (...ways) => {
    const items = ways.map(([label, go]) => make("li", {}, button(label, go)));
    return make("nav", { "aria-label": "Where you are" }, make("ol", { className: "trail" }, ...items));
  };
  var counted = (number, what) => number === 1 ? `1 ${what}` : `${number} ${what}s`;
  var RESULT_MS = 4e3;
  var endResult = delayed(() => byId("status").textContent = "", RESULT_MS);
  var remark = "";
  var endRemark = delayed(() => remark = "", RESULT_MS);
  function say(text) {
    byId("status").textContent = [remark, text].filter(Boolean).join(". ");
    endResult();
  }
  function remarkOn(text) {
    remark = text;
    endRemark();
    say("");
  }
  var messageOf = (error) => error instanceof Error ? error.message : "This did not work.";
  var sayError = (error) => say(messageOf(error));
  async function attempt(act) {
    try {
      await act();
    } catch (error) {
      sayError(error);
    }
  }
  function actionForm({ submit, failure, act, footer }, ...children) {
    const problem = make("p", { className: "problem", role: "alert" });
    const form = make("form", { noValidate: true }, ...children, problem, footer);
    form.addEventListener("input", () => problem.textContent = "");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (submit.disabled) return;
      submit.disabled = true;
      problem.textContent = "";
      act().catch((error) => {
        problem.textContent = messageOf(error);
        problem.scrollIntoView({ block: "nearest" });
        say(failure);
      }).finally(() => submit.disabled = false);
    });
    return form;
  }
  var submitOrCancel = (submit, cancel) => buttonRow(submit, button("Cancel", cancel));

  // src/serve/editor/ui/field-box.ts
  function fieldBox(input, label, helpText = "") {
    const { id, required } = input;
    const isSwitch = input.type === "checkbox";
    const name = make("label", { htmlFor: id, dir: "auto" }, isSwitch && input, label);
    const help = make("p", { className: "help", id: `${id}-help` }, helpText);
    const problem = make("p", { className: "problem", id: `${id}-problem` });
    const box = make("div", { className: "field" }, name, !isSwitch && input, help, problem);
    box.classList.toggle("is-switch", isSwitch);
    box.classList.toggle("is-required", required);
    input.setAttribute("aria-describedby", `${help.id} ${problem.id}`);
    input.setAttribute("aria-invalid", "false");
    const setProblem = (words, ...buttons) => {
      problem.replaceChildren(words, ...buttons.length > 0 ? [make("span", { className: "actions" }, ...buttons)] : []);
      box.classList.toggle("is-wrong", words !== "");
      sayWhetherWrong(box, input);
    };
    return { box, input, help, problem, setProblem };
  }
  function sayWhetherWrong(box, input) {
    input.setAttribute("aria-invalid", String(box.matches(".is-wrong, :has(.of-site)")));
  }

  // src/serve/editor/ui/texts.ts
  var characterStart = (text, at) => new Intl.Segmenter().segment(text).containing(at)?.index ?? at;
  var shorten = (text, most) => text.length > most ? `${text.slice(0, characterStart(text, most)).replace(/[\s.…]+$/, "")}…` : text;
  var folded = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  var PICTURE = /^\/\S+\.(svg|png|jpe?g|webp|avif|gif)$/i;
  function withoutFolders(before, after) {
    const name = (text) => PICTURE.test(text) ? text.slice(text.lastIndexOf("/") + 1) : text;
    return name(before) === name(after) ? [before, after] : [name(before), name(after)];
  }
  var isBlock = (at) => /^#\d+$/.test(at);
  var withoutPart = (at) => at.replace(/^(#\d+)\/.*$/, "$1");
  var escapeRoute = (route) => route.split("/").map(encodeURIComponent).join("/");
  var encodeAddress = (address) => address.replace(/[\s<>()]/g, (sign) => /[()]/.test(sign) ? `%${sign.charCodeAt(0).toString(16)}` : encodeURIComponent(sign));

  // src/serve/editor/ui/frame.ts
  var frame = byId("frame");
  var pageButton = byId("page");
  var look = byId("look");
  var LAST_ROUTE = "route";
  var site;
  var framePage = {
    route: "/",
    /** The route that was asked for last, until any page is loaded. */
    wanted: void 0,
    marks: void 0,
    /** Whether something was saved since the marks were read. */
    hasSaved: false
  };
  var awaitedRoute;
  var readsOfMarks = new Counter();
  async function readSite2() {
    site = await readSite();
  }
  var postToPage = (message) => frame.contentWindow?.postMessage(message, site.origin);
  var isFromPage = ({ origin, source }) => Boolean(site) && origin === site.origin && source === frame.contentWindow;
  var clickDuringReload;
  function reloadPage() {
    frame.classList.add("is-reloading");
    postToPage({ kind: "reload" });
  }
  function endReload() {
    frame.classList.remove("is-reloading");
    if (clickDuringReload) postToPage({ kind: "click", ...clickDuringReload });
    clickDuringReload = void 0;
  }
  var stage = byId("stage");
  stage.addEventListener("pointerdown", ({ pointerId }) => stage.setPointerCapture(pointerId));
  stage.addEventListener("click", ({ clientX, clientY }) => {
    const { left, top } = frame.getBoundingClientRect();
    clickDuringReload = { clientX: clientX - left, clientY: clientY - top };
    if (!frame.classList.contains("is-reloading")) endReload();
  });
  frame.addEventListener("load", () => {
    if (framePage.wanted === void 0) endReload();
  });
  var isLooking = () => look.getAttribute("aria-pressed") === "true";
  var isInFrame = (file) => framePage.marks?.page.file === file && framePage.wanted === void 0;
  function toggleLooking() {
    look.setAttribute("aria-pressed", String(!isLooking()));
    postToPage({ kind: "look", on: isLooking() });
  }
  var removals = 0;
  var isGone = false;
  async function removingPage(change) {
    removals += 1;
    try {
      return await change();
    } finally {
      removals -= 1;
      leaveGone();
    }
  }
  function noteGone() {
    isGone = true;
    leaveGone();
  }
  function leaveGone() {
    if (isGone && removals === 0 && framePage.wanted === void 0) goTo("/");
  }
  function goTo(route, title = route) {
    if (framePage.wanted !== route) clickDuringReload = void 0;
    framePage.wanted = route;
    awaitedRoute = route;
    labelPage({ title, hidden: null });
    frame.src = site.origin + site.base.replace(/\/$/, "") + escapeRoute(route);
  }
  async function goToLast() {
    const last = sessionStorage.getItem(LAST_ROUTE) ?? "/";
    goTo(await readMarks(last).then(() => last, () => "/"));
  }
  function noteLoaded(path, isReload) {
    isGone = false;
    const route = routeOf(path);
    const { wanted, route: before } = framePage;
    if (isReload && wanted !== void 0 && wanted !== route) {
      goTo(wanted);
      return void 0;
    }
    const isChosen = wanted !== void 0 || route === awaitedRoute;
    framePage.wanted = void 0;
    endReload();
    if (route === awaitedRoute) awaitedRoute = void 0;
    framePage.route = route;
    sessionStorage.setItem(LAST_ROUTE, route);
    if (route === before) return "same";
    return isChosen ? "chosen" : "followed";
  }
  function routeOf(path) {
    const [decoded, base] = [decodeURIComponent(path), decodeURIComponent(site.base)];
    return decoded.startsWith(base) ? `/${decoded.slice(base.length)}` : decoded;
  }
  function labelPage({ title, hidden }) {
    pageButton.textContent = title;
    pageButton.setAttribute("aria-label", `Page: ${title}`);
    byId("ribbon").textContent = hidden ?? "";
  }
  async function readMarks2() {
    if (framePage.wanted !== void 0 && framePage.wanted !== framePage.route) return false;
    const isLatest = readsOfMarks.next();
    framePage.hasSaved = false;
    const found = await readMarks(framePage.route).catch(sayError) ?? void 0;
    await untilIdle();
    if (!isLatest()) return false;
    framePage.marks = found;
    if (framePage.wanted === void 0) labelPage(found?.page ?? { title: framePage.route, hidden: null });
    const elements = found?.elements ?? [];
    const labels = elements.map(({ targets }) => commonLabel(targets.map((number) => found?.targets[number]?.label ?? "")));
    postToPage({ kind: "look", on: isLooking() });
    postToPage({ kind: "marks", elements, labels });
    return true;
  }
  function commonLabel(labels) {
    const [first = [], ...others] = labels.map((label) => label.split(" › "));
    const shared = first.filter((_, index) => others.every((steps) => first.slice(0, index + 1).every((step, at) => steps[at] === step)));
    return shared.length > 0 ? shared.join(" › ") : [...new Set(labels)].join(", ");
  }
  function elementsShowing(file, at) {
    const { elements = [], targets = [] } = framePage.marks ?? {};
    const isShown = (target) => target?.file === file && (target.at === at || target.at.startsWith(`${at}/`));
    return [...elements.keys()].filter((index) => elements[index]?.targets.some((number) => isShown(targets[number])));
  }
  function previewValue(file, at, before, after) {
    if (before === null || after === null) return;
    postToPage({ kind: "preview", indices: elementsShowing(file, at), before: String(before), after: String(after) });
  }

  // src/serve/editor/ui/moves.ts
  var enqueue = queue();
  var unfinished = 0;
  function moveNext(move2) {
    unfinished += 1;
    return enqueue(move2).catch(sayError).finally(() => unfinished -= 1);
  }
  var lastClick = { act: "", x: 0, y: 0, again: void 0, running: 0, end: 0 };
  var REST_PX = 10;
  function isAgain(act, { clientX, clientY }) {
    const { x, y, running, end } = lastClick;
    const isSoon = running > 0 || performance.now() - end < DOUBLE_CLICK_MS;
    return isSoon && act === lastClick.act && Math.hypot(clientX - x, clientY - y) < REST_PX;
  }
  function itemButtons({ label, number, count, move: move2, remove, isNeeded = false }, hasWords) {
    const itemButton = (sign, act, disabled, perform, again) => {
      const onclick = (event) => {
        if (event.detail === 0) return perform();
        const meant = isAgain(act, event) ? lastClick.again : perform;
        if (!meant) return;
        if (meant === perform) Object.assign(lastClick, { act, x: event.clientX, y: event.clientY, again });
        lastClick.running += 1;
        return meant().finally(() => {
          lastClick.running -= 1;
          lastClick.end = performance.now();
        });
      };
      return button(hasWords ? act : sign, onclick, { disabled, title: act, "aria-label": `${act}: ${label}`, "data-act": act });
    };
    const mover = (sign, act, step) => {
      const perform = () => moveNext(() => move2(step, act));
      return itemButton(sign, act, number + step < 0 || number + step >= count, perform, perform);
    };
    const movers = [mover("↑", "Move up", -1), mover("↓", "Move down", 1)];
    const remover = remove && itemButton("✕", "Remove", isNeeded, onceAtATime(remove));
    return make("span", { className: "item-buttons", role: "group", "aria-label": label }, ...movers, remover);
  }
  function moveByKeys(card, { move: move2 }) {
    card.addEventListener("keydown", (event) => {
      const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : void 0;
      if (step === void 0) return;
      event.preventDefault();
      if (!event.repeat || unfinished === 0) void moveNext(() => move2(step));
    });
  }
  var placeAfter = (place, steps, count) => Math.max(0, Math.min(place + steps, count - 1));
  function focusMoved(place, act = "") {
    const same = place?.querySelector(`[data-act="${act}"]:not(:disabled)`);
    (same ?? place?.querySelector(".name, input, textarea, select, button:not(:disabled)"))?.focus();
  }
  var stepsOf = (pointer) => pointer.split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  function pointerAfter(at, change) {
    const { kind, was, to, at: changed2, further_blocks = 0 } = change;
    const isGroup = typeof was === "object" && was !== null;
    if (kind === "set" && isGroup && to === null) return `${at}/`.startsWith(`${changed2}/`) ? void 0 : at;
    const [, list, item] = /^(.*[/#])(\d+)$/s.exec(changed2) ?? [];
    if (list === void 0 || !at.startsWith(list)) return at;
    const [, digits, inside] = /^(\d+)(.*)$/s.exec(at.slice(list.length)) ?? [];
    if (digits === void 0) return at;
    const [number, own] = [Number(digits), Number(item)];
    const withNumber = (number2) => `${list}${number2}${inside}`;
    if (kind === "set") return withNumber(number <= own ? number : Math.max(own, number + further_blocks));
    if (kind === "move") {
      const [from, place] = [Number(was), Number(to)];
      const left = number > from ? number - 1 : number;
      return withNumber(number === from ? place : left >= place ? left + 1 : left);
    }
    if (kind !== "insert" && kind !== "remove") return at;
    const count = 1 + further_blocks;
    if (kind === "insert") return withNumber(number >= own ? number + count : number);
    if (number >= own && number < own + count) return void 0;
    return withNumber(number > own ? number - count : number);
  }
  function pointerAfterUndo(at, reversal) {
    const { at: item } = reversal;
    const list = item.startsWith("#") ? `#${Math.max(0, Number(item.slice(1)) - 1)}` : item.slice(0, item.lastIndexOf("/"));
    return pointerAfter(at, reversal) ?? list;
  }

  // src/serve/editor/ui/unsaved.ts
  var PREFIX = "unsaved ";
  var keyOf = (file, at) => `${PREFIX}${file} ${at}`;
  var keyOfBlank = (id) => `new ${id}`;
  var hasBegun = () => Object.keys(sessionStorage).some((key2) => key2.startsWith(keyOfBlank("")));
  var changed = () => {
  };
  function storeUnsaved(unsaved) {
    sessionStorage.setItem(keyOf(unsaved.file, unsaved.at), JSON.stringify(unsaved));
    changed();
  }
  function removeUnsaved(file, at) {
    sessionStorage.removeItem(keyOf(file, at));
    changed();
  }
  function findUnsaved(file, at) {
    const kept = sessionStorage.getItem(keyOf(file, at));
    return kept === null ? void 0 : JSON.parse(kept);
  }
  function moveInputs(change) {
    const { kind, file, moves } = change;
    const moved = /* @__PURE__ */ new Map();
    for (const [before, after] of kind === "rename" ? moves : [[file, file]]) {
      for (const unsaved of listRefused().filter((unsaved2) => unsaved2.file === before)) {
        sessionStorage.removeItem(keyOf(before, unsaved.at));
        const at = pointerAfter(unsaved.at, change);
        const item = unsaved.item && { ...unsaved.item, at: pointerAfter(unsaved.item.at, change) ?? unsaved.item.at };
        if (at !== void 0) moved.set(keyOf(after, at), JSON.stringify({ ...unsaved, file: after, at, item }));
      }
      const begun = keyOfBlank(`${before} `);
      for (const key2 of Object.keys(sessionStorage).filter((key3) => key3.startsWith(begun))) {
        const [, block, kindOfNew = ""] = /^(#\d+)( .*)$/.exec(key2.slice(begun.length)) ?? [];
        const at = pointerAfter(block ?? key2.slice(begun.length), change);
        if (at !== void 0) moved.set(keyOfBlank(`${after} ${at}${kindOfNew}`), sessionStorage.getItem(key2) ?? "");
        sessionStorage.removeItem(key2);
      }
    }
    for (const [key2, value] of moved) sessionStorage.setItem(key2, value);
    changed();
  }
  function setInItem(item, pointer, value) {
    if (pointer === item.at) item.value = value;
    if (!pointer.startsWith(`${item.at}/`)) return;
    const steps = stepsOf(pointer.slice(item.at.length));
    const key2 = steps.pop() ?? "";
    const parent = steps.reduce((value2, step) => value2?.[step], item.value);
    if (typeof parent !== "object" || parent === null) return;
    if (value === null) delete parent[key2];
    else parent[key2] = value;
  }
  function setInItems(file, pointer, value, form) {
    for (const unsaved of listUnsaved()) {
      if (unsaved.file !== file || !unsaved.item) continue;
      setInItem(unsaved.item, pointer, value);
      sessionStorage.setItem(keyOf(file, unsaved.at), JSON.stringify(unsaved));
    }
    if (form?.file !== file) return;
    for (const shown of [form.item, ...form.list?.items ?? []]) if (shown) setInItem(shown, pointer, value);
  }
  function itemAround({ item, list }, pointer) {
    const found = item ?? list?.items.find(({ at }) => `${pointer}/`.startsWith(`${at}/`));
    return found ? { at: found.at, value: structuredClone(found.value) } : null;
  }
  function listUnsaved() {
    const keys = Object.keys(sessionStorage).filter((key2) => key2.startsWith(PREFIX));
    return keys.sort().map((key2) => JSON.parse(sessionStorage.getItem(key2) ?? ""));
  }
  var listRefused = () => listUnsaved().filter(({ reason }) => reason !== "");
  var refusedCount = () => listRefused().length;
  function showRefusedCount(counter) {
    for (const unsaved of listUnsaved()) storeUnsaved({ ...unsaved, reason: unsaved.reason || "The editor was left before it was saved." });
    changed = () => {
      const [first, ...others] = listRefused();
      counter.hidden = !first;
      const [count, reason] = [`${others.length + 1} not saved`, `: ${first?.reason}`];
      if (counter.textContent !== count + reason) counter.replaceChildren(count, make("span", { className: "wide" }, reason));
    };
    changed();
  }

  // src/serve/editor/ui/changes.ts
  var skipped = /* @__PURE__ */ new Map();
  var followed;
  var refreshes = new Counter();
  var refreshed = () => {
  };
  function onRefreshedChanges(act) {
    refreshed = act;
  }
  async function readChanges2() {
    const changes = await readChanges();
    const before = followed ?? changes[0]?.number ?? 0;
    for (const change of changes.filter(({ number }) => number > before).reverse()) moveInputs(change);
    followed = Math.max(before, changes[0]?.number ?? 0);
    return changes;
  }
  var LAST_PUBLISHED = "last-published";
  async function markPublished() {
    sessionStorage.setItem(LAST_PUBLISHED, (await readChanges())[0]?.time ?? "");
    await refreshChanges();
  }
  function changeToUndo(changes) {
    const last = sessionStorage.getItem(LAST_PUBLISHED) ?? "";
    return changes.find(({ undoes, is_undone, number, time }) => undoes === null && !is_undone && !skipped.has(number) && time > last);
  }
  function skipChange({ number }, files) {
    skipped.set(number, files);
  }
  function retrySkipped(files) {
    for (const [number, obstacles] of skipped) if (!obstacles || obstacles.some((file) => files.includes(file))) skipped.delete(number);
  }
  var windows = new BroadcastChannel("changes");
  windows.onmessage = () => void refreshChanges().catch(sayError);
  var tellOtherWindows = () => windows.postMessage(null);
  async function refreshChanges() {
    const isLatest = refreshes.next();
    const changes = await readChanges2();
    if (isLatest()) refreshed(changes);
  }

  // src/serve/editor/ui/clicked.ts
  var NOTHING_CLICKED = { text: "", number: "" };
  var lettersOf = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  function fieldOfClick({ fields }, at, { text, number }) {
    const digits = number.replace(/\D/g, "");
    const hasDigits = (field) => {
      const own = lettersOf(String(field.value ?? ""));
      return field.at === at ? own.includes(digits) : field.kind === "number" && own === digits;
    };
    const [only, ...others] = digits === "" ? fieldsOfText(fields, text) : fields.filter(hasDigits);
    return only && others.length === 0 && lettersOf(text) !== "" ? only.at : at;
  }
  function fieldsOfText(fields, text) {
    const letters = lettersOf(text);
    return fields.filter(({ kind, value }) => {
      const own = lettersOf(String(value ?? ""));
      return kind !== "link" && own !== "" && letters !== "" && (letters.includes(own) || own.includes(letters));
    });
  }
  var SOUGHT_LETTERS = 20;
  function caretOf(value, { text }) {
    const places = [...value.matchAll(/[\p{L}\p{N}]/gu)].flatMap(({ 0: letter, index }) => lettersOf(letter).split("").map(() => index));
    const letters = lettersOf(text).slice(0, SOUGHT_LETTERS);
    const found = lettersOf(value).indexOf(letters);
    const end = letters === "" || found < 0 ? -1 : value.indexOf("\n\n", places[found]);
    return end < 0 ? value.length : end;
  }

  // src/serve/editor/ui/saves.ts
  var pending = /* @__PURE__ */ new Set();
  var hasUnsaved = () => pending.size > 0;
  async function saveAll() {
    await Promise.all([...pending].map((field) => field.save()));
  }
  var afterSaves = queue();
  var sends = new Counter();

  // src/serve/editor/ui/open-state.ts
  var opened = { form: void 0 };
  var openings = new Counter();
  var watchOpening = () => openings.watch();
  var beginOpening = () => openings.next();
  function leaveForm() {
    beginOpening();
    opened.form = void 0;
    postToPage({ kind: "show", indices: [], scrolls: false });
  }
  async function openInstead(read, show2) {
    const isWanted = beginOpening();
    await saveAll();
    const answer = await read();
    if (!isWanted()) return;
    leaveForm();
    await show2(answer);
  }

  // src/serve/editor/ui/open.ts
  var views;
  function connectViews(given) {
    views = given;
  }
  var scrollsNext = false;
  var reads = new Counter();
  async function refreshMarks(isNew = false) {
    if (!await readMarks2()) return;
    const scrolls = isNew && scrollsNext;
    if (isNew) scrollsNext = false;
    if (opened.form) highlight(scrolls);
    else if (isVacant()) keepFocus(views.showContents);
  }
  panel().addEventListener("focusin", ({ target }) => {
    const at = target instanceof HTMLElement && !target.closest("form") && target.dataset["at"];
    if (opened.form && at) opened.form.cursorAt = at;
  });
  function highlight(scrolls) {
    if (!opened.form) return;
    if (scrolls && framePage.hasSaved) return void (scrollsNext = true);
    const { file, at, cursorAt } = opened.form;
    postToPage({ kind: "show", indices: elementsShowing(file, at), preferred: elementsShowing(file, cursorAt), scrolls });
  }
  function openForm(file, at, opening = {}) {
    beginOpening();
    return rereadForm(file, at, opening);
  }
  async function rereadForm(file, at, opening = {}) {
    const { scrolls = true, clicked = NOTHING_CLICKED, keepsFocus = false } = opening;
    const [isLatest, isCurrent] = [reads.next(), watchOpening()];
    const isWanted = () => isLatest() && isCurrent();
    let form;
    let isUpToDate;
    do {
      await saveAll();
      isUpToDate = sends.watch();
      form = await readForm(file, at);
      await untilIdle();
    } while (isWanted() && (hasUnsaved() || !isUpToDate()));
    if (!isWanted()) return void 0;
    const set = () => fillPanel(form, fieldOfClick(form, at, clicked), scrolls, clicked);
    scrollsNext = false;
    if (keepsFocus) keepFocus(set);
    else set();
    return form;
  }
  async function refreshForm() {
    const before = opened.form;
    if (!before) return;
    const [isLatest, isUpToDate] = [reads.watch(), sends.watch()];
    const form = await readForm(before.file, before.at).catch(() => void 0);
    await untilIdle();
    if (!form || !isLatest() || opened.form !== before || shownView() !== "form") return;
    const isIdle = !hasUnsaved() && isUpToDate() && !panel().contains(document.activeElement);
    if (isIdle) keepFocus(() => fillPanel(form, before.cursorAt, false));
    else if (JSON.stringify(form.item) === JSON.stringify(before.item)) updateNames(form);
  }
  function updateNames({ title, trail }) {
    const names = [title, ...trail.map(({ label }) => label)];
    panel().querySelectorAll(".trail button").forEach((step, number) => number > 0 && (step.textContent = names[number - 1] ?? ""));
    panel().querySelector("h1")?.replaceChildren(names.at(-1) ?? "");
  }
  function fillPanel(form, at, scrolls, clicked = NOTHING_CLICKED) {
    const from = opened.form?.file === form.file ? opened.form.at : "";
    opened.form = { ...form, cursorAt: at, isCurrent: watchOpening() };
    views.showForm(opened.form, from, clicked);
    highlight(scrolls);
  }
  async function followChange(form, at, { isWanted = form.isCurrent, keepsFocus = false } = {}) {
    await refreshAfterSaving();
    return isWanted() && Boolean(await rereadForm(form.file, at, { keepsFocus }));
  }
  async function showInPage(file, at, page2 = null) {
    const opening = openForm(file, at);
    const isWanted = watchOpening();
    await opening;
    const readers2 = page2 === null ? (await listReaders(file, at)).map((reader) => reader.route) : [];
    const target = page2 ?? (readers2.includes(framePage.route) ? framePage.route : readers2[0]);
    if (isWanted() && target !== void 0) goToOpened(target);
  }
  function goToOpened(route, title) {
    if (route === framePage.route) return highlight(true);
    scrollsNext = true;
    goTo(route, title);
  }
  function close() {
    void saveAll();
    const left = opened.form;
    leaveForm();
    views.showContents();
    if (!left || !views.focusContent(left.file, left.cursorAt)) panel().focus();
  }
  async function refreshAfterSaving() {
    tellOtherWindows();
    await refreshChanges();
    framePage.hasSaved = true;
  }

  // src/serve/editor/ui/pages.ts
  var findPages2 = (words) => findPages(words.replace(/^https?:\/\/[^/]*/, ""));
  async function findAsTyped(field, fill) {
    const searches = new Counter();
    const find = async () => {
      const isLatest = searches.next();
      const found = await findPages2(field.value);
      if (isLatest()) fill(found);
    };
    field.addEventListener("input", () => void find().catch(sayError));
    await find();
  }
  function choose({ route, title }) {
    leaveForm();
    show("nothing", make("h1", {}, title));
    panel().focus();
    goTo(route, title);
  }
  async function showPages() {
    const field = make("input", { type: "search", id: "find-page", autocomplete: "off", spellcheck: false });
    const list = make("ul", { className: "list" });
    const others = make("p", { className: "soft", role: "status" });
    const item = (page2) => {
      const ribbon = page2.hidden !== null && make("span", { className: "ribbon" }, page2.hidden);
      return openerItem(page2.title, page2.route, () => choose(page2), {}, ribbon);
    };
    const chooseFirst = async () => {
      const isWanted = watchOpening();
      const { pages: [first] } = await findPages2(field.value);
      if (first && isWanted()) choose(first);
    };
    field.addEventListener("keydown", (event) => event.key === "Enter" && !isOfInputMethod(event) && void chooseFirst().catch(sayError));
    showView(
      "other",
      ["Contents", close],
      "Pages",
      fieldBox(field, "Find a page").box,
      list,
      others
    );
    field.focus();
    await findAsTyped(field, (found) => {
      list.replaceChildren(...found.pages.map(item));
      others.textContent = found.others > 0 ? `${found.others} more: type words of the title or the address` : "";
      if (found.pages.length === 0) others.textContent = "No page has this in its title or address.";
    });
  }
  function offerPages(input, list) {
    const fill = ({ pages }) => list.replaceChildren(...pages.map(({ route, title }) => make("option", { value: route, label: title })));
    input.addEventListener("focus", () => void findAsTyped(input, fill).catch(sayError), { once: true });
  }

  // src/serve/editor/ui/marks.ts
  function markButtons(input) {
    const marks = [
      ["Bold", "b", "B", () => toggleSign(input, "**")],
      ["Italic", "i", "I", () => toggleSign(input, "*")],
      ["Link", "k", "Link", () => askForAddress(input)]
    ];
    input.addEventListener("keydown", (event) => {
      const mark = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && marks.find(([, key2]) => key2 === event.key.toLowerCase());
      if (!mark || isOfInputMethod(event)) return;
      event.preventDefault();
      mark[3]();
    });
    const buttons = marks.map(
      ([label, key2, sign, act]) => button(sign, act, {
        title: `${label} (Ctrl+${key2.toUpperCase()})`,
        "aria-label": label,
        "aria-keyshortcuts": `Control+${key2.toUpperCase()}`,
        "data-mark": key2,
        // The cursor stays in the text.
        onmousedown: (event) => event.preventDefault()
      })
    );
    return make("div", { className: "marks", role: "group", "aria-label": "Selected words" }, ...buttons);
  }
  function selectedWords({ value, selectionStart, selectionEnd }) {
    const selected = value.slice(selectionStart, selectionEnd);
    if (selected.trim() !== "") return [selectionStart + selected.search(/\S/), selectionStart + selected.trimEnd().length];
    const isOfWord = (at) => /[\p{L}\p{M}\p{N}'’-]/u.test(value.charAt(at)) || /[\ud800-\udfff]/.test(value.charAt(at));
    let [start2, end] = [selectionStart, selectionStart];
    while (start2 > 0 && isOfWord(start2 - 1)) start2 -= 1;
    while (end < value.length && isOfWord(end)) end += 1;
    return [start2, end];
  }
  function replacePart(input, start2, end, text, selected) {
    input.focus();
    input.setSelectionRange(start2, end);
    document.execCommand("insertText", false, text);
    input.setSelectionRange(...selected);
  }
  function toggleSign(input, sign) {
    let [start2, end] = selectedWords(input);
    const { value } = input;
    const [, ownStars = ""] = /^(\*{1,3})[^*]+\1$/.exec(value.slice(start2, end)) ?? [];
    [start2, end] = [start2 + ownStars.length, end - ownStars.length];
    const words = value.slice(start2, end);
    if (words === "") return say("Select the words first");
    if (/\n\s*\n/.test(words)) return say("Select words of one paragraph");
    const [before = ""] = /\**$/.exec(value.slice(0, start2)) ?? [];
    const [after = ""] = /^\**/.exec(value.slice(end)) ?? [];
    const present = Math.min(before.length, after.length, 3);
    const isMarked = sign.length === 2 ? present >= 2 : present % 2 === 1;
    const stars = "*".repeat(present + (isMarked ? -sign.length : sign.length));
    const first = start2 - present + stars.length;
    replacePart(input, start2 - present, end + present, stars + words + stars, [first, first + words.length]);
  }
  var lastId = 0;
  function askForAddress(input) {
    const [start2, end] = selectedWords(input);
    const { value } = input;
    const words = value.slice(start2, end);
    const id = `link-${++lastId}`;
    const address = make("input", { type: "text", id, list: `${id}-list`, spellcheck: false, autocomplete: "off" });
    const list = make("datalist", { id: `${id}-list` });
    offerPages(address, list);
    const { box } = fieldBox(address, words === "" ? "Link to" : `Link “${words}” to`, "A page of the list, or an address that begins with https://");
    const close2 = () => {
      row.remove();
      input.focus();
    };
    const insert = () => {
      const target = encodeAddress(address.value.trim());
      if (target === "") return address.focus();
      close2();
      if (input.value !== value) return say("The text has changed: select the words again");
      const shown = words === "" ? target.replace(/^(https?:\/\/|mailto:|tel:)/, "") : words;
      replacePart(input, start2, end, `[${shown}](${target})`, [start2 + 1, start2 + 1 + shown.length]);
    };
    const row = make("div", { className: "link-row" }, box, list, buttonRow(button("Insert the link", insert, { className: "is-primary" }), button("Cancel", close2)));
    row.addEventListener("keydown", (event) => {
      const act = { Escape: close2, Enter: event.target === address ? insert : void 0 }[event.key];
      if (!act || isOfInputMethod(event)) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    });
    row.addEventListener("input", (event) => event.stopPropagation());
    input.parentElement?.querySelector(".link-row")?.remove();
    input.after(row);
    row.scrollIntoView({ block: "nearest" });
    address.focus();
  }

  // src/serve/editor/ui/paste.ts
  var PLAIN = { isBold: false, isItalic: false, href: "" };
  var BLOCKS = new Set(
    "ADDRESS ARTICLE ASIDE BLOCKQUOTE DD DIV DL DT FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE SECTION TABLE TR UL".split(" ")
  );
  var PICTURES = new Set("AUDIO CANVAS IFRAME IMG OBJECT SVG VIDEO".split(" "));
  var LEFT_OUT = new Set("BUTTON INPUT NOSCRIPT SCRIPT SELECT STYLE TEMPLATE TEXTAREA TITLE".split(" "));
  var escapeSigns = (text) => text.replace(/[\\`*[\]~]|<(?=[a-z/!?])|&(?=#?\w+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/giu, "\\$&");
  var escapeStart = (text) => text.replace(/^(?=#{1,6}(\s|$)|>|[-+]\s|[-=]+$)/, "\\").replace(/^(\d+)(?=[.)](\s|$))/, "$1\\");
  function addressOf(href) {
    const own = site.origin + site.base;
    const address = (href.startsWith(own) ? `/${href.slice(own.length)}` : href).trim();
    if (!/^(https?:|mailto:|tel:|\/(?!\/))/i.test(address)) return "";
    return encodeAddress(address);
  }
  function writeRuns(runs, write) {
    const merged = [];
    const isAlike = (a, b) => a.isBold === b.isBold && a.isItalic === b.isItalic && a.href === b.href;
    for (const run of runs) {
      const last = merged.at(-1);
      if (last && (isAlike(last, run) || run.text.trim() === "")) last.text += run.text;
      else merged.push({ ...run });
    }
    let [written, href] = ["", ""];
    const endLink = () => href === "" ? "" : `](${href})`;
    for (const [number, run] of merged.entries()) {
      const end = /^[\p{L}\p{N}]/u.test(merged[number + 1]?.text ?? "") ? /^(\s*)(.*?)([^\p{L}\p{N}]*)$/su : /^(\s*)(.*?)(\s*)$/s;
      const [, before = "", words = "", after = ""] = end.exec(run.text) ?? [];
      const target = words === "" ? "" : run.href;
      const sign = (run.isBold ? "**" : "") + (run.isItalic ? "*" : "");
      if (target !== href) written += endLink();
      written += before + (target !== href && target !== "" ? "[" : "");
      href = target;
      written += words === "" ? "" : sign + write(words) + sign;
      if (after === "") continue;
      if (merged[number + 1]?.href !== href) {
        written += endLink();
        href = "";
      }
      written += write(after);
    }
    return (written + endLink()).replace(/\s+/g, " ").trim();
  }
  var BlockWriter = class _BlockWriter {
    /** `notes` takes up what is left out, and `deeper` is added to the levels of headings. Without `escapes`, signs keep their meaning. */
    constructor(notes, deeper, escapes) {
      this.notes = notes;
      this.deeper = deeper;
      this.escapes = escapes;
    }
    notes;
    deeper;
    escapes;
    blocks = [];
    /** Whether anything is more than plain paragraphs. */
    isFormatted = false;
    runs = [];
    lists = [];
    /** What stands before the text of the next paragraph: the mark of an item or of a heading. */
    start = "";
    isInItem = false;
    /** The block of the list item that is being written, once the item has text of its own. */
    item;
    isInRow = false;
    /**
     * Ends a paragraph. Further paragraphs of a table cell or a list item continue its line, also those below a nested
     * list.
     */
    flush() {
      if (this.isInRow) return void this.runs.push({ ...PLAIN, text: " " });
      const runs = this.start.startsWith("#") ? this.runs.map((run) => ({ ...run, isBold: false })) : this.runs;
      const words = writeRuns(runs, this.escapes ? escapeSigns : String);
      const text = this.escapes ? escapeStart(words) : words;
      this.runs = [];
      if (text === "") return;
      const { item } = this;
      if (this.start !== "") {
        const block = { text: this.start + text, kind: this.isInItem ? "item" : "other" };
        this.blocks.push(block);
        if (this.isInItem) this.item = block;
      } else if (item) item.text += ` ${text}`;
      else this.blocks.push({ text, kind: "paragraph" });
      this.start = "";
    }
    writeChildren(element, look2) {
      for (const child of element.childNodes) {
        if (child instanceof Text) this.writeText(child, look2);
        else if (child instanceof Element) this.writeElement(child, look2);
      }
    }
    /** Writes a text. In a `<pre>`, its line ends count. */
    writeText({ data, parentElement }, look2) {
      const lines = parentElement?.closest("pre") ? data.split("\n") : [data];
      for (const [number, line] of lines.entries()) {
        if (number > 0) this.breakLine(look2);
        this.runs.push({ ...look2, text: line.replace(/[\s\u00a0]+/g, " ") });
      }
    }
    breakLine(look2) {
      if (this.isInItem || this.isInRow) this.runs.push({ ...look2, text: " " });
      else this.flush();
    }
    writeElement(element, look2) {
      const name = element.tagName.toUpperCase();
      const style = element.getAttribute("style") ?? "";
      if (LEFT_OUT.has(name) || /display:\s*none|mso-hide:\s*all|mso-list:\s*ignore/i.test(style)) return;
      if (PICTURES.has(name)) return void this.notes.add("pictures are left out");
      if (name === "BR") return this.breakLine(look2);
      if (!BLOCKS.has(name)) return this.writeChildren(element, this.lookOf(element, name, style, look2));
      this.flush();
      this.writeBlock(element, name, style, look2);
      this.flush();
    }
    lookOf(element, name, style, look2) {
      const weight = /font-weight:\s*(\w+)/i.exec(style)?.[1];
      const slant = /font-style:\s*(\w+)/i.exec(style)?.[1];
      const isBold = weight ? /^bold/i.test(weight) || Number(weight) >= 600 : look2.isBold || /^(B|STRONG)$/.test(name);
      const isItalic = slant ? /^(italic|oblique)$/i.test(slant) : look2.isItalic || /^(I|EM|CITE)$/.test(name);
      const href = name === "A" ? addressOf(element.getAttribute("href") ?? "") : look2.href;
      this.isFormatted ||= isBold || isItalic || href !== "";
      return { isBold, isItalic, href };
    }
    writeBlock(element, name, style, look2) {
      const word = /mso-list:[^;]*level(\d)/i.exec(style);
      const level = /^H(\d)$/.exec(name)?.[1];
      if (name === "UL" || name === "OL") this.writeList(element, name === "OL", look2);
      else if (name === "LI" && this.lists.length > 0) this.writeItem(element, look2);
      else if (word) {
        const isNumbered = /^\s*\w{1,3}[.)]/.test(element.querySelector('[style*="mso-list:Ignore" i]')?.textContent ?? "");
        this.lists.length = Math.min(this.lists.length, Number(word[1]));
        while (this.lists.length < Number(word[1])) this.lists.push({ isNumbered, count: 0, width: 0 });
        this.writeItem(element, look2);
      } else if (level && !this.isInItem) {
        this.isFormatted = true;
        this.start = `${"#".repeat(Math.min(6, Number(level) + this.deeper))} `;
        this.writeChildren(element, look2);
        this.flush();
        this.start = "";
      } else if (name === "BLOCKQUOTE" && !this.isInItem) {
        const inner = new _BlockWriter(this.notes, this.deeper, this.escapes);
        inner.writeChildren(element, look2);
        inner.flush();
        this.isFormatted = true;
        if (inner.blocks.length > 0) this.blocks.push({ text: inner.markdown.replace(/^(?=.)/gm, "> ").replace(/^$/gm, ">"), kind: "other" });
      } else if (name === "PRE" && element.querySelector("code, span") && !this.isInItem && !this.isInRow) this.writeCode(element);
      else if (name === "TR") {
        this.isFormatted = true;
        this.notes.add("tables become text");
        this.isInRow = true;
        for (const [number, cell] of [...element.children].entries()) {
          if (number > 0) this.runs.push({ ...look2, text: " · " });
          this.writeChildren(cell, look2);
        }
        this.isInRow = false;
      } else this.writeChildren(element, look2);
      if (!word && !element.closest("ul, ol")) this.lists.length = 0;
    }
    /** Writes code with its lines and its indentation, between fences longer than any in it. */
    writeCode(element) {
      for (const lineEnd of element.querySelectorAll("br")) lineEnd.replaceWith("\n");
      const code = (element.textContent ?? "").replace(/\u00a0/g, " ").replace(/^\n+|\s+$/g, "");
      if (code === "") return;
      const fence = "`".repeat(1 + Math.max(2, ...[...code.matchAll(/`+/g)].map(([signs]) => signs.length)));
      this.isFormatted = true;
      this.blocks.push({ text: `${fence}
${code}
${fence}`, kind: "other" });
    }
    writeList(element, isNumbered, look2) {
      this.lists.push({ isNumbered, count: 0, width: 0 });
      this.writeChildren(element, look2);
      this.lists.pop();
    }
    writeItem(element, look2) {
      const list = this.lists.at(-1);
      if (!list) return;
      this.isFormatted = true;
      list.count += 1;
      const mark = list.isNumbered ? `${list.count}. ` : "- ";
      list.width = mark.length;
      const around = { start: this.start, isInItem: this.isInItem, item: this.item };
      this.start = " ".repeat(this.lists.slice(0, -1).reduce((sum, { width }) => sum + width, 0)) + mark;
      this.isInItem = true;
      this.item = void 0;
      const before = this.blocks.length;
      this.writeChildren(element, look2);
      this.flush();
      if (this.blocks.length === before) list.count -= 1;
      Object.assign(this, around);
    }
    get markdown() {
      return this.blocks.map(({ text, kind }, number) => (number === 0 ? "" : kind === "item" && this.blocks[number - 1]?.kind === "item" ? "\n" : "\n\n") + text).join("");
    }
  };
  function readHtml(html) {
    const { body } = new DOMParser().parseFromString(html, "text/html");
    const notes = /* @__PURE__ */ new Set();
    const read = (escapes) => {
      const writer2 = new BlockWriter(notes, body.querySelector("h1") ? 1 : 0, escapes);
      writer2.writeChildren(body, PLAIN);
      writer2.flush();
      return writer2;
    };
    const escaped = read(true);
    const writer = escaped.isFormatted ? escaped : read(false);
    const [first, ...others] = writer.blocks;
    const isWithinParagraph = others.length === 0 && first?.kind !== "item" && first?.kind !== "other";
    if (!writer.isFormatted && isWithinParagraph && notes.size === 0) return void 0;
    return { markdown: writer.markdown, isWithinParagraph, notes: [...notes] };
  }
  function pasteAsMarkdown(input) {
    input.addEventListener("paste", (event) => {
      const pasted = readHtml(event.clipboardData?.getData("text/html") ?? "");
      if (!pasted && event.clipboardData?.types.join() === "Files") remarkOn("Nothing pasted: pictures are added by “Picture” below");
      if (!pasted) return;
      event.preventDefault();
      const { markdown, isWithinParagraph, notes } = pasted;
      const [before, after] = [input.value.slice(0, input.selectionStart), input.value.slice(input.selectionEnd)];
      const gap = (text) => isWithinParagraph || text.trim() === "" ? "" : "\n\n";
      const plain = event.clipboardData?.getData("text/plain") ?? "";
      const [, first = "", last = ""] = isWithinParagraph && /^( ?).*?( ?)$/s.exec(plain) || [];
      document.execCommand("insertText", false, gap(before) + first + markdown + last + gap(after));
      if (notes.length > 0) remarkOn(`Pasted: ${notes.join(", ")}`);
    });
  }

  // src/serve/editor/ui/upload.ts
  var MAX_SIDE = 3e3;
  var JPEG_QUALITY = 0.92;
  var MAX_CHECKS = 150;
  async function prepare(file) {
    if (file.type === "image/svg+xml") return file;
    const decoded = await createImageBitmap(file).catch(() => {
      throw new Error("This is no picture that this browser can show.");
    });
    const scale = Math.min(1, MAX_SIDE / Math.max(decoded.width, decoded.height));
    const [width, height] = [decoded.width, decoded.height].map((side) => Math.max(1, Math.round(side * scale)));
    const canvas = make("canvas", { width, height });
    const context = canvas.getContext("2d");
    if (!context) throw new Error("This browser can't draw pictures.");
    context.imageSmoothingQuality = "high";
    context.drawImage(decoded, 0, 0, width, height);
    const isTransparent = () => context.getImageData(0, 0, width, height).data.some((value, at) => at % 4 === 3 && value < 255);
    const isPhoto = file.type === "image/jpeg" || file.type !== "image/png" && !isTransparent();
    const made = await new Promise((resolve) => canvas.toBlob(resolve, isPhoto ? "image/jpeg" : "image/png", JPEG_QUALITY));
    if (!made) throw new Error("It is too large for this browser.");
    return made;
  }
  async function upload(file, replaced) {
    say(`${file.name} is being added`);
    const { path } = await addPicture(file.name, replaced, await prepare(file));
    tellOtherWindows();
    await refreshChanges();
    for (let checks = 0; checks < MAX_CHECKS; checks++) {
      await readSite2();
      if (site.pictures.includes(path)) return path;
      await pause(BUILD_CHECK_MS);
    }
    throw new Error("The picture is there, but the site can't be built. Choose it once the errors of the site are corrected.");
  }
  function uploadButton(choice, replaced, choose2) {
    const input = make("input", { type: "file", accept: "image/*", hidden: true, "aria-label": "A picture from this computer" });
    const problem = make("p", { className: "problem", role: "alert" });
    const send = onceAtATime(async (file) => {
      problem.textContent = "";
      try {
        const path = await upload(file, replaced());
        if (path === replaced()) say("This picture is here already");
        else choose2(path);
      } catch (error) {
        problem.textContent = `${file.name}: ${messageOf(error)}`;
        problem.scrollIntoView({ block: "nearest" });
        say(`${file.name}: not added`);
      }
    });
    const take = (event, files) => {
      const [file] = files ?? [];
      if (!file || !choice.open) return;
      event.preventDefault();
      void send(file);
    };
    input.addEventListener("change", (event) => {
      take(event, input.files);
      input.value = "";
    });
    choice.addEventListener("paste", (event) => {
      if (!event.clipboardData?.types.includes("text/plain")) take(event, event.clipboardData?.files);
    });
    choice.addEventListener("dragover", (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault());
    choice.addEventListener("drop", (event) => take(event, event.dataTransfer?.files));
    const press = button("Upload from this computer", () => input.click());
    return make("div", {}, buttonRow(press, input), problem, softText("Or paste a picture here, or drop a file."));
  }

  // src/serve/editor/ui/pictures.ts
  function addressOf2(path) {
    const own = `/${path.replace(/^\/+/, "")}`;
    return /^https?:/.test(path) ? "" : site.origin + site.base + (site.picture_addresses[own] ?? own).slice(1);
  }
  var isAtRoot = (path) => path.lastIndexOf("/") === 0;
  var fileNameOf = (path) => path.slice(path.lastIndexOf("/") + 1);
  function picturePreview(input) {
    const picture = make("img", { className: "preview", alt: "", hidden: true });
    const show2 = () => picture.src = addressOf2(input.value);
    picture.onerror = () => picture.hidden = true;
    picture.onload = () => picture.hidden = false;
    input.addEventListener("input", show2);
    show2();
    return picture;
  }
  var pictureAddress = (path) => /[\s()]/.test(path) ? `<${path}>` : path;
  function pictureChoice(input) {
    const choice = make("details", { className: "pictures" }, make("summary", {}, input.value === "" ? "Choose a picture" : "Choose another picture"));
    const hasNoSlash = site.pictures.includes(`/${input.value}`);
    const choose2 = (path) => {
      input.value = hasNoSlash ? path.slice(1) : path;
      for (const type of ["input", "change"]) input.dispatchEvent(new Event(type, { bubbles: true }));
      choice.open = false;
      input.focus();
    };
    let repeated = /* @__PURE__ */ new Set();
    const picture = (path) => {
      const name = fileNameOf(path);
      const folder = repeated.has(name) && make("span", { className: "folder" }, ` ${path.slice(0, -name.length)}`);
      const content = [make("img", { src: addressOf2(path), alt: "", loading: "lazy" }), make("span", {}, name), folder];
      const isChosen = path.slice(1) === input.value.replace(/^\//, "");
      return make("li", {}, button(content, () => choose2(path), { "aria-pressed": String(isChosen), title: path }));
    };
    const search = make("input", { type: "search", placeholder: "Search by name", "aria-label": "Search the pictures by name", spellcheck: false });
    const found = make("ul");
    const none = make("p", { className: "soft", role: "status" });
    search.addEventListener("input", () => {
      const wanted = folded(search.value.trim());
      const paths = site.pictures.filter((path) => folded(path).includes(wanted)).sort((a, b) => Number(isAtRoot(a)) - Number(isAtRoot(b)));
      found.replaceChildren(...paths.map(picture));
      none.textContent = paths.length === 0 ? "No picture has this in its name." : "";
    });
    const list = async () => {
      choice.scrollIntoView({ block: "nearest" });
      await readSite2();
      const names = site.pictures.map(fileNameOf);
      repeated = new Set(names.filter((name, number) => names.indexOf(name) !== number));
      search.dispatchEvent(new Event("input"));
    };
    search.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());
    choice.append(uploadButton(choice, () => input.value, choose2), search, found, none);
    choice.addEventListener("toggle", () => {
      search.value = "";
      if (choice.open) void list().catch(sayError);
      else found.replaceChildren();
    });
    return choice;
  }

  // src/serve/editor/ui/inputs.ts
  var lastId2 = 0;
  var MARKDOWN_HELP = "Markdown: *emphasis*, **strong**, [a link](/its/address/).";
  function makeBox(described) {
    const id = `field-${++lastId2}`;
    const { at, kind, label, help, is_markdown, has_paragraphs } = described;
    const input = makeInput(described, id);
    input.id = id;
    input.dataset["at"] = at;
    const about = help ?? (is_markdown && !has_paragraphs && MARKDOWN_HELP);
    const made = fieldBox(input, label, [about, describeRange(described)].filter(Boolean).join(". "));
    const ofSite = make("div", { className: "problems-of-site", id: `${id}-site` });
    made.box.append(ofSite);
    input.setAttribute("aria-describedby", `${made.help.id} ${made.problem.id} ${ofSite.id}`);
    if (is_markdown && input instanceof HTMLTextAreaElement) {
      input.before(markButtons(input));
      if (has_paragraphs) pasteAsMarkdown(input);
    }
    if (kind === "picture") {
      input.before(picturePreview(input));
      made.problem.before(pictureChoice(input));
    }
    if (input instanceof HTMLInputElement && input.hasAttribute("list")) {
      const list = make("datalist", { id: `${id}-list` }, ...kind === "picture" ? site.pictures.map((value) => make("option", { value })) : []);
      input.after(list);
      if (kind === "link") offerPages(input, list);
    }
    return made;
  }
  function describeRange({ kind, minimum, maximum }) {
    if (kind !== "number") return "";
    if (minimum !== null && maximum !== null) return `From ${minimum} to ${maximum}`;
    return minimum !== null ? `At least ${minimum}` : maximum !== null ? `At most ${maximum}` : "";
  }
  function makeInput({ kind, value, default: usual, choices, minimum, maximum, is_optional, has_paragraphs }, id) {
    const text = value === null ? "" : String(value);
    const placeholder = is_optional ? notSet(usual) : void 0;
    switch (kind) {
      case "switch":
        return make("input", { type: "checkbox", checked: (value ?? usual) === true });
      case "choice": {
        const known2 = choices.some((choice) => choice.value === value);
        const absent = { value: null, label: notSet(choices.find((choice) => choice.value === usual)?.label ?? usual) };
        const first = is_optional ? [absent] : [];
        const all = [...first, ...known2 || value === null && is_optional ? choices : [{ value, label: text || "–" }, ...choices]];
        const options = all.map((choice) => make("option", { value: JSON.stringify(choice.value), selected: choice.value === value }, choice.label));
        return make("select", {}, ...options);
      }
      case "number":
        return make("input", { type: "text", inputMode: "decimal", value: text, placeholder, "data-min": minimum, "data-max": maximum });
      case "date":
        return make("input", { type: text === "" || /^\d{4}-\d{2}-\d{2}$/.test(text) ? "date" : "text", value: text });
      case "picture":
      case "link":
        return make("input", { type: "text", value: text, list: `${id}-list`, placeholder, spellcheck: false });
      case "code":
        return make("textarea", { className: "code", value: text, rows: 3, spellcheck: false, wrap: "off" });
      case "lines":
        return make("textarea", { rows: 3, dir: "auto", placeholder: "One on each line" });
      case "text":
        return make("textarea", { value: splitEnd(text)[0], placeholder, rows: has_paragraphs || text.length > 60 ? 3 : 1, dir: "auto" });
    }
  }
  function typeInto(file, at, text, caret) {
    const input = document.activeElement;
    if (!(input instanceof HTMLTextAreaElement) || input.dataset["at"] !== at || input.dataset["file"] !== file) return false;
    if (text !== input.value) {
      input.value = text;
      input.dispatchEvent(new Event("input"));
    }
    input.setSelectionRange(Math.max(0, caret), Math.max(0, caret));
    return true;
  }
  function pasteAsOneLine(input) {
    input.addEventListener("paste", (event) => {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (!/[\r\n]/.test(text) || input.value.includes("\n")) return;
      event.preventDefault();
      const line = text.replace(/^[\r\n]+|[\r\n]+$/g, "").replace(/\s*[\r\n]+\s*/g, " ");
      const isWhole = input.selectionEnd - input.selectionStart === input.value.length;
      document.execCommand("insertText", false, isWhole ? line.trim() : line);
    });
  }
  var notSet = (usual) => usual === null || usual === "" ? "Not set" : `Not set: ${String(usual)}`;
  function valueOf({ at, kind, value, default: usual, is_optional, is_required, has_paragraphs }, input) {
    if (input instanceof HTMLInputElement && kind === "switch") {
      if (input.checked === ((value ?? usual) === true)) return value;
      return is_optional && input.checked === (usual === true) ? null : input.checked;
    }
    if (input instanceof HTMLSelectElement) return input.value === "" ? void 0 : JSON.parse(input.value);
    if (isIncompleteDate(input)) return void 0;
    if (input.value.trim() === "" && value !== "") {
      if (is_optional) return null;
      if (is_required) return void 0;
    }
    if (kind === "number") {
      return value !== null && input.value === String(value) ? value : numberIn(input.value.trim());
    }
    if (isBlock(at)) return blockText(input.value, kind === "code");
    if (kind === "link" || kind === "picture") return input.value.trim();
    if (kind !== "text") return input.value;
    const [visible, end] = splitEnd(String(value ?? ""));
    if (has_paragraphs) return input.value.trim() + end;
    if (input.value.includes("\n")) return input.value + end;
    const text = /^\s/.test(visible) ? input.value : input.value.trimStart();
    return (/\s$/.test(visible) ? text : text.trimEnd()) + end;
  }
  function splitEnd(text) {
    const visible = text.replace(/\n+$/, "");
    return [visible, text.slice(visible.length)];
  }
  var isDecimal = (text) => /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text);
  function numberIn(typed) {
    const number = Number(typed);
    const digits = (text) => text.replace(/e.*$/i, "").replace(/\D/g, "").replace(/^0+|0+$/g, "");
    const isExact = Number.isInteger(number) ? Number.isSafeInteger(number) : Number.isFinite(number);
    return isDecimal(typed) && isExact && digits(typed) === digits(String(number)) ? number : void 0;
  }
  var blockText = (typed, isCode) => isCode ? typed.trimEnd() : typed.trim().replace(/[ \t]*\n(?:[ \t]*\n)+[ \t]*/g, "\n\n");
  var fillIn = (label) => `Fill in “${label}”.`;
  function explainInvalid({ at, kind, label }, input) {
    if (isIncompleteDate(input)) return "This date is not complete, or there is no such day.";
    const typed = input.value.trim();
    if (kind === "number" && isDecimal(typed)) return "This number can't be kept exactly: write fewer digits.";
    if (kind === "number" && typed !== "") return "This is not a number: write its digits alone, such as 1200 or 2.5.";
    return at.startsWith("#") && kind !== "code" ? `Fill in “${label}”, or take it out by “Remove” below.` : fillIn(label);
  }
  function shownText(input) {
    if (input instanceof HTMLSelectElement) return input.selectedOptions[0]?.label ?? "";
    return input.type !== "checkbox" ? input.value : input.checked ? "on" : "off";
  }
  var typedText = (input) => input.type === "checkbox" ? String(input.checked) : input.value;
  function setTyped(input, typed) {
    if (input.type === "checkbox") input.checked = typed === "true";
    else input.value = typed;
  }
  var isIncompleteDate = (input) => input.type === "date" && (input.validity.badInput || input.value.startsWith("0"));
  var explain = (reason, { at, label, help }) => reason.replace(quotedKey(at), () => label).replace(help ? ` ${sentence(help)}` : "", "");
  var quotedKey = (at) => `“${at.slice(at.lastIndexOf("/") + 1)}”`;

  // src/serve/editor/ui/work.ts
  var CHECK_MS = 1e3;
  var MAX_IDLE_CHECKS = 4;
  var REPEAT_MS = 3500;
  var watches = new Counter();
  async function announceWork() {
    const isLatest = watches.next();
    for (let idle = 0; idle < MAX_IDLE_CHECKS; idle++) {
      await pause(CHECK_MS);
      for (let work = await findWork(); work !== null && isLatest(); work = await findWork()) {
        say(sentence(work));
        await pause(REPEAT_MS);
      }
      if (!isLatest()) return;
    }
  }
  var findWork = () => readWork().then(({ work }) => work, () => null);

  // src/serve/editor/ui/saving.ts
  var SAVE_DELAY_MS = 400;
  var DATE_DELAY_MS = 1500;
  var fieldOf = /* @__PURE__ */ new WeakMap();
  function followUndo({ file, at, was, to }) {
    const input = panel().querySelector(`[data-at="${CSS.escape(at)}"][data-file="${CSS.escape(file)}"]`);
    if (input) fieldOf.get(input)?.followUndo(was, to);
    const unsaved = findUnsaved(file, at);
    if (unsaved?.was === was) storeUnsaved({ ...unsaved, was: to });
  }
  function goOnTyping(form, block, sent, input) {
    const { file } = form;
    const { at, was } = block;
    const [start2, first] = sent.trimEnd().endsWith(was) ? [sent.trimEnd().length - was.length, ""] : [sent.length, was];
    const typed = first + input.value.slice(start2);
    if (typeInto(file, at, typed, first.length + input.selectionStart - start2) || blockText(typed, false) === was) return;
    const reason = "Something else was opened before it was saved.";
    storeUnsaved({ ...block, typed, file, place: placeOf(form), words: typed, sent: was, item: null, reason });
  }
  var mayBecomeBlocks = (text) => /\n\n|^\s*([#>*+-]|\d+[.)])/m.test(text);
  var placeOf = ({ title, trail }) => [title, ...trail.map(({ label }) => label)].join(" › ");
  var SavedField = class {
    constructor(described, made, form) {
      this.described = described;
      this.made = made;
      this.form = form;
      this.input = made.input;
      this.current = this.sent = this.shown = described.value;
      fieldOf.set(this.input, this);
      this.listen();
      this.restore();
    }
    described;
    made;
    form;
    input;
    /** The value in the file, which the next save replaces. */
    current;
    sent;
    /** The value that the page shows. */
    shown;
    timer;
    /** Whether another field takes the place of this one. Then this one saves nothing any more. */
    isLeft = false;
    /** Saves the input after the saves that run. */
    save() {
      this.stopTimer();
      if (!this.isLeft) pending.add(this);
      return afterSaves(() => this.write());
    }
    followUndo(was, to) {
      if (this.current === was) this.current = this.sent = to;
      if (this.shown === was) this.shown = to;
    }
    stopTimer() {
      clearTimeout(this.timer);
      this.timer = void 0;
    }
    listen() {
      const { described: { at, kind, has_paragraphs }, input } = this;
      for (const type of ["input", "compositionend"]) {
        input.addEventListener(type, () => {
          if (!isComposing()) this.preview(valueOf(this.described, input));
          this.saveLater();
        });
      }
      if (kind === "text" && !isBlock(at) && !has_paragraphs && input instanceof HTMLTextAreaElement) pasteAsOneLine(input);
      input.addEventListener(kind === "date" ? "blur" : "change", () => void this.save());
      input.addEventListener("keydown", (event) => {
        const { key: key2, shiftKey } = event;
        const breaksLine = input instanceof HTMLTextAreaElement && (kind === "code" || has_paragraphs || input.value.includes("\n"));
        if (key2 !== "Enter" || isOfInputMethod(event) || shiftKey || breaksLine) return;
        event.preventDefault();
        void this.save();
      });
    }
    /** Shows the input that was not saved when the form was open before, and tries again to save it. */
    restore() {
      const { described: { at, value }, form: { file }, input } = this;
      const unsaved = findUnsaved(file, at);
      if (!unsaved) return;
      setTyped(input, unsaved.typed);
      if (value !== unsaved.sent) this.current = unsaved.was;
      void this.save();
    }
    /**
     * Has the page show what is typed. An empty text is not shown: the page could not find it when the next text replaces
     * it.
     */
    preview(value) {
      if (this.isLeft || value === void 0 || value === null || value === "" || value === this.shown) return;
      previewValue(this.form.file, this.described.at, this.shown, value);
      this.shown = value;
    }
    saveLater() {
      const { described: { at, kind }, form: { file } } = this;
      this.stopTimer();
      if (this.isLeft) return;
      if (isIncompleteDate(this.input)) {
        pending.delete(this);
        return removeUnsaved(file, at);
      }
      pending.add(this);
      this.store(findUnsaved(file, at)?.reason ?? "");
      if (!isComposing()) this.timer = setTimeout(() => void this.save(), kind === "date" ? DATE_DELAY_MS : SAVE_DELAY_MS);
    }
    /** Writes the value into the file, or shows why the input has no valid value. */
    async write() {
      if (isComposing()) await untilIdle();
      if (this.isLeft) return;
      const { described, input } = this;
      const value = valueOf(described, input);
      if (isIncompleteDate(input)) {
        pending.delete(this);
        this.showProblem(explainInvalid(described, input));
      } else if (value === void 0) {
        await untilIdle();
        this.refuse(explainInvalid(described, input));
      } else if (value === this.current) this.settle();
      else await this.send(value);
    }
    async send(value) {
      const { described: { at, kind, sample }, form, input, current } = this;
      const { file } = form;
      const typed = typedText(input);
      const item = this.shownItem();
      say("Saving…");
      this.preview(value);
      setInItems(file, at, value, form);
      this.sent = value;
      sends.next();
      this.store(findUnsaved(file, at)?.reason ?? "", item);
      let number;
      try {
        ({ number } = await changeValue(file, at, current, value, item));
      } catch (error) {
        setInItems(file, at, current, form);
        this.preview(current);
        if (!(error instanceof Refusal)) throw error;
        await untilIdle();
        return this.explainRefusal(error);
      }
      this.current = value;
      if (valueOf(this.described, input) === value) this.settle();
      if (sample?.at === at) this.made.box.querySelector(".sample")?.remove();
      const done = kind === "switch" ? `${shownText(input)}, saved` : value === null ? "removed" : "saved";
      say(`${this.described.label}: ${done}`);
      refreshAfterSaving().catch(sayError);
      if (kind === "picture") void announceWork();
      if (isBlock(at) && kind !== "code" && mayBecomeBlocks(String(value)) && input instanceof HTMLTextAreaElement) {
        const change = await readChange(number);
        const last = change && await readLastBlock(change);
        if (last && (last.at !== at || last.was !== value)) this.openLastBlock(input, last, typed);
      }
    }
    /** Shows why the program refused the value, with buttons for what can be done. */
    explainRefusal(error) {
      const { described, form: { file } } = this;
      const openAgain = (label) => button(label, () => this.leaveFor(() => openForm(file, described.at, { scrolls: false })));
      const actions = error.code === "edit-item" ? [openAgain("Show what stands here now")] : [];
      if (!error.current) return this.refuse(explain(error.message, described), ...actions);
      const theirs = error.current.value;
      const keepMine = button("Keep mine", () => {
        this.current = theirs;
        this.input.focus();
        void this.save();
      });
      this.refuse(`${error.message} Now it says: ${theirs === null ? "nothing" : String(theirs)}`, keepMine, openAgain("Take theirs"));
    }
    /** Opens the form of the last block that the text has become, with what was typed there since `sent` was sent. */
    openLastBlock(input, last, sent) {
      const { described: { label }, form } = this;
      form.lastBlock = last;
      const go = () => goOnTyping(form, { ...last, label }, sent, input);
      this.leaveFor(() => followChange(form, last.at)).then(go, sayError);
    }
    /** Stops saving, and opens the field that takes the place of this one. Goes on saving if it can't be opened. */
    async leaveFor(open) {
      this.isLeft = true;
      this.stopTimer();
      this.settle();
      try {
        await open();
      } catch (error) {
        this.isLeft = false;
        this.saveLater();
        throw error;
      }
    }
    /** Takes note that nothing of the field is left to save, and removes its problem. */
    settle() {
      pending.delete(this);
      removeUnsaved(this.form.file, this.described.at);
      this.showProblem("");
    }
    refuse(reason, ...actions) {
      if (this.isLeft) return;
      if (this.timer === void 0) {
        pending.delete(this);
        this.preview(this.current);
      }
      this.store(reason);
      this.showProblem(reason, ...actions);
      say(`${this.described.label}: not saved`);
    }
    showProblem(text, ...actions) {
      if (this.made.problem.firstChild?.nodeValue !== text) this.made.setProblem(text, ...actions);
    }
    shownItem() {
      const { described: { at }, form } = this;
      return findUnsaved(form.file, at)?.item ?? itemAround(form, at);
    }
    store(reason, item = this.shownItem()) {
      if (this.isLeft) return;
      const { described: { at, label }, form, input, current, sent } = this;
      const [typed, words] = [typedText(input), shownText(input)];
      storeUnsaved({ file: form.file, at, label, place: placeOf(form), typed, words, was: current, sent, item, reason });
    }
  };

  // src/serve/editor/ui/fields.ts
  function makeField(described, form) {
    if (described.fixed) return fixedField(described, described.fixed);
    const made = makeBox(described);
    made.input.dataset["file"] = form.file;
    if (described.sample) made.problem.before(sampleNote(described, described.sample, form));
    new SavedField(described, made, form);
    return made.box;
  }
  function sampleNote({ at, label, value }, sample, form) {
    const isWhole = sample.at !== at;
    const approve = async () => {
      await saveAll();
      if (!note.isConnected) return;
      await approveSamples([{ file: form.file, at, was: value }]);
      say(`${isWhole ? sample.label : label}: right as it is`);
      await followChange(form, at);
    };
    const words = isWhole ? `All of “${sample.label}” is right as it is` : "This is right as it is";
    const note = make(
      "div",
      { className: "sample" },
      make("p", {}, isWhole ? "An example so far." : "An example so far: what you write replaces it."),
      value !== null && button(words, onceAtATime(approve), { "aria-label": isWhole ? words : `${words}: ${label}` })
    );
    return note;
  }
  var isRequired = ({ kind, is_optional, minimum }) => !is_optional && kind !== "switch" && (kind !== "lines" || Boolean(minimum));
  var BlankField = class {
    constructor(described) {
      this.described = described;
      const { box, input, setProblem } = makeBox(described);
      [this.box, this.input, this.setProblem] = [box, input, setProblem];
      input.required = isRequired(described);
      box.classList.toggle("is-required", input.required);
    }
    described;
    box;
    input;
    /** Shows a problem; an empty one marks the field as right. */
    setProblem;
    /** The value: null if it is absent, and `undefined` if the text is not valid for its kind. */
    get value() {
      const { described, input } = this;
      const { kind, is_optional } = described;
      if (kind === "switch") return typedText(input) === "true";
      const lines = input.value.split("\n").map((line) => line.trim()).filter(Boolean);
      if (kind === "lines") return lines.length > 0 || !is_optional ? lines : null;
      return valueOf({ ...described, is_optional: true, is_required: false }, input);
    }
    /** What was typed or chosen, as a text; empty for a switch. */
    get text() {
      const { described, input } = this;
      if (input instanceof HTMLSelectElement) return String(valueOf(described, input) ?? "");
      return input.type === "checkbox" ? "" : input.value;
    }
    /** Shows what was typed before. */
    restore(typed) {
      if (typed === typedText(this.input)) return;
      setTyped(this.input, typed);
      this.input.dispatchEvent(new Event("input", { bubbles: true }));
    }
  };
  function fixedField({ label, value }, reason) {
    return make(
      "div",
      { className: "field" },
      make("span", { className: "name" }, label),
      make("p", { className: "fixed" }, value === null ? "–" : String(value)),
      make("p", { className: "help" }, reason)
    );
  }

  // src/serve/editor/ui/blank.ts
  var MORE_TEXT = "more";
  var isBegun = (id) => sessionStorage.getItem(keyOfBlank(id)) !== null;
  var addLabel = (id) => isBegun(id) ? "Go on with the new one" : "Add another";
  async function waitForBlank(heading, read, back) {
    const isWanted = beginOpening();
    show("other", make("h1", {}, heading));
    panel().focus();
    try {
      await saveAll();
      const form = await read();
      return isWanted() ? form : void 0;
    } catch (error) {
      if (isWanted()) void attempt(back);
      throw error;
    }
  }
  function showBlank(options) {
    const { heading, id, about, blank, takesParagraphs = false, more = [], moreInput, onTyped, back } = options;
    const fields = blank.fields.map((described) => new BlankField(described));
    let isWritten = false;
    const submit = make("button", { type: "submit", className: "is-primary" }, "Add");
    const cancel = () => {
      sessionStorage.removeItem(keyOfBlank(id));
      return back[1]();
    };
    const add2 = async () => {
      if (isWritten) return attempt(back[1]);
      if (!validate(fields)) return;
      const isWanted = watchOpening();
      try {
        const written = await options.write(composeValue(blank.base, fields));
        isWritten = true;
        sessionStorage.removeItem(keyOfBlank(id));
        await options.show(written, isWanted, fields[0]);
      } catch (error) {
        if (isWritten) return sayError(error);
        if (!(error instanceof Refusal)) throw error;
        const others = showReasons(error.reasons, fields);
        if (others.length > 0) throw new Error(others.join(" "));
        say("Not added");
      }
    };
    const element = actionForm(
      { submit, failure: "Not added", act: add2, footer: submitOrCancel(submit, cancel) },
      (more.length > 0 || blank.fields.some(isRequired)) && softText("Fields with * are required."),
      ...fields.map(({ box }) => box),
      ...more
    );
    const lines = element.querySelectorAll("textarea[rows='1']");
    lines.forEach(takesParagraphs ? pasteAsMarkdown : pasteAsOneLine);
    for (const { box, setProblem } of fields) box.addEventListener("input", () => setProblem(""));
    element.addEventListener("input", () => {
      if (isWritten) return;
      const typed = fields.map(({ described, input }) => [described.at, typedText(input)]);
      sessionStorage.setItem(keyOfBlank(id), JSON.stringify(Object.fromEntries([...typed, [MORE_TEXT, moreInput?.read()]])));
      onTyped?.((at) => fields.find(({ described }) => described.at === at)?.text ?? "");
    });
    element.addEventListener("keydown", (event) => {
      const { key: key2, shiftKey, repeat, target } = event;
      if (key2 !== "Enter" || shiftKey || isOfInputMethod(event) || !(target instanceof HTMLTextAreaElement)) return;
      if (takesParagraphs && submit.disabled) {
        event.preventDefault();
        return repeat ? void 0 : target.setRangeText("\n\n", target.selectionStart, target.selectionEnd, "end");
      }
      if (target.rows > 1 || target.value.includes("\n")) return;
      event.preventDefault();
      element.requestSubmit();
    });
    showView("other", back, heading, about && softText(about), element);
    const stored = JSON.parse(sessionStorage.getItem(keyOfBlank(id)) ?? "{}");
    if (stored[MORE_TEXT]) moreInput?.restore(stored[MORE_TEXT]);
    for (const field of fields) field.restore(stored[field.described.at] ?? typedText(field.input));
    element.querySelector("input, textarea, select")?.focus();
  }
  function showReasons(reasons, fields) {
    const found = reasons.map((reason) => ({ reason, field: fieldOfReason(reason, fields) }));
    const wrong = fields.filter((field) => found.some((other) => other.field === field));
    for (const field of wrong) {
      const own = found.filter((other) => other.field === field);
      field.setProblem(own.map(({ reason }) => explain(reason, field.described)).join(" "));
    }
    wrong[0]?.input.focus();
    return found.filter(({ field }) => !field).map(({ reason }) => reason);
  }
  function fieldOfReason(reason, fields) {
    const quoted = [...reason.matchAll(/“([^”]+)”/g)].map(([, words = ""]) => words);
    const parts = quoted.filter((words) => /[^\x00-\x7f]/.test(words));
    return fields.find(({ described }) => reason.startsWith(quotedKey(described.at))) ?? fields.find(({ text }) => quoted.includes(text.trim())) ?? fields.find(({ text }) => parts.some((part) => text.includes(part)));
  }
  function validate(fields) {
    const isWrong = ({ described, value }) => {
      const isEmpty = value === null || value === "" || Array.isArray(value) && value.length === 0;
      return value === void 0 || isEmpty && isRequired(described);
    };
    const explained = ({ described, input }) => explainInvalid(described, input);
    for (const field of fields) field.setProblem(isWrong(field) ? explained(field) : "");
    const first = fields.find(isWrong);
    first?.input.focus();
    if (first) say(`Not added. ${explained(first)}`);
    return !first;
  }
  function composeValue(base, fields) {
    const root = { value: structuredClone(base) };
    for (const { described, value } of fields) {
      const isDefault = described.kind === "switch" && value === (described.default === true);
      if (value === null || value === void 0 || described.is_optional && isDefault) continue;
      const steps = ["value", ...stepsOf(described.at)];
      const last = steps.pop() ?? "";
      let at = root;
      for (const step of steps) at = at[step] ??= {};
      at[last] = value;
    }
    return root.value;
  }

  // src/serve/editor/ui/new-block.ts
  var withMarks = (first, others) => (text) => text.split("\n").map((line, number) => ((number === 0 ? first : others) + line).trimEnd()).join("\n");
  var writePicture = (alt, path) => `![${alt.replace(/[\\[\]*_`<&]/g, "\\$&").replace(/\s+/g, " ")}](${pictureAddress(path)})`;
  var SIMPLE = {
    paragraph: { label: "Paragraph", kind: "paragraph", takesParagraphs: true, write: String },
    heading: { label: "Heading", kind: "heading", write: String },
    item: { label: "List item", kind: "item", write: String }
  };
  var WRITTEN = [
    { label: "Bulleted list", kind: "paragraph", textLabel: "First item", write: withMarks("- ", "  ") },
    { label: "Numbered list", kind: "paragraph", textLabel: "First item", write: withMarks("1. ", "   ") },
    { label: "Quotation", kind: "paragraph", takesParagraphs: true, write: withMarks("> ", "> ") }
  ];
  var PICTURE2 = { label: "Picture", kind: "paragraph", textLabel: "What it shows", isPicture: true, write: writePicture };
  function newBlocks(kinds) {
    const simple = kinds.flatMap((kind) => SIMPLE[kind] ?? []);
    if (!kinds.includes("paragraph")) return simple;
    return [...simple, ...WRITTEN, PICTURE2];
  }
  function addable({ below, container }) {
    return [
      { heading: "Add below", isOutside: false, blocks: newBlocks(below) },
      { heading: `Add below the ${container}`, isOutside: true, blocks: container === null ? [] : newBlocks(["paragraph", "heading"]) }
    ].filter(({ blocks }) => blocks.length > 0);
  }
  function fieldsOfNew({ label, textLabel = label, isPicture = false }, like) {
    const text = { ...like, at: "/text", kind: "text", label: textLabel, value: "", is_markdown: !isPicture };
    const help = "For people who can't see it.";
    return isPicture ? [{ ...like, at: "/picture", kind: "picture", label, help: null, value: "", is_markdown: false }, { ...text, help }] : [text];
  }

  // src/serve/editor/ui/uses.ts
  var quote = ({ quote: quote2 }, id) => quote2 !== "" && make("q", { className: "quote", id, dir: "auto" }, quote2);
  function useList(uses, more = () => "") {
    const item = (use) => make(
      "li",
      { className: "fixed", dir: "auto" },
      use.label,
      quote(use),
      make("span", { className: "soft" }, (use.line === null ? use.file : `${use.file}:${use.line}`) + more(use))
    );
    return make("ul", { className: "list uses" }, ...uses.map(item));
  }
  var fixedList = (items) => make("ul", { className: "list uses" }, ...items.map((item) => make("li", { className: "fixed", dir: "auto" }, item)));

  // src/serve/editor/ui/block.ts
  var LEVELS = [2, 3, 4, 5, 6];
  var levelName = (level) => level === null ? "Paragraph" : `Heading ${level}`;
  var linksTo = (links, ofOne, ofSeveral) => make("p", {}, links.length === 1 ? `One link leads to this heading${ofOne}:` : `${links.length} links lead to this heading${ofSeveral}:`);
  function blockSection(form, block, box) {
    const { kind, level, links } = block;
    const { at = form.at } = form.fields[0] ?? {};
    const isPicture = !isBlock(at);
    const field = box.querySelector("[data-at]");
    const input = field instanceof HTMLTextAreaElement ? field : void 0;
    const place = () => {
      const was = String(findUnsaved(form.file, at)?.was ?? blockText(field?.value ?? "", kind === "code"));
      return form.lastBlock ?? { at, was };
    };
    const groups = addable(block);
    const same = groups[0]?.blocks.find((added) => added.kind === kind);
    if (input && same && (kind === "paragraph" || kind === "item")) {
      splitOnEnter(input, kind === "paragraph", isJustAdded(form), () => showNew(same, false, form, place));
    }
    if (input && kind === "paragraph") pasteAsMarkdown(input);
    else if (input && kind !== "code") pasteAsOneLine(input);
    const change = (edit) => changeBlock2(edit, form, place);
    const adders = groups.flatMap(({ heading, isOutside, blocks }) => {
      const buttons = blocks.map((added) => button(added.label, () => showNew(added, isOutside, form, place)));
      const id = isOutside ? "add-outside" : "add-below";
      const row = buttonRow(...buttons);
      row.role = "group";
      row.setAttribute("aria-labelledby", id);
      return [make("h2", { id }, heading), row];
    });
    return make(
      "section",
      {},
      links.length > 0 && linksTo(links, ", and changes with its text", ", and change with its text"),
      links.length > 0 && useList(links),
      !isPicture && (kind === "paragraph" || kind === "heading") && levelField(level, change),
      kind !== "cell" && buttonRow(button("Remove", onceAtATime(() => change({ op: "remove" })))),
      ...adders
    );
  }
  function levelField(level, change) {
    const levels = [null, .../* @__PURE__ */ new Set([...level === null ? [] : [level], ...LEVELS])].sort((a, b) => (a ?? 0) - (b ?? 0));
    const options = levels.map((value) => make("option", { value: JSON.stringify(value), selected: value === level }, levelName(value)));
    const select = make("select", { id: "block-level" }, ...options);
    select.addEventListener("change", () => void change({ op: "level", level: JSON.parse(select.value) }).catch(sayError));
    return fieldBox(select, "Kind").box;
  }
  async function changeBlock2(edit, form, place) {
    const { file, fields: [field] } = form;
    const isWanted = watchOpening();
    await saveAll();
    const change = { file, ...place(), edit };
    const { at } = change;
    const back = () => openForm(file, at);
    const perform = async () => {
      await changeBlock(change);
      if (edit.op === "remove") {
        if (form.isCurrent()) close();
        await refreshAfterSaving();
        say(`Removed, “Undo” brings it back: ${change.was}`);
      } else {
        const isShown = await followChange(form, at);
        say(`${field?.label}: changed`);
        if (isShown) document.getElementById("block-level")?.focus();
      }
    };
    try {
      const links = await readLostLinks(change);
      if (links.length === 0) await perform();
      else if (isWanted()) askAboutLinks(links, edit, change.was, perform, back);
      else say("Not changed, as links lead to this heading");
    } catch (error) {
      if (isWanted()) back().catch(sayError);
      throw error;
    }
  }
  function askAboutLinks(links, { op }, text, perform, back) {
    const submit = make("button", { type: "submit", className: "danger" }, op === "remove" ? "Remove" : "Make it a paragraph");
    const form = actionForm(
      { submit, failure: "Not changed", act: perform, footer: submitOrCancel(submit, back) },
      linksTo(links, ". It will lead to the beginning of the page instead", ". They will lead to the beginning of the page instead"),
      useList(links)
    );
    showView("other", ["Back to the form", back], op === "remove" ? `Remove “${text}”?` : `Make “${text}” a paragraph?`, form);
  }
  function showNew(added, isOutside, form, place) {
    const { file, at, fields: [above] } = form;
    if (!above) return;
    beginOpening();
    const saved = saveAll();
    saved.catch(() => {
    });
    const { label, kind, takesParagraphs = false } = added;
    showBlank({
      heading: `New ${label.toLowerCase()}`,
      id: `${file} ${at} ${isOutside ? "outside " : ""}${label}`,
      blank: { at: "", help: null, base: {}, fields: fieldsOfNew(added, above) },
      takesParagraphs,
      write: async (value) => {
        await saved.catch(saveAll);
        const { text, picture = "" } = value;
        const edit = { op: "insert", kind, text: added.write(blockText(text, false), picture), is_outside: isOutside };
        const { number } = await changeBlock({ file, ...place(), edit });
        return { number, text };
      },
      show: async ({ number, text }, isWanted, first) => {
        const change = await readChange(number);
        if (!change) return;
        const last = await readLastBlock(change);
        justAdded = { file, at: last.at };
        await followChange(form, last.at, { isWanted }).finally(() => justAdded = void 0);
        say(`${change.label}: added`);
        if (added.isPicture) void announceWork();
        if (first?.input instanceof HTMLTextAreaElement) goOnTyping(form, { ...last, label: change.label }, text, first.input);
      },
      back: [`Back to the ${above.label.toLowerCase()}`, () => openForm(file, at)]
    });
    const choice = panel().querySelector(".pictures");
    if (choice) choice.open = true;
  }
  var justAdded;
  var isJustAdded = ({ file, at }) => justAdded?.file === file && justAdded.at === at;
  function splitOnEnter(input, splits, isSecond, add2) {
    let wasEnter = isSecond;
    input.addEventListener("pointerdown", () => wasEnter = false);
    input.addEventListener("keydown", (event) => {
      const isEnter = event.key === "Enter" && !event.shiftKey && !isOfInputMethod(event);
      if (event.repeat) {
        if (isEnter) event.preventDefault();
        return;
      }
      const isTwice = isEnter && wasEnter;
      wasEnter = isEnter && !isTwice;
      const [before, after] = [input.value.slice(0, input.selectionStart).trimEnd(), input.value.slice(input.selectionEnd).trimStart()];
      if (!isTwice || !splits && after !== "") return;
      event.preventDefault();
      input.value = [before, after].filter(Boolean).join("\n\n");
      const start2 = input.value.length - after.length;
      input.setSelectionRange(start2, start2);
      input.dispatchEvent(new Event("input"));
      if (before === "") return;
      if (after === "") return add2();
      void saveAll();
    });
  }

  // src/serve/editor/ui/examples.ts
  var ticks = /* @__PURE__ */ new Set();
  var keyOf2 = (sample) => JSON.stringify(sample);
  var WHAT_TO_DO = "Tick what is right as it is, or open it and write the real value.";
  var overlap = (a, b) => a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
  var page;
  async function refreshExamples() {
    const isShown = () => shownView() === "examples";
    const all = isShown() && await readSamples();
    if (all && isShown()) keepFocus(() => listExamples(all));
  }
  var openExamples = (ofPage) => openInstead(readSamples, (all) => {
    page = ofPage;
    listExamples(all);
    panel().focus();
  });
  var NONE_LEFT = "No text or figure is an example any more. Addresses and keys of forms are approved each in its own form: “Publish” lists them.";
  function listExamples(all) {
    const isShown = (file, at) => page === void 0 || file === page.page.file || page.targets.some((target) => target.file === file && overlap(target.at, at));
    const files = all.map((file) => ({ ...file, samples: file.samples.filter(({ at }) => isShown(file.file, at)) }));
    const listed = files.filter(({ samples }) => samples.length > 0);
    const total = (files2) => files2.reduce((sum, { samples }) => sum + samples.length, 0);
    const [here, everywhere] = [total(listed), total(all)];
    const stand = here === 1 ? "1 example stands" : `${here} examples stand`;
    show(
      "examples",
      wayBack(["Contents", close]),
      make("h1", {}, page ? "Examples on this page" : "Examples"),
      softText(here === 0 ? NONE_LEFT : `${stand} in for what was not known yet. ${WHAT_TO_DO}`),
      here < everywhere && buttonRow(button(`All ${counted(everywhere, "example")} of the site`, () => openExamples())),
      here > 0 && exampleForm(listed, here)
    );
  }
  function exampleForm(files, count) {
    const boxes = /* @__PURE__ */ new Map();
    const wholes = [];
    const submit = make("button", { type: "submit", className: "is-primary" });
    const ticked = () => [...boxes].filter(([box]) => box.checked).map(([, sample]) => sample);
    const update = () => {
      for (const [box, sample] of boxes) {
        if (box.checked) ticks.add(keyOf2(sample));
        else ticks.delete(keyOf2(sample));
      }
      const number = ticked().length;
      submit.disabled = number === 0;
      submit.textContent = number === 0 ? "None is ticked" : number === 1 ? "1 is right as it is" : `${number} are right as they are`;
      for (const { box, inside } of wholes) {
        const checked = inside.filter(({ checked: checked2 }) => checked2).length;
        box.checked = checked === inside.length;
        box.indeterminate = checked > 0 && checked < inside.length;
      }
    };
    const whole = (label, inside) => {
      const box = make("input", { type: "checkbox" });
      box.addEventListener("change", () => inside.forEach((other) => other.checked = box.checked));
      wholes.push({ box, inside });
      return make("label", { className: "tick" }, box, make("strong", { dir: "auto" }, label));
    };
    const lists = files.map(({ file, title, samples }) => {
      const inside = [];
      const items = samples.map(({ at, label, value }) => {
        const sample = { file, at, was: value };
        const box = make("input", { type: "checkbox", checked: ticks.has(keyOf2(sample)) });
        inside.push(box);
        boxes.set(box, sample);
        const open = button("Open", () => showInPage(file, at), { className: "opener", "aria-label": `Open: ${label}` });
        const words = make("span", { className: "row" }, make("span", { dir: "auto" }, describe(value)), make("span", { className: "soft" }, label));
        return make("li", {}, make("label", { className: "tick" }, box, words), open);
      });
      const heading = files.length > 1 && (samples.length > 1 ? whole(`${title}: all ${samples.length}`, inside) : make("strong", { dir: "auto" }, title));
      return make("section", { "aria-label": title }, heading, make("ul", { className: "examples" }, ...items));
    });
    const approve = async () => {
      const chosen = ticked();
      await approveSamples(chosen);
      for (const sample of chosen) ticks.delete(keyOf2(sample));
      await refreshAfterSaving().catch(sayError);
      await refreshExamples().catch(sayError);
      if (document.activeElement === document.body) panel().focus();
      say(`${counted(chosen.length, "example")}: right as ${chosen.length === 1 ? "it is" : "they are"}`);
    };
    const footer = make("div", { className: "action-bar" }, softText("“Undo” takes all of it back."), submit);
    const action = { submit, failure: "Not changed", act: approve, footer };
    const form = actionForm(action, count > 1 && whole(`All ${counted(count, "example")}`, [...boxes.keys()]), ...lists);
    form.addEventListener("change", update);
    update();
    return form;
  }
  function describe(value) {
    const parts = (value2) => typeof value2 === "object" && value2 !== null ? Object.values(value2).flatMap(parts) : [String(value2 ?? "–")];
    return parts(value).join(" · ");
  }

  // src/serve/editor/ui/problems.ts
  var known = [];
  function setProblems(problems) {
    known = problems;
    showProblems();
  }
  function showProblems() {
    const file = opened.form?.file;
    for (const note of panel().querySelectorAll(".of-site")) {
      const box = note.closest(".field");
      const input = box?.querySelector("[data-at]");
      note.remove();
      if (box && input) sayWhetherWrong(box, input);
    }
    for (const problem of known) {
      const input = panel().querySelector(`[data-at="${CSS.escape(problem.at)}"]`);
      const box = input?.closest(".field");
      if (problem.file !== file || problem.is_sample || !input || !box || input.closest("form")) continue;
      const note = make("p", { className: "problem of-site" }, sentencesOf(problem));
      box.querySelector(".problems-of-site")?.append(note);
      sayWhetherWrong(box, input);
      input.oninput = () => setProblems(known.filter((other) => other.file !== file || other.at !== problem.at));
    }
  }
  async function showErrors() {
    const list = make("div", { className: "mistakes errors" }, softText("Looking at the whole site…"));
    showView("other", ["Contents", close], "Errors of the site", list);
    await refreshErrors(true);
  }
  var readsOfErrors = new Counter();
  async function refreshErrors(hasErrors) {
    const isLatest = readsOfErrors.next();
    const problems = hasErrors ? (await readErrors()).problems : [];
    await untilIdle();
    if (!isLatest()) return;
    setProblems(problems);
    const list = panel().querySelector(".errors");
    const text = problems.length > 0 ? "The page stays as it was until they are corrected." : "They are corrected.";
    if (list) keepFocus(() => list.replaceChildren(softText(text), problemList(problems)));
  }
  var problemList = (problems) => make("ul", { className: "list" }, ...grouped(problems).map(problemGroup));
  var MAX_PLACES = 5;
  function grouped(problems) {
    const groups = /* @__PURE__ */ new Map();
    for (const problem of problems) {
      const words = sentencesOf(problem);
      groups.set(words, [...groups.get(words) ?? [], problem]);
    }
    return [...groups.values()];
  }
  function problemGroup(problems) {
    const [first] = problems;
    if (!first) return false;
    const words = sentencesOf(first);
    if (problems.length === 1) return placeItem(first, first.message, make("span", {}, words));
    const places = problems.map((problem) => placeItem(problem, `${problem.message}, ${problem.place}`));
    const [shown, more] = [places.slice(0, MAX_PLACES), places.slice(MAX_PLACES)];
    return make(
      "li",
      {},
      make("p", {}, `${words} (${problems.length} times)`),
      make("ul", { className: "list" }, ...shown),
      first.is_sample && button("Show the examples", () => openExamples(), { className: "opener" }),
      more.length > 0 && make("details", {}, make("summary", {}, counted(more.length, "more place")), make("ul", { className: "list" }, ...more))
    );
  }
  function placeItem({ file, at, place }, name, words = false) {
    return make(
      "li",
      { className: "change" },
      make("div", {}, words, make("span", { className: "soft" }, place)),
      file !== null && button("Open", () => showInPage(file, at), { "aria-label": `Open: ${name}` })
    );
  }

  // src/serve/editor/ui/waiting.ts
  var CHECKS_UNTIL_ERRORS = 50;
  var endings = new Counter();
  var endWait = () => void endings.next();
  async function waitForEntry({ file, path = null, isBuilt, done, isWanted }) {
    const isAwaited = endings.watch();
    if (path !== null) framePage.wanted = path;
    const giveUp = () => {
      if (framePage.wanted === path) framePage.wanted = void 0;
    };
    for (let checks = 1; ; checks++) {
      const form = await readForm(file, "").catch(() => void 0);
      if (!isAwaited()) return giveUp();
      if (form && isBuilt(form.page)) {
        if (form.page !== null && (isWanted() || framePage.wanted === path)) goTo(form.page);
        await refreshAfterSaving();
        if (isWanted()) await openForm(file, "");
        return say(done);
      }
      await pause(BUILD_CHECK_MS);
      if (checks % CHECKS_UNTIL_ERRORS !== 0) continue;
      if (!isWanted() && framePage.wanted !== path) return;
      try {
        if ((await readErrors()).problems.length > 0) break;
      } catch (error) {
        giveUp();
        return sayError(error);
      }
    }
    giveUp();
    if (isWanted()) await showErrors();
    say("The site can't be built with it. “Undo” takes it back.");
  }

  // src/serve/editor/ui/undo.ts
  var enqueue2 = queue();
  var enqueueUndo = (undo2) => enqueue2(() => removingPage(undo2));
  var undoOne = ({ number }) => enqueueUndo(async () => undo((await readChanges2()).find((change) => change.number === number && !change.is_undone)));
  var undoLast = () => enqueueUndo(async () => {
    await saveAll();
    await undo(changeToUndo(await readChanges2()));
  });
  var redoLast = () => enqueueUndo(async () => {
    await saveAll();
    const changes = await readChanges2();
    const undone = changes.find(({ can_be_redone }) => can_be_redone);
    const change = undone && changes.find(({ undoes }) => undoes === undone.number);
    if (change) await undo(change, true);
    else say("Nothing can be done again: something else has been changed since");
  });
  async function undo(change, isRedo = false) {
    if (!change) return;
    const isWanted = watchOpening();
    await saveAll();
    const isShown = framePage.marks?.page.file === change.file;
    let reversal;
    try {
      await afterSaves(async () => {
        sends.next();
        const { number } = await (isRedo ? redoChange() : undoChange(change.number));
        if (number !== null) reversal = await readChange(number);
        if (reversal?.kind !== "set") return;
        const { file, at, was, to } = reversal;
        setInItems(file, at, to, opened.form);
        previewValue(file, at, was, to);
        followUndo(reversal);
      });
    } catch (error) {
      const { code, current } = error instanceof Refusal ? error : {};
      const isConflict = current !== void 0;
      const isPassing = code === "edit-file-busy" || code === NO_ANSWER;
      if (!isPassing && !isRedo) skipChange(change, isConflict || code === "edit-undo" ? change.files : null);
      const showing = change.kind === "create" && change.file.startsWith("public/") ? await listReaders(change.file, "") : [];
      if (isConflict) say(`${change.label} has been changed since, so it stays`);
      else if (showing.length > 0) say(`${change.label} stays, as it is shown on ${titlesOf(showing)}. Choose another picture there first.`);
      else say(`${change.label}: ${messageOf(error)}`);
      return await refreshAfterSaving();
    }
    endWait();
    retrySkipped(change.files);
    if (reversal && opened.form?.file === reversal.file) {
      opened.form.at = pointerAfterUndo(opened.form.at, reversal);
      opened.form.cursorAt = pointerAfterUndo(opened.form.cursorAt, reversal);
    }
    const isOnPage = isShown || framePage.marks?.targets.some(({ file }) => file === change.file);
    const title = isOnPage || change.title === null || change.title === change.label ? "" : ` · ${change.title}`;
    const done = `${change.label}${title}: ${isRedo ? "done again" : "taken back"}`;
    if (change.kind === "rename" && isShown) return await followToAddress(reversal?.file ?? change.file, String(change.was), done, isWanted);
    say(done);
    await refreshAfterSaving();
    await refreshExamples();
    const { form } = opened;
    if (!form?.isCurrent() || shownView() !== "form") return;
    await rereadForm(form.file, form.cursorAt, { keepsFocus: true }).catch(() => form.isCurrent() && close());
  }
  var MAX_TITLES = 3;
  function titlesOf(pages) {
    const others = pages.length - MAX_TITLES;
    const titles = pages.slice(0, MAX_TITLES).map(({ title }) => `“${title}”`);
    return titles.join(", ") + (others > 0 ? ` and ${counted(others, "more page")}` : "");
  }
  async function followToAddress(file, name, done, isWanted) {
    const left = framePage.route;
    await waitForEntry({ file, path: left.replace(/[^/]+(?=\/?$)/, name), isBuilt: (page2) => page2 !== null && page2 !== left, done, isWanted });
  }

  // src/serve/editor/ui/change-list.ts
  var CONTEXT_CHARS = 24;
  var MAX_QUOTED_CHARS = 160;
  function describeChange(change) {
    const { was, to, kind } = change;
    const quoted = (value) => typeof value === "string" ? `: “${shorten(value, 60)}”` : "";
    if (kind === "insert" || kind === "create") return `added${quoted(to)}`;
    if (kind === "remove" || kind === "delete") return `removed${quoted(was)}`;
    if (kind === "move" || kind === "order") return `from place ${Number(was) + 1} to ${Number(to) + 1}`;
    if (kind === "approve") return "right as it is";
    if (typeof to === "object" && to !== null) return "added";
    if (typeof was === "object" && was !== null) return "removed";
    if (kind === "level") return `from ${levelName(was)} to ${levelName(to)}`;
    const isOfSwitch = [was, to].every((value) => value === null || typeof value === "boolean");
    if (isOfSwitch && was !== to) return `from ${was ?? !to ? "on" : "off"} to ${to ?? !was ? "on" : "off"}`;
    const words = (value) => value === "" ? "nothing" : `“${value}”`;
    const [before, after] = withoutFolders(String(was ?? ""), String(to ?? ""));
    if (kind === "rename") return `${change.has_page ? "address" : "name of the file"} from ${words(before)} to ${words(after)}`;
    if (change.further_blocks > 0) return `split into ${change.further_blocks + 1} parts`;
    if (before.length + after.length < 4 * CONTEXT_CHARS) return `from ${words(before)} to ${words(after)}`;
    let start2 = 0;
    while (start2 < before.length && before[start2] === after[start2]) start2 += 1;
    let end = 0;
    while (end < Math.min(before.length, after.length) - start2 && before.at(-1 - end) === after.at(-1 - end)) end += 1;
    const cut = (text) => {
      const from = characterStart(text, Math.max(0, start2 - CONTEXT_CHARS));
      const until = characterStart(text, Math.min(text.length, text.length - end + CONTEXT_CHARS));
      return `${from > 0 ? "…" : ""}${text.slice(from, until)}${until < text.length ? "…" : ""}`;
    };
    return `from ${words(shorten(cut(before), MAX_QUOTED_CHARS))} to ${words(shorten(cut(after), MAX_QUOTED_CHARS))}`;
  }
  function changeItem(change) {
    const { label, time, title, file, is_undone } = change;
    const date = new Date(time).toLocaleString(void 0, { dateStyle: "medium", timeStyle: "short" });
    return make(
      "li",
      { className: "change" },
      make(
        "div",
        {},
        make("strong", {}, label),
        make("span", { className: "soft", dir: "auto" }, describeChange(change) + (is_undone ? " · taken back" : "")),
        make("span", { className: "soft" }, `${date} · ${title ?? file}`)
      ),
      !is_undone && button("Take back", () => undoOne(change), { "aria-label": `Take back: ${label}` })
    );
  }
  function showChanges(changes) {
    const items = changes.filter(({ undoes }) => undoes === null).map(changeItem);
    const undone = changes.find(({ can_be_redone }) => can_be_redone);
    const redo = undone && buttonRow(button(`Do again: ${undone.label}`, redoLast));
    const list = items.length > 0 ? make("ul", { className: "list changes" }, ...items) : softText("Nothing has been changed yet.");
    const fill = () => showView("changes", ["Contents", close], "Changes", redo, list);
    if (shownView() === "changes") keepFocus(fill);
    else fill();
  }

  // src/serve/editor/ui/entries.ts
  function chooseCollection() {
    const choices = site.collections;
    const items = choices.map(({ value: name, label }) => {
      const text = isBegun(name) ? `${label} · a new one is begun` : label;
      return make("li", {}, button(text, () => showEntries(name)));
    });
    showView(
      "other",
      ["Contents", close],
      "Entries",
      choices.length > 0 ? make("ul", { className: "list openers" }, ...items) : make("p", {}, "This site has no collection to which entries can be added. A developer makes one.")
    );
  }
  var MIN_SEARCHED = 10;
  async function showEntries(collection) {
    const isWanted = beginOpening();
    const list = await readEntryList(collection);
    if (!isWanted()) return;
    showView(
      "other",
      ["Entries", chooseCollection],
      list.label,
      buttonRow(button(addLabel(collection), () => addEntry(collection), { className: "is-primary" })),
      list.entries.length >= MIN_SEARCHED && entrySearch(),
      entryCards(list, collection)
    );
  }
  function entrySearch() {
    const field = make("input", { type: "search", id: "find-entry", autocomplete: "off", spellcheck: false });
    const openFirst = async () => {
      await refreshEntries();
      panel().querySelector("[data-collection] .name")?.click();
    };
    field.addEventListener("input", () => void refreshEntries().catch(sayError));
    field.addEventListener("keydown", (event) => event.key === "Enter" && !isOfInputMethod(event) && void openFirst().catch(sayError));
    return make("div", {}, fieldBox(field, "Find an entry").box, make("p", { className: "soft", role: "status", id: "found-entries" }));
  }
  var searchedWords = () => folded(panel().querySelector("#find-entry")?.value ?? "").match(/\S+/g) ?? [];
  function entryCards(list, collection, words = []) {
    const isMovable = list.is_ordered && words.length === 0;
    const cards2 = list.entries.map(({ file, title, hidden }, number) => {
      if (!words.every((word) => folded(title).includes(word))) return null;
      const name = button(title, () => openEntry(file), { className: "name", dir: "auto" });
      const ribbon = hidden ? make("span", { className: "ribbon" }, hidden) : null;
      const count = list.entries.length;
      const item = { label: title, number, count, move: (steps, act) => move(file, collection, steps, act) };
      const card = make("li", { className: "card", "data-number": number }, name, ribbon, isMovable && itemButtons(item, false));
      if (isMovable) moveByKeys(card, item);
      return card;
    });
    return make("ol", { className: "cards", "data-collection": collection }, ...cards2);
  }
  async function openEntry(file) {
    const opening = openForm(file, "");
    const isWanted = watchOpening();
    const page2 = (await opening)?.page ?? null;
    if (isWanted() && page2 !== null && page2 !== framePage.route) goTo(page2);
  }
  async function refreshEntries() {
    const before = panel().querySelector("[data-collection]");
    const collection = before?.dataset["collection"];
    if (!before || collection === void 0) return;
    const list = await readEntryList(collection);
    await untilIdle();
    if (!before.isConnected) return;
    const next = entryCards(list, collection, searchedWords());
    if (before.innerHTML !== next.innerHTML) keepFocus(() => before.replaceWith(next));
    const status = document.getElementById("found-entries");
    if (status) status.textContent = describeFound(next.childElementCount, list.entries.length);
  }
  function describeFound(found, all) {
    if (found === 0 && all > 0) return "No entry has this in its title.";
    return found < all ? `${found} of ${all} entries` : "";
  }
  var MAX_ORDER_CHECKS = 100;
  var ORDER_CHECK_MS = 50;
  async function move(file, collection, steps, act) {
    const { entries } = await readEntryList(collection);
    const from = entries.findIndex((entry) => entry.file === file);
    const to = placeAfter(from, steps, entries.length);
    if (from < 0 || to === from) return;
    await moveEntry(file, collection, to);
    for (let checks = 0; checks < MAX_ORDER_CHECKS; checks++) {
      if ((await readEntryList(collection)).entries[to]?.file === file) break;
      await pause(ORDER_CHECK_MS);
    }
    await refreshAfterSaving();
    await refreshEntries();
    say(`Moved to place ${to + 1}`);
    focusMoved(panel().querySelector(`[data-collection="${CSS.escape(collection)}"] .card[data-number="${to}"]`), act);
  }
  var PROPOSAL_DELAY_MS = 200;
  async function addEntry(collection) {
    const blank = await waitForBlank("Add another", () => readBlankEntry(collection), close);
    if (!blank) return;
    const { label, title_at, is_page, today, form } = blank;
    const name = make("input", { type: "text", id: "new-name", required: true, spellcheck: false, autocomplete: "off" });
    const { box, help } = fieldBox(name, is_page ? "Address" : "Name of the file");
    let isOwn = false;
    const proposals = new Counter();
    const setName = ({ name: proposed, file, route }) => {
      name.value = proposed;
      help.textContent = proposed === "" ? "" : route ? `Its page will stand at ${route}, its file is ${file}` : `Its file is ${file}`;
    };
    const proposeLater = delayed(async (title) => {
      if (isOwn || document.activeElement === name) return;
      const isLatest = proposals.next();
      const proposed = await proposeName(collection, title).catch(() => void 0);
      if (proposed && isLatest()) setName(proposed);
    }, PROPOSAL_DELAY_MS);
    const takeName = (text) => {
      isOwn = text !== "";
      proposals.next();
      help.textContent = `${is_page ? "A part of the address" : "The name of the file"}: letters, digits and hyphens.`;
    };
    name.addEventListener("input", () => takeName(name.value));
    const date = make("p", { className: "help" });
    showBlank({
      heading: `New in ${label}`,
      id: collection,
      about: is_page && "It begins as a draft: visitors see it once you have taken the tick of “Draft” away.",
      blank: form,
      more: [box, date],
      moreInput: {
        read: () => isOwn ? name.value : "",
        restore: (text) => takeName(name.value = text)
      },
      onTyped: (text) => {
        if (title_at) proposeLater(text(title_at));
        date.textContent = describeFutureDate(text("/date"), today);
      },
      write: async (value) => {
        const title = title_at ? value[title_at.slice(1)] : "";
        if (!isOwn && typeof title === "string") setName(await proposeName(collection, title));
        if (name.value === "") throw new Error(`Fill in the ${is_page ? "address" : "name of the file"}.`);
        return await createEntry(collection, name.value, value);
      },
      show: async ({ file, route }, isWanted) => {
        if (!isWanted()) {
          await refreshAfterSaving();
          return say("Added");
        }
        say("Added. The page is being made…");
        await waitForEntry({ file, isBuilt: (page2) => route === null || page2 !== null, done: "Added", isWanted });
      },
      back: [label, () => showEntries(collection)]
    });
  }
  function describeFutureDate(date, today) {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || date <= today) return "";
    const begin = (/* @__PURE__ */ new Date(`${date}T00:00`)).toLocaleDateString(void 0, { dateStyle: "long" });
    return `Goes online with the first publishing after ${begin}.`;
  }

  // src/serve/editor/ui/clicks.ts
  var MAX_NEAR_PARTS = 5;
  var MAX_CHOICES = 30;
  var partOf = (at) => at.startsWith("#") ? at : at.slice(0, at.lastIndexOf("/"));
  function shownParts({ elements, targets, titles }, indices, inText = false) {
    const parts = /* @__PURE__ */ new Map();
    for (const index of indices) {
      const element = elements[index];
      if (!element) continue;
      const count = inText && element.text_targets > 0 ? element.text_targets : element.targets.length;
      for (const number of element.targets.slice(0, count)) {
        const target = targets[number];
        if (!target) continue;
        const at = partOf(target.at);
        const key2 = `${target.file} ${at}`;
        const steps = target.label.split(" › ");
        const way = at.startsWith("#") ? steps : steps.slice(0, -1);
        const label = [titles[target.file] ?? target.file, ...way].join(" › ");
        const part = parts.get(key2) ?? { file: target.file, at, label, text: "" };
        part.text ||= element.whole_text ?? element.text;
        parts.set(key2, part);
      }
    }
    return [...parts.values()];
  }
  function partList(parts) {
    const items = parts.map(({ file, at, label, text }) => openerItem(shorten(text, 80) || label, label, () => openForm(file, at)));
    return make("ul", { className: "list" }, ...items);
  }
  function leave() {
    void saveAll();
    beginOpening();
    opened.form = void 0;
  }
  async function openOneOf(parts, around, clicked) {
    const isWanted = beginOpening();
    const forms = await Promise.all(parts.slice(0, MAX_CHOICES).map(({ file, at }) => readForm(file, at)));
    if (!isWanted()) return;
    const found = parts.flatMap((part, index) => {
      const fields = forms[index]?.fields ?? [];
      return fieldsOfText(fields, clicked.text).map(({ at, label, value }) => ({ ...part, at, label: `${part.label} › ${label}`, text: String(value) }));
    });
    const [only, ...others] = found;
    const meant = found.length === 0 ? around : others.length === 0 && only;
    if (meant) return openPart(meant, clicked);
    showChoices("It is made of several values:", found.length > 0 ? found : parts);
  }
  async function openPart({ file, at }, clicked) {
    await openForm(file, at, { scrolls: false, clicked });
  }
  function showChoices(about, parts) {
    leave();
    showView("choice", ["Contents", close], "What do you want to change?", softText(about), partList(parts.slice(0, MAX_CHOICES)));
  }
  async function openClicked({ indices, isExact, beside, text, number = "" }) {
    const { marks } = framePage;
    if (!marks) return;
    const parts = shownParts(marks, indices, isExact);
    const element = marks.elements[indices[0] ?? -1];
    if (parts.length === 0) return showSource(text, element?.source ?? marks.template, shownParts(marks, beside));
    const clicked = { text, number };
    const target = marks.targets[element?.targets[0] ?? -1];
    const around = parts.find(({ file, at }) => parts.every((part) => part.file === file && (part.at === at || part.at.startsWith(`${at}/`))));
    if (isExact && target && parts.length === 1) return openPart(target, clicked);
    if (isExact) return openOneOf(parts, around, clicked);
    if (around) return openPart(around, clicked);
    showChoices("What you clicked has no content of its own. These stand in it:", parts);
  }
  function showSource(text, source, near) {
    leave();
    if (typeof source === "object" && "collection" in source) return showComputed(text, source.collection);
    const place = typeof source === "string" ? `templates/${source} or a part of it` : `${source.file}, line ${source.line}`;
    const shown = near.length > MAX_NEAR_PARTS ? [] : near;
    const message = `On ${framePage.route}: “${text}” should be changed. It comes from ${place}.`;
    const copy = () => navigator.clipboard.writeText(message).then(() => say("Copied"), () => say("Copying is not allowed here"));
    showView(
      "choice",
      ["Contents", close],
      place.startsWith("templates/") ? "This is part of the template" : "This can't be changed here",
      text && make("p", { dir: "auto" }, `“${text}”`),
      make("p", {}, `It comes from ${place}. A developer changes it.`),
      buttonRow(button("Copy a message for a developer", copy)),
      shown.length > 0 && make("h2", {}, "Beside it, this can be changed"),
      shown.length > 0 && partList(shown)
    );
  }
  function showComputed(text, collection) {
    const label = site.collections.find(({ value }) => value === collection)?.label ?? collection;
    showView(
      "choice",
      ["Contents", close],
      "This follows from the entries",
      make("p", { dir: "auto" }, `“${text}”`),
      make("p", {}, `It is made from the entries of “${label}”, and changes with them.`),
      buttonRow(button(`Show ${label}`, () => showEntries(collection)))
    );
  }

  // src/serve/editor/ui/contents.ts
  var openGroups = /* @__PURE__ */ new Set();
  function focusContent(file, at) {
    const value = CSS.escape(`${file} ${withoutPart(at)}`);
    const find = (selector) => panel().querySelector(`.contents ${selector}`);
    const leaf = find(`[data-value="${value}"]`) ?? find(`[data-value^="${value}/"]`);
    const group = leaf?.closest("details");
    if (group) group.open = true;
    leaf?.focus();
    return Boolean(leaf);
  }
  function showContents() {
    const { marks } = framePage;
    if (!marks) {
      const reason = "The site has no page at this address, or its file has an error.";
      return show("contents", make("h1", {}, "This page can't be read now"), make("p", {}, reason));
    }
    const { own, others } = groupValues(marks);
    const about = isLooking() ? "Choose here what you want to change. Clicks on the page follow its links, as “Look” is on." : "Click on the page what you want to change, or choose it here.";
    show(
      "contents",
      make("h1", {}, "Contents of this page"),
      softText(about),
      marks.has_samples && make("p", { className: "sample" }, "Some of it is an example so far.", button("Show the examples", () => openExamples(marks))),
      marks.is_traced ? make(
        "div",
        { className: "contents" },
        groupList(own),
        own.length > 0 && others.length > 0 && make("h2", {}, "From other files"),
        groupList(others)
      ) : make("p", {}, "This page computes with its texts, so they can't be traced to where they were written.")
    );
  }
  function groupValues({ elements, targets, titles, page: { file: ownFile } }) {
    const [own, others] = [/* @__PURE__ */ new Map(), /* @__PURE__ */ new Map()];
    const seen = /* @__PURE__ */ new Set();
    const isHeading = (tag) => /^h[1-6]$/.test(tag);
    const headings = new Set(elements.filter(({ tag }) => isHeading(tag)).flatMap(({ targets: targets2 }) => targets2));
    let section = { key: "text", label: "Text" };
    for (const { tag, targets: indices, text: ownText, whole_text: text = ownText } of elements) {
      for (const number of indices) {
        const target = targets[number];
        if (!target || seen.has(number) || headings.has(number) && !isHeading(tag)) continue;
        seen.add(number);
        const { file, at, label } = target;
        const isOwn = file === ownFile;
        const isBlock2 = at.startsWith("#");
        if (isOwn && isBlock2 && label === "Heading") section = { key: at, label: text || label };
        const [first = label, ...steps] = label.split(" › ");
        const part = isBlock2 ? section : { key: at.split("/")[1] ?? "", label: first };
        const named = isOwn ? { key: `${file} ${part.key}`, label: part.label } : { key: file, label: titles[file] ?? file };
        const groups = isOwn ? own : others;
        const group = groups.get(named.key) ?? { ...named, values: [] };
        group.values.push({ file, at, text, label: isOwn && !isBlock2 ? steps.join(" › ") : label });
        groups.set(named.key, group);
      }
    }
    return { own: [...own.values()], others: [...others.values()] };
  }
  function groupList(groups) {
    const leaf = ({ file, at, text, label }, group) => {
      const name = shorten(text, 80) || label || group;
      const about = text ? label || group : name;
      const clicked = { text, number: /\d+([.,]\d+)*/.exec(text)?.[0] ?? "" };
      return openerItem(name, about, () => openForm(file, at, { clicked }), { "data-value": `${file} ${at}` });
    };
    const items = groups.map(({ key: key2, label, values }) => {
      const [first, ...others] = values;
      if (first && others.length === 0) return leaf({ ...first, label: [label, first.label].filter(Boolean).join(" › ") }, label);
      const details = make(
        "details",
        { open: openGroups.has(key2) || groups.length === 1 },
        make("summary", {}, make("span", { className: "row" }, ...twoLines(label, shorten(values.find(({ text }) => text !== "")?.text ?? label, 80)))),
        make("ul", { className: "list" }, ...values.map((value) => leaf(value, label)))
      );
      details.addEventListener("toggle", () => details.open ? openGroups.add(key2) : openGroups.delete(key2));
      return make("li", {}, details);
    });
    return make("ul", { className: "list" }, ...items);
  }

  // src/serve/editor/ui/delete.ts
  var askToDelete = (file) => openInstead(() => Promise.all([readDeletionPlan(file), readPages()]), ([plan, pages]) => {
    const code = plan.uses.filter(({ at }) => at === null);
    const obstacle = plan.refusal !== null ? [make("p", {}, plan.refusal)] : code.length > 0 && listCode(code);
    const content = obstacle || [deletionForm(file, plan, pages)];
    showView("other", ["Back to the form", () => openForm(file, "")], `Delete “${plan.title}”?`, ...content);
  });
  function listCode(uses) {
    return [make("p", {}, "The site's code names it, so it can't be deleted here:"), useList(uses, () => ". A developer changes this.")];
  }
  function describeFiles({ languages, files }) {
    return [
      languages.length > 0 && make("p", {}, `It is deleted in all its languages, also in ${languages.join(", ")}.`),
      make("p", {}, files.length === 1 ? "One file is deleted:" : `${files.length} files are deleted:`),
      fixedList(files)
    ];
  }
  function describeCount(count) {
    if (count === 0) return "Nothing else names it. “Undo” brings it back.";
    return count === 1 ? "One place names it. Say what becomes of it:" : `${count} places name it. Say what becomes of each:`;
  }
  function placeChoice(use, number, pages) {
    const { file, label, can_unlink, can_redirect, entries, removal: removal2, why_needed, has_form } = use;
    const at = use.at ?? "";
    const option = (change, text) => make("option", { value: JSON.stringify(change) }, text);
    const simple = [
      can_unlink && option({ op: "unlink" }, "Keep the text without the link"),
      removal2 === "field" && option({ op: "remove" }, "Leave it empty"),
      removal2 === "item" && option({ op: "remove" }, "Remove the item from the list")
    ];
    const targets = can_redirect ? pages.map((page2) => option({ op: "redirect", to: page2.value }, page2.label)) : [];
    const others = entries.map(({ value, label: label2 }) => option({ op: "redirect", to: String(value) }, label2));
    const input = make(
      "select",
      { id: `use-${number}`, required: true },
      make("option", { value: "" }, "Choose…"),
      ...simple,
      targets.length > 0 && make("optgroup", { label: "Lead to another page" }, ...targets),
      others.length > 0 && make("optgroup", { label: "Name another" }, ...others)
    );
    const { box, help, problem, setProblem } = fieldBox(input, label, why_needed === null ? file : `${file}. It can't be removed: ${why_needed}.`);
    const sentence2 = quote(use, `${input.id}-quote`);
    if (sentence2) {
      input.before(sentence2);
      input.setAttribute("aria-describedby", `${sentence2.id} ${help.id} ${problem.id}`);
    }
    if (has_form) box.append(button("Open its form", () => openForm(file, at), { className: "opener", "aria-label": `Open its form: ${label}` }));
    const read = () => {
      const change = input.value === "" ? void 0 : JSON.parse(input.value);
      setProblem(change ? "" : "Choose what becomes of it.");
      return change && { file, at, change };
    };
    input.addEventListener("change", read);
    return { box, input, read };
  }
  var routeAbove = (route, pages) => pages.map((page2) => page2.route).filter((other) => other.endsWith("/") && route.startsWith(other)).sort().at(-1) ?? "/";
  function deletionForm(file, plan, pages) {
    const { title, addresses, uses, files } = plan;
    const isWanted = watchOpening();
    const others = pages.filter((page2) => page2.file === null || !files.includes(page2.file));
    const targets = others.filter((page2) => page2.file !== null && page2.hidden === null);
    const pageOptions = () => targets.map(({ route, title: title2 }) => make("option", { value: route }, `${title2} (${route})`));
    const choices = uses.map((use, number) => placeChoice(use, number, pageOptions()));
    const redirect = make("select", { id: "leads-to" }, make("option", { value: "" }, "Nowhere: it is gone"), ...pageOptions());
    const address = fieldBox(redirect, `Visitors who come to ${addresses.join(", ")} are led to`);
    const submit = make("button", { type: "submit", className: "danger" }, "Delete");
    const remove = async () => {
      const chosen = choices.map(({ read }) => read());
      const missing = choices[chosen.indexOf(void 0)];
      if (missing) {
        missing.input.focus();
        return say("Not deleted");
      }
      await deleteEntry(file, redirect.value === "" ? null : redirect.value, chosen.filter((use) => use !== void 0));
      if (isInFrame(file)) goTo(routeAbove(framePage.route, others));
      await refreshAfterSaving().catch(sayError);
      if (isWanted()) close();
      say(`Deleted, “Undo” brings it back: ${title}`);
    };
    return actionForm(
      { submit, failure: "Not deleted", act: () => removingPage(remove), footer: submitOrCancel(submit, () => openForm(file, "")) },
      ...describeFiles(plan),
      make("p", {}, describeCount(uses.length)),
      ...choices.map(({ box }) => box),
      addresses.length > 0 && address.box
    );
  }

  // src/serve/editor/ui/list.ts
  function cards(list, inputs, form) {
    const items = list.items.map(({ at, label }, number) => {
      const name = inputs.get(at) ?? button(label, () => openForm(form.file, at), { className: "name", dir: "auto", "data-to": at });
      const item = listItem(list, number, form);
      const card = make("li", { className: "card", "data-number": number }, name, itemButtons(item, false));
      moveByKeys(card, item);
      return card;
    });
    const empty = list.items.length === 0 && softText("Nothing is in this list yet.");
    return make("div", {}, empty, make("ol", { className: "cards" }, ...items), addButton(list, list.items.length, form));
  }
  function placeInList(list, number, fields, form) {
    const item = listItem(list, number, form);
    const section = make(
      "section",
      { className: "place" },
      make("h2", {}, "In the list"),
      softText(`Place ${number + 1} of ${list.items.length}`),
      itemButtons(item, true),
      item.isNeeded && softText(`It can't be removed: the list needs at least ${list.least}.`),
      addButton(list, number + 1, form)
    );
    for (const element of [section, ...fields]) moveByKeys(element, item);
    return section;
  }
  var MAX_NAME_CHARS = 60;
  function addButton(list, number, form) {
    const { file } = form;
    const { at, items, most } = list;
    if (most !== null && items.length >= most) return softText(`No more than ${most} can be in this list.`);
    const id = `${file} ${at}`;
    const back = () => openForm(file, at);
    const add2 = async () => {
      const blank = await waitForBlank("Add another", () => readBlankItem(file, at, number), back);
      if (!blank) return;
      showBlank({
        heading: "Add another",
        id,
        blank,
        write: (value) => editItems(file, at, null, { op: "insert", number, value }),
        show: async (_, isWanted) => {
          await followChange(form, `${at}/${number}`, { isWanted });
          say(`Added at place ${number + 1} of ${items.length + 1}`);
        },
        back: ["Back to the list", back]
      });
    };
    return buttonRow(button(addLabel(id), add2));
  }
  var movesMade = [];
  function listItem(list, number, form) {
    const { file } = form;
    const { at, items, least } = list;
    const movesBefore = movesMade.length;
    const placeNow = () => {
      const since = movesMade.slice(movesBefore).filter((change) => change.file === file);
      const now = since.reduce((at2, change) => pointerAfter(at2, change) ?? at2, `${at}/${number}`);
      return Number(now.slice(at.length + 1));
    };
    const edit = (change) => editItems(file, at, items[number]?.value, change);
    const move2 = async (steps, act) => {
      const from = placeNow();
      const to = placeAfter(from, steps, items.length);
      if (to === from) return;
      const moved = await readChange((await edit({ op: "move", number: from, to })).number);
      if (moved) movesMade.push(moved);
      const place = Number(moved?.to ?? to);
      const isItemForm = list.number === number;
      const isShown = await followChange(form, isItemForm ? `${at}/${place}` : at, { keepsFocus: true });
      say(`Moved to place ${place + 1}`);
      if (isShown && (act || !isItemForm)) focusMoved(panel().querySelector(isItemForm ? ".place" : `.card[data-number="${place}"]`), act);
    };
    const remove = async () => {
      const { value, label = "" } = items[number] ?? {};
      await edit({ op: "remove", number });
      const isShown = await followChange(form, at);
      say(`Removed, “Undo” brings it back: ${typeof value === "string" ? shorten(value, MAX_NAME_CHARS) : label}`);
      if (isShown) focusMoved(panel().querySelector(`.card[data-number="${Math.min(number, items.length - 2)}"]`));
    };
    const perform = async (act) => {
      await saveAll();
      try {
        await act();
      } catch (error) {
        if (error instanceof Refusal && error.current) await followChange(form, at).catch(() => void 0);
        sayError(error);
      }
    };
    return {
      label: items[number]?.label ?? "",
      number,
      count: items.length,
      move: (steps, act) => perform(() => move2(steps, act)),
      remove: () => perform(remove),
      isNeeded: items.length <= least
    };
  }

  // src/serve/editor/ui/part.ts
  var idOf = (part, { file }) => `${file} ${part.at}`;
  function absentParts(form) {
    const buttons = form.absent_parts.map((part) => {
      const verb = isBegun(idOf(part, form)) ? "Go on with" : "Add";
      return button(`${verb} “${part.label}”`, () => add(part, form), { "data-to": part.at });
    });
    return buttons.length > 0 && buttonRow(...buttons);
  }
  async function add(part, form) {
    const { at, label } = part;
    const { file } = form;
    const back = () => openForm(file, at);
    const heading = `Add “${label}”`;
    const blank = await waitForBlank(heading, () => readBlankMapping(file, at), back);
    if (!blank) return;
    showBlank({
      heading,
      id: idOf(part, form),
      about: blank.help,
      blank,
      write: (value) => changeValue(file, at, null, value, itemAround(form, at)),
      show: async (_, isWanted, first) => {
        await followChange(form, at + (first?.described.at ?? ""), { isWanted });
        say(`Added: ${label}`);
      },
      back: ["Back to the form", back]
    });
  }
  function removal(form) {
    const { file, at, trail } = form;
    const label = trail.at(-1)?.label ?? "";
    const remove = async () => {
      await saveAll();
      const { removable } = await readForm(file, at);
      await changeValue(file, at, removable, null, itemAround(form, at));
      await followChange(form, at);
      say(`Removed, “Undo” brings it back: ${label}`);
    };
    return buttonRow(button(`Remove “${label}”`, onceAtATime(remove)));
  }

  // src/serve/editor/ui/picture-text.ts
  var texts = /* @__PURE__ */ new Map();
  function watchReplacement(key2, pictureBox, textBox) {
    const picture = pictureBox?.querySelector("[data-at]");
    const text = textBox?.querySelector("[data-at]");
    if (!picture || !text) return;
    const note = make("p", { className: "note", role: "status", id: `${text.id}-note` });
    text.after(note);
    text.setAttribute("aria-describedby", `${text.getAttribute("aria-describedby")} ${note.id}`);
    let former = picture.value;
    const show2 = () => {
      const written = texts.get(key2);
      const isOutdated = written && written.text === text.value && written.picture !== picture.value;
      note.textContent = isOutdated ? "This was written for the former picture: check that it fits the new one." : "";
    };
    picture.addEventListener("change", () => {
      const isWritten = text.value.trim() !== "" && former !== "" && former !== picture.value;
      if (isWritten && texts.get(key2)?.text !== text.value) texts.set(key2, { text: text.value, picture: former });
      former = picture.value;
      show2();
    });
    text.addEventListener("input", show2);
    show2();
  }

  // src/serve/editor/ui/rename.ts
  var CHECK_DELAY_MS = 200;
  var askForAddress2 = (file) => openInstead(() => readRenamePlan(file), (plan) => {
    const heading = plan.route === null ? `Rename “${plan.title}”` : `Address of “${plan.title}”`;
    const back = () => openForm(file, "");
    const isRefused = plan.refusal !== null;
    showView("other", ["Back to the form", back], heading, isRefused ? make("p", {}, plan.refusal) : renameForm(file, plan, back));
    const input = document.querySelector("#new-name");
    input?.focus();
    input?.select();
  });
  function renameForm(file, plan, back) {
    const { route, routes, was_published } = plan;
    const isWanted = watchOpening();
    const input = make("input", {
      type: "text",
      id: "new-name",
      value: plan.name,
      required: true,
      spellcheck: false,
      autocomplete: "off",
      autocapitalize: "off",
      dir: "auto"
    });
    const label = route === null ? "New name of the file" : "New name in the address";
    const { box, help, problem, setProblem } = fieldBox(input, label, route === null ? `Its file is ${file}` : `Its page stands at ${route}`);
    problem.role = "alert";
    const checks = new Counter();
    const check2 = async () => {
      const isLatest = checks.next();
      try {
        const name = input.value.trim();
        if (name === "") throw new Error(fillIn(label));
        const checked = await checkName(file, name);
        if (!isLatest()) return void 0;
        setProblem("");
        const { route: address, file: path } = checked;
        help.textContent = address !== null ? `Its page will stand at ${address}` : path !== null ? `Its file will be ${path}` : "";
        return checked;
      } catch (error) {
        if (isLatest()) {
          setProblem(messageOf(error));
          help.textContent = "";
        }
        return void 0;
      }
    };
    const checkLater = delayed(() => {
      if (!submit.disabled) void check2();
    }, CHECK_DELAY_MS);
    input.addEventListener("input", () => {
      checks.next();
      checkLater();
    });
    const visitors = routes.length === 1 ? `Lead visitors of ${routes[0]} to the new address` : `Lead visitors of the ${routes.length} old addresses to the new ones`;
    const keeps = make("input", { type: "checkbox", id: "keeps-address", checked: was_published });
    const why = was_published ? "Others may have linked there. Without this, such links lead nowhere." : "Nothing has been published there, so nobody knows it yet.";
    const submit = make("button", { type: "submit", className: "is-primary" }, route === null ? "Rename" : "Change address");
    const rename = async () => {
      const checked = await check2();
      if (!checked) {
        input.focus();
        return say("Not changed");
      }
      say("Changing…");
      const result = await renameEntry(file, input.value.trim(), routes.length > 0 && keeps.checked).catch((error) => {
        throw new Error(`Nothing was changed. ${messageOf(error)}`);
      });
      await waitForEntry({
        file: result.file,
        path: isWanted() || isInFrame(file) ? checked.route : null,
        isBuilt: (page2) => page2 === checked.route,
        done: checked.route === null ? "Renamed" : "Address changed",
        isWanted
      });
    };
    const action = { submit, failure: "Not changed", act: () => removingPage(rename), footer: submitOrCancel(submit, back) };
    return actionForm(action, box, routes.length > 0 && fieldBox(keeps, visitors, why).box, ...describeUses(plan));
  }
  function describeUses({ routes, files, uses, not_rewritten: unchanged }) {
    const places = uses.length === 1 ? "One link to it changes too" : `${uses.length} links to it change too`;
    return [
      make("h2", {}, "What else changes"),
      make("p", {}, uses.length > 0 ? `${places}:` : "Nothing else links to it."),
      uses.length > 0 && useList(uses),
      files.length > 1 && make("p", {}, `${files.length} files are moved: its translations, or all that is in its folder.`),
      routes.length > 1 && make("p", {}, `${routes.length} addresses change:`),
      routes.length > 1 && fixedList(routes),
      unchanged.length > 0 && make("h2", {}, "For a developer"),
      unchanged.length > 0 && make("p", {}, "This may name it, and stays as it is. If a link would lead nowhere then, nothing is changed:"),
      unchanged.length > 0 && useList(unchanged)
    ];
  }

  // src/serve/editor/ui/form.ts
  function showForm(form, from, clicked) {
    const { title, trail, fields, parts, file, list, block, cursorAt: at } = form;
    const go = (at2) => openForm(file, at2);
    const sampleOf = ({ at: at2, sample }) => fields.find((field) => field.sample?.at === sample?.at)?.at === at2 ? sample : null;
    const inputs = new Map(fields.map((described) => [described.at, makeField({ ...described, sample: sampleOf(described) }, form)]));
    for (const { at: at2 } of fields) watchReplacement(`${file} ${at2}`, inputs.get(at2), inputs.get(`${at2}_alt`));
    const isList = list?.at === form.at;
    const hasParts = !isList && parts.length > 0;
    const last = trail.at(-1);
    const heading = last?.label ?? title;
    const [own, further] = [fields.filter(({ is_under_more }) => !is_under_more), fields.filter(({ is_under_more }) => is_under_more)];
    if (own.length === 1 && own[0]?.label === heading) inputs.get(own[0].at)?.classList.add("is-titled");
    const around = [{ at: "", label: title }, ...trail].slice(0, -1);
    show(
      "form",
      wayBack(["Contents", close], ...around.map(({ at: at2, label }) => [label, () => go(at2)])),
      make("h1", {}, heading),
      namedByPage(file),
      ...isList ? [cards(list, inputs, form)] : own.map(({ at: at2 }) => inputs.get(at2)),
      further.length > 0 && make("details", {}, make("summary", {}, "More"), ...further.map(({ at: at2 }) => inputs.get(at2))),
      hasParts && make("h2", {}, "Inside"),
      hasParts && make("ul", { className: "list openers" }, ...parts.map(({ at: at2, label }) => make("li", {}, button(label, () => go(at2), { "data-to": at2 })))),
      absentParts(form),
      form.removable !== null && removal(form),
      block && blockSection(form, block, inputs.get(fields[0]?.at ?? "") ?? make("div")),
      list && list.number !== null && placeInList(list, list.number, inputs.values(), form),
      entryButtons(form),
      make("h2", {}, "About this"),
      softText(`Written in ${file}`),
      readers(file, at)
    );
    showProblems();
    const input = at && panel().querySelector(`[data-at="${CSS.escape(at)}"]`);
    const opener = [...panel().querySelectorAll("[data-to]")].find(({ dataset: { to } }) => from === to || from.startsWith(`${to}/`));
    const first = (typeof list?.number === "number" || block) && panel().querySelector(".field :is(input, select, textarea)");
    (input || opener || first || panel()).focus();
    if (!(input instanceof HTMLTextAreaElement)) return;
    if (input.value === PLACEHOLDER) input.select();
    else showCaret(input, caretOf(input.value, clicked));
  }
  var PLACEHOLDER = "Write here.";
  function namedByPage(entry) {
    const { page: page2, references = [] } = framePage.marks ?? {};
    const own = page2?.file ?? null;
    if (own === null || own === entry) return false;
    const naming = references.filter(({ names }) => names === entry);
    const buttons = naming.map(({ at, label }) => button(`Choose another: ${label}`, () => openForm(own, at)));
    const about = softText("This page names it. What you change here shows wherever it is named.");
    return buttons.length > 0 && make("div", { className: "named-by" }, about, buttonRow(...buttons));
  }
  function showCaret(input, caret) {
    input.setSelectionRange(caret, caret);
    const field = input.closest(".field") ?? input;
    if (field.offsetHeight > panel().clientHeight) field.scrollIntoView({ block: caret < input.value.length / 2 ? "start" : "end" });
  }
  var READERS_DELAY_MS = 500;
  var MAX_READERS = 40;
  var lastReaders = { of: "", pages: [] };
  function readers(file, at) {
    const of = `${file} ${at}`;
    const list = make("details");
    const fill = (pages) => {
      lastReaders = { of, pages };
      const words = pages.length === 1 ? "Read by 1 page" : `Read by ${pages.length} pages`;
      const links = pages.slice(0, MAX_READERS).map(({ route, title }) => {
        return make("li", {}, button(title, () => goToOpened(route, title), { dir: "auto" }));
      });
      const others = pages.length - links.length;
      const more = others > 0 ? softText(`and ${others} more`) : "";
      list.replaceChildren(make("summary", {}, words), make("ul", { className: "list" }, ...links), more);
      list.hidden = pages.length === 0;
    };
    fill(of === lastReaders.of ? lastReaders.pages : []);
    setTimeout(() => list.isConnected && listReaders(file, at).then(fill, sayError), READERS_DELAY_MS);
    return list;
  }
  function entryButtons({ file, collection, is_renamable, page: page2 }) {
    const buttons = [
      collection !== null && button(addLabel(collection), () => addEntry(collection)),
      is_renamable && button(page2 !== null ? "Change address…" : "Rename…", () => askForAddress2(file)),
      collection !== null && button("Delete…", () => askToDelete(file))
    ];
    return buttons.some(Boolean) && make("section", {}, make("h2", {}, "The whole entry"), buttonRow(...buttons));
  }

  // src/serve/editor/ui/publish.ts
  var state;
  var panelState = {};
  var authorFields = [];
  var readsOfState = new Counter();
  var OBSTACLE_DELAY_MS = 2e3;
  var isPublishShown = () => shownView() === "publishing";
  function closePublished() {
    if (isPublishShown() && panelState.result?.is_done) show("nothing");
  }
  async function readPublishState2() {
    const isLatest = readsOfState.next();
    const read = await readPublishState();
    await untilIdle();
    if (!isLatest()) return;
    if (read.obstacle) readAgainLater();
    const isSame = state?.digest === read.digest && state.has_unsent === read.has_unsent && state.obstacle?.message === read.obstacle?.message;
    readInputs();
    state = read;
    labelButton(read);
    if (isPublishShown() && !isSame) {
      delete panelState.problems;
      if (panelState.result?.is_done && read.count > 0) delete panelState.result;
      render();
      void check();
    }
  }
  var readAgainLater = delayed(() => {
    if (isPublishShown()) readPublishState2().catch(sayError);
  }, OBSTACLE_DELAY_MS);
  function labelButton({ count, has_unsent, obstacle }) {
    const wide = (words) => make("span", { className: "wide" }, words);
    const isEmpty = count === 0 && !has_unsent;
    let label = [String(count), wide(count === 1 ? " change" : " changes"), " · Publish"];
    if (obstacle) label = ["Publish"];
    else if (isEmpty) label = [wide("Nothing to "), "publish"];
    else if (count === 0) label = [wide("Not online yet · "), "Publish"];
    byId("publish").replaceChildren(...label);
    byId("publish").classList.toggle("is-primary", !isEmpty && !obstacle);
  }
  async function openPublish() {
    const isWanted = watchOpening();
    resetPanel({});
    state = void 0;
    try {
      await readPublishState2();
      if (isWanted()) panel().focus();
    } catch (error) {
      if (isWanted()) close();
      throw error;
    }
  }
  function resetPanel(next) {
    panelState = next;
    show("publishing");
  }
  async function check() {
    const { digest, obstacle, count } = state ?? {};
    if (obstacle || !count) return;
    const { problems } = await checkForPublishing().catch((error) => {
      sayError(error);
      return { problems: void 0 };
    });
    await untilIdle();
    if (!problems || !isPublishShown() || digest !== state?.digest) return;
    panelState.problems = problems;
    setProblems(problems);
    keepFocus(() => {
      panel().querySelector(".mistakes")?.replaceWith(problemSection(problems));
      panel().querySelector(".action-bar")?.replaceWith(publishBar(count, problems));
    });
    say(problems.length > 0 ? whatIsToDo(problems) : "The check found no mistakes");
  }
  var isPublishing = false;
  async function publish2() {
    if (!state || isPublishing) return;
    readInputs();
    if (!validate2()) return;
    const { digest } = state;
    isPublishing = true;
    panel().querySelector(".action-bar")?.replaceWith(publishBar(state.count, panelState.problems));
    panel().focus();
    say("Publishing…");
    const wanted = { message: panelState.message ?? state.message, digest, author: state.has_author ? null : panelState.author ?? null };
    const explain2 = (error) => ({ is_done: false, message: messageOf(error), said: "", problems: [] });
    const result = await publish(wanted).catch(explain2);
    isPublishing = false;
    if (isPublishShown()) {
      if (result.is_done) resetPanel({ result });
      else panelState.result = result;
      if (result.problems.length > 0) panelState.problems = result.problems;
    }
    if (result.is_done) await markPublished().catch(sayError);
    tellOtherWindows();
    await readPublishState2().catch(sayError);
    if (!isPublishShown()) return say(result.is_done ? "Published" : `Not published. ${result.message}`);
    say(result.is_done ? "Published" : "Not published");
    render();
    panel().focus();
  }
  function validate2() {
    for (const { input, setProblem } of authorFields) {
      const problem = input.value === "" ? fillIn(input.labels?.[0]?.textContent ?? "") : "This is no e-mail address.";
      setProblem(input.validity.valid ? "" : problem);
    }
    const first = authorFields.find(({ input }) => !input.validity.valid)?.input;
    first?.scrollIntoView({ block: "center" });
    first?.focus();
    if (first) say("Not published: your name and e-mail address are asked for");
    return !first;
  }
  function readInputs() {
    const text = (id) => panel().querySelector(`#${id}`)?.value;
    const message = text("publish-message");
    if (message !== void 0 && message === state?.message) delete panelState.message;
    else if (message !== void 0) panelState.message = message;
    const [name, email] = [text("publish-name"), text("publish-email")];
    if (name !== void 0 && email !== void 0) panelState.author = { name, email };
  }
  function render() {
    if (!state) return;
    const { obstacle, count, has_unsent, notes, files } = state;
    const { result } = panelState;
    const isEmpty = count === 0 && !has_unsent;
    const isNamedTwice = ({ title, file }) => files.some((other) => other.title === title && other.file !== file);
    const unsent = `What was published before is not online yet: it was not sent.${count > 0 ? " “Publish” sends it too." : ""}`;
    const content = make(
      "form",
      { className: "publish", noValidate: true, onsubmit: (event) => (event.preventDefault(), void publish2()) },
      wayBack(["Contents", close]),
      make("h1", {}, "Publish"),
      result && resultBox(result, result.is_done ? "result is-done" : "result"),
      obstacle && resultBox(obstacle, "result"),
      !obstacle && isEmpty && !result && softText("Nothing has changed since the last publishing."),
      !obstacle && has_unsent && !result && make("p", {}, unsent),
      ...obstacle || result?.is_done ? [] : notes.map((note) => softText(...withCode(note))),
      !result?.is_done && unsavedNote(),
      count > 0 && make("h2", {}, counted(count, "change")),
      count > 0 && make("ul", { className: "changed" }, ...files.map((file) => fileItem(file, isNamedTwice(file)))),
      ...obstacle || isEmpty ? [] : publishFields(state)
    );
    keepFocus(() => show("publishing", content));
  }
  function unsavedNote() {
    const count = refusedCount();
    const words = count === 1 ? "1 text is not saved, and does not go online." : `${count} texts are not saved, and do not go online.`;
    return count > 0 && make("p", { className: "problem" }, `${words} `, button("Show", () => byId("unsaved").click(), { className: "opener" }));
  }
  function resultBox({ message, said }, className) {
    const words = said !== "" && make("details", { open: true }, make("summary", {}, "What Git said"), make("pre", {}, said));
    return make("div", { className }, make("p", {}, ...withCode(message)), words);
  }
  var withCode = (text) => text.split("`").map((part, index) => index % 2 === 1 ? make("code", {}, part) : part);
  var FATE_LABELS = { added: "new", removed: "removed", changed: "", moved: "moved", approved: "" };
  function fileItem(file, namesFile) {
    const { title, fate, hidden, picture, is_editable, parts } = file;
    const leadTo = (at, label) => {
      const properties = { className: "opener", "aria-label": `Show in the page: ${label}` };
      return is_editable && button("Show in the page", () => showInPage(file.file, at, file.page), properties);
    };
    const approved = parts.filter(({ fate: fate2 }) => fate2 === "approved").length;
    const items = parts.filter(({ fate: fate2 }) => fate2 !== "approved").map(
      ({ at, label, sentence: sentence2, words }) => make(
        "li",
        {},
        make("span", { className: "label", dir: "auto" }, label),
        make("span", { dir: "auto" }, sentence2),
        words.length > 0 && make("p", { className: "words", dir: "auto" }, ...words.flatMap(renderRun)),
        at !== null && leadTo(at, `${label}, ${title}`)
      )
    );
    return make(
      "li",
      {},
      make(
        "h3",
        { dir: "auto" },
        title,
        ...FATE_LABELS[fate] === "" ? [] : [" ", make("span", { className: "fate" }, FATE_LABELS[fate])],
        ...hidden === null ? [] : [" ", make("span", { className: "ribbon" }, hidden)]
      ),
      namesFile && softText(file.file),
      picture !== null && make("img", { src: addressOf2(picture), alt: "", loading: "lazy" }),
      picture !== null && fate === "added" && unusedNote(file.file),
      items.length > 0 && make("ul", {}, ...items),
      approved > 0 && softText(`${counted(approved, "example")} approved`),
      parts.length === 0 && fate !== "removed" && leadTo("", title)
    );
  }
  function unusedNote(file) {
    const note = softText();
    listReaders(file, "").then((pages) => pages.length === 0 && note.append("No page shows it so far."), sayError);
    return note;
  }
  function renderRun({ kind, text }) {
    const words = kind === "both" ? text : make(kind === "added" ? "ins" : "del", {}, text);
    return [words, " "];
  }
  function publishFields({ count, message, has_author }) {
    const { problems, author } = panelState;
    const text = panelState.message ?? message;
    const about = make("textarea", { id: "publish-message", value: text, dir: "auto", rows: Math.min(text.split("\n").length, 8) });
    const name = make("input", { id: "publish-name", value: author?.name ?? "", required: true, autocomplete: "name" });
    const email = make("input", { id: "publish-email", type: "email", value: author?.email ?? "", required: true, autocomplete: "email" });
    authorFields = has_author || count === 0 ? [] : [fieldBox(name, "Your name"), fieldBox(email, "Your e-mail address")];
    return [
      count > 0 && fieldBox(about, "What others read about it").box,
      ...authorFields.map(({ box }) => box),
      authorFields.length > 0 && softText("Everybody who sees the history of the site sees both."),
      problemSection(problems),
      publishBar(count, problems)
    ];
  }
  function problemSection(problems = []) {
    const isEmpty = problems.length === 0;
    const heading = make("h2", {}, whatIsToDo(problems));
    return make("div", { className: "mistakes" }, !isEmpty && heading, !isEmpty && problemList(problems));
  }
  function whatIsToDo(problems) {
    const examples = problems.filter(({ is_sample }) => is_sample).length;
    const parts = [
      examples < problems.length && `${counted(problems.length - examples, "mistake")} to correct`,
      examples > 0 && `${counted(examples, "example")} to replace or approve`
    ];
    return `${parts.filter(Boolean).join(" and ")} first`;
  }
  function publishBar(count, problems) {
    let checked = count > 0 ? "Checking the whole site…" : "";
    if (isPublishing) checked = "Publishing…";
    else if (problems?.length === 0) checked = "The check found no mistakes.";
    else if (problems) checked = button(whatIsToDo(problems), () => panel().querySelector(".mistakes")?.scrollIntoView());
    const properties = { type: "submit", id: "publish-now", className: "is-primary", disabled: isPublishing || Boolean(problems?.length) };
    return make("div", { className: "action-bar" }, softText(checked), make("button", properties, count > 0 ? "Publish" : "Send again"));
  }

  // src/serve/editor/ui/unsaved-list.ts
  var MAX_LISTED_CHARS = 200;
  function showUnsaved() {
    const item = (unsaved) => {
      const { file, at, label, place, typed, words = typed, reason } = unsaved;
      return make(
        "li",
        { className: "change" },
        make(
          "div",
          {},
          make("strong", {}, label),
          make("span", { className: "soft", dir: "auto" }, place),
          make("span", { className: "soft", dir: "auto" }, words === "" ? "(empty)" : `“${shorten(words, MAX_LISTED_CHARS)}”`),
          make("span", { className: "soft" }, reason)
        ),
        button("Open", () => showInPage(file, at), { "aria-label": `Open: ${label}` }),
        button(
          "Discard",
          () => {
            removeUnsaved(file, at);
            say(`${label}: discarded`);
            if (listRefused().length > 0) showUnsaved();
            else close();
          },
          { "aria-label": `Discard: ${label}` }
        )
      );
    };
    showView(
      "other",
      ["Contents", close],
      "Not saved",
      softText("The files have other values. What you typed stays here until it is saved or discarded."),
      make("ul", { className: "list" }, ...listRefused().map(item))
    );
  }

  // src/serve/editor/ui/main.ts
  var frame2 = byId("frame");
  var pageButton2 = byId("page");
  var undoButton = byId("undo");
  var errorsButton = byId("errors");
  var BAR_DELAY_MS = 300;
  onRefreshedChanges((changes) => {
    const change = changeToUndo(changes);
    undoButton.disabled = !change;
    undoButton.title = change ? `Take back: ${change.label}` : "";
    refreshBarLater();
    if (shownView() === "changes") showChanges(changes);
    if (shownView() === "publishing") readPublishState2().catch(sayError);
  });
  var refreshBarLater = delayed(() => {
    const reads2 = [readSite2, readPublishState2, refreshEntries];
    for (const read of framePage.hasSaved ? [...reads2, () => refreshMarks()] : reads2) read().catch(sayError);
  }, BAR_DELAY_MS);
  function refreshAll() {
    refreshMarks(true).catch(sayError);
    refreshForm().catch(sayError);
    refreshBarLater();
  }
  addEventListener("message", (event) => {
    if (!isFromPage(event)) return;
    const { data } = event;
    switch (data.kind) {
      case "ready":
        return followLoaded(data.path, data.isReload);
      case "updated":
        return refreshAll();
      case "gone":
        return noteGone();
      case "reload":
        return reloadPage();
      case "errors":
        return followErrors(data.hasErrors);
      case "select":
        return void openClicked(data).catch(sayError);
      case "key":
        handleKey(data.key, data.hasShift);
    }
  });
  function followLoaded(path, isReload) {
    const loaded = noteLoaded(path, isReload);
    if (!loaded) return;
    if (loaded === "followed" && shownView() === "form") {
      void saveAll();
      leaveForm();
      show("nothing");
    }
    if (loaded !== "same") {
      closePublished();
      if (shownView() === "choice") show("nothing");
    }
    refreshAll();
  }
  function followErrors(hasErrors) {
    const hadErrors = !errorsButton.hidden;
    errorsButton.hidden = !hasErrors;
    if (!hasErrors && !framePage.marks) refreshAll();
    if (hasErrors || hadErrors) refreshErrors(hasErrors).catch(sayError);
  }
  function focusPanel() {
    panel().classList.add("is-reached");
    panel().addEventListener("blur", () => panel().classList.remove("is-reached"), { once: true });
    panel().focus();
  }
  function handleKey(key2, hasShift) {
    if (key2 === "F6") {
      const parts = [() => pageButton2.focus(), () => frame2.focus(), focusPanel];
      const isInBar = Boolean(document.activeElement?.closest(".bar"));
      const present = panel().contains(document.activeElement) ? 2 : isInBar ? 0 : 1;
      parts.at((present + (hasShift ? -1 : 1)) % parts.length)?.();
      return true;
    }
    if (key2 === "Escape" && !isVacant()) {
      close();
      return true;
    }
    return false;
  }
  addEventListener("keydown", (event) => {
    if (isOfInputMethod(event)) return;
    const isTyping = event.target instanceof Element && event.target.matches('textarea, input:not([type="checkbox"])');
    const letter = (event.ctrlKey || event.metaKey) && !isTyping && event.key.toLowerCase();
    const act = letter === "z" && !event.shiftKey ? undoLast : letter === "y" || letter === "z" ? redoLast : void 0;
    if (act || handleKey(event.key, event.shiftKey)) event.preventDefault();
    act?.().catch(sayError);
  });
  for (const widthButton of document.querySelectorAll("[data-width]:not(iframe)")) {
    widthButton.onclick = () => {
      for (const other of document.querySelectorAll("[data-width]:not(iframe)")) other.setAttribute("aria-pressed", String(other === widthButton));
      frame2.dataset["width"] = widthButton.dataset["width"] ?? "";
      frame2.parentElement?.classList.toggle("is-narrow", frame2.dataset["width"] !== "");
    };
  }
  undoButton.onclick = () => void undoLast().catch(sayError);
  byId("look").onclick = () => {
    toggleLooking();
    if (shownView() === "contents") keepFocus(showContents);
  };
  function connectButton(id, open, read = async () => void 0) {
    byId(id).onclick = () => void openInstead(read, open).catch(sayError);
  }
  connectButton("changes", showChanges, readChanges2);
  connectButton("publish", openPublish);
  connectButton("unsaved", showUnsaved);
  connectButton("errors", showErrors);
  connectButton("entries", chooseCollection);
  connectButton("page", showPages);
  addEventListener("visibilitychange", () => {
    if (site && !document.hidden) refreshChanges().catch(sayError);
  });
  addEventListener("beforeunload", (event) => {
    if (hasUnsaved() || refusedCount() > 0 || hasBegun()) event.preventDefault();
  });
  async function start() {
    await readSite2();
    for (const id of ["page", "entries", "changes", "publish"]) byId(id).disabled = false;
    showRefusedCount(byId("unsaved"));
    await goToLast();
    await refreshChanges();
  }
  connectViews({ showForm, showContents, focusContent });
  start().catch((error) => show("other", make("h1", {}, "The editor can't go on"), make("p", {}, messageOf(error))));
})();
