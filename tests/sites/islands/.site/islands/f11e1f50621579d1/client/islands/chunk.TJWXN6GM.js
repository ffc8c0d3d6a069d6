import {
  __toESM,
  require_react
} from "./chunk.YK7TGCFP.js";

// .site/islands/runtime/site.tsx
var import_react = __toESM(require_react(), 1);
var Slots = (0, import_react.createContext)((slot) => `<!--slot:${slot}-->`);
function Html({ of, as = "div", ...attributes }) {
  const slots = (0, import_react.useContext)(Slots);
  if (of == null) return null;
  return (0, import_react.createElement)(as, {
    ...attributes,
    "data-slot": of.$slot,
    suppressHydrationWarning: true,
    dangerouslySetInnerHTML: { __html: slots(of.$slot) }
  });
}

export {
  Slots,
  Html
};
