import { useEffect, useRef, useState } from "react";

export default function Opener() {
  const own = useRef<HTMLParagraphElement>(null);
  const [opened, setOpened] = useState<string[]>([]);
  useEffect(() => {
    const root = own.current?.closest("[data-island]");
    const open = (event: Event) => {
      const { control } = (event as CustomEvent<{ control: HTMLElement }>).detail;
      setOpened((before) => [...before, control.id]);
    };
    root?.addEventListener("site:activate", open);
    return () => root?.removeEventListener("site:activate", open);
  }, []);
  return <p ref={own}>Opened by: {opened.join(", ")}</p>;
}
