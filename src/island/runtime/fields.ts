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
  const listen = (event: Event) => {
    if (event.isTrusted && isField(event.target)) note(event.target);
  };
  for (const field of root.querySelectorAll<Field>("input,textarea,select")) if (isOther(field)) note(field);
  for (const type of ["input", "change"]) root.addEventListener(type, listen, true);
  return () => {
    for (const type of ["input", "change"]) root.removeEventListener(type, listen, true);
    for (const [field, choice] of changed) if (field.isConnected) write(field, choice);
  };
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
    return [...field.options].some((option) => option.selected !== option.defaultSelected);
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
    if (tick.type === "radio" && !choice.checked) tick.checked = false;
    else tick.click();
  } else {
    const text = field as HTMLInputElement | HTMLTextAreaElement;
    const focused = text === document.activeElement;
    let range: [number | null, number | null] = [null, null];
    if (focused) range = [text.selectionStart, text.selectionEnd];
    // Through React's own setter first, so that the second value is news to it.
    text.value = text.defaultValue;
    const type = text instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
    Object.getOwnPropertyDescriptor(type.prototype, "value")?.set?.call(text, choice.value);
    tell("input");
    if (range[0] !== null) text.setSelectionRange(range[0], range[1]);
  }
}
