/**
 * An accordion of <details> elements. At most one is open at a time, and the first one is open to begin with. It needs
 * no script in the browser.
 *
 * Each text has an id: a link to it (`#faq-2`) and the browser's find-in-page open its item.
 */

import type { AccordionProps } from "./props";
import { Html } from "site";

export default function Accordion({ name, kind, numbered, items }: AccordionProps) {
  return (
    <div className={`accordion accordion-${kind}`}>
      {items.map(({ title, text }, at) => (
        <details key={at} name={name} open={at === 0}>
          <summary>
            {numbered ? <span className="accordion-number">{at + 1}</span> : null}
            {title}
          </summary>
          <Html of={text} className="accordion-text" id={`${name}-${at + 1}`} />
        </details>
      ))}
    </div>
  );
}
