import {
  __toESM,
  require_jsx_runtime,
  require_react
} from "./chunk.YK7TGCFP.js";

// islands/Counter.tsx
var import_react = __toESM(require_react(), 1);
var import_jsx_runtime = __toESM(require_jsx_runtime(), 1);
function Counter({ start, step = 1 }) {
  const [count, setCount] = (0, import_react.useState)(start);
  const id = (0, import_react.useId)();
  return /* @__PURE__ */ (0, import_jsx_runtime.jsxs)("p", { children: [
    /* @__PURE__ */ (0, import_jsx_runtime.jsx)("label", { htmlFor: id, children: "Count" }),
    " ",
    /* @__PURE__ */ (0, import_jsx_runtime.jsx)("output", { id, children: count }),
    " ",
    /* @__PURE__ */ (0, import_jsx_runtime.jsx)("button", { type: "button", "data-replay": true, onClick: () => setCount(count + step), children: "More" })
  ] });
}
export {
  Counter as default
};
