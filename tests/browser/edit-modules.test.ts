/** Modules of the editor, without a browser. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { caretOf } from "../../src/serve/editor/ui/clicked";
import { escapeRoute, shorten, withoutFolders } from "../../src/serve/editor/ui/texts";

test("the cursor goes to the end of the clicked paragraph, whatever its letters", () => {
  for (const [before, clicked] of [["One", "two"], ["𠮷𠮷𠮷𠮷𠮷", "two"], ["İİİİİ", "two"], ["One", "𠮷野家"], ["One", "İzmir"]] as const) {
    const value = `${before}\n\n${clicked}\n\nThree\n\nFour`;
    assert.equal(caretOf(value, { text: clicked, number: "" }), before.length + 2 + clicked.length, value);
  }
});

test("a shortened text ends with a whole character", () => {
  for (const [text, most, expected] of [["One", 3, "One"], ["One two", 4, "One…"], ["a👩‍👩‍👧b", 4, "a…"], ["கா கா", 4, "கா…"]] as const) {
    assert.equal(shorten(text, most), expected);
  }
});

test("pictures are named by their files where these differ", () => {
  assert.deepEqual(withoutFolders("/images/a.svg", "/images/b.JPG"), ["a.svg", "b.JPG"]);
  assert.deepEqual(withoutFolders("/images/a.svg", "/photos/a.svg"), ["/images/a.svg", "/photos/a.svg"]);
  assert.deepEqual(withoutFolders("", "/images/a.svg"), ["", "a.svg"]);
  assert.deepEqual(withoutFolders("/about/", "See /images/a.svg"), ["/about/", "See /images/a.svg"]);
});

test("the URL of a route leads back to that route", () => {
  for (const route of ["/", "/about/", "/100%/", "/a%20b/", "/a b/?#/", "/über/"]) {
    assert.equal(decodeURIComponent(new URL(escapeRoute(route), "http://localhost").pathname), route);
  }
});
