/**
 * Types the words of `.typed` one after the other, for ever, where the stylesheet shows the stage for it: not without scripts, not for who
 * asks for less motion. The whole text stands beside it, for readers and crawlers.
 */

const line = document.querySelector<HTMLElement>(".typed-line");
if (line?.offsetParent) {
  const { typeMs, eraseMs, restMs } = document.querySelector<HTMLElement>(".typed")?.dataset ?? {};
  const words = [...document.querySelectorAll<HTMLElement>("[data-word]")].map((ghost) => ghost.dataset["word"] ?? "");
  let word = words[0] ?? "";
  let length = word.length;
  let by = -1;
  // Until now the stylesheet showed the first word.
  delete line.dataset["first"];
  line.textContent = word;

  const step = () => {
    length += by;
    line.textContent = word.slice(0, length);
    let wait = by < 0 ? eraseMs : typeMs;
    if (length === 0) {
      words.push(words.shift() ?? "");
      word = words[0] ?? "";
      by = 1;
    } else if (length === word.length) {
      by = -1;
      wait = restMs;
    }
    setTimeout(step, Number(wait));
  };
  setTimeout(step, Number(restMs));
}
