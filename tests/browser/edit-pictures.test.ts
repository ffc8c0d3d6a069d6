/** Pictures in `site edit`, in a real browser: they are uploaded from this computer, and taken back. */

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";

import type { Page } from "playwright-core";

import { checkAccessibility, PHONE, waitForStatus, withEditedSite } from "./edited";
import { until } from "./wait";

/** The EXIF data of a photo that a camera took on its side: it has to be turned by a quarter to the right. */
const ON_ITS_SIDE = Buffer.from("Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0", "latin1");

/** Makes a picture of one colour. */
async function drawPicture(page: Page, width: number, height: number, type: string, colour: string): Promise<Buffer> {
  const numbers = await page.evaluate(
    async ({ width, height, type, colour }) => {
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext("2d");
      if (context) context.fillStyle = colour;
      context?.fillRect(0, 0, width, height);
      return [...new Uint8Array(await (await canvas.convertToBlob({ type })).arrayBuffer())];
    },
    { width, height, type, colour },
  );
  return Buffer.from(numbers);
}

function withExif(jpeg: Buffer): Buffer {
  const length = ON_ITS_SIDE.length + 2;
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1, length >> 8, length & 0xff]), ON_ITS_SIDE, jpeg.subarray(2)]);
}

/** Reads the size of a JPEG or PNG that is shown at a path of the site. */
const sizeOf = (page: Page, bytes: Buffer): Promise<[number, number]> =>
  page.evaluate(async (numbers) => {
    const bitmap = await createImageBitmap(new Blob([new Uint8Array(numbers)]), { imageOrientation: "none" });
    return [bitmap.width, bitmap.height];
  }, [...bytes]);

test("a photo is uploaded upright and without its EXIF data, replaces another, and is taken back", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open();
    await frame().locator("img[alt='A boat']").click();
    await page.getByText("Choose another picture").click();
    const photo = withExif(await drawPicture(page, 80, 40, "image/jpeg", "teal"));
    await page.locator("input[type=file]").setInputFiles({ name: "Boat at Dawn.JPG", mimeType: "image/jpeg", buffer: photo });
    await waitForStatus(page, "Picture: saved");
    assert.deepEqual(site.diff(), ["-  picture: /images/boat.svg", "+  picture: /images/boat-at-dawn.jpg"]);
    const stored = await readFile(site.path("public/images/boat-at-dawn.jpg"));
    assert.ok(!stored.includes("Exif"));
    assert.deepEqual(await sizeOf(page, stored), [40, 80]);
    await frame().locator("img[src$='boat-at-dawn.jpg']").waitFor();
    for (const label of [/Picture: taken back$/, /^boat-at-dawn.jpg: taken back$/]) {
      await page.getByRole("button", { name: "Undo" }).click();
      await page.locator("#status", { hasText: label }).waitFor();
    }
    assert.equal(site.git("status", "--short", "--", "content", "public"), "");
  }));

test("a picture that the page shows can't be taken back before the page shows another", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open(PHONE);
    await frame().locator("img[alt='A boat']").tap();
    await page.getByText("Choose another picture").tap();
    await checkAccessibility(page, "choice of a picture with the upload");
    const picture = await drawPicture(page, 3600, 30, "image/webp", "#0080ff80");
    await page.locator("input[type=file]").setInputFiles({ name: "boat.webp", mimeType: "image/webp", buffer: picture });
    await waitForStatus(page, "Picture: saved");
    // It is transparent, so it becomes a PNG. Another picture is called `boat` already.
    const stored = await readFile(site.path("public/images/boat-2.png"));
    assert.deepEqual(await sizeOf(page, stored), [3000, 25]);
    await page.locator("#changes").click();
    await page.getByRole("button", { name: "Take back: boat-2.png" }).click();
    await waitForStatus(page, "boat-2.png stays, as it is shown on “Harbour Café”. Choose another picture there first.");
    assert.deepEqual(await readdir(site.path("public/images")), ["boat-2.png", "boat.svg", "lighthouse.svg"]);
  }));

test("a picture is pasted into the open choice, or dropped there as a file", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open();
    const [bytes, others] = await Promise.all(["teal", "gold"].map(async (colour) => [...(await drawPicture(page, 8, 8, "image/png", colour))]));
    const give = (kind: "paste" | "drop", name: string, text = "", picture = bytes) =>
      page.locator(".pictures[open]").evaluate((choice, { bytes, kind, name, text }) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], name, { type: "image/png" }));
        if (text !== "") data.setData("text/plain", text);
        const options = { bubbles: true, cancelable: true };
        choice.dispatchEvent(kind === "paste" ? new ClipboardEvent(kind, { ...options, clipboardData: data }) : new DragEvent(kind, { ...options, dataTransfer: data }));
      }, { bytes: picture ?? [], kind, name, text });
    await frame().locator("img[alt='A boat']").click();
    await page.getByText("Choose another picture").click();
    // Word copies a picture of a text with the text.
    await give("paste", "word.png", "A boat");
    await give("paste", "image.png");
    await waitForStatus(page, "Picture: saved");
    assert.deepEqual(site.diff(), ["-  picture: /images/boat.svg", "+  picture: /images/image.png"]);
    await page.getByText("Choose another picture").click();
    // The site has this picture already.
    await give("drop", "again.png");
    await waitForStatus(page, "This picture is here already");
    await give("drop", "Boat at Dawn.png", "", others);
    await waitForStatus(page, "Picture: saved");
    assert.deepEqual(site.diff(), ["-  picture: /images/boat.svg", "+  picture: /images/boat-at-dawn.png"]);
    assert.deepEqual(await readdir(site.path("public/images")), ["boat-at-dawn.png", "boat.svg", "image.png", "lighthouse.svg"]);
  }));

test("a file that is no picture is refused", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open();
    await frame().locator("img[alt='A boat']").click();
    await page.getByText("Choose another picture").click();
    const input = page.locator("input[type=file]");
    await input.setInputFiles({ name: "letter.jpg", mimeType: "image/jpeg", buffer: Buffer.from("Dear Ada") });
    const problem = page.getByRole("alert");
    await problem.getByText("letter.jpg: This is no picture that this browser can show.", { exact: true }).waitFor();
    await checkAccessibility(page, "refused upload");
    const script = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><script>alert(1)</script></svg>';
    await input.setInputFiles({ name: "drawing.svg", mimeType: "image/svg+xml", buffer: Buffer.from(script) });
    await problem.getByText("drawing.svg: The SVG has an element “script”").waitFor();
    await input.setInputFiles({ name: "sail.png", mimeType: "image/png", buffer: await drawPicture(page, 8, 8, "image/png", "teal") });
    await waitForStatus(page, "Picture: saved");
    await page.getByText("Choose another picture").click();
    assert.equal(await problem.textContent(), "");
    for (const label of [/Picture: taken back$/, /^sail.png: taken back$/]) {
      await page.getByRole("button", { name: "Undo" }).click();
      await page.locator("#status", { hasText: label }).waitFor();
    }
    assert.equal(site.git("status", "--short", "--", "content", "public"), "");
  }));

test("Publish says that no page shows an uploaded picture", () =>
  withEditedSite(async (site, open) => {
    const { page, frame } = await open();
    await frame().locator("img[alt='A boat']").click();
    await page.getByText("Choose another picture").click();
    const picture = await drawPicture(page, 8, 8, "image/png", "teal");
    await page.locator("input[type=file]").setInputFiles({ name: "sail.png", mimeType: "image/png", buffer: picture });
    await waitForStatus(page, "Picture: saved");
    const note = page.locator(".changed").getByText("No page shows it so far.");
    await page.locator("#publish").click();
    await page.getByText("The check found no mistakes.").waitFor();
    assert.equal(await note.count(), 0);
    await page.getByRole("button", { name: "Undo" }).click();
    await note.waitFor();
    await checkAccessibility(page, "publishing of a picture that no page shows");
    assert.equal(site.git("status", "--short", "--", "content", "public").trim(), "?? public/images/sail.png");
  }));

test("after a picture is replaced, a note asks to check what it shows, until that is written anew or the picture is back", () =>
  withEditedSite(async (_, open) => {
    const { page, frame } = await open();
    const note = page.getByText("This was written for the former picture: check that it fits the new one.");
    const choose = async (name: string) => {
      await page.getByText("Choose another picture").click();
      await page.getByRole("button", { name }).click();
      await waitForStatus(page, "Picture: saved");
    };
    await frame().locator("img[alt='A boat']").click();
    await choose("lighthouse.svg");
    await note.waitFor();
    await checkAccessibility(page, "note beside the text of a replaced picture");
    await choose("boat.svg");
    await note.waitFor({ state: "detached" });
    await choose("lighthouse.svg");
    await page.keyboard.press("Escape");
    await frame().locator("img[src$='lighthouse.svg']").click();
    await note.waitFor();
    await page.getByLabel("What the picture shows").fill("A lighthouse");
    await note.waitFor({ state: "detached" });
    await waitForStatus(page, "What the picture shows: saved");
    await choose("boat.svg");
    await note.waitFor();
    await page.getByLabel("What the picture shows").fill("");
    await note.waitFor({ state: "detached" });
  }));

test("what the build does for long after a picture was saved is said", () =>
  withEditedSite(async (_, open) => {
    const { page, frame } = await open();
    let answers = 0;
    await page.route("**/api/work*", (route) => route.fulfill({ json: { work: ++answers === 1 ? "preparing 12 pictures, once" : null } }));
    await frame().locator("img[alt='A boat']").click();
    await page.getByText("Choose another picture").click();
    await page.getByRole("button", { name: "lighthouse.svg" }).click();
    await waitForStatus(page, "Preparing 12 pictures, once.");
    await until(() => answers > 1, "the work is asked for until there is none");
    await page.unrouteAll({ behavior: "wait" });
  }));
