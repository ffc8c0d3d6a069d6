/** The behaviour of a form: validation on submit, messages, one attempt at a time, and its outcome. */

import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";

import { campaignValues } from "./campaign";
import type { Flag, Form, Submission, Values } from "./model";
import { submit } from "./outbox";
import { validate } from "./rules";

export interface FormState {
  element: RefObject<HTMLFormElement | null>;
  /** The error messages, by field name. */
  messages: ReadonlyMap<string, string>;
  isSending: boolean;
  /** Whether the last attempt failed. */
  hasFailed: boolean;
  handlers: {
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    onInput: (event: FormEvent<HTMLFormElement>) => void;
    onFocus: () => void;
  };
  clearMessages: () => void;
  /** Chooses an option in the fields that have it. */
  choose: (option: string) => void;
}

const NONE: ReadonlyMap<string, string> = new Map();

/** Handles the events of a form. Calls `onSent` after the last delivery, when the fields are empty again. */
export function useForm(form: Form, onSent: () => void): FormState {
  const element = useRef<HTMLFormElement>(null);
  const [messages, setMessages] = useState(NONE);
  const [isSending, setSending] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  // State that a submit reads without waiting for a rendering. `before` is the submission of a failed attempt, `began`
  // the time at which the form first had focus, or `Infinity` before that.
  const attempt = useRef({ isSending: false, before: null as Submission | null, began: Infinity });

  useEffect(() => {
    const target = element.current;
    if (!target) {
      return;
    }
    // Without scripts the browser validates the fields. From here on `send` does: by our rules, then by the browser's.
    target.noValidate = true;
    if (target.contains(document.activeElement) || Object.values(readValues(form, target)).some(Boolean)) {
      attempt.current.began = findFetchTime(target);
    }
  }, []);

  async function send(target: HTMLFormElement) {
    const values = readValues(form, target);
    const found = validate(form.fields, values);
    setMessages(found);
    const [first] = found.keys();
    if (first !== undefined) {
      findControl(target, first)?.focus();
      return;
    }
    if (!form.fields.every((field) => findControl(target, field.name)?.reportValidity() ?? true)) {
      return;
    }
    attempt.current.isSending = true;
    setSending(true);
    setFailed(false);
    const flags = findSpamFlags(form, target, attempt.current.began);
    const campaign = campaignValues(form.deliveries);
    const outcome = await submit(form, { values, flags, campaign }, attempt.current.before);
    attempt.current = outcome.delivered
      ? { isSending: false, before: null, began: Infinity }
      : { ...attempt.current, isSending: false, before: outcome.submission };
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
    isSending,
    hasFailed,
    handlers: {
      onSubmit: (event) => {
        event.preventDefault();
        if (!attempt.current.isSending) {
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
        attempt.current.began = Math.min(attempt.current.began, Date.now());
      },
    },
    clearMessages: () => setMessages(NONE),
    choose: (option) => {
      for (const { name } of form.fields.filter(({ options }) => options?.includes(option))) {
        findControl(element.current!, name)!.value = option;
      }
    },
  };
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function findControl(target: HTMLFormElement, name: string): Control | null {
  return target.querySelector<Control>(`[data-field="${name}"]`);
}

function readValues(form: Form, target: HTMLFormElement): Values {
  return Object.fromEntries(form.fields.map((field) => [field.name, findControl(target, field.name)?.value ?? ""]));
}

/**
 * Returns when the browser fetched the script of a form, in milliseconds since the epoch: at the first interaction with
 * the form. If the browser has no record of the fetch, returns when the page was opened.
 */
function findFetchTime(target: HTMLFormElement): number {
  const script = target.closest<HTMLElement>("[data-src]")?.dataset["src"] ?? "";
  const [fetched] = performance.getEntriesByName(new URL(script, location.href).href);
  return performance.timeOrigin + (fetched?.startTime ?? 0);
}

/** Finds the signs of spam. `began` is when the form first had focus, in milliseconds since the epoch. */
function findSpamFlags(form: Form, target: HTMLFormElement, began: number): Flag[] {
  const honeypot = target.querySelector<HTMLInputElement>("[data-honeypot]");
  const flags: [Flag, boolean][] = [
    ["honeypot", Boolean(honeypot?.value)],
    ["too-fast", form.fill_ms !== undefined && Date.now() - began < form.fill_ms],
  ];
  return flags.filter(([, isRaised]) => isRaised).map(([flag]) => flag);
}
