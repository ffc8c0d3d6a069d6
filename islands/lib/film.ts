/**
 * The film of the page's hero. It plays while it is on screen, until the reader stops it; for who saves data or asks for less motion, when
 * the reader starts it.
 */

const film = document.querySelector<HTMLVideoElement>("[data-film]");
const savesData = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;

if (film) {
  film.controls = true;
}
if (film && !savesData && !matchMedia("(prefers-reduced-motion)").matches) {
  let isOnScreen = false;
  const observer = new IntersectionObserver(([entry]) => {
    isOnScreen = entry!.isIntersecting;
    if (isOnScreen) {
      film.play().catch(() => 0);
    } else {
      film.pause();
    }
  });
  observer.observe(film);
  film.addEventListener("pause", () => isOnScreen && observer.disconnect());
}

export {};
