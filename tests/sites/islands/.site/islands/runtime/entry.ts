import { renderToString } from "/work/wt/engine/node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js";
import { serve } from "./server";
serve({
  Broken: () => require("../../../islands/Broken.tsx"),
  Counter: () => require("../../../islands/Counter.tsx"),
  Fields: () => require("../../../islands/Fields.tsx"),
  Opener: () => require("../../../islands/Opener.tsx"),
  Panel: () => require("../../../islands/Panel.tsx"),
  Reveal: () => require("../../../islands/Reveal.tsx"),
}, renderToString);
