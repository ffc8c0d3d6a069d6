"use strict";
(() => {
  // islands/scripts/early.ts
  document.documentElement.classList.add("early");
})();
