/**
 * The hero video, and the button that plays and pauses it. The video plays while it is in view, until the visitor
 * pauses it. With data saving or reduced motion it waits to be started.
 */

const video = document.querySelector<HTMLVideoElement>("[data-video]");
const toggle = document.querySelector<HTMLButtonElement>(".hero-toggle");
const savesData = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;

if (video && toggle) {
  const labels = { play: toggle.ariaLabel, pause: toggle.dataset["pause"]! };
  // The browser may refuse to play. The visitor can start the video.
  const play = () => video.play().catch(() => 0);
  toggle.onclick = () => (video.paused ? play() : video.pause());
  video.onplay = video.onpause = () => {
    toggle.ariaLabel = video.paused ? labels.play : labels.pause;
    toggle.classList.toggle("playing", !video.paused);
  };
  toggle.hidden = false;

  if (!savesData && !matchMedia("(prefers-reduced-motion)").matches) {
    let isInView = false;
    const observer = new IntersectionObserver((entries) => {
      isInView = entries.at(-1)!.isIntersecting;
      if (isInView) {
        void play();
      } else {
        video.pause();
      }
    });
    observer.observe(video);
    // A video that is paused in view was paused by the visitor, so it is not started again.
    video.addEventListener("pause", () => isInView && observer.disconnect());
  }
}

export {};
