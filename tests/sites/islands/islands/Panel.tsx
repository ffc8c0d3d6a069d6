import { useState } from "react";
import { Html } from "site";
import type { PanelProps } from "./props";

export default function Panel({ title, body, children }: PanelProps) {
  const [open, setOpen] = useState(true);
  return (
    <section>
      <button type="button" aria-expanded={open} data-replay onClick={() => setOpen(!open)}>
        {title}
      </button>
      <div hidden={!open}>
        <Html of={body} className="body" />
        <Html of={children} />
      </div>
    </section>
  );
}
