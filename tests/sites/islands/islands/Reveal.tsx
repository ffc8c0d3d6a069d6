import { useState } from "react";
import { Html } from "site";
import type { RevealProps } from "./props";

export default function Reveal({ later }: RevealProps) {
  const [open, setOpen] = useState(false);
  return (
    <div>
      <button type="button" onClick={() => setOpen(!open)}>
        Reveal
      </button>
      {open && <Html of={later} as="section" />}
    </div>
  );
}
