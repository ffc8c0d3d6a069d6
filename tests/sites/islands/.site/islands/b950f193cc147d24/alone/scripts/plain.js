"use strict";
(() => {
  // islands/scripts/plain.ts
  document.documentElement.dataset["plain"] = "here";
})();
