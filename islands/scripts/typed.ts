/**
 * Types the words of `.typed` one after the other, for ever, where the stylesheet shows the stage for it: not without scripts, not for who
 * asks for less motion. The whole text stands beside it, for readers and crawlers.
 */

const typed = document.querySelector<HTMLElement>(".typed");
const stage = typed?.querySelector<HTMLElement>(".typed-stage");
if (typed && stage && getComputedStyle(stage).display !== "none") {
  const words = [...stage.querySelectorAll<HTMLElement>("[data-word]")].map((ghost) => ghost.dataset["word"] ?? "");
  const line = stage.querySelector(".typed-line");
  const { typeMs, eraseMs, restMs } = typed.dataset;
  let word = 0;
  let length = words[0]?.length ?? 0;
  let isErasing = false;

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
    if (line) {
      line.textContent = now.slice(0, length);
    }
    const rests = !isErasing && length === now.length;
    setTimeout(step, Number(rests ? restMs : isErasing ? eraseMs : typeMs));
  };
  setTimeout(step, Number(restMs));
}
