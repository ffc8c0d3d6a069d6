/**
 * The hero video. It plays while it is in view, until the visitor pauses it. With data saving or reduced motion it
 * waits to be started.
 */

const video = document.querySelector<HTMLVideoElement>("[data-video]");
const savesData = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;

if (video) {
  video.controls = true;
}
if (video && !savesData && !matchMedia("(prefers-reduced-motion)").matches) {
  let isInView = false;
  const observer = new IntersectionObserver((entries) => {
    isInView = entries.at(-1)!.isIntersecting;
    if (isInView) {
      // The browser may refuse to play. The visitor can start the video.
      video.play().catch(() => 0);
    } else {
      video.pause();
    }
  });
  observer.observe(video);
  // Only the visitor pauses a video that is in view: it is not started again.
  video.addEventListener("pause", () => isInView && observer.disconnect());
}

export {};
