document.documentElement.classList.add("early");
