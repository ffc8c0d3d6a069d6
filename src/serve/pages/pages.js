// Loads the page again when there is something new to show on it, unless someone is writing in a form.
(() => {
  const { watch } = document.querySelector("[data-watch]")?.dataset ?? {};
  if (!watch) return;
  let seen;
  async function look() {
    if (!document.hidden) {
      try {
        const now = await (await fetch(watch)).text();
        if (seen !== undefined && now !== seen && !document.activeElement?.closest("form")) location.reload();
        seen ??= now;
      } catch {
        // The server is away; it is asked again.
      }
    }
    setTimeout(look, 1000);
  }
  look();
})();
