// Keeps this page up to date while someone writes the site. The server sends what the page should look like now, first of
// all when it is asked; what the page was made with stands on the script's own element.
(() => {
  const RETRY = 1000;
  const { events, page, look, styles: madeWith } = document.currentScript.dataset;
  let styles = JSON.parse(madeWith);
  const replaced = new Map(); // a stylesheet's link → the links that go once it is there
  let source, retry, overlay, dismissed;

  function update(now) {
    if (now.look !== look || !restyle(now.styles)) return location.reload();
    styles = now.styles;
    showErrors(now.errors);
  }

  // False if that takes a reload.
  function restyle(now) {
    if (now.length !== styles.length) return false;
    return now.every(([address, version], i) => {
      const [oldAddress, oldVersion] = styles[i];
      if (address === oldAddress && version === oldVersion) return true;
      const old = linksTo(oldAddress);
      for (const link of old) {
        const next = link.cloneNode();
        next.href = `${address}${address.includes("?") ? "&" : "?"}${version}`;
        replaced.set(next, [...(replaced.get(link) ?? []), link]);
        next.onload = () => {
          for (const gone of replaced.get(next)) {
            gone.remove();
            replaced.delete(gone);
          }
          replaced.set(next, []);
        };
        next.onerror = () => location.reload();
        link.after(next);
      }
      return old.length > 0;
    });
  }

  function linksTo(address) {
    const path = (url) => new URL(url, document.baseURI).pathname;
    const going = new Set([...replaced.values()].flat());
    const links = document.querySelectorAll('link[rel~="stylesheet" i][href]');
    return [...links].filter((link) => !going.has(link) && path(link.href) === path(address));
  }

  // Styles are set by script, one by one: a page's content security policy may forbid any others.
  function element(name, style, ...children) {
    const made = document.createElement(name);
    Object.assign(made.style, style);
    made.append(...children);
    return made;
  }

  const COLOURS = {
    red: "#ff8f87", green: "#86dba6", yellow: "#f2cf6b", blue: "#8fb8ff", magenta: "#e0a3f0", cyan: "#7fd8e6",
    black: "#a1a1aa", white: "#ffffff",
  };

  // A sheet at the bottom, so that the last good page stays in sight.
  function showErrors(runs) {
    const text = runs.map(([piece]) => piece).join("");
    overlay?.remove();
    overlay = undefined;
    if (!text) dismissed = undefined;
    if (!text || text === dismissed) return;
    const close = element("button", {
      position: "absolute", top: "0.9rem", right: "1.25rem", padding: "0.4rem 0.8rem", font: "inherit", cursor: "pointer",
      color: "inherit", background: "transparent", border: "1px solid currentColor", borderRadius: "6px",
    }, "Close");
    const hide = () => {
      dismissed = text;
      overlay?.remove();
    };
    close.onclick = hide;
    const drawing = element("pre", { margin: "0", font: "13px/1.5 ui-monospace, monospace", whiteSpace: "pre", color: "inherit" });
    for (const [piece, colour, bold] of runs) {
      drawing.append(element("span", { color: COLOURS[colour] ?? "inherit", fontWeight: bold ? "bold" : "normal" }, piece));
    }
    const box = element("div", {
      position: "fixed", inset: "auto 0 0 0", maxHeight: "70vh", zIndex: "2147483647", overflow: "auto", padding: "1.25rem",
      boxSizing: "border-box", color: "#f4f4f5", background: "#18181b", borderTop: "3px solid #ff8f87",
      boxShadow: "0 -8px 40px #0008", font: "15px/1.5 system-ui, sans-serif", textAlign: "left", direction: "ltr",
    },
      element("strong", { display: "block", fontSize: "1.15rem" }, "The site has errors"),
      element("p", { margin: "0 5rem 1rem 0", color: "#a1a1aa" }, "You see the last good version of this page. This closes once the errors are corrected."),
      drawing,
      close,
    );
    box.setAttribute("role", "alert");
    box.tabIndex = -1;
    box.onkeydown = (event) => event.key === "Escape" && hide();
    // A shadow tree, and outside of the body: neither the site's styles nor its scripts meet it.
    overlay = document.createElement("site-errors");
    overlay.attachShadow({ mode: "open" }).append(box);
    document.documentElement.append(overlay);
  }

  // A page that nobody sees listens to nothing: browsers allow a server six connections, tabs may be many. The first
  // answer after listening again tells what was missed.
  function listen() {
    clearTimeout(retry);
    if (source || document.hidden) return;
    source = new EventSource(`${events}?page=${encodeURIComponent(page)}`);
    source.addEventListener("state", (event) => update(JSON.parse(event.data)));
    source.onerror = () => {
      if (source?.readyState !== EventSource.CLOSED) return;
      source = undefined;
      retry = setTimeout(listen, RETRY);
    };
  }

  function hangUp() {
    clearTimeout(retry);
    source?.close();
    source = undefined;
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? hangUp() : listen()));
  addEventListener("pagehide", hangUp);
  addEventListener("pageshow", listen);
  listen();
})();
