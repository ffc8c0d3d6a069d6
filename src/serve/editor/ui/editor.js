"use strict";
(() => {
  // src/serve/editor/ui/api.ts
  var Refusal = class extends Error {
    constructor(message, current) {
      super(message);
      this.current = current;
    }
    current;
  };
  var key = location.hash.slice(1);
  async function ask(path, body) {
    const headers = { Authorization: `Bearer ${key}` };
    if (body !== void 0) headers["Content-Type"] = "application/json";
    const options = body === void 0 ? { headers } : { headers, method: "POST", body: JSON.stringify(body) };
    const response = await fetch(path, options).catch(() => {
      throw new Refusal("The program does not answer. Is “site edit” still running?");
    });
    const answer = await response.json().catch(() => void 0);
    if (response.ok) return answer;
    if (response.status === 401) throw new Refusal("This address has expired. Open the one that “site edit” printed last.");
    const { current, diagnostics, message } = answer ?? {};
    if (response.status === 409) throw new Refusal("Somebody else has changed this meanwhile.", { value: current ?? null });
    const told2 = diagnostics?.flatMap(({ message: message2, label, help }) => [message2, label, ...help].filter(Boolean).map(sentence)).join(" ");
    throw new Refusal(told2 ?? message ?? "This did not work.");
  }
  function sentence(text) {
    const whole = text.charAt(0).toUpperCase() + text.slice(1);
    return /[.!?]$/.test(whole) ? whole : `${whole}.`;
  }
  var query = (values) => new URLSearchParams(values).toString().replaceAll("+", "%20");
  var site = () => ask("/api/site");
  var marks = (route2) => ask(`/api/page?${query({ route: route2 })}`);
  var form = (file, at) => ask(`/api/form?${query({ file, at })}`);
  var changes = () => ask("/api/changes");
  var undo = (number) => ask("/api/undo", { number });
  var change = (file, at, was, to) => ask("/api/changes", { file, at, was, to });
  var editItems = (file, at, was, edit) => ask("/api/items", { file, at, was, edit });
  var publishState = () => ask("/api/publish");
  var checkForPublishing = () => ask("/api/publish/check", {});
  var publish = (order2) => ask("/api/publish", order2);
  var blankItem = (file, at, number) => ask(`/api/blank?${query({ file, at, number: String(number) })}`);
  var blankEntry = (collection) => ask(`/api/entries?${query({ collection })}`);
  var proposeName = (collection, title) => ask(`/api/name?${query({ collection, title })}`);
  var createEntry = (collection, name, value) => ask("/api/entries", { collection, name, value });
  var deletionPlan = (file) => ask(`/api/uses?${query({ file })}`);
  var deleteEntry = (file, leads_to) => ask("/api/delete", { file, leads_to });
  var entryList = (collection) => ask(`/api/order?${query({ collection })}`);
  var moveEntry = (file, to) => ask("/api/order", { file, to });

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
  var button = (label, onclick, properties = {}) => make("button", { type: "button", onclick, ...properties }, label);
  function byId(id) {
    const found = document.getElementById(id);
    if (!found) throw new Error(`no element has the id ${id}`);
    return found;
  }
  var panel = () => byId("panel");
  function show(...children) {
    panel().replaceChildren(...children.filter((child) => Boolean(child)));
    panel().scrollTop = 0;
  }
  var staysOpen = () => panel().querySelector(".publish, .stays") !== null;
  var backTo = (label, go) => make("nav", { "aria-label": "Where you are" }, make("ol", { className: "trail" }, make("li", {}, button(label, go))));
  var timer;
  function say(text) {
    clearTimeout(timer);
    byId("status").textContent = text;
    timer = setTimeout(() => byId("status").textContent = "", 4e3);
  }

  // src/serve/editor/ui/delete.ts
  async function showDeletion(file, actions) {
    const plan = await deletionPlan(file);
    const heading = make("h1", { dir: "auto", className: "stays" }, `Delete “${plan.title}”?`);
    const back = backTo("Back to the form", actions.back);
    if (plan.refusal !== null) show(back, heading, make("p", {}, plan.refusal));
    else if (plan.uses.length > 0) show(back, heading, ...usesOf(plan, actions));
    else show(back, heading, question(file, plan, actions));
    panel().focus();
  }
  function usesOf({ uses }, { open: open2 }) {
    const items = uses.map(({ file, at, line, label }) => {
      if (at !== null) {
        const leads2 = button("", () => open2(file, at));
        leads2.append(make("span", { dir: "auto" }, label), make("span", { className: "soft" }, file));
        return make("li", {}, leads2);
      }
      return make("li", { className: "fixed" }, label, make("span", { className: "soft" }, `${file}:${line ?? 1}. A developer changes this.`));
    });
    const count = uses.length === 1 ? "One place names it" : `${uses.length} places name it`;
    return [make("p", {}, `${count}, and would be broken. Change what stands there first:`), make("ul", { className: "list uses" }, ...items)];
  }
  function question(file, { title, addresses }, { site: site3, back, deleted }) {
    const targets = site3.pages.filter((page) => page.file !== null && page.file !== file && page.hidden === null);
    const choice = make(
      "select",
      { id: "leads-to" },
      make("option", { value: "" }, "Nowhere: it is gone"),
      ...targets.map(({ route: route2, title: title2 }) => make("option", { value: route2 }, `${title2} (${route2})`))
    );
    const address = make(
      "div",
      { className: "field" },
      make("label", { htmlFor: choice.id }, `Visitors who come to ${addresses.join(", ")} are led to`),
      choice
    );
    const problem = make("p", { className: "problem", role: "alert" });
    const act = async () => {
      try {
        await deleteEntry(file, choice.value === "" ? null : choice.value);
        await deleted();
        say(`Deleted: ${title}. “Undo” brings it back.`);
      } catch (error) {
        problem.textContent = error instanceof Error ? error.message : "This did not work.";
      }
    };
    return make(
      "div",
      {},
      make("p", {}, "Nothing else names it. “Undo” brings it back."),
      addresses.length > 0 && address,
      problem,
      make("div", { className: "actions" }, button("Delete", () => void act(), { className: "primary" }), button("Cancel", back))
    );
  }

  // src/serve/editor/ui/pictures.ts
  var addressOf = (path, { origin, base }) => /^https?:/.test(path) ? "" : origin + base + path.replace(/^\/+/, "");
  function preview(input, site3) {
    const picture = make("img", { className: "preview", alt: "" });
    const show2 = () => picture.src = addressOf(input.value, site3);
    picture.onerror = () => picture.hidden = true;
    picture.onload = () => picture.hidden = false;
    input.addEventListener("input", show2);
    show2();
    return picture;
  }
  function pictureChoice(input, site3) {
    const choice = make("details", { className: "pictures" }, make("summary", {}, "Choose another picture"));
    const choose = (path) => () => {
      input.value = path;
      input.dispatchEvent(new Event("input"));
      input.dispatchEvent(new Event("change"));
      choice.open = false;
      input.focus();
    };
    const picture = (path) => make(
      "li",
      {},
      make(
        "button",
        { type: "button", onclick: choose(path), "aria-pressed": String(path === input.value), title: path },
        make("img", { src: addressOf(path, site3), alt: path.slice(path.lastIndexOf("/") + 1), loading: "lazy" })
      )
    );
    choice.addEventListener("toggle", () => {
      choice.querySelector("ul")?.remove();
      if (choice.open) choice.append(make("ul", {}, ...site3.pictures.map(picture)));
    });
    return choice;
  }

  // src/serve/editor/ui/unsaved.ts
  var PREFIX = "unsaved ";
  var keyOf = (file, at) => `${PREFIX}${file} ${at}`;
  var changed = () => {
  };
  function keep(unsaved2) {
    sessionStorage.setItem(keyOf(unsaved2.file, unsaved2.at), JSON.stringify(unsaved2));
    changed();
  }
  function forget(file, at) {
    sessionStorage.removeItem(keyOf(file, at));
    changed();
  }
  function find(file, at) {
    const kept = sessionStorage.getItem(keyOf(file, at));
    return kept === null ? void 0 : JSON.parse(kept);
  }
  function refused() {
    const keys = Object.keys(sessionStorage).filter((key2) => key2.startsWith(PREFIX));
    return keys.sort().map((key2) => JSON.parse(sessionStorage.getItem(key2) ?? "")).filter(({ reason }) => reason !== "");
  }
  function countUnsaved(counter) {
    changed = () => {
      const [first, ...others] = refused();
      counter.hidden = !first;
      if (first) counter.textContent = `${others.length + 1} not saved: ${first.reason}`;
    };
    changed();
  }
  function showUnsaved(open2, close2) {
    const item = (unsaved2) => {
      const { file, at, label, typed, reason } = unsaved2;
      return make(
        "li",
        { className: "change" },
        make("div", {}, make("strong", {}, label), make("span", { className: "soft", dir: "auto" }, `“${typed}”`), make("span", { className: "soft" }, reason)),
        button("Open", () => open2(file, at), { "aria-label": `Open: ${label}` }),
        button(
          "Discard",
          () => {
            forget(file, at);
            say(`${label}: discarded`);
            if (refused().length > 0) showUnsaved(open2, close2);
            else close2();
          },
          { "aria-label": `Discard: ${label}` }
        )
      );
    };
    show(
      backTo("Contents", close2),
      make("h1", {}, "Not saved"),
      make("p", { className: "soft" }, "The files have other values. What you typed stays here until it is saved or discarded."),
      make("ul", { className: "list" }, ...refused().map(item))
    );
  }

  // src/serve/editor/ui/fields.ts
  var PAUSE = 400;
  var ids = 0;
  var pending = /* @__PURE__ */ new Set();
  async function saveAll() {
    await Promise.all([...pending].map((save) => save()));
  }
  var hasUnsaved = () => pending.size > 0;
  function field(described, around) {
    if (described.fixed) return fixedField(described, described.fixed);
    const { box, input, problem } = boxOf(described, around.site);
    saveWhenTyped(described, input, box, problem, around);
    return box;
  }
  function blankInput(described, site3) {
    const { box, input, problem } = boxOf(described, site3);
    const lines = () => input.value.split("\n").map((line) => line.trim()).filter(Boolean);
    return {
      field: described,
      box,
      value: () => {
        if (described.kind === "lines") return lines().length > 0 || !described.is_optional ? lines() : null;
        return valueOf({ ...described, is_optional: true }, input);
      },
      text: () => input.type === "checkbox" ? "" : input.value,
      refuse: (text) => {
        box.classList.toggle("is-wrong", text !== "");
        input.setAttribute("aria-invalid", String(text !== ""));
        problem.textContent = text;
      },
      focus: () => input.focus()
    };
  }
  function boxOf(described, site3) {
    const id = `field-${++ids}`;
    const input = inputOf(described, { site: site3 }, id);
    const problem = make("p", { className: "problem", id: `${id}-problem` });
    const help = described.help ? make("p", { className: "help", id: `${id}-help` }, described.help) : null;
    const sample = described.is_sample ? make("p", { className: "sample" }, "An example so far: what you write replaces it.") : null;
    input.id = id;
    input.dataset["at"] = described.at;
    input.setAttribute("aria-describedby", [help?.id, problem.id].filter(Boolean).join(" "));
    const isSwitch = described.kind === "switch";
    const label = make("label", { htmlFor: id }, isSwitch && input, described.label);
    const box = make("div", { className: isSwitch ? "field is-switch" : "field" }, label, !isSwitch && input, sample, help, problem);
    if (described.kind === "picture") {
      label.after(preview(input, site3));
      problem.before(pictureChoice(input, site3));
    }
    return { box, input, problem };
  }
  function fixedField({ label, value }, reason) {
    return make(
      "div",
      { className: "field" },
      make("span", { className: "name" }, label),
      make("p", { className: "fixed" }, value === null ? "–" : String(value)),
      make("p", { className: "help" }, reason)
    );
  }
  function inputOf({ kind, value, default: usual, choices, minimum, maximum, is_optional }, { site: site3 }, id) {
    const text = value === null ? "" : String(value);
    const placeholder = is_optional ? notSet(usual) : void 0;
    switch (kind) {
      case "switch":
        return make("input", { type: "checkbox", checked: (value ?? usual) === true });
      case "choice": {
        const known = choices.some((choice) => choice.value === value);
        const absent = { value: null, label: notSet(choices.find((choice) => choice.value === usual)?.label ?? usual) };
        const first = is_optional ? [absent] : [];
        const all = [...first, ...known || value === null && is_optional ? choices : [{ value, label: text || "–" }, ...choices]];
        const options = all.map((choice, index) => make("option", { value: String(index), selected: choice.value === value }, choice.label));
        const select2 = make("select", {}, ...options);
        Object.assign(select2, { choices: all });
        return select2;
      }
      case "number":
        return make("input", { type: "text", inputMode: "decimal", value: text, placeholder, "data-min": minimum, "data-max": maximum });
      case "date":
        return make("input", { type: text === "" || /^\d{4}-\d{2}-\d{2}$/.test(text) ? "date" : "text", value: text });
      case "picture":
      case "link": {
        const offered = kind === "picture" ? site3.pictures.map((path) => [path, ""]) : site3.pages.map(({ route: route2, title }) => [route2, title]);
        const list = make("datalist", { id: `${id}-list` }, ...offered.map(([value2, label]) => make("option", { value: value2, label })));
        const input = make("input", { type: "text", value: text, list: list.id, placeholder, spellcheck: false });
        queueMicrotask(() => input.after(list));
        return input;
      }
      case "lines":
        return make("textarea", { rows: 3, dir: "auto", placeholder: "One a line" });
      case "text":
        return make("textarea", { value: text.replace(/\n+$/, ""), placeholder, rows: text.length > 60 ? 3 : 1, dir: "auto" });
    }
  }
  var notSet = (usual) => usual === null ? "Not set" : `Not set: ${String(usual)}`;
  function valueOf({ kind, value, is_optional }, input) {
    if (input instanceof HTMLInputElement && kind === "switch") return input.checked;
    if (input instanceof HTMLSelectElement) {
      return input.choices[Number(input.value)]?.value;
    }
    if (is_optional && input.value.trim() === "" && value !== "") return null;
    if (kind === "number") {
      const number = Number(input.value.trim());
      return input.value.trim() === "" || !Number.isFinite(number) ? void 0 : number;
    }
    const end = kind === "text" && typeof value === "string" ? /\n+$/.exec(value)?.[0] ?? "" : "";
    return input.value + end;
  }
  var typedIn = (input) => input.type === "checkbox" ? String(input.checked) : input.value;
  function setTyped(input, typed) {
    if (input.type === "checkbox") input.checked = typed === "true";
    else input.value = typed;
  }
  function saveWhenTyped(described, input, box, problem, { file, saved, reopen }) {
    let current = described.value;
    let timer2;
    let isComposing = false;
    let saving = Promise.resolve();
    const show2 = (text, ...actions) => {
      box.classList.toggle("is-wrong", text !== "");
      input.setAttribute("aria-invalid", String(text !== ""));
      problem.replaceChildren(text, ...actions.length > 0 ? [make("span", { className: "actions" }, ...actions)] : []);
    };
    const { at, label } = described;
    const keepTyped = (reason) => keep({ file, at, label, typed: typedIn(input), was: current, reason });
    const settle = () => {
      pending.delete(save);
      forget(file, at);
      show2("");
    };
    const refuse = (reason, ...actions) => {
      pending.delete(save);
      keepTyped(reason);
      show2(reason, ...actions);
      say(`${label}: not saved`);
    };
    const write = async () => {
      const value = valueOf(described, input);
      if (value === void 0) return refuse(input.value.trim() === "" ? `${described.label} is missing.` : "This is not a number.");
      if (value === current) return settle();
      say("Saving…");
      try {
        await change(file, at, current, value);
        current = value;
        if (valueOf(described, input) === value) settle();
        box.querySelector(".sample")?.remove();
        say(`${label}: ${value === null ? "removed" : "saved"}`);
        saved();
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (!error.current) return refuse(error.message);
        const theirs = error.current.value;
        refuse(
          `${error.message} Now it says: ${theirs === null ? "nothing" : String(theirs)}`,
          button("Keep mine", () => {
            current = theirs;
            void save();
          }),
          button("Take theirs", () => {
            settle();
            reopen();
          })
        );
      }
    };
    const save = () => {
      clearTimeout(timer2);
      saving = saving.then(write);
      return saving;
    };
    const typed = () => {
      pending.add(save);
      keepTyped(find(file, at)?.reason ?? "");
      clearTimeout(timer2);
      if (!isComposing) timer2 = setTimeout(() => void save(), PAUSE);
    };
    input.addEventListener("compositionstart", () => isComposing = true);
    input.addEventListener("compositionend", () => {
      isComposing = false;
      typed();
    });
    input.addEventListener("input", typed);
    input.addEventListener("change", () => void save());
    input.addEventListener("keydown", (event) => {
      const { key: key2, isComposing: isComposing2 } = event;
      if (key2 === "Enter" && !isComposing2 && !(input instanceof HTMLTextAreaElement && input.value.includes("\n")) && !event.shiftKey) {
        event.preventDefault();
        void save();
      }
    });
    const kept = find(file, at);
    if (!kept) return;
    setTyped(input, kept.typed);
    current = kept.was;
    void save();
  }

  // src/serve/editor/ui/blank.ts
  function showBlank({ heading, about, form: form2, site: site3, more = [], typed, add: add2, back }) {
    const inputs = form2.fields.map((field2) => blankInput(field2, site3));
    const problem = make("p", { className: "problem", role: "alert" });
    const submit = make("button", { type: "submit", className: "primary" }, "Add");
    const element = make(
      "form",
      { noValidate: true, className: "stays" },
      ...inputs.map(({ box }) => box),
      ...more,
      problem,
      make("div", { className: "actions" }, submit, button("Cancel", back.go))
    );
    element.addEventListener("input", () => typed?.((at) => inputs.find(({ field: field2 }) => field2.at === at)?.text() ?? ""));
    element.addEventListener("keydown", (event) => {
      const { key: key2, shiftKey, isComposing, target } = event;
      const takesLines = target instanceof HTMLTextAreaElement && (target.rows > 1 || target.value.includes("\n"));
      if (key2 !== "Enter" || shiftKey || isComposing || takesLines || !(target instanceof HTMLTextAreaElement)) return;
      event.preventDefault();
      element.requestSubmit();
    });
    element.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!isComplete(inputs)) return;
      submit.disabled = true;
      problem.textContent = "";
      add2(valueOf2(form2.base, inputs)).catch((error) => {
        problem.textContent = error instanceof Error ? error.message : "This did not work.";
        say("Not added");
      }).finally(() => submit.disabled = false);
    });
    show(backTo(back.label, back.go), make("h1", {}, heading), about ? make("p", { className: "soft" }, about) : null, element);
    const first = element.querySelector("input, textarea, select");
    (first ?? panel()).focus();
  }
  function isComplete(inputs) {
    let first;
    for (const input of inputs) {
      const { field: field2, value, refuse } = input;
      const isMissing = value() === void 0 || !field2.is_optional && (value() === null || value() === "");
      refuse(isMissing ? input.text() === "" ? `${field2.label} is missing.` : "This is not a number." : "");
      if (isMissing) first ??= input;
    }
    first?.focus();
    if (first) say(`Not added: ${first.field.label}`);
    return !first;
  }
  function valueOf2(base, inputs) {
    const root = { value: structuredClone(base) };
    for (const { field: field2, value } of inputs) {
      const given = value();
      if (given === null || given === void 0 || field2.is_optional && given === false && field2.default !== true) continue;
      const steps = ["value", ...field2.at.split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))];
      const last = steps.pop() ?? "";
      let at = root;
      for (const step of steps) at = at[step] ??= {};
      at[last] = given;
    }
    return root.value;
  }

  // src/serve/editor/ui/entries.ts
  function chooseCollection(actions) {
    const choices = actions.site().collections;
    const items = choices.map(({ name, label }) => make("li", {}, button(label, () => void showEntries(name, actions).catch(failed))));
    show(
      backTo("Contents", actions.close),
      make("h1", { className: "stays" }, "Entries"),
      choices.length > 0 ? make("ul", { className: "list" }, ...items) : make("p", {}, "This site has no collection to which entries can be added. A developer makes one.")
    );
    panel().focus();
  }
  function failed(error) {
    say(error instanceof Error ? error.message : "This did not work.");
  }
  async function showEntries(collection, actions) {
    const list = await entryList(collection);
    const cards2 = list.entries.map(({ file, title, hidden }, number) => {
      const name = button(title, () => actions.open(file), { className: "name", dir: "auto" });
      const ribbon = hidden ? make("span", { className: "ribbon" }, hidden) : null;
      const card = make("li", { className: "card", "data-number": number }, name, ribbon, list.is_ordered && moveButtons(list, collection, number, actions));
      card.addEventListener("keydown", (event) => {
        const step = event.altKey && list.is_ordered ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : void 0;
        if (step === void 0) return;
        event.preventDefault();
        if (list.entries[number + step]) void move(list, collection, number, number + step, actions).catch(failed);
      });
      return card;
    });
    show(
      backTo("Entries", () => chooseCollection(actions)),
      make("h1", { className: "stays" }, list.label),
      make("div", { className: "actions" }, button("Add another", () => void addEntry(collection, actions).catch(failed), { className: "primary" })),
      make("ol", { className: "cards" }, ...cards2)
    );
    panel().focus();
  }
  function moveButtons(list, collection, number, actions) {
    const title = list.entries[number]?.title ?? "";
    const made = (sign, act, to) => button(sign, () => void move(list, collection, number, to, actions, act).catch(failed), {
      disabled: !list.entries[to],
      title: act,
      "aria-label": `${act}: ${title}`,
      "data-act": act
    });
    const all = [made("↑", "Move up", number - 1), made("↓", "Move down", number + 1)];
    return make("span", { className: "item-buttons", role: "group", "aria-label": title }, ...all);
  }
  async function move(list, collection, number, to, actions, act = "") {
    const file = list.entries[number]?.file ?? "";
    await moveEntry(file, to);
    for (let tries = 0; tries < 100; tries++) {
      if ((await entryList(collection)).entries[to]?.file === file) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await actions.moved();
    await showEntries(collection, actions);
    say(`Moved to place ${to + 1} of ${list.entries.length}`);
    const card = panel().querySelector(`.card[data-number="${to}"]`);
    const same = card?.querySelector(`[data-act="${act}"]:not(:disabled)`);
    (same ?? card?.querySelector(".name"))?.focus();
  }
  async function addEntry(collection, actions) {
    const { label, title_at, is_page, form: form2 } = await blankEntry(collection);
    const name = make("input", { type: "text", id: "new-name", spellcheck: false, autocomplete: "off", "aria-describedby": "new-name-help" });
    const help = make("p", { className: "help", id: "new-name-help" });
    let isOwn = false;
    let latest = 0;
    const tell2 = ({ file, route: route2 }) => {
      help.textContent = route2 ? `Its page will stand at ${route2}, its file is ${file}` : `Its file is ${file}`;
    };
    const propose = async (title) => {
      const asked2 = ++latest;
      const proposed = await proposeName(collection, title);
      if (asked2 !== latest) return;
      if (!isOwn) name.value = proposed.name;
      tell2(proposed);
    };
    let timer2;
    const later = (title) => {
      clearTimeout(timer2);
      timer2 = setTimeout(() => void propose(title).catch(() => void 0), 200);
    };
    name.addEventListener("input", () => {
      isOwn = name.value !== "";
      clearTimeout(timer2);
      help.textContent = "A part of the address: letters, digits and hyphens.";
    });
    const address = make("div", { className: "field" }, make("label", { htmlFor: "new-name" }, is_page ? "Address" : "Name of the file"), name, help);
    const date = make("p", { className: "help" });
    showBlank({
      heading: `New in ${label}`,
      ...is_page ? { about: "It begins as a draft: you see it here, visitors do not before you take “Draft” off." } : {},
      form: form2,
      site: actions.site(),
      more: [address, date],
      typed: (text) => {
        if (title_at && !isOwn) later(text(title_at));
        date.textContent = comesLater(text("/date"));
      },
      add: async (value) => {
        clearTimeout(timer2);
        const title = title_at ? value[title_at.slice(1)] : "";
        if (!isOwn && typeof title === "string") await propose(title);
        if (name.value === "") throw new Error("The address is missing.");
        const { file, route: route2 } = await createEntry(collection, name.value, value);
        say("Added. The page is being made…");
        await actions.added(file, route2);
      },
      back: { label: "Contents", go: actions.close }
    });
  }
  function comesLater(date) {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || new Date(date) <= /* @__PURE__ */ new Date()) return "";
    return `Goes online with the first publishing after ${new Date(date).toLocaleDateString(void 0, { dateStyle: "long" })}.`;
  }

  // src/serve/editor/ui/list.ts
  function cards(list, inputs, actions) {
    const items = list.items.map(({ label }, number) => {
      const at = `${list.at}/${number}`;
      const name = inputs.get(at) ?? button(label, () => actions.go(at), { className: "name", dir: "auto" });
      const card = make("li", { className: "card", "data-number": number }, name, itemButtons(list, number, actions));
      return withKeys(card, list, number, actions);
    });
    const add2 = addButton(list, list.items.length, actions);
    const few = list.items.length === 0 && make("p", { className: "soft" }, "Nothing is in this list yet.");
    return make("div", {}, few, make("ol", { className: "cards" }, ...items), add2);
  }
  function placeInList(list, number, actions) {
    const box = make(
      "section",
      { className: "place" },
      make("h2", {}, "In the list"),
      make("p", { className: "soft" }, `Place ${number + 1} of ${list.items.length}`),
      itemButtons(list, number, actions, true),
      addButton(list, number + 1, actions)
    );
    return box;
  }
  function addButton(list, number, actions) {
    const isFull = list.most !== null && list.items.length >= list.most;
    if (isFull) return make("p", { className: "soft" }, `No more than ${list.most} can be in this list.`);
    return make("div", { className: "actions" }, button("Add another", () => void perform(list, actions, () => add(list, number, actions))));
  }
  async function add(list, number, { file, site: site3, go, changed: changed2 }) {
    const form2 = await blankItem(file, list.at, number);
    showBlank({
      heading: "Add another",
      form: form2,
      site: site3,
      add: async (value) => {
        await editItems(file, list.at, null, { op: "insert", number, value });
        await changed2(`${list.at}/${number}`);
        say(`Added at place ${number + 1} of ${list.items.length + 1}`);
      },
      back: { label: "Back to the list", go: () => go(list.at) }
    });
  }
  function itemButtons(list, number, actions, hasWords = false) {
    const label = list.items[number]?.label ?? "";
    const made = (sign, act, disabled, change2) => button(hasWords ? act : sign, () => void perform(list, actions, change2), { disabled, title: act, "aria-label": `${act}: ${label}`, "data-act": act });
    return make(
      "span",
      { className: "item-buttons", role: "group", "aria-label": label },
      made("↑", "Move up", number === 0, () => move2(list, number, number - 1, actions, "Move up")),
      made("↓", "Move down", number === list.items.length - 1, () => move2(list, number, number + 1, actions, "Move down")),
      made("✕", "Remove", list.items.length <= list.least, () => remove(list, number, actions))
    );
  }
  function withKeys(element, list, number, actions) {
    element.addEventListener("keydown", (event) => {
      const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : void 0;
      if (step === void 0) return;
      event.preventDefault();
      if (list.items[number + step]) void perform(list, actions, () => move2(list, number, number + step, actions));
    });
    return element;
  }
  async function perform(list, { changed: changed2 }, act) {
    await saveAll();
    try {
      await act();
    } catch (error) {
      if (error instanceof Refusal && error.current) await changed2(list.at);
      say(error instanceof Error ? error.message : "This did not work.");
    }
  }
  async function move2(list, number, to, { file, changed: changed2 }, act) {
    await editItems(file, list.at, list.items[number]?.value, { op: "move", number, to });
    const wasItem = list.number === number;
    await changed2(wasItem ? `${list.at}/${to}` : list.at);
    say(`Moved to place ${to + 1} of ${list.items.length}`);
    const place = wasItem ? byId("panel").querySelector(".place") : byId("panel").querySelector(`.card[data-number="${to}"]`);
    const same = place?.querySelector(`[data-act="${act ?? ""}"]:not(:disabled)`);
    (same ?? place?.querySelector(".name, input, textarea, select, button:not(:disabled)"))?.focus();
  }
  async function remove(list, number, { file, changed: changed2 }) {
    await editItems(file, list.at, list.items[number]?.value, { op: "remove", number });
    await changed2(list.at);
    say(`Removed: ${list.items[number]?.label ?? ""}. “Undo” brings it back.`);
    const next = byId("panel").querySelector(`.card[data-number="${Math.min(number, list.items.length - 2)}"]`);
    next?.querySelector(".name, input, textarea, select")?.focus();
  }

  // src/serve/editor/ui/panel.ts
  var partOf = (at) => at.startsWith("#") ? at : at.slice(0, at.lastIndexOf("/"));
  function shownParts({ elements, targets, titles }, indices = [...elements.keys()]) {
    const parts = /* @__PURE__ */ new Map();
    for (const index of indices) {
      const element = elements[index];
      for (const number of element?.targets ?? []) {
        const target = targets[number];
        if (!target || !element) continue;
        const at = partOf(target.at);
        const key2 = `${target.file} ${at}`;
        const steps = target.label.split(" › ");
        const way = at.startsWith("#") ? steps : steps.slice(0, -1);
        const label = [titles[target.file] ?? target.file, ...way].join(" › ");
        const part = parts.get(key2) ?? { file: target.file, at, label, text: "", indices: [] };
        part.text ||= element.text;
        part.indices.push(index);
        parts.set(key2, part);
      }
    }
    return [...parts.values()];
  }
  function partList(parts, open2) {
    const items = parts.map((part) => {
      const words = part.text.length > 80 ? `${part.text.slice(0, 80)}…` : part.text;
      const leads2 = button("", () => open2(part));
      leads2.append(make("span", { dir: "auto" }, words || part.label), words ? make("span", { className: "soft" }, part.label) : "");
      return make("li", {}, leads2);
    });
    return make("ul", { className: "list" }, ...items);
  }
  function showContents(marks3, open2) {
    show(
      make("h1", {}, "Contents of this page"),
      make("p", { className: "soft" }, "Click on the page what you want to change, or choose it here."),
      marks3.is_traced ? partList(shownParts(marks3), open2) : make("p", {}, "This page computes with its texts, so they can't be traced to where they were written.")
    );
  }
  function showChoices(parts, open2, close2) {
    show(
      backTo("Contents", close2),
      make("h1", {}, "What do you want to change?"),
      make("p", { className: "soft" }, "What you clicked has no content of its own. These stand in it:"),
      partList(parts, open2)
    );
    panel().focus();
  }
  function showForm(form2, at, around, go, close2) {
    const { title, trail, fields, parts, pages: pages2, file, list, collection } = form2;
    const inputs = new Map(fields.map((described) => [described.at, field(described, around)]));
    const isList = list?.at === form2.at;
    const actions = { file, go, changed: around.changed, site: around.site };
    const last = trail.at(-1);
    const [own, further] = [fields.filter(({ is_further }) => !is_further), fields.filter(({ is_further }) => is_further)];
    const way = [{ at: "", label: title }, ...trail].slice(0, -1);
    const crumbs = [
      make("li", {}, button("Contents", close2)),
      ...way.map(({ at: at2, label }) => make("li", {}, button(label, () => go(at2))))
    ];
    const shownOn = pages2.length === 1 ? "Read by 1 page" : `Read by ${pages2.length} pages`;
    show(
      make("nav", { "aria-label": "Where you are" }, make("ol", { className: "trail" }, ...crumbs)),
      make("h1", {}, last?.label ?? title),
      ...isList ? [cards(list, inputs, actions)] : own.map(({ at: at2 }) => inputs.get(at2) ?? null),
      further.length > 0 && make("details", { className: "further" }, make("summary", {}, "More"), ...further.map(({ at: at2 }) => inputs.get(at2) ?? null)),
      !isList && parts.length > 0 && make("h2", {}, "Inside"),
      !isList && parts.length > 0 && make("ul", { className: "list" }, ...parts.map(({ at: at2, label }) => make("li", {}, button(label, () => go(at2))))),
      list && list.number !== null && placeInList(list, list.number, actions),
      collection !== null && make("div", { className: "actions" }, button("Add another", () => around.add(collection)), button("Delete…", around.remove)),
      make("h2", {}, "About this"),
      make("p", { className: "soft" }, `Written in ${file}`),
      pages2.length > 0 && make("details", {}, make("summary", {}, shownOn), make("p", { className: "soft" }, pages2.slice(0, 40).join(", ") + (pages2.length > 40 ? " …" : "")))
    );
    const input = at && panel().querySelector(`[data-at="${CSS.escape(at)}"]`);
    if (input) {
      input.focus();
      input.scrollIntoView({ block: "nearest" });
      if (input instanceof HTMLTextAreaElement) input.setSelectionRange(input.value.length, input.value.length);
    } else panel().focus();
  }
  function showFixed(text, template, page, near, open2, close2) {
    const message = `On ${page}: “${text}” should be changed. It stands in templates/${template} or in a part of it.`;
    show(
      backTo("Contents", close2),
      make("h1", {}, "This is part of the template"),
      text ? make("p", { dir: "auto" }, `“${text}”`) : null,
      make("p", {}, "No content holds it, so a developer changes it."),
      make("p", { className: "soft" }, `The page is made with templates/${template}.`),
      make(
        "div",
        { className: "actions" },
        button("Copy a message for a developer", () => {
          void navigator.clipboard.writeText(message).then(
            () => say("Copied"),
            () => say("Copying is not allowed here")
          );
        })
      ),
      near.length > 0 && make("h2", {}, "Beside it, this can be changed"),
      near.length > 0 && partList(near, open2)
    );
    panel().focus();
  }
  var CONTEXT = 24;
  function sentenceOf({ was, to, kind }) {
    if (kind === "insert" || kind === "create") return "added";
    if (kind === "remove" || kind === "delete") return "removed";
    if (kind === "move" || kind === "order") return `from place ${Number(was) + 1} to ${Number(to) + 1}`;
    const words = (value) => value === "" ? "nothing" : `“${value}”`;
    const [before, after] = [was, to].map((value) => value === null ? "" : String(value));
    if (before === void 0 || after === void 0) return "";
    if (before.length + after.length < 4 * CONTEXT) return `from ${words(before)} to ${words(after)}`;
    let start2 = 0;
    while (start2 < before.length && before[start2] === after[start2]) start2 += 1;
    let end = 0;
    while (end < Math.min(before.length, after.length) - start2 && before.at(-1 - end) === after.at(-1 - end)) end += 1;
    const cut = (text) => {
      const [from, until] = [Math.max(0, start2 - CONTEXT), Math.min(text.length, text.length - end + CONTEXT)];
      return `${from > 0 ? "…" : ""}${text.slice(from, until)}${until < text.length ? "…" : ""}`;
    };
    return `from ${words(cut(before))} to ${words(cut(after))}`;
  }
  function showChanges(changes2, undo3, close2) {
    const items = changes2.filter((change2) => change2.undoes === null).map(
      (change2) => make(
        "li",
        { className: "change" },
        make(
          "div",
          {},
          make("strong", {}, change2.label),
          make("span", { className: "soft", dir: "auto" }, change2.is_undone ? "taken back" : sentenceOf(change2)),
          make("span", { className: "soft" }, `${change2.file}, ${new Date(change2.time).toLocaleString()}`)
        ),
        !change2.is_undone && button("Take back", () => undo3(change2), { "aria-label": `Take back: ${change2.label}` })
      )
    );
    show(
      backTo("Contents", close2),
      make("h1", {}, "Changes"),
      items.length > 0 ? make("ul", { className: "list" }, ...items) : make("p", { className: "soft" }, "Nothing has been changed yet.")
    );
    panel().focus();
  }
  function showMessage(text) {
    show(make("h1", {}, "The editor can't go on"), make("p", {}, text));
  }

  // src/serve/editor/ui/publish.ts
  var state;
  var leads;
  var shown = {};
  var asked = 0;
  var panel2 = () => byId("panel");
  var counted = (number, what) => number === 1 ? `1 ${what}` : `${number} ${what}s`;
  var isPublishShown = () => panel2().querySelector(".publish") !== null;
  function startPublishing(to) {
    leads = to;
    byId("publish").onclick = () => void openPublish();
  }
  async function readPublishState() {
    const number = ++asked;
    const read = await publishState();
    if (number !== asked) return;
    const isSame = state?.digest === read.digest && state.has_unsent === read.has_unsent;
    readInputs();
    state = read;
    labelButton(read);
    if (isPublishShown() && !isSame) {
      delete shown.problems;
      render();
      void check();
    }
  }
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
    await saveAll();
    begin({});
    leads.opened();
    state = void 0;
    try {
      await readPublishState();
      panel2().focus();
    } catch (error) {
      leads.close();
      say(wordsOf(error));
    }
  }
  function begin(next) {
    shown = next;
    panel2().replaceChildren(make("div", { className: "publish" }));
  }
  var wordsOf = (error) => error instanceof Error ? error.message : "This did not work.";
  async function check() {
    const { digest, obstacle, count } = state ?? {};
    if (obstacle || !count) return;
    const { problems } = await checkForPublishing().catch((error) => {
      say(wordsOf(error));
      return { problems: void 0 };
    });
    if (!problems || !isPublishShown() || digest !== state?.digest) return;
    shown.problems = problems;
    const isFocused = document.activeElement?.id === "publish-now";
    panel2().querySelector(".mistakes")?.replaceWith(mistakes(problems));
    panel2().querySelector(".order")?.replaceWith(orderBar(count, problems));
    if (isFocused) byId("publish-now").focus();
    say(problems.length > 0 ? `${counted(problems.length, "mistake")} to correct first` : "The check found no mistakes");
  }
  async function publish2() {
    if (!state) return;
    readInputs();
    const { digest } = state;
    byId("publish-now").disabled = true;
    say("Publishing…");
    try {
      const message = shown.message ?? state.message;
      const result = await publish({ message, digest, author: state.has_author ? null : shown.author ?? null });
      if (result.is_done) begin({ result });
      else shown.result = result;
      if (result.problems.length > 0) shown.problems = result.problems;
      await readPublishState();
      say(result.is_done ? "Published" : "Not published");
    } catch (error) {
      shown.result = { is_done: false, message: wordsOf(error), said: "", problems: [] };
    }
    render();
    panel2().focus();
  }
  function readInputs() {
    const text = (id) => panel2().querySelector(`#${id}`)?.value;
    const message = text("publish-message");
    if (message !== void 0 && message !== state?.message) shown.message = message;
    const [name, email] = [text("publish-name"), text("publish-email")];
    if (name !== void 0 && email !== void 0) shown.author = { name, email };
  }
  function render() {
    if (!state) return;
    const { obstacle, count, has_unsent, notes } = state;
    const isEmpty = count === 0 && !has_unsent;
    const focused = document.activeElement?.id;
    const back = make("nav", { "aria-label": "Where you are" }, make("ol", { className: "trail" }, make("li", {}, button("Contents", leads.close))));
    const content = make(
      "form",
      { className: "publish", onsubmit: (event) => (event.preventDefault(), void publish2()) },
      back,
      make("h1", {}, "Publish"),
      shown.result ? told(shown.result, shown.result.is_done ? "result is-done" : "result") : null,
      obstacle ? told(obstacle, "result") : null,
      !obstacle && isEmpty && !shown.result && make("p", { className: "soft" }, "Nothing has changed since the last commit."),
      !obstacle && !isEmpty && count === 0 && !shown.result && make("p", {}, "What was published before is not online yet: it was not sent."),
      ...obstacle || shown.result?.is_done ? [] : notes.map((note) => make("p", { className: "soft" }, ...withCode(note))),
      count > 0 && make("h2", {}, counted(count, "change")),
      count > 0 && make("ul", { className: "changed" }, ...state.files.map(fileItem)),
      ...obstacle || isEmpty ? [] : order(state)
    );
    panel2().replaceChildren(content);
    if (focused?.startsWith("publish-")) document.getElementById(focused)?.focus();
  }
  function told({ message, said }, className) {
    const words = said !== "" && make("details", { open: true }, make("summary", {}, "What Git said"), make("pre", {}, said));
    return make("div", { className }, make("p", {}, ...withCode(message)), words);
  }
  var withCode = (text) => text.split("`").map((part, index) => index % 2 === 1 ? make("code", {}, part) : part);
  var FATES = { added: "new", removed: "removed", changed: "", moved: "moved" };
  function fileItem(file) {
    const { title, fate, picture, is_editable, parts } = file;
    const leadTo = (at, label) => is_editable && button("Show in the page", () => leads.show(file.file, at, file.page), {
      className: "lead",
      "aria-label": `Show in the page: ${label}`
    });
    const items = parts.map(
      ({ at, label, sentence: sentence2, words }) => make(
        "li",
        {},
        make("span", { className: "label", dir: "auto" }, label),
        make("span", { dir: "auto" }, sentence2),
        words.length > 0 && make("p", { className: "words", dir: "auto" }, ...words.flatMap(run)),
        at !== null && leadTo(at, `${label}, ${title}`)
      )
    );
    return make(
      "li",
      {},
      make("h3", { dir: "auto" }, title, FATES[fate] !== "" && make("span", { className: "fate" }, FATES[fate])),
      picture !== null && make("img", { src: leads.address(picture), alt: "", loading: "lazy" }),
      parts.length > 0 && make("ul", {}, ...items),
      parts.length === 0 && fate !== "removed" && leadTo("", title)
    );
  }
  function run({ kind, text }) {
    const words = kind === "both" ? text : make(kind === "added" ? "ins" : "del", {}, text);
    return [words, " "];
  }
  function order({ count, message, has_author }) {
    const { problems, author } = shown;
    const field2 = (id, label, input) => make("div", { className: "field" }, make("label", { htmlFor: id }, label), Object.assign(input, { id }));
    const needsAuthor = !has_author && count > 0;
    const text = shown.message ?? message;
    return [
      count > 0 && field2("publish-message", "What others read about it", make("textarea", { value: text, dir: "auto", rows: Math.min(text.split("\n").length, 8) })),
      needsAuthor && field2("publish-name", "Your name", make("input", { value: author?.name ?? "", required: true, autocomplete: "name" })),
      needsAuthor && field2("publish-email", "Your e-mail address", make("input", { type: "email", value: author?.email ?? "", required: true, autocomplete: "email" })),
      needsAuthor && make("p", { className: "soft" }, "Everybody who sees the history of the site sees both."),
      mistakes(problems),
      orderBar(count, problems)
    ];
  }
  function mistakes(problems = []) {
    const isEmpty = problems.length === 0;
    return make(
      "div",
      { className: "mistakes" },
      !isEmpty && make("h2", {}, `${counted(problems.length, "mistake")} to correct first`),
      !isEmpty && make("ul", { className: "list" }, ...problems.map(problemItem))
    );
  }
  function orderBar(count, problems) {
    let checked = count > 0 ? "Checking the whole site…" : "";
    if (problems) checked = problems.length === 0 ? "The check found no mistakes." : "The mistakes stop publishing.";
    const properties = { type: "submit", id: "publish-now", className: "is-primary", disabled: Boolean(problems?.length) };
    return make("div", { className: "order" }, make("p", { className: "soft" }, checked), make("button", properties, count > 0 ? "Publish" : "Send again"));
  }
  function problemItem({ message, label, help, place, file, at }) {
    const told2 = [message, label, ...help].filter(Boolean).map(sentence);
    return make(
      "li",
      { className: "change" },
      make("div", {}, make("span", {}, told2.join(" ")), make("span", { className: "soft" }, place)),
      file !== null && button("Open", () => leads.show(file, at, null), { "aria-label": `Open: ${message}` })
    );
  }

  // src/serve/editor/ui/main.ts
  var frame = byId("frame");
  var pages = byId("page");
  var undoButton = byId("undo");
  var look = byId("look");
  var MAX_NEAR_PARTS = 5;
  var site2;
  var route = "/";
  var marks2;
  var open;
  var showsChanges = false;
  var scrollsNext = false;
  var tell = (message) => frame.contentWindow?.postMessage(message, site2.origin);
  function failed2(error) {
    say(error instanceof Error ? error.message : "This did not work.");
  }
  async function readMarks() {
    const read = route;
    const found = await marks(read);
    if (read !== route) return;
    marks2 = found;
    const labels = marks2.elements.map(({ targets }) => targets.map((number) => marks2?.targets[number]?.label).join(", "));
    tell({ kind: "marks", elements: marks2.elements, labels });
    tell({ kind: "look", on: isLooking() });
    if (open) highlight(scrollsNext);
    else if (!showsChanges && !staysOpen()) showContents(marks2, openPart);
    scrollsNext = false;
  }
  var isLooking = () => look.getAttribute("aria-pressed") === "true";
  function highlight(scroll) {
    const { file, at } = open ?? {};
    const indices = [];
    marks2?.elements.forEach((element, index) => {
      const leads2 = element.targets.some((number) => {
        const target = marks2?.targets[number];
        return target?.file === file && (target?.at === at || target?.at.startsWith(`${at}/`));
      });
      if (leads2) indices.push(index);
    });
    tell({ kind: "show", indices, scroll });
  }
  async function openForm(file, at, scroll = true, isWanted = () => true) {
    await saveAll();
    const form2 = await form(file, at);
    if (!isWanted()) return;
    open = { file, at: form2.at };
    showsChanges = false;
    const around = {
      file,
      site: site2,
      saved: () => void readChanges(),
      reopen: () => void openForm(file, form2.at, false).catch(failed2),
      changed: async (at2) => {
        await readChanges();
        await openForm(file, at2, false);
      },
      add: (collection) => void addEntry(collection, entryActions).catch(failed2),
      remove: () => void remove2(file).catch(failed2)
    };
    showForm(form2, at, around, (at2) => void openForm(file, at2).catch(failed2), close);
    highlight(scroll);
  }
  async function showInPage(file, at, page) {
    const { pages: pages2 } = await form(file, at);
    const target = page ?? (pages2.includes(route) ? route : pages2[0]);
    await openForm(file, at);
    if (target === void 0 || target === route) return;
    scrollsNext = true;
    goTo(target);
  }
  async function remove2(file) {
    await saveAll();
    const shown2 = site2.pages.find((page) => page.file === file)?.route;
    open = void 0;
    await showDeletion(file, {
      site: site2,
      open: (file2, at) => void openForm(file2, at).catch(failed2),
      back: () => void openForm(file, "").catch(failed2),
      deleted: async () => {
        if (shown2 === route) goTo("/");
        await readChanges();
        close();
      }
    });
  }
  async function openEntry(file) {
    const page = site2.pages.find((page2) => page2.file === file);
    if (page && page.route !== route) goTo(page.route);
    await openForm(file, "");
  }
  var entryActions = {
    site: () => site2,
    close,
    open: (file) => void openEntry(file).catch(failed2),
    moved: () => readChanges(),
    added: async (file, route2) => {
      for (let tries = 0; tries < 100; tries++) {
        await readSite();
        const page = site2.pages.find((page2) => page2.file === file);
        if (page || route2 === null && await form(file, "").catch(() => void 0)) {
          if (page) goTo(page.route);
          await readChanges();
          await openForm(file, "");
          say("Added");
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      throw new Error("The site can't be built with it. The terminal says why; “Undo” takes it back.");
    }
  };
  var openPart = (part) => void openForm(part.file, part.at).catch(failed2);
  function close() {
    void saveAll();
    open = void 0;
    showsChanges = false;
    if (marks2) showContents(marks2, openPart);
    tell({ kind: "show", indices: [], scroll: false });
    byId("panel").focus();
  }
  function select({ indices = [], isExact = false, around: beside = [], text = "" }) {
    if (!marks2) return;
    const parts = shownParts(marks2, indices);
    const [first] = parts;
    if (!first) {
      void saveAll();
      open = void 0;
      const near = shownParts(marks2, beside);
      showFixed(text, marks2.template, route, near.length > MAX_NEAR_PARTS ? [] : near, openPart, close);
      return;
    }
    const target = marks2.targets[marks2.elements[indices[0] ?? 0]?.targets[0] ?? 0];
    if (isExact && target) return void openForm(target.file, target.at, false).catch(failed2);
    const around = parts.find(({ file, at }) => parts.every((part) => part.file === file && (part.at === at || part.at.startsWith(`${at}/`))));
    if (around) return void openForm(around.file, around.at, false).catch(failed2);
    void saveAll();
    open = void 0;
    showChoices(parts.slice(0, 30), openPart, close);
  }
  async function readChanges() {
    const changes2 = await changes();
    const last = changes2.find((change2) => change2.undoes === null && !change2.is_undone);
    undoButton.disabled = !last;
    undoButton.onclick = () => void (last && undo2(last).catch(failed2));
    undoButton.title = last ? `Take back: ${last.label}` : "";
    readPublishState().catch(failed2);
    if (showsChanges) showChanges(changes2, (change2) => void undo2(change2).catch(failed2), close);
  }
  async function undo2(change2) {
    await saveAll();
    try {
      await undo(change2.number);
      say(`${change2.label}: taken back`);
    } catch (error) {
      const isConflict = error instanceof Refusal && error.current;
      say(isConflict ? `${change2.label} has been changed since, so it stays` : String(error.message));
    }
    await readChanges();
    if (open && !hasUnsaved()) await openForm(open.file, open.at, false).catch(close);
  }
  function goTo(path) {
    frame.src = site2.origin + site2.base.replace(/\/$/, "") + path;
  }
  function routeOf(path) {
    const decoded = decodeURIComponent(path);
    return decoded.startsWith(site2.base) ? `/${decoded.slice(site2.base.length)}` : decoded;
  }
  addEventListener("message", ({ origin, source, data }) => {
    if (!site2 || origin !== site2.origin || source !== frame.contentWindow) return;
    if (data.kind === "ready") {
      route = routeOf(data.path ?? "/");
      pages.value = route;
      readSite().catch(failed2);
      readMarks().catch(failed2);
      readPublishState().catch(failed2);
      const shown2 = open;
      const isIdle = () => shown2 !== void 0 && open === shown2 && !staysOpen() && !hasUnsaved() && !byId("panel").contains(document.activeElement);
      if (shown2 && isIdle()) void openForm(shown2.file, shown2.at, false, isIdle).catch(failed2);
    } else if (data.kind === "select") select(data);
    else if (data.kind === "key") pressed(data.key ?? "");
  });
  function pressed(key2) {
    if (key2 === "F6") {
      const panel3 = byId("panel");
      const inPanel = panel3.contains(document.activeElement);
      if (inPanel) pages.focus();
      else if (document.activeElement === pages) frame.focus();
      else panel3.focus();
      return true;
    }
    if (key2 === "Escape" && (open || showsChanges || staysOpen())) {
      close();
      return true;
    }
    return false;
  }
  addEventListener("keydown", (event) => {
    if (pressed(event.key)) event.preventDefault();
    const isText = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (event.key === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !isText) undoButton.click();
  });
  for (const width of document.querySelectorAll("[data-width]:not(iframe)")) {
    width.onclick = () => {
      for (const other of document.querySelectorAll("[data-width]:not(iframe)")) other.setAttribute("aria-pressed", String(other === width));
      frame.dataset["width"] = width.dataset["width"] ?? "";
      frame.parentElement?.classList.toggle("is-narrow", frame.dataset["width"] !== "");
    };
  }
  look.onclick = () => {
    look.setAttribute("aria-pressed", String(!isLooking()));
    tell({ kind: "look", on: isLooking() });
  };
  byId("changes").onclick = () => {
    void saveAll().then(() => {
      showsChanges = true;
      open = void 0;
      return readChanges();
    });
  };
  var unsaved = byId("unsaved");
  countUnsaved(unsaved);
  unsaved.onclick = () => {
    void saveAll().then(() => {
      open = void 0;
      showsChanges = false;
      showUnsaved((file, at) => void openForm(file, at).catch(failed2), close);
      byId("panel").focus();
    });
  };
  byId("entries").onclick = () => {
    void saveAll().then(() => {
      open = void 0;
      showsChanges = false;
      chooseCollection(entryActions);
    });
  };
  pages.onchange = () => {
    void saveAll().then(() => {
      open = void 0;
      goTo(pages.value);
    });
  };
  addEventListener("beforeunload", (event) => {
    if (hasUnsaved()) event.preventDefault();
  });
  async function readSite() {
    site2 = await site();
    pages.replaceChildren(...site2.pages.map(({ route: route2, title }) => make("option", { value: route2 }, title === route2 ? route2 : `${title} (${route2})`)));
    pages.value = route;
    showRibbon();
  }
  function showRibbon() {
    const hidden = site2.pages.find((page) => page.route === route)?.hidden ?? "";
    byId("ribbon").textContent = hidden;
  }
  async function start() {
    await readSite();
    pages.disabled = false;
    goTo("/");
    await readChanges();
  }
  startPublishing({
    opened: () => {
      open = void 0;
      showsChanges = false;
    },
    show: (file, at, page) => void showInPage(file, at, page).catch(failed2),
    close,
    address: (picture) => site2.origin + site2.base + picture
  });
  start().catch((error) => showMessage(error instanceof Error ? error.message : String(error)));
})();
