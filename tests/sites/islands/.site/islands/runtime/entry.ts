import { renderToString } from "/work/wt/engine/node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js";
import { serve } from "./server";
serve({
  Counter: () => require("../../../islands/Counter.tsx"),
  Panel: () => require("../../../islands/Panel.tsx"),
}, renderToString);
