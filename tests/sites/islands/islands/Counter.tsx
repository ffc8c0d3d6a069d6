import { useId, useState } from "react";
import type { CounterProps } from "./props";

export default function Counter({ start, step = 1 }: CounterProps) {
  const [count, setCount] = useState(start);
  const id = useId();
  return (
    <p>
      <label htmlFor={id}>Count</label> <output id={id}>{count}</output>{" "}
      <button type="button" data-replay onClick={() => setCount((now) => now + step)}>
        More
      </button>
    </p>
  );
}
