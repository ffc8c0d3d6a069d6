document.documentElement.dataset["plain"] = "here"; export {};
