/**
 * The state of form fields that visitors changed before hydration. React resets controlled fields to their initial
 * values, so each is restored as a visitor would change it, with the events that React listens to.
 */
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type FieldState = { checked: boolean } | { value: string } | { selected: boolean[] };

/** Records the fields that have changed, or change from now on; the returned function restores them. */
export function watchFields(root: HTMLElement): () => void {
  const changed = new Map<Field, FieldState>();
  const record = (field: Field) => {
    // Moves the field to the end, so that the last clicked radio button of a group stays checked.
    changed.delete(field);
    changed.set(field, read(field));
  };
  let caret = readCaret();
  const onChange = (event: Event) => {
    if (!event.isTrusted || !isField(event.target)) return;
    record(event.target);
    caret = readCaret();
  };
  for (const field of root.querySelectorAll<Field>("input,textarea,select")) if (isChanged(field)) record(field);
  for (const type of ["input", "change"]) root.addEventListener(type, onChange, true);
  return () => {
    for (const type of ["input", "change"]) root.removeEventListener(type, onChange, true);
    for (const [field, state] of changed) if (field.isConnected) write(field, state);
    if (caret && caret.field === document.activeElement) caret.field.setSelectionRange(caret.start, caret.end);
  };
}

/** Returns the focused text field with its selection; `null` if there is none. */
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

function isCheckable(field: Field): field is HTMLInputElement {
  return field.type === "checkbox" || field.type === "radio";
}

/** Whether a field differs from the HTML of the page. */
function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    // Without a `selected` attribute, browsers select the first enabled option, unless the field is shown as a list.
    const isList = field.multiple || field.size > 1;
    const hasDefault = isList || options.some((option) => option.defaultSelected);
    const first = hasDefault ? undefined : options.find((option) => option.matches(":enabled"));
    return options.some((option) => option.selected !== (option.defaultSelected || option === first));
  }
  return isCheckable(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

function read(field: Field): FieldState {
  if (field instanceof HTMLSelectElement) return { selected: [...field.options].map((option) => option.selected) };
  return isCheckable(field) ? { checked: field.checked } : { value: field.value };
}

/**
 * Changes a field like a visitor; file inputs stay as they are. React replaces the setters of inputs and text areas by
 * its own, which record what they set. React ignores an event if the field still has the recorded value.
 */
function write(field: Field, state: FieldState): void {
  if (field.type === "file") return;
  const dispatch = (type: string) => field.dispatchEvent(new Event(type, { bubbles: true }));
  if ("selected" in state) {
    const select = field as HTMLSelectElement;
    state.selected.forEach((selected, index) => {
      const option = select.options[index];
      if (option) option.selected = selected;
    });
    dispatch("input");
    dispatch("change");
  } else if ("checked" in state) {
    const box = field as HTMLInputElement;
    // The click on another radio button of the group unchecks this one.
    if (box.type === "radio" && !state.checked) return;
    // React records the opposite, which the click changes to `state.checked`.
    box.checked = !state.checked;
    box.click();
  } else {
    const text = field as HTMLInputElement | HTMLTextAreaElement;
    // React records the initial value. The prototype's setter, which records nothing, then sets the visitor's value.
    text.value = text.defaultValue;
    const type = text instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
    Object.getOwnPropertyDescriptor(type.prototype, "value")?.set?.call(text, state.value);
    dispatch("input");
  }
}
