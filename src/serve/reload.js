// Live reload: keeps this page up to date. The server sends the page's current fingerprint, first when the script
// connects and then after each change. The attributes of the script's own element have the fingerprint of the version
// that the browser shows.
(() => {
  const RETRY_DELAY_MS = 1000;
  const fingerprint = document.currentScript.dataset;
  const { events, page } = fingerprint;
  let styles = JSON.parse(fingerprint.styles);
  // The replaced links to stylesheets. Each stays until the link that replaces it, or a later one, has loaded.
  const replaced = new WeakSet();
  let source, retry, overlay, dismissed, latest;

  // Reloads the page, unless `frame.js` cancels the event: in the editor, `frame.js` brings the page up to date.
  const reload = () => dispatchEvent(new Event("site:reload", { cancelable: true })) && location.reload();

  function update(state) {
    latest = state;
    if (state.content !== fingerprint.content || !replaceStyles(state.styles)) return reload();
    styles = state.styles;
    fingerprint.styles = JSON.stringify(styles);
    showErrors(state.errors);
  }

  // `frame.js` has brought the page up to date. If `latest` is the state of an older version, the state of the new one
  // is still to come.
  addEventListener("site:updated", () => latest?.content === fingerprint.content && update(latest));

  // Replaces changed stylesheets. Returns false if the page has to be reloaded instead.
  function replaceStyles(newStyles) {
    if (newStyles.length !== styles.length) return false;
    return newStyles.every(([address, version], i) => {
      const [oldAddress, oldVersion] = styles[i];
      if (address === oldAddress && version === oldVersion) return true;
      const old = linksTo(oldAddress);
      for (const link of old) {
        const next = link.cloneNode();
        next.href = `${address}${address.includes("?") ? "&" : "?"}${version}`;
        next.onload = () => {
          while (replaced.has(next.previousSibling)) next.previousSibling.remove();
        };
        next.onerror = () => replaced.has(next) || location.reload();
        link.after(next);
        replaced.add(link);
      }
      return old.length > 0;
    });
  }

  function linksTo(address) {
    const path = (url) => new URL(url, document.baseURI).pathname;
    const links = document.querySelectorAll('link[rel~="stylesheet" i][href]');
    return [...links].filter((link) => !replaced.has(link) && path(link.href) === path(address));
  }

  // Creates an element. Sets its styles as properties, because a page's content security policy may forbid style
  // attributes and elements.
  function element(name, style, ...children) {
    const created = document.createElement(name);
    Object.assign(created.style, style);
    created.append(...children);
    return created;
  }

  const COLOURS = {
    red: "#ff8f87", green: "#86dba6", yellow: "#f2cf6b", blue: "#8fb8ff", magenta: "#e0a3f0", cyan: "#7fd8e6",
    black: "#a1a1aa", white: "#ffffff",
  };

  const BUTTON = {
    padding: "0.4rem 0.8rem", font: "15px/1.5 system-ui, sans-serif", cursor: "pointer", color: "inherit",
    background: "transparent", border: "1px solid currentColor", borderRadius: "6px",
  };
  const SURFACE = { position: "fixed", zIndex: "2147483647", color: "#f4f4f5", background: "#18181b" };

  // Shows the errors, if there are any, in a panel at the bottom, over the last version of the page without errors. A
  // closed panel leaves a button that opens the panel.
  function showErrors(spans) {
    const text = spans.map((span) => span.text).join("");
    const hadFocus = overlay?.shadowRoot.activeElement;
    overlay?.remove();
    overlay = undefined;
    // In the editor, `frame.js` cancels the event, because the editor lists the errors.
    const event = new CustomEvent("site:errors", { cancelable: true, detail: text });
    if (!dispatchEvent(event) || !text) {
      dismissed = undefined;
      return;
    }
    const close = element("button", { ...BUTTON, position: "absolute", top: "0.9rem", right: "1.25rem" }, "Close");
    const openStyle = { ...BUTTON, ...SURFACE, right: "1rem", bottom: "1rem", borderColor: "#ff8f87" };
    const open = element("button", openStyle, "Show the errors");
    // On a phone, long lines wrap: they can be read, although the markers under them are out of line.
    const whiteSpace = matchMedia("(width < 640px)").matches ? "pre-wrap" : "pre";
    const font = "13px/1.5 ui-monospace, monospace";
    const errors = element("pre", { margin: "0", font, whiteSpace, color: "inherit" });
    for (const { text, colour, bold } of spans) {
      const style = { color: COLOURS[colour] ?? "inherit", fontWeight: bold ? "bold" : "normal" };
      errors.append(element("span", style, text));
    }
    const box = element("div", {
      ...SURFACE, inset: "auto 0 0 0", maxHeight: "70vh", overflow: "auto", padding: "1.25rem",
      boxSizing: "border-box", borderTop: "3px solid #ff8f87",
      boxShadow: "0 -8px 40px #0008", font: "15px/1.5 system-ui, sans-serif", textAlign: "left", direction: "ltr",
    },
      element("strong", { display: "block", fontSize: "1.15rem" }, "The site has errors"),
      element(
        "p",
        { margin: "0 5rem 1rem 0", color: "#a1a1aa" },
        "You see the last good version of this page. This closes once the errors are corrected.",
      ),
      errors,
      close,
    );
    box.setAttribute("role", "alert");
    // A shadow tree outside of the body, so that the site's styles and scripts don't affect it.
    overlay = document.createElement("site-errors");
    const shadow = overlay.attachShadow({ mode: "open" });
    // Moves the keyboard focus only from within the panel: somebody may be typing in a form of the page.
    const toggle = (isOpen, withFocus = shadow.activeElement) => {
      dismissed = isOpen ? undefined : text;
      shadow.replaceChildren(isOpen ? box : open);
      if (withFocus) (isOpen ? close : open).focus();
    };
    close.onclick = () => toggle(false);
    open.onclick = () => toggle(true);
    overlay.close = () => dismissed !== text && toggle(false);
    document.documentElement.append(overlay);
    toggle(text !== dismissed, hadFocus);
  }

  // Escape closes the panel wherever the focus is, unless the page handled the key.
  addEventListener("keydown", (event) => event.key === "Escape" && !event.defaultPrevented && overlay?.close());

  // A hidden page doesn't listen, because browsers allow six connections to a server, and there may be more tabs. The
  // first event after reconnecting carries the current state, so no change is missed.
  function listen() {
    clearTimeout(retry);
    if (source || document.hidden) return;
    source = new EventSource(`${events}?page=${encodeURIComponent(page)}`);
    source.addEventListener("state", (event) => update(JSON.parse(event.data)));
    source.onerror = () => {
      if (source?.readyState !== EventSource.CLOSED) return;
      source = undefined;
      retry = setTimeout(listen, RETRY_DELAY_MS);
    };
  }

  function disconnect() {
    clearTimeout(retry);
    source?.close();
    source = undefined;
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? disconnect() : listen()));
  addEventListener("pagehide", disconnect);
  addEventListener("pageshow", listen);
  listen();
})();
