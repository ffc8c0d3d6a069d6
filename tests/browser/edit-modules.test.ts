/** Modules of the editor, without a browser. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { caretOf } from "../../src/serve/editor/ui/clicked";

test("the cursor goes to the end of the clicked paragraph, whatever its letters", () => {
  for (const [before, clicked] of [["One", "two"], ["𠮷𠮷𠮷𠮷𠮷", "two"], ["İİİİİ", "two"], ["One", "𠮷野家"], ["One", "İzmir"]] as const) {
    const value = `${before}\n\n${clicked}\n\nThree\n\nFour`;
    assert.equal(caretOf(value, { text: clicked, number: "" }), before.length + 2 + clicked.length, value);
  }
});
