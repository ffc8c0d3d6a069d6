// Brings a page up to date in place, for frame.js.
//
// Three versions are compared: `before`, the page as it was sent; `after`, the page as it is sent now; and the document in the browser,
// which scripts may have changed. Texts and attributes that differ between `before` and `after` are set in the document. If anything
// else differs, or if a script has changed or copied what differs, nothing is set: the page has to be reloaded.

// The elements whose content is used by scripts or by the browser, not only shown.
const FIXED =
  "script:not([type='application/ld+json' i]), style, link, base, meta[http-equiv], template, noscript, iframe, object, embed, video, audio, " +
  "canvas, textarea, svg, math, [data-hydrate]";
// Attributes that are only shown or followed. Scripts and style sheets may find elements by any other attribute.
const SHOWN = ["alt", "aria-description", "aria-label", "content", "datetime", "dir", "href", "lang", "placeholder", "title"];

const isFixed = (element) => element.localName.includes("-") || element.matches(FIXED);
const countTexts = (page, text) => page.documentElement.textContent.split(text).length;
const countAttributes = (page, name, value) => page.querySelectorAll(`[${name}="${CSS.escape(value ?? "")}"]`).length;

// Brings the document up to date. Returns false if this is not possible. `live` maps each element of `before` to the
// element of the document.
export function setDifferences(before, after, live) {
  const changes = [];
  // Collects the functions that set the texts and attributes that differ between two elements. Returns false if the
  // page has to be reloaded.
  const collect = (old, next) => {
    const element = live.get(old);
    if (!element?.isConnected || old.localName !== next.localName || isFixed(old) || old.childNodes.length !== next.childNodes.length) return false;
    for (const name of new Set([...old.getAttributeNames(), ...next.getAttributeNames()])) {
      const [was, is] = [old.getAttribute(name), next.getAttribute(name)];
      if (was === is) continue;
      const isUntouched = element.getAttribute(name) === was && countAttributes(document, name, was) === countAttributes(before, name, was);
      if (!SHOWN.includes(name) || !isUntouched) return false;
      changes.push(() => (is === null ? element.removeAttribute(name) : element.setAttribute(name, is)));
    }
    const isText = ({ nodeType }) => nodeType === Node.TEXT_NODE;
    const texts = [...element.childNodes].filter(isText);
    return [...old.childNodes].every((child, index) => {
      const other = next.childNodes[index];
      const text = isText(child) && texts.shift();
      if (child.isEqualNode(other)) return true;
      if (child instanceof Element && other instanceof Element) return collect(child, other);
      if (!text || !isText(other) || text.data !== child.data || countTexts(document, child.data) !== countTexts(before, child.data)) return false;
      changes.push(() => (text.data = other.data));
      return true;
    });
  };
  if (!before.isEqualNode(after) && !collect(before.documentElement, after.documentElement)) return false;
  for (const set of changes) set();
  return true;
}
