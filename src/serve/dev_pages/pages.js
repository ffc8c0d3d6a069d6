// Reloads the page when its content has changed, unless a form has the focus.
(() => {
  const { watch } = document.querySelector("[data-watch]")?.dataset ?? {};
  if (!watch) return;
  let seen;
  async function checkForChanges() {
    if (!document.hidden) {
      try {
        const now = await (await fetch(watch)).text();
        if (seen !== undefined && now !== seen && !document.activeElement?.closest("form")) location.reload();
        seen ??= now;
      } catch {
        // The server is not running; the next check may succeed.
      }
    }
    setTimeout(checkForChanges, 1000);
  }
  checkForChanges();
})();
