/** The form of a block of Markdown: buttons add a block below, and pressing Enter twice splits a paragraph. */

import * as api from "./api";
import { showBlank } from "./blank";
import { button, make, say, sayError } from "./dom";
import { type FormContext, saveAll } from "./fields";

const LABELS: Record<api.BlockKind, string> = { paragraph: "Paragraph", heading: "Heading", item: "List item", cell: "Table cell" };

/** Makes the buttons that add a block below the one of the form, and lets Enter split a paragraph. `go` opens the form of a block. */
export function blockSection(
  form: api.Form,
  { kind, below }: api.Block,
  field: HTMLElement,
  context: FormContext,
  go: (at: string) => void,
): HTMLElement | false {
  const input = field.querySelector("textarea");
  const add = (added: api.BlockKind) => void showNew(added, form, input?.value.trimEnd() ?? "", context, go).catch(sayError);
  if (input && kind === "paragraph") splitOnEnter(input, () => add("paragraph"));
  const buttons = below.map((added) => button(LABELS[added], () => add(added)));
  return buttons.length > 0 && make("section", {}, make("h2", {}, "Add below"), make("div", { className: "actions" }, ...buttons));
}

/** Shows the form of a new block below the one of the form. */
async function showNew(kind: api.BlockKind, { file, at, fields }: api.Form, was: string, { site, changed }: FormContext, go: (at: string) => void): Promise<void> {
  await saveAll();
  const [above] = fields;
  if (!above) return;
  showBlank({
    heading: `New ${LABELS[kind].toLowerCase()}`,
    id: `${file} ${at} ${kind}`,
    form: { at: "", base: {}, fields: [{ ...above, at: "/text", label: LABELS[kind], value: "" }] },
    site,
    add: async (value) => {
      const { number } = await api.insertBlock({ file, at, was, kind, text: (value as { text: string }).text.trimEnd() });
      const added = (await api.changes()).find((change) => change.number === number);
      await changed(added?.at ?? at);
      say(`${LABELS[kind]}: added`);
    },
    back: { label: `Back to the ${above.label.toLowerCase()}`, go: () => go(at) },
  });
}

/** Splits a paragraph where Enter is pressed twice. At the end of the paragraph, calls `add` instead. */
function splitOnEnter(input: HTMLTextAreaElement, add: () => void): void {
  let isSecond = false;
  input.addEventListener("pointerdown", () => (isSecond = false));
  input.addEventListener("keydown", (event) => {
    const isEnter = event.key === "Enter" && !event.shiftKey && !event.isComposing;
    const splits = isEnter && isSecond;
    isSecond = isEnter && !isSecond;
    if (!splits) return;
    event.preventDefault();
    const [before, after] = [input.value.slice(0, input.selectionStart).trimEnd(), input.value.slice(input.selectionEnd).trimStart()];
    input.value = [before, after].filter(Boolean).join("\n\n");
    input.dispatchEvent(new Event("input"));
    if (before === "") return;
    if (after === "") return add();
    void saveAll();
  });
}
