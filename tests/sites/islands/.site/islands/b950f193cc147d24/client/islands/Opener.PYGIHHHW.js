import {
  __toESM,
  require_jsx_runtime,
  require_react
} from "./chunk.YK7TGCFP.js";

// islands/Opener.tsx
var import_react = __toESM(require_react(), 1);
var import_jsx_runtime = __toESM(require_jsx_runtime(), 1);
function Opener() {
  const own = (0, import_react.useRef)(null);
  const [opened, setOpened] = (0, import_react.useState)([]);
  (0, import_react.useEffect)(() => {
    const root = own.current?.closest("[data-island]");
    const open = (event) => {
      const { control } = event.detail;
      setOpened((before) => [...before, control.id]);
    };
    root?.addEventListener("site:activate", open);
    return () => root?.removeEventListener("site:activate", open);
  }, []);
  return /* @__PURE__ */ (0, import_jsx_runtime.jsxs)("p", { ref: own, children: [
    "Opened by: ",
    opened.join(", ")
  ] });
}
export {
  Opener as default
};
