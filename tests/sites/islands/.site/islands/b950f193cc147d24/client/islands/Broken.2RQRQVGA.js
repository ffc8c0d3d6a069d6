import {
  __toESM,
  require_jsx_runtime,
  require_react
} from "./chunk.YK7TGCFP.js";

// islands/Broken.tsx
var import_react = __toESM(require_react(), 1);
var import_jsx_runtime = __toESM(require_jsx_runtime(), 1);
function Broken({ when }) {
  const [effect, setEffect] = (0, import_react.useState)(false);
  (0, import_react.useEffect)(() => setEffect(when === "effect"), [when]);
  if (effect || when === "render" && typeof document !== "undefined") {
    throw new Error(`broken in ${when}`);
  }
  return /* @__PURE__ */ (0, import_jsx_runtime.jsxs)("p", { children: [
    "Whole: ",
    when
  ] });
}
export {
  Broken as default
};
