/** The hook by which controls elsewhere on the page (`data-opens`) open an island. */

import { type RefObject, useEffect, useRef } from "react";

/** Calls `act` with the control whenever a control opens the island that contains `inside`. */
export function useActivation(inside: RefObject<Element | null>, act: (control: HTMLElement) => void) {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const root = inside.current?.closest("[data-island]");
    const listen = (event: Event) => latest.current((event as CustomEvent<{ control: HTMLElement }>).detail.control);
    root?.addEventListener("site:activate", listen);
    return () => root?.removeEventListener("site:activate", listen);
  }, [inside]);
}
