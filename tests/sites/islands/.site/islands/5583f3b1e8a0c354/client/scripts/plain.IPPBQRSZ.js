document.documentElement.dataset.plain="here";
