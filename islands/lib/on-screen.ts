/** Whether an element can be seen: in the viewport, on a page in front. */

import { type RefObject, useEffect, useState } from "react";

export function useOnScreen(of: RefObject<Element | null>): boolean {
  const [isInView, setInView] = useState(false);
  const [isInFront, setInFront] = useState(true);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting ?? false));
    if (of.current) {
      observer.observe(of.current);
    }
    const look = () => setInFront(!document.hidden);
    document.addEventListener("visibilitychange", look);
    return () => {
      observer.disconnect();
      document.removeEventListener("visibilitychange", look);
    };
  }, [of]);
  return isInView && isInFront;
}
