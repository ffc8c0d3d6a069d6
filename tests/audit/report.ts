/** What an audit found, page by page. */

/** Figures that were measured, and everything that should not be so. */
export class Findings {
  private readonly pages = new Map<string, { figures: Map<string, string>; problems: Map<string, string[]> }>();
  private readonly notes: string[] = [];

  /** A figure of a page, for the table. */
  figure(route: string, name: string, value: string) {
    this.page(route).figures.set(name, value);
  }

  /** Something wrong with a page. */
  add(route: string, kind: string, problem: string) {
    const { problems } = this.page(route);
    problems.set(kind, [...(problems.get(kind) ?? []), problem]);
  }

  /** Something to know about the audit itself. */
  note(text: string) {
    this.notes.push(text);
  }

  /** How many problems there are in all. */
  count() {
    return [...this.pages.values()].flatMap((page) => [...page.problems.values()].flat()).length;
  }

  /** For people. */
  text() {
    const lines: string[] = [];
    for (const [route, { figures, problems }] of this.pages) {
      lines.push(`\n${route}`, `  ${[...figures].map(([name, value]) => `${name} ${value}`).join(" · ")}`);
      for (const [kind, found] of problems) {
        lines.push(...found.map((problem) => `  ✗ ${kind}: ${problem}`));
      }
    }
    const clean = [...this.pages.values()].filter((page) => page.problems.size === 0).length;
    lines.push("", ...this.notes, `${this.pages.size} pages, ${clean} of them without a problem; ${this.count()} problems.`);
    return lines.join("\n");
  }

  /** For programs. */
  json() {
    const pages = [...this.pages].map(([route, { figures, problems }]) => ({
      route,
      figures: Object.fromEntries(figures),
      problems: Object.fromEntries(problems),
    }));
    return JSON.stringify({ pages, notes: this.notes }, null, 2);
  }

  private page(route: string) {
    const page = this.pages.get(route) ?? { figures: new Map(), problems: new Map() };
    this.pages.set(route, page);
    return page;
  }
}
