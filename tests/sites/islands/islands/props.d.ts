// Made by `site` from the site's schemas. Changes here are lost.

import type { Html } from "site";

/** The props of the island `Broken`. */
export interface BrokenProps {
  when: "render" | "effect" | "click" | "never";
}

/** The props of the island `Counter`. */
export interface CounterProps {
  /** Where it begins */
  start: number;
  step?: number;
}

/** The props of the island `Panel`. */
export interface PanelProps {
  title: string;
  body?: Html;
  children?: Html;
}

/** The props of the island `Reveal`. */
export interface RevealProps {
  later: Html;
}

/** The props of the island `Switch`. */
export interface SwitchProps {
  first: Html;
  second: Html;
}
