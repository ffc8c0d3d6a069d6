import {
  Html
} from "./chunk.TJWXN6GM.js";
import {
  __toESM,
  require_jsx_runtime,
  require_react
} from "./chunk.YK7TGCFP.js";

// islands/Reveal.tsx
var import_react = __toESM(require_react(), 1);
var import_jsx_runtime = __toESM(require_jsx_runtime(), 1);
function Reveal({ later }) {
  const [open, setOpen] = (0, import_react.useState)(false);
  return /* @__PURE__ */ (0, import_jsx_runtime.jsxs)("div", { children: [
    /* @__PURE__ */ (0, import_jsx_runtime.jsx)("button", { type: "button", onClick: () => setOpen(!open), children: "Reveal" }),
    open && /* @__PURE__ */ (0, import_jsx_runtime.jsx)(Html, { of: later, as: "section" })
  ] });
}
export {
  Reveal as default
};
