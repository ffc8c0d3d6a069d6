import { useEffect, useState } from "react";
import type { BrokenProps } from "./props";

export default function Broken({ when }: BrokenProps) {
  const [broken, setBroken] = useState(false);
  useEffect(() => setBroken(when === "effect"), [when]);
  if (broken || (when === "render" && typeof document !== "undefined")) {
    throw new Error(`broken in ${when}`);
  }
  return <p onClick={() => setBroken(when === "click")}>Whole: {when}</p>;
}
