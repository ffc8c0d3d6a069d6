/** The upload of a picture from this computer: makes it ready, sends it, and waits until the site has it. */

import * as api from "./api";
import { refreshChanges, tellOtherWindows } from "./changes";
import { button, buttonRow, make, messageOf, say, softText } from "./dom";
import { readSite, site } from "./frame";
import { BUILD_CHECK_MS, onceAtATime, pause } from "./timing";

/** The longest side of a picture after the upload, in pixels: more than a wide screen shows. */
const MAX_SIDE = 3000;
/** The quality of a JPEG, from 0 to 1. Little should be lost here: the site makes its smaller pictures of this one. */
const JPEG_QUALITY = 0.92;
/** The most checks whether the site has the picture. Without an error in the site, a build takes a second or two. */
const MAX_CHECKS = 150;

/** Makes a picture upright and no larger than needed, without what a camera notes, such as the place. A drawing (SVG) stays as it is. */
async function prepare(file: File): Promise<Blob> {
  if (file.type === "image/svg+xml") return file;
  const decoded = await createImageBitmap(file).catch(() => {
    throw new Error("This is no picture that this browser can show.");
  });
  const scale = Math.min(1, MAX_SIDE / Math.max(decoded.width, decoded.height));
  const [width, height] = [decoded.width, decoded.height].map((side) => Math.max(1, Math.round(side * scale))) as [number, number];
  const canvas = make("canvas", { width, height });
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser can't draw pictures.");
  context.imageSmoothingQuality = "high";
  context.drawImage(decoded, 0, 0, width, height);
  const isTransparent = () => context.getImageData(0, 0, width, height).data.some((value, at) => at % 4 === 3 && value < 255);
  const isPhoto = file.type === "image/jpeg" || (file.type !== "image/png" && !isTransparent());
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, isPhoto ? "image/jpeg" : "image/png", JPEG_QUALITY));
  if (!made) throw new Error("It is too large for this browser.");
  return made;
}

/** Adds a picture to the site. Returns its path once the site is built with it. */
async function upload(file: File, replaced: string): Promise<string> {
  say(`${file.name} is being added`);
  const { path } = await api.addPicture(file.name, replaced, await prepare(file));
  tellOtherWindows();
  await refreshChanges();
  for (let checks = 0; checks < MAX_CHECKS; checks++) {
    await readSite();
    if (site.pictures.includes(path)) return path;
    await pause(BUILD_CHECK_MS);
  }
  throw new Error("The picture is there, but the site can't be built. Choose it once the errors of the site are corrected.");
}

/**
 * Makes the button that uploads a picture, and calls `choose` with its path. The open `choice` also takes a picture that is pasted or dropped there.
 * `replaced` returns the path of the present picture.
 */
export function uploadButton(choice: HTMLDetailsElement, replaced: () => string, choose: (path: string) => void): HTMLElement {
  const input = make("input", { type: "file", accept: "image/*", hidden: true, "aria-label": "A picture from this computer" });
  const problem = make("p", { className: "problem", role: "alert" });
  const send = onceAtATime(async (file: File) => {
    problem.textContent = "";
    try {
      const path = await upload(file, replaced());
      if (path === replaced()) say("This picture is here already");
      else choose(path);
    } catch (error) {
      problem.textContent = `${file.name}: ${messageOf(error)}`;
      problem.scrollIntoView({ block: "nearest" });
      say(`${file.name}: not added`);
    }
  });
  const take = (event: Event, files: FileList | null | undefined) => {
    const [file] = files ?? [];
    if (!file || !choice.open) return;
    event.preventDefault();
    void send(file);
  };
  input.addEventListener("change", (event) => {
    take(event, input.files);
    // The same file can be chosen once more.
    input.value = "";
  });
  choice.addEventListener("paste", (event) => {
    // With copied text, Word also puts a picture of the text on the clipboard.
    if (!event.clipboardData?.types.includes("text/plain")) take(event, event.clipboardData?.files);
  });
  choice.addEventListener("dragover", (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault());
  choice.addEventListener("drop", (event) => take(event, event.dataTransfer?.files));
  const press = button("Upload from this computer", () => input.click());
  return make("div", {}, buttonRow(press, input), problem, softText("Or paste a picture here, or drop a file."));
}
