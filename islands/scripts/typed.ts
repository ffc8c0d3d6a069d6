/**
 * Types the words of `.typed` one after the other, for ever, where the stylesheet shows the stage for it: not without scripts, not for who
 * asks for less motion. The whole text stands beside it, for readers and crawlers.
 */

const line = document.querySelector<HTMLElement>(".typed-line")!;
// To ask the line whether it is shown would lay the page out before its first paint.
if (!matchMedia("(prefers-reduced-motion)").matches) {
  const { typeMs, eraseMs, restMs } = line.dataset;
  const words = [...document.querySelectorAll<HTMLElement>("[data-word]")].map((ghost) => ghost.dataset["word"]!);
  let length = words[0]!.length;
  let by = -1;
  // Until now the stylesheet showed the first word.
  delete line.dataset["first"];
  line.textContent = words[0]!;

  const step = () => {
    length += by;
    line.textContent = words[0]!.slice(0, length);
    let wait = by < 0 ? eraseMs : typeMs;
    if (!length) {
      words.push(words.shift()!);
      by = 1;
    } else if (length === words[0]!.length) {
      by = -1;
      wait = restMs;
    }
    setTimeout(step, +wait!);
  };
  setTimeout(step, +restMs!);
}
