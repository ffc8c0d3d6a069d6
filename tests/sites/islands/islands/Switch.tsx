import { useState } from "react";
import { Html } from "site";
import type { SwitchProps } from "./props";

export default function Switch({ first, second }: SwitchProps) {
  const [shown, setShown] = useState(first);
  return (
    <div>
      <button type="button" data-replay onClick={() => setShown(shown === first ? second : first)}>
        Switch
      </button>
      <Html of={shown} />
    </div>
  );
}
