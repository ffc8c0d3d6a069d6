import {
  __toESM,
  require_jsx_runtime,
  require_react
} from "./chunk.YK7TGCFP.js";

// islands/Fields.tsx
var import_react = __toESM(require_react(), 1);
var import_jsx_runtime = __toESM(require_jsx_runtime(), 1);
function Fields() {
  const id = (0, import_react.useId)();
  const [text, setText] = (0, import_react.useState)("");
  const [note, setNote] = (0, import_react.useState)("first");
  const [ticked, setTicked] = (0, import_react.useState)(false);
  const [colour, setColour] = (0, import_react.useState)("red");
  const [size, setSize] = (0, import_react.useState)("s");
  return /* @__PURE__ */ (0, import_jsx_runtime.jsxs)("form", { children: [
    /* @__PURE__ */ (0, import_jsx_runtime.jsx)("label", { htmlFor: `${id}text`, children: "Text" }),
    /* @__PURE__ */ (0, import_jsx_runtime.jsx)("input", { id: `${id}text`, name: "text", value: text, onChange: (event) => setText(event.target.value) }),
    /* @__PURE__ */ (0, import_jsx_runtime.jsx)("label", { htmlFor: `${id}free`, children: "Free" }),
    /* @__PURE__ */ (0, import_jsx_runtime.jsx)("input", { id: `${id}free`, name: "free", defaultValue: "" }),
    /* @__PURE__ */ (0, import_jsx_runtime.jsx)("label", { htmlFor: `${id}note`, children: "Note" }),
    /* @__PURE__ */ (0, import_jsx_runtime.jsx)("textarea", { id: `${id}note`, name: "note", value: note, onChange: (event) => setNote(event.target.value) }),
    /* @__PURE__ */ (0, import_jsx_runtime.jsxs)("label", { children: [
      /* @__PURE__ */ (0, import_jsx_runtime.jsx)("input", { type: "checkbox", name: "tick", checked: ticked, onChange: (event) => setTicked(event.target.checked) }),
      " Tick"
    ] }),
    ["s", "m", "l"].map((value) => /* @__PURE__ */ (0, import_jsx_runtime.jsxs)("label", { children: [
      /* @__PURE__ */ (0, import_jsx_runtime.jsx)("input", { type: "radio", name: "size", value, checked: size === value, onChange: () => setSize(value) }),
      " ",
      value
    ] }, value)),
    /* @__PURE__ */ (0, import_jsx_runtime.jsx)("label", { htmlFor: `${id}colour`, children: "Colour" }),
    /* @__PURE__ */ (0, import_jsx_runtime.jsxs)("select", { id: `${id}colour`, name: "colour", value: colour, onChange: (event) => setColour(event.target.value), children: [
      /* @__PURE__ */ (0, import_jsx_runtime.jsx)("option", { children: "red" }),
      /* @__PURE__ */ (0, import_jsx_runtime.jsx)("option", { children: "green" })
    ] }),
    /* @__PURE__ */ (0, import_jsx_runtime.jsx)("output", { children: [text, note, String(ticked), size, colour].join(" ") }),
    /* @__PURE__ */ (0, import_jsx_runtime.jsx)("button", { type: "button", children: "Save" })
  ] });
}
export {
  Fields as default
};
