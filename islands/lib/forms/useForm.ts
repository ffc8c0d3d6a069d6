/** A form's behaviour: rules on submit, messages, one attempt at a time, what comes of it. */

import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";

import { known } from "./campaign";
import type { Flag, Form, Lead, Values } from "./model";
import { submit } from "./outbox";
import { failures } from "./rules";

export interface FormState {
  element: RefObject<HTMLFormElement | null>;
  /** The messages under the fields, by the fields' names. */
  messages: ReadonlyMap<string, string>;
  sending: boolean;
  failed: boolean;
  /** For the form element. */
  handlers: {
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    onInput: (event: FormEvent<HTMLFormElement>) => void;
    onFocus: () => void;
  };
  clearMessages: () => void;
}

const NONE: ReadonlyMap<string, string> = new Map();

/** `onSent` is called after the last delivery, with the fields empty again. */
export function useForm(form: Form, onSent: () => void): FormState {
  const element = useRef<HTMLFormElement>(null);
  const [messages, setMessages] = useState(NONE);
  const [sending, setSending] = useState(false);
  const [failed, setFailed] = useState(false);
  // What the next submit must know at once, not after the next rendering.
  const now = useRef({ isSending: false, before: null as Lead | null, began: Infinity });

  useEffect(() => {
    // Until here the browser checks by itself; from here on the rules say what is wrong.
    if (element.current) {
      element.current.noValidate = true;
    }
    if (element.current?.contains(document.activeElement)) {
      now.current.began = Date.now();
    }
  }, []);

  async function send(target: HTMLFormElement) {
    const values = written(form, target);
    const found = failures(form.fields, values);
    setMessages(found);
    const [first] = found.keys();
    if (first !== undefined) {
      control(target, first)?.focus();
      return;
    }
    if (!form.fields.every((field) => control(target, field.name)?.reportValidity() ?? true)) {
      return;
    }
    now.current.isSending = true;
    setSending(true);
    setFailed(false);
    const flags = suspicions(form, target, now.current.began);
    const outcome = await submit(form, { values, flags, campaign: known(form.deliveries) }, now.current.before);
    now.current = { isSending: false, before: outcome.delivered ? null : outcome.lead, began: Infinity };
    setSending(false);
    setFailed(!outcome.delivered);
    if (outcome.delivered) {
      target.reset();
      onSent();
    }
  }

  return {
    element,
    messages,
    sending,
    failed,
    handlers: {
      onSubmit: (event) => {
        event.preventDefault();
        if (!now.current.isSending) {
          void send(event.currentTarget);
        }
      },
      onInput: (event) => {
        const name = (event.target as HTMLElement).dataset["field"];
        if (name !== undefined && messages.has(name)) {
          setMessages(new Map([...messages].filter(([field]) => field !== name)));
        }
      },
      onFocus: () => {
        now.current.began = Math.min(now.current.began, Date.now());
      },
    },
    clearMessages: () => setMessages(NONE),
  };
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function control(target: HTMLFormElement, name: string): Control | null {
  return target.querySelector<Control>(`[data-field="${name}"]`);
}

function written(form: Form, target: HTMLFormElement): Values {
  return Object.fromEntries(form.fields.map((field) => [field.name, control(target, field.name)?.value ?? ""]));
}

/** `began`: when the visitor came into the form, in milliseconds. */
function suspicions(form: Form, target: HTMLFormElement, began: number): Flag[] {
  const trap = target.querySelector<HTMLInputElement>("[data-trap]");
  const flags: [Flag, boolean][] = [
    ["honeypot", Boolean(trap?.value)],
    ["haste", form.fill_ms !== undefined && !(Date.now() - began >= form.fill_ms)],
  ];
  return flags.filter(([, is]) => is).map(([flag]) => flag);
}
