/**
 * A figure that counts up once, `delay_ms` after it came into view. Before that, and with reduced motion, it shows the
 * final value.
 *
 * It renders a <dt> and a <dd>, so its parent is a <dl>.
 */

import { useEffect, useRef, useState } from "react";

import type { CounterProps } from "./props";

export default function Counter({ value, label, prefix, suffix, delay_ms, duration_ms }: CounterProps) {
  const figure = useRef<HTMLElement>(null);
  const [shown, setShown] = useState(value);
  // The width of the final figure, kept while the figure counts up.
  const [width, setWidth] = useState<number>();

  useEffect(() => {
    const element = figure.current;
    if (!element || matchMedia("(prefers-reduced-motion)").matches) {
      return;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    let frame = 0;
    const count = () => {
      setWidth(element.getBoundingClientRect().width);
      const start = performance.now();
      const step = () => {
        const part = duration_ms > 0 ? Math.min(1, (performance.now() - start) / duration_ms) : 1;
        setShown(Math.round(value * easeOut(part)));
        if (part < 1) {
          frame = requestAnimationFrame(step);
        } else {
          setWidth(undefined);
        }
      };
      step();
    };
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) {
        observer.disconnect();
        timer = setTimeout(count, delay_ms);
      }
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, [value, delay_ms, duration_ms]);

  const style = width ? { inlineSize: width, translate: width * missingShare(shown, value) } : undefined;
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {prefix}
        <span ref={figure} className="counter-value" style={style}>
          {shown}
        </span>
        {suffix}
      </dd>
    </>
  );
}

/**
 * Returns the share of the final width that the shown digits leave free. `translate` moves the digits to the end of the
 * width, as aligning the text to the end would be a layout shift.
 */
function missingShare(shown: number, value: number): number {
  return 1 - String(shown).length / String(value).length;
}

function easeOut(part: number): number {
  return 1 - (1 - part) ** 3;
}
