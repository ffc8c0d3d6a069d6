"use strict";(()=>{document.documentElement.dataset.plain="here";})();
