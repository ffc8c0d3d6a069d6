/**
 * The built site: its routes, and the props of its islands.
 *
 * Texts, figures and counts belong to editors, so tests take them from here and name none themselves.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { CarouselProps, CounterProps, FormProps } from "../../islands/props";

interface Props {
  Carousel: CarouselProps;
  Counter: CounterProps;
  Form: FormProps;
}

/** The folder of the built site, or of the same site with React's development build. */
export function siteDist(build: "production" | "development" = "production"): string {
  const variable = build === "production" ? "SITE_DIST" : "SITE_DIST_DEVELOPMENT";
  const folder = process.env[variable];
  assert.ok(folder, `${variable} names the built site: see tests/run`);
  return folder;
}

export const readOutput = (path: string) => readFileSync(join(siteDist(), decodeURIComponent(path)), "utf8");

/** The HTML of a route. */
export const htmlOf = (route: string) => readOutput(route.endsWith("/") ? `${route}index.html` : route);

/** All pages of the sitemap. */
export const ROUTES = [...readOutput("sitemap.xml").matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => new URL(address ?? "").pathname);

/** R-ROUTE-16. */
export const ARTICLES = ROUTES.filter((route) => htmlOf(route).includes('class="article"'));

/** The longest article, for what depends on the template of articles. */
export const ARTICLE = ARTICLES.reduce((longest, route) => (htmlOf(route).length > htmlOf(longest).length ? route : longest));

/** One page of each template, and `/404.html`. */
export const TEMPLATE_ROUTES = [...ROUTES.filter((route) => !ARTICLES.includes(route)), ARTICLE, "/404.html"];

/** The props of all islands of a name on a page, in its order. */
export function islandProps<Name extends keyof Props>(route: string, name: Name): Props[Name][] {
  const found = htmlOf(route).matchAll(new RegExp(`data-island="${name}"[^>]*? data-props='([^']*)'`, "g"));
  return [...found].map(([, json]) => JSON.parse((json ?? "").replaceAll("&#39;", "'").replaceAll("&amp;", "&")) as Props[Name]);
}

/** The form of this name, on a page that has it. */
export function formOf(route: string, name: string): FormProps["form"] {
  const form = islandProps(route, "Form").map(({ form }) => form).find((form) => form.name === name);
  assert.ok(form, `${route} has the form ${name}`);
  return form;
}
