/** The contact form: without scripts the browser posts it; with them it is checked and sent without leaving the page. */

import { type SubmitEvent, useEffect, useRef, useState } from "react";
import type { ContactFormProps } from "./props";

type Field = ContactFormProps["fields"][number];

export default function ContactForm({ title, fields, button, sending, success, failure, action, names, fixed = {} }: ContactFormProps) {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [state, setState] = useState<"editing" | "sending" | "sent" | "failed">("editing");
  const [isReady, setReady] = useState(false);
  const thanks = useRef<HTMLDivElement>(null);

  // From now on this component checks the fields, and not the browser.
  useEffect(() => setReady(true), []);
  useEffect(() => {
    if (state === "sent") {
      thanks.current?.focus();
    }
  }, [state]);

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const invalid = fields.flatMap((field) => {
      const control = form.elements.namedItem(sentName(field)) as HTMLInputElement;
      const isLengthWrong = control.value !== "" && field.length && !field.length.includes(control.value.length);
      return control.validity.valid && !isLengthWrong ? [] : [{ field, control }];
    });
    setErrors(Object.fromEntries(invalid.map(({ field, control }) => [field.name, field.message ?? control.validationMessage])));
    if (invalid[0]) {
      invalid[0].control.focus();
      return;
    }
    setState("sending");
    try {
      const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
      const response = await fetch(action ?? "", { method: "POST", headers: { Accept: "application/json" }, body });
      setState(response.ok ? "sent" : "failed");
    } catch {
      setState("failed");
    }
  }

  /** The name of a field in what is sent. */
  function sentName(field: Field) {
    return Object.entries(names).find(([, name]) => name === field.name)?.[0] ?? field.name;
  }

  if (state === "sent") {
    return (
      <div className="form-thanks" role="status" tabIndex={-1} ref={thanks}>
        <h2>{success.title}</h2>
        {success.text && <p>{success.text}</p>}
      </div>
    );
  }
  return (
    <form method="post" action={action} aria-label={title} noValidate={isReady} onSubmit={send}>
      {Object.entries(fixed).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
      {fields.map((field) => (
        <FormField key={field.name} field={field} name={sentName(field)} error={errors[field.name]} />
      ))}
      {state === "failed" && <p className="form-error" role="alert">{failure}</p>}
      <button type="submit" className="button" aria-disabled={state === "sending"} data-replay>
        {state === "sending" ? `${sending} …` : button}
      </button>
    </form>
  );
}

function FormField({ field, name, error }: { field: Field; name: string; error: string | undefined }) {
  const id = `contact-${field.name}`;
  const attributes = {
    id,
    name,
    required: field.required,
    autoComplete: field.autocomplete,
    inputMode: field.inputmode,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": error ? `${id}-error` : undefined,
  };
  return (
    <div className="form-field">
      <label htmlFor={id}>{field.label}{!field.required && <span className="optional"> (optional)</span>}</label>
      {field.type === "textarea" && <textarea rows={6} {...attributes} />}
      {field.type === "select" && (
        <select {...attributes}>
          <option value="">{field.placeholder}</option>
          {field.options?.map((option) => <option key={option}>{option}</option>)}
        </select>
      )}
      {field.type !== "textarea" && field.type !== "select" && <input type={field.type} placeholder={field.placeholder} {...attributes} />}
      {error && <p className="field-error" id={`${id}-error`}>{error}</p>}
    </div>
  );
}
