import { useEffect, useState } from "react";
import type { BrokenProps } from "./props";

export default function Broken({ when }: BrokenProps) {
  const [effect, setEffect] = useState(false);
  useEffect(() => setEffect(when === "effect"), [when]);
  if (effect || (when === "render" && typeof document !== "undefined")) {
    throw new Error(`broken in ${when}`);
  }
  return <p>Whole: {when}</p>;
}
