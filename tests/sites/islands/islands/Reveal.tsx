import { useState } from "react";
import { Html } from "site";
import type { RevealProps } from "./props";

export default function Reveal({ later }: RevealProps) {
  const [open, setOpen] = useState(false);
  const [isTwice, setTwice] = useState(false);
  return (
    <div>
      <button type="button" onClick={() => setOpen(!open)}>
        Reveal
      </button>
      <button type="button" onClick={() => setTwice(true)}>
        Twice
      </button>
      {open && <Html of={later} as="section" />}
      {isTwice && <Html of={later} as="aside" />}
    </div>
  );
}
