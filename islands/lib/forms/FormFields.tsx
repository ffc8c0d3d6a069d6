/**
 * The HTML of a form. Without scripts the browser makes the first delivery of the kind `form-post`.
 *
 * A field that this delivery does not send has no `name`, so it is not posted, and it is shown only if scripts run.
 */

import type { Field, Form } from "./model";
import type { FormState } from "./useForm";

export interface FormFieldsProps {
  form: Form;
  state: FormState;
  /** The prefix of all ids, which keeps two copies of a form on one page apart. */
  prefix: string;
  /** The id of the heading that names the form. In a dialog, neither `labelledBy` nor `label` is needed. */
  labelledBy?: string | undefined;
  /** The name of the form, if no heading names it. */
  label?: string | undefined;
}

export function FormFields({ form, state, prefix, labelledBy, label }: FormFieldsProps) {
  const formPost = form.deliveries.find((delivery) => delivery.kind === "form-post");
  const names = new Map(Object.entries(formPost?.values ?? {}).map(([sentName, field]) => [field, sentName]));
  const { element, messages, isSending, hasFailed, handlers } = state;
  return (
    <form
      ref={element}
      className={`form form-${form.name}`}
      id={`${prefix}-form`}
      method="post"
      action={formPost?.address}
      encType={formPost?.encoding === "urlencoded" ? undefined : "multipart/form-data"}
      aria-labelledby={labelledBy}
      aria-label={label}
      {...handlers}
    >
      {form.fields.map((field) => (
        <FormField
          key={field.name}
          field={field}
          id={`${prefix}-${field.name}`}
          sentName={names.get(field.name)}
          message={messages.get(field.name)}
        />
      ))}
      {Object.entries(formPost?.fixed ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {formPost?.date ? <input type="hidden" name={formPost.date} value="" /> : null}
      {form.honeypot ? (
        <div className="honeypot" aria-hidden="true">
          <input
            type="text"
            id={`${prefix}-${form.honeypot}`}
            data-honeypot=""
            aria-label={form.honeypot}
            tabIndex={-1}
            autoComplete="off"
          />
        </div>
      ) : null}
      {form.failure_message ? (
        <p className="form-failure" role="alert">
          {hasFailed ? form.failure_message : null}
        </p>
      ) : null}
      <p className="actions form-actions">
        <button
          className="button button-primary form-submit"
          type="submit"
          data-replay=""
          aria-disabled={isSending || undefined}
        >
          <span className="form-submit-label" aria-hidden={isSending || undefined}>
            {form.button}
          </span>
          {isSending ? <span className="form-spinner" role="img" aria-label={form.sending} /> : null}
        </button>
        <span className="visually-hidden" role="status">
          {isSending ? form.sending : null}
        </span>
      </p>
      {form.note ? <p className="form-note">{form.note}</p> : null}
    </form>
  );
}

interface FormFieldProps {
  field: Field;
  id: string;
  sentName: string | undefined;
  message: string | undefined;
}

function FormField({ field, id, sentName, message }: FormFieldProps) {
  const error = `${id}-error`;
  const common = {
    id,
    name: sentName,
    "data-field": field.name,
    // Without scripts, a hidden required field would keep the browser from sending the form.
    required: (field.required && sentName !== undefined) || undefined,
    "aria-required": (field.required && sentName === undefined) || undefined,
    "aria-invalid": message === undefined ? undefined : true,
    "aria-describedby": message === undefined ? undefined : error,
  } as const;
  return (
    <div className={`field field-${field.type}${sentName ? "" : " needs-script"}`}>
      <label htmlFor={id}>{field.label}</label>
      {renderControl(field, common)}
      <p className="field-error" id={error}>
        {message}
      </p>
    </div>
  );
}

function renderControl(field: Field, common: object) {
  const { autocomplete: autoComplete, placeholder } = field;
  switch (field.type) {
    case "select":
      return (
        <select {...common} autoComplete={autoComplete}>
          {placeholder === undefined ? null : <option value="">{placeholder}</option>}
          {field.options?.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      );
    case "textarea":
      return <textarea {...common} rows={5} placeholder={placeholder} autoComplete={autoComplete} />;
    default:
      return (
        <input
          {...common}
          type={field.type}
          inputMode={field.inputmode}
          autoComplete={autoComplete}
          placeholder={placeholder}
          pattern={field.length?.map((length) => `.{${length}}`).join("|")}
          title={field.length && field.message ? field.message : undefined}
        />
      );
  }
}
