/**
 * The tasks of somebody who does not program, each by mouse, by keyboard alone and by touch on a narrow screen, with the lines that `git
 * diff` shows then.
 *
 * What screen readers find in the panel is compared with `edit-trees/TASK.txt`; `UPDATE_TREES=1` writes these files anew.
 */

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { test } from "node:test";

import type { BrowserContextOptions, Page } from "playwright-core";

import { DESK, type EditedSite, PHONE, type Window, checkAccessibility, checkTree, withEditedSite, goTo, tabToContent, waitForText, waitForStatus } from "./edited";

/** What is opened, changed and then shown. */
interface Task {
  name: string;
  /** The page, and a text by which it is known. */
  route?: [string, string];
  /** A text of the part, and what is clicked if it is no text. Without it, the task begins with *Entries*. */
  opens?: string;
  element?: string;
  /** What is typed, by the label of its field. */
  typed?: [string, string][];
  /** The buttons that are pressed, and what is announced after the last one. */
  pressed?: [...string[], string];
  diff: string[];
  /** What the page has then, as a selector. */
  shown: string;
}

const TASKS: Task[] = [
  {
    name: "sentence",
    route: ["/tides/", "How we read the tides"],
    opens: "and we look at the sea",
    typed: [["Paragraph", "The moon pulls *twice a day*,\nand we listen to the sea."]],
    diff: ["-and we look at the sea.", "+and we listen to the sea."],
    shown: "text=and we listen to the sea",
  },
  {
    name: "figure",
    route: ["/", "With Ada"],
    opens: "years",
    typed: [["Value", "10"]],
    diff: ["-  - { value: 9, label: years }", "+  - { value: 10, label: years }"],
    shown: "text=10",
  },
  {
    name: "picture",
    opens: "The first boat comes",
    element: "img",
    typed: [
      ["Picture", "/images/lighthouse.svg"],
      ["What the picture shows", "A lighthouse"],
    ],
    diff: ["-  picture: /images/boat.svg", "-  picture_alt: A boat", "+  picture: /images/lighthouse.svg", "+  picture_alt: A lighthouse"],
    shown: "img[alt='A lighthouse']",
  },
  {
    name: "absent-field",
    opens: "The first boat comes",
    typed: [["Note", "Bring a coat"]],
    diff: ["+  note: Bring a coat"],
    shown: "text=Bring a coat",
  },
  {
    name: "emptied-field",
    opens: "The first boat comes",
    element: ".note",
    typed: [["Note", ""]],
    diff: ["-  note: Bring a coat"],
    shown: "body:not(:has(.note))",
  },
  {
    name: "menu-item",
    opens: "Tide tables",
    typed: [
      ["Label", "When it is high"],
      ["Target", "/tides/#when-it-is-high"],
    ],
    diff: ["-  - { label: Tide tables, target: /tides/ }", "+  - { label: When it is high, target: /tides/#when-it-is-high }"],
    shown: "text=When it is high",
  },
  {
    name: "opening-hours",
    opens: "Monday to Friday",
    typed: [["Hours", "Every day, 9 to 18 o'clock"]],
    diff: ["-hours: Monday to Friday, 8 to 17 o'clock   # in winter too", "+hours: Every day, 9 to 18 o'clock   # in winter too"],
    shown: "text=Every day, 9 to 18",
  },
  {
    name: "item-moved",
    opens: "cups a day",
    pressed: ["Move up: 2 · cups a day", "Moved to place 1"],
    diff: ["-  - { value: 10, label: years }", "+  - { value: 10, label: years }"],
    shown: "dl > div:first-child > dt:text('cups a day')",
  },
  {
    name: "item-removed",
    opens: "years",
    pressed: ["Remove: 2 · years", "Removed, “Undo” brings it back: 2 · years"],
    diff: ["-  - { value: 10, label: years }"],
    shown: "dl:not(:has-text('years'))",
  },
  {
    name: "entry-moved",
    pressed: ["Team", "Move up: Mary", "Moved to place 2"],
    diff: ["-order: 30 # place", "+order: 11 # place"],
    shown: "text=With Ada",
  },
  {
    name: "entry-deleted",
    pressed: ["Team", "Mary", "Delete…", "Delete", "Deleted, “Undo” brings it back: Mary"],
    diff: ["-name: Mary", "-order: 11 # place"],
    shown: "text=With Ada",
  },
];

/** Sorts the team by a number. */
async function sortTeam(site: EditedSite): Promise<void> {
  const schema = "sort: order\nschema: { required: [name, order], properties: { name: { type: string }, order: { type: integer } } }\n";
  await writeFile(site.path("content/team/_collection.yaml"), schema);
  for (const [file, name, order] of [["ada", "Ada", 10], ["grace", "Grace", 20], ["mary", "Mary", 30]] as const) {
    await writeFile(site.path(`content/team/${file}.yaml`), `name: ${name}\norder: ${order} # place\n`);
  }
  site.git("add", ".");
  site.git("commit", "--quiet", "--message", "Sort the team");
}

/** A way to use the editor. */
interface Way {
  name: string;
  options: BrowserContextOptions;
  choosePage(window: Window, route: string, text: string): Promise<void>;
  openPart(window: Window, task: Task): Promise<void>;
  fill(page: Page, label: string, text: string): Promise<void>;
  press(page: Page, name: string): Promise<void>;
}

const fieldOf = (page: Page, label: string) => page.locator("#panel").getByLabel(label, { exact: true });
const buttonOf = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).first();
const clicked = ({ frame }: Window, { element, opens = "" }: Task) =>
  element ? frame().locator(element) : frame().getByText(opens).first();

/** Presses Tab until the focused element is what is looked for. */
async function tabTo(page: Page, what: string, isReached: () => Promise<boolean>): Promise<void> {
  for (let steps = 0; steps < 80; steps++) {
    await page.keyboard.press("Tab");
    if (await isReached()) return;
  }
  assert.fail(`Tab leads to ${what}`);
}

const WAYS: Way[] = [
  {
    name: "by mouse",
    options: DESK,
    choosePage: goTo,
    openPart: (window, task) => clicked(window, task).click(),
    async fill(page, label, text) {
      await fieldOf(page, label).click();
      await page.keyboard.press("Control+a");
      await (text === "" ? page.keyboard.press("Delete") : page.keyboard.insertText(text));
    },
    press: (page, name) => buttonOf(page, name).click(),
  },
  {
    name: "by keyboard alone",
    options: DESK,
    async choosePage({ page, frame }, route, text) {
      await page.keyboard.press("Escape");
      // F6 goes to the panel, to the bar, to the page and back to the panel. The page sends its keys to the editor as messages.
      const goRound = async (...places: string[]) => {
        for (const next of places) {
          await page.keyboard.press("F6");
          await page.waitForFunction((id) => document.activeElement?.id === id, next);
        }
      };
      const isInPanel = await page.evaluate(() => document.activeElement?.closest("#panel") !== null);
      await goRound(...(isInPanel ? [] : ["panel"]), "page");
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => document.activeElement?.id === "find-page");
      await page.keyboard.type(route);
      await page.keyboard.press("Enter");
      await waitForText(frame, text);
      await page.locator("#panel").getByText(text).first().waitFor({ state: "attached" });
      await goRound("page", "frame", "panel");
    },
    async openPart({ page }, { opens = "" }) {
      await page.keyboard.press("Escape");
      await page.getByRole("heading", { name: "Contents of this page" }).waitFor();
      await tabToContent(page, opens);
      await page.keyboard.press("Enter");
    },
    async fill(page, label, text) {
      const field = fieldOf(page, label);
      await field.waitFor();
      const isFocused = () => field.evaluate((field) => field === document.activeElement);
      if (!(await isFocused())) await tabTo(page, label, isFocused);
      await page.keyboard.press("Control+a");
      await (text === "" ? page.keyboard.press("Delete") : page.keyboard.insertText(text));
    },
    async press(page, name) {
      const button = buttonOf(page, name);
      await button.waitFor();
      // F6 goes to the bar and to the panel, so that Tab does not have to go through the page.
      const isInBar = await button.evaluate((button) => button.closest(".bar") !== null);
      for (let steps = 0; steps < 3 && !(await page.evaluate(isFocusIn, isInBar ? ".bar" : ".panel")); steps++) await page.keyboard.press("F6");
      await tabTo(page, name, () => button.evaluate((button) => button === document.activeElement));
      await page.keyboard.press("Enter");
    },
  },
  {
    name: "by touch at 360 pixels",
    options: PHONE,
    choosePage: goTo,
    openPart: (window, task) => clicked(window, task).tap(),
    async fill(page, label, text) {
      const field = fieldOf(page, label);
      await field.tap();
      await field.fill(text);
      const box = await field.boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= 360, `${label} is within the screen`);
    },
    async press(page, name) {
      const box = await buttonOf(page, name).boundingBox();
      assert.ok(box && box.height >= 44 && box.x >= 0 && box.x + box.width <= 360, `a finger finds ${name}`);
      await buttonOf(page, name).tap();
    },
  },
];

const isFocusIn = (selector: string) => document.activeElement?.closest(selector) !== null;

for (const way of WAYS) {
  test(`the tasks are done ${way.name}, each with the smallest change`, () =>
    withEditedSite(async (site, open) => {
      await sortTeam(site);
      const window = await open(way.options);
      const { page, frame } = window;
      for (const task of TASKS) {
        const { route, opens, typed = [], pressed = [] } = task;
        if (route) await way.choosePage(window, ...route);
        await (opens ? way.openPart(window, task) : way.press(page, "Entries"));
        const names = pressed.slice(0, -1);
        for (const name of names.slice(0, -1)) await way.press(page, name);
        await (typed[0] ? fieldOf(page, typed[0][0]) : buttonOf(page, names.at(-1) ?? "")).waitFor();
        if (way.options === DESK) await checkTree(page, task.name);
        for (const [label, text] of typed) {
          await way.fill(page, label, text);
          await waitForStatus(page, `${label}: ${text === "" ? "removed" : "saved"}`);
        }
        for (const name of names.slice(-1)) {
          await way.press(page, name);
          await waitForStatus(page, pressed.at(-1) ?? "");
        }
        assert.deepEqual(site.diff(), task.diff, task.name);
        await frame().locator(task.shown).first().waitFor();
        await checkAccessibility(page, task.name);
        site.git("commit", "--quiet", "--all", "--message", task.name);
      }
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), way.options.viewport?.width);
    }));
}
