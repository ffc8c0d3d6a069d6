/**
 * The typewriter effect of `.typed`: types and erases its words in turn, endlessly. Without scripts or with reduced
 * motion the style sheet shows all words as text instead; that text is always in the HTML, for screen readers and
 * crawlers.
 */

const line = document.querySelector<HTMLElement>(".typed-line")!;
// With reduced motion the style sheet hides the line. The media query is asked, as reading the style of the line would
// force a layout before the first paint.
if (!matchMedia("(prefers-reduced-motion)").matches) {
  const { typeMs, eraseMs, restMs } = line.dataset;
  const words = [...document.querySelectorAll<HTMLElement>("[data-word]")].map((element) => element.dataset["word"]!);
  let length = words[0]!.length;
  let by = -1;
  // Until now the style sheet showed the first word.
  delete line.dataset["first"];
  line.textContent = words[0]!;

  const step = () => {
    length += by;
    line.textContent = words[0]!.slice(0, length);
    let wait = by < 0 ? eraseMs : typeMs;
    // For an empty word, the length goes below 0 or beyond the word.
    if (length <= 0) {
      words.push(words.shift()!);
      length = 0;
      by = 1;
    } else if (length >= words[0]!.length) {
      by = -1;
      wait = restMs;
    }
    setTimeout(step, +wait!);
  };
  setTimeout(step, +restMs!);
}
