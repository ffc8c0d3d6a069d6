/**
 * A carousel by the pattern of the ARIA Authoring Practices, over a list that anyone can scroll.
 *
 * How many slides are in view is the stylesheet's business, so that nothing moves when this runs. It moves by
 * itself while it is on screen and nobody points at it; keyboard focus stops it, and the first button stops and starts it.
 */

import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";

import type { CarouselProps } from "./props";
import { Html } from "site";
import { Slideway } from "./lib/slideway";
import { useOnScreen } from "./lib/on-screen";

const WIDTHS = ["360", "414", "670", "992", "1200"] as const;
/** After so long without a scroll event a scroll is over. */
const SCROLL_END_MS = 120;

type Settings = CarouselProps["settings"];

export default function Carousel({ label, kind, slides, settings, words }: CarouselProps) {
  const { autoplay_ms, speed_ms, loop, arrows, dots } = settings;
  const root = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const way = useRef<Slideway>(null);
  const [current, setCurrent] = useState(0);
  const [isMoving, setMoving] = useState(false);
  const [isPlaying, setPlaying] = useState(autoplay_ms > 0);
  // Started by the button: then neither the pointer nor focus holds it.
  const [insists, setInsists] = useState(false);
  const [isHeld, setHeld] = useState(false);
  const [position, setPosition] = useState("");
  const [can, setCan] = useState({ goBack: loop, goOn: true });
  const isOnScreen = useOnScreen(root);
  const rotates = isPlaying && isOnScreen && (insists || !isHeld);

  /** Takes over where the slides stand. */
  function look() {
    if (way.current) {
      setCurrent(way.current.current);
      setMoving(way.current.isMoving);
      setCan({ goBack: way.current.canMove(-1), goOn: way.current.canMove(1) });
    }
  }

  async function move(by: number) {
    if (way.current?.canMove(by)) {
      const moved = way.current.move(by, prefersLessMotion() ? 0 : speed_ms);
      look();
      await moved;
      look();
    }
  }

  /** A move that the visitor asked for: it is said where that leads. */
  function moveAsAsked(by: number) {
    void move(by);
    setPosition(positionOf(way.current?.current ?? 0));
  }

  useEffect(() => {
    if (prefersLessMotion()) {
      setPlaying(false);
    }
    const [list, inside] = [scroller.current, track.current];
    if (!list || !inside) {
      return;
    }
    const slideway = new Slideway(list, inside, loop);
    way.current = slideway;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      if (!slideway.isMoving && !slideway.isAtRest) {
        setMoving(true);
        clearTimeout(timer);
        timer = setTimeout(() => {
          slideway.readPosition();
          look();
        }, SCROLL_END_MS);
      }
    };
    const resized = new ResizeObserver(look);
    resized.observe(list);
    list.addEventListener("scroll", follow, { passive: true });
    return () => {
      clearTimeout(timer);
      resized.disconnect();
      list.removeEventListener("scroll", follow);
    };
  }, [loop]);

  useEffect(() => {
    if (rotates && !isMoving && can.goOn) {
      const timer = setTimeout(() => void move(1), autoplay_ms);
      return () => clearTimeout(timer);
    }
  }, [rotates, isMoving, can.goOn, current, autoplay_ms, speed_ms]);

  function positionOf(slide: number): string {
    return words.position.replace("{n}", String(slide + 1)).replace("{of}", String(slides.length));
  }

  function toggle() {
    setPlaying(!isPlaying);
    setInsists(!isPlaying);
  }

  function hold(event: PointerEvent) {
    if (event.pointerType === "mouse") {
      setHeld(event.type === "pointerenter");
    }
  }

  function stopForFocus(event: FocusEvent) {
    const isToggle = (event.target as Element).closest(".carousel-toggle") !== null;
    if (!insists && !isToggle && event.target.matches(":focus-visible")) {
      setPlaying(false);
    }
  }

  function steer(event: KeyboardEvent) {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) {
      return;
    }
    const moves: Record<string, number> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      Home: wayTo(0),
      End: wayTo(slides.length - 1),
    };
    const by = moves[event.key];
    if (by !== undefined) {
      event.preventDefault();
      moveAsAsked(by);
    }
  }

  /** How far another slide is: the shorter way round, where it goes round. */
  function wayTo(slide: number): number {
    const by = slide - current;
    return loop && Math.abs(by) * 2 > slides.length ? by - Math.sign(by) * slides.length : by;
  }

  return (
    <div
      ref={root}
      className={`carousel carousel-${kind}`}
      role="group"
      aria-roledescription={words.role}
      aria-label={label}
      data-fits={widthsThatFit(settings, slides.length)}
      data-items={itemsInView(settings)}
      onPointerEnter={hold}
      onPointerLeave={hold}
      onFocus={stopForFocus}
    >
      <div className="carousel-controls">
        {autoplay_ms > 0 ? (
          <button className="carousel-button carousel-toggle" type="button" aria-label={isPlaying ? words.pause : words.play} data-replay="" onClick={toggle}>
            <Icon path={isPlaying ? "M9 6v12M15 6v12" : "M8 6l10 6-10 6z"} />
          </button>
        ) : null}
        {arrows ? (
          <>
            <button className="carousel-button" type="button" aria-label={words.previous} aria-disabled={!can.goBack} data-replay="" onClick={() => moveAsAsked(-1)}>
              <Icon path="M15 5l-7 7 7 7" />
            </button>
            <button className="carousel-button" type="button" aria-label={words.next} aria-disabled={!can.goOn} data-replay="" onClick={() => moveAsAsked(1)}>
              <Icon path="M9 5l7 7-7 7" />
            </button>
          </>
        ) : null}
        {dots ? (
          <div className="carousel-dots" role="group" aria-label={words.choose}>
            {slides.map((_, at) => (
              <button
                key={at}
                className="carousel-dot"
                type="button"
                aria-label={positionOf(at)}
                aria-current={at === current}
                data-replay=""
                onClick={() => moveAsAsked(wayTo(at))}
              />
            ))}
          </div>
        ) : null}
      </div>
      <div aria-live={rotates ? "off" : "polite"}>
        <div
          ref={scroller}
          className="carousel-list"
          role="group"
          aria-label={label}
          tabIndex={0}
          onKeyDown={steer}
          onTouchStart={() => {
            setHeld(true);
            way.current?.makeRoomToSwipe();
          }}
          onTouchEnd={() => setHeld(false)}
          onTouchCancel={() => setHeld(false)}
        >
          <div ref={track} className="carousel-track">
            {slides.map((slide, at) => (
              <Html key={at} of={slide} className="carousel-slide" role="group" aria-roledescription={words.slide} aria-label={positionOf(at)} />
            ))}
          </div>
        </div>
        <p className="visually-hidden">{position}</p>
      </div>
    </div>
  );
}

function Icon({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

function prefersLessMotion(): boolean {
  return matchMedia("(prefers-reduced-motion)").matches;
}

/** `670:2` and so on, for the stylesheet. */
function itemsInView(settings: Settings): string {
  return WIDTHS.flatMap((width) => (settings.items[width] ? [`${width}:${settings.items[width]}`] : [])).join(" ");
}

/** The widths at which all slides are in view, where there is nothing to control. */
function widthsThatFit(settings: Settings, count: number): string {
  let items = 1;
  return WIDTHS.filter((width) => {
    items = settings.items[width] ?? items;
    return items >= count;
  }).join(" ");
}
