import {
  Html
} from "./chunk.TJWXN6GM.js";
import {
  __toESM,
  require_jsx_runtime,
  require_react
} from "./chunk.YK7TGCFP.js";

// islands/Panel.tsx
var import_react = __toESM(require_react(), 1);
var import_jsx_runtime = __toESM(require_jsx_runtime(), 1);
function Panel({ title, body, children }) {
  const [open, setOpen] = (0, import_react.useState)(true);
  return /* @__PURE__ */ (0, import_jsx_runtime.jsxs)("section", { children: [
    /* @__PURE__ */ (0, import_jsx_runtime.jsx)("button", { type: "button", "aria-expanded": open, "data-replay": true, onClick: () => setOpen(!open), children: title }),
    /* @__PURE__ */ (0, import_jsx_runtime.jsxs)("div", { hidden: !open, children: [
      /* @__PURE__ */ (0, import_jsx_runtime.jsx)(Html, { of: body, className: "body" }),
      /* @__PURE__ */ (0, import_jsx_runtime.jsx)(Html, { of: children })
    ] })
  ] });
}
export {
  Panel as default
};
