"use strict";(()=>{document.documentElement.classList.add("early");})();
