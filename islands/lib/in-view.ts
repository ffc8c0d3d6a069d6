/** The hook that watches whether an element is in view. */

import { type RefObject, useEffect, useState } from "react";

/** Returns whether an element is in the viewport, and the page is visible. */
export function useInView(element: RefObject<Element | null>): boolean {
  const [isInView, setInView] = useState(false);
  const [isPageVisible, setPageVisible] = useState(true);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting ?? false));
    if (element.current) {
      observer.observe(element.current);
    }
    const update = () => setPageVisible(!document.hidden);
    document.addEventListener("visibilitychange", update);
    return () => {
      observer.disconnect();
      document.removeEventListener("visibilitychange", update);
    };
  }, [element]);
  return isInView && isPageVisible;
}
