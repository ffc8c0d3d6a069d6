/**
 * What a visitor typed, chose or ticked before hydration: React sets controlled fields to their first value, so each is put
 * back the way the visitor would do it, with the events that tell React.
 */
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Choice = { checked: boolean } | { value: string } | { selected: boolean[] };

/** Takes note of the fields from now on; the function it gives puts them back. */
export function watchFields(root: HTMLElement): () => void {
  const changed = new Map<Field, Choice>();
  const note = (field: Field) => changed.set(field, read(field));
  let caret = readCaret();
  const listen = (event: Event) => {
    if (!event.isTrusted || !isField(event.target)) return;
    note(event.target);
    caret = readCaret();
  };
  for (const field of root.querySelectorAll<Field>("input,textarea,select")) if (isOther(field)) note(field);
  for (const type of ["input", "change"]) root.addEventListener(type, listen, true);
  return () => {
    for (const type of ["input", "change"]) root.removeEventListener(type, listen, true);
    for (const [field, choice] of changed) if (field.isConnected) write(field, choice);
    if (caret && caret.field === document.activeElement) caret.field.setSelectionRange(caret.start, caret.end);
  };
}

/** Where the cursor is in the field that is being typed into. */
function readCaret() {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return null;
  const { selectionStart: start, selectionEnd: end } = field;
  return start === null ? null : { field, start, end };
}

function isField(target: EventTarget | null): target is Field {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}

function isTick(field: Field): field is HTMLInputElement {
  return field.type === "checkbox" || field.type === "radio";
}

/** Is it another than the page came with? */
function isOther(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    // Of one that says nothing, the first is chosen.
    const first = field.multiple || options.some((option) => option.defaultSelected) ? undefined : options[0];
    return options.some((option) => option.selected !== (option.defaultSelected || option === first));
  }
  return isTick(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

function read(field: Field): Choice {
  if (field instanceof HTMLSelectElement) return { selected: [...field.options].map((option) => option.selected) };
  return isTick(field) ? { checked: field.checked } : { value: field.value };
}

function write(field: Field, choice: Choice): void {
  if (field.type === "file") return;
  const tell = (type: string) => field.dispatchEvent(new Event(type, { bubbles: true }));
  if ("selected" in choice) {
    const select = field as HTMLSelectElement;
    choice.selected.forEach((selected, index) => {
      const option = select.options[index];
      if (option) option.selected = selected;
    });
    tell("input");
    tell("change");
  } else if ("checked" in choice) {
    const tick = field as HTMLInputElement;
    // React compares with the value that it saw last; a click makes the difference, and the events.
    tick.checked = !choice.checked;
    // A click would tick a radio button that another has taken the tick from.
    if (tick.type === "radio" && !choice.checked) tick.checked = false;
    else tick.click();
  } else {
    const text = field as HTMLInputElement | HTMLTextAreaElement;
    // Through React's own setter first, so that the second value is news to it.
    text.value = text.defaultValue;
    const type = text instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
    Object.getOwnPropertyDescriptor(type.prototype, "value")?.set?.call(text, choice.value);
    tell("input");
  }
}
