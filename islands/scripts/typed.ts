/**
 * Types the words of `.typed` one after the other, for ever, where the stylesheet shows the stage for it: not without scripts, not for who
 * asks for less motion. The whole text stands beside it, for readers and crawlers.
 */

const typed = document.querySelector<HTMLElement>(".typed");
const stage = typed?.querySelector<HTMLElement>(".typed-stage");
const line = stage?.querySelector<HTMLElement>(".typed-line");
if (typed && stage && line && getComputedStyle(stage).display !== "none") {
  const words = [...stage.querySelectorAll<HTMLElement>("[data-word]")].map((ghost) => ghost.dataset["word"] ?? "");
  const { typeMs, eraseMs, restMs } = typed.dataset;
  let word = 0;
  let length = words[0]?.length ?? 0;
  let isErasing = false;
  // Until now the stylesheet showed the first word.
  delete line.dataset["first"];
  line.textContent = words[0] ?? "";

  const step = () => {
    const whole = words[word] ?? "";
    if (isErasing && length === 0) {
      isErasing = false;
      word = (word + 1) % words.length;
    } else if (!isErasing && length === whole.length) {
      isErasing = true;
    }
    length += isErasing ? -1 : 1;
    const now = words[word] ?? "";
    line.textContent = now.slice(0, length);
    const rests = !isErasing && length === now.length;
    setTimeout(step, Number(rests ? restMs : isErasing ? eraseMs : typeMs));
  };
  setTimeout(step, Number(restMs));
}
