/**
 * A carousel that follows the pattern of the ARIA Authoring Practices, over a scrollable list.
 *
 * The style sheet decides how many slides are in view, so that nothing moves when this script starts. If `autoplay_ms`
 * is not 0, the carousel plays while it is in view and the pointer is not over it. Keyboard focus stops it. The first
 * button starts and stops it. With reduced motion, only this button starts it.
 */

import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";

import type { CarouselProps } from "./props";
import { Html } from "site";
import { CarouselScroller } from "./lib/carousel-scroller";
import { useInView } from "./lib/in-view";

const WIDTHS = ["360", "414", "670", "992", "1200"] as const;
/** A scroll has ended after this time without a scroll event. */
const SCROLL_END_MS = 120;

type Settings = CarouselProps["settings"];

export default function Carousel({ label, kind, slides, settings, labels }: CarouselProps) {
  const { autoplay_ms, speed_ms, loop, arrows, dots } = settings;
  const rootRef = useRef<HTMLDivElement>(null);
  const listRef = useRef<HTMLDivElement>(null);
  const trackRef = useRef<HTMLDivElement>(null);
  const scrollerRef = useRef<CarouselScroller>(null);
  const [current, setCurrent] = useState(0);
  const [isMoving, setMoving] = useState(false);
  // Whether the carousel plays, or goes on playing once it is in view and the pointer has left.
  const [isPlaying, setPlaying] = useState(autoplay_ms > 0);
  // Whether the button started the carousel: then neither pointer nor focus stops it.
  const [isStartedByButton, setStartedByButton] = useState(false);
  const [isPointerOver, setPointerOver] = useState(false);
  // What screen readers announce.
  const [position, setPosition] = useState("");
  const [can, setCan] = useState({ goBack: loop, goOn: true });
  const isInView = useInView(rootRef);
  const isAutoplaying = isPlaying && isInView && (isStartedByButton || !isPointerOver);

  /** Copies the scroller's state into React's. */
  function syncState() {
    const scroller = scrollerRef.current;
    if (scroller) {
      setCurrent(scroller.current);
      setMoving(scroller.isMoving);
      setCan({ goBack: scroller.canMove(-1), goOn: scroller.canMove(1) });
    }
  }

  async function move(by: number) {
    const scroller = scrollerRef.current;
    if (scroller?.canMove(by)) {
      const moved = scroller.move(by, prefersReducedMotion() ? 0 : speed_ms);
      syncState();
      await moved;
      syncState();
    }
  }

  /** Moves at the visitor's request and announces the new position. */
  function moveAndAnnounce(by: number) {
    void move(by);
    setPosition(positionOf(scrollerRef.current?.current ?? 0));
  }

  useEffect(() => {
    if (prefersReducedMotion()) {
      setPlaying(false);
    }
    const [list, track] = [listRef.current, trackRef.current];
    if (!list || !track) {
      return;
    }
    const scroller = new CarouselScroller(list, track, loop);
    scrollerRef.current = scroller;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const handleScroll = () => {
      if (!scroller.isMoving && !scroller.isAtRest) {
        setMoving(true);
        clearTimeout(timer);
        timer = setTimeout(() => {
          scroller.syncFromScroll();
          syncState();
        }, SCROLL_END_MS);
      }
    };
    const resizeObserver = new ResizeObserver(syncState);
    resizeObserver.observe(list);
    list.addEventListener("scroll", handleScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      resizeObserver.disconnect();
      list.removeEventListener("scroll", handleScroll);
    };
  }, [loop]);

  useEffect(() => {
    if (isAutoplaying && !isMoving && can.goOn) {
      const timer = setTimeout(() => void move(1), autoplay_ms);
      return () => clearTimeout(timer);
    }
  }, [isAutoplaying, isMoving, can.goOn, current, autoplay_ms, speed_ms]);

  function positionOf(slide: number): string {
    return labels.position.replace("{n}", String(slide + 1)).replace("{of}", String(slides.length));
  }

  function togglePlaying() {
    setPlaying(!isPlaying);
    setStartedByButton(!isPlaying);
  }

  function trackMouse(event: PointerEvent) {
    if (event.pointerType === "mouse") {
      setPointerOver(event.type === "pointerenter");
    }
  }

  function stopForFocus(event: FocusEvent) {
    const isToggle = (event.target as Element).closest(".carousel-toggle") !== null;
    if (!isStartedByButton && !isToggle && event.target.matches(":focus-visible")) {
      setPlaying(false);
    }
  }

  function handleKeys(event: KeyboardEvent) {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) {
      return;
    }
    const moves: Record<string, number> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      Home: shortestMove(0),
      End: shortestMove(slides.length - 1),
    };
    const by = moves[event.key];
    if (by !== undefined) {
      event.preventDefault();
      moveAndAnnounce(by);
    }
  }

  /** Returns how many slides to move by to bring a slide into view; in a loop, in the shorter direction. */
  function shortestMove(slide: number): number {
    if (!loop) {
      return Math.min(slide, scrollerRef.current?.maxMove ?? slide) - current;
    }
    const by = slide - current;
    return Math.abs(by) * 2 > slides.length ? by - Math.sign(by) * slides.length : by;
  }

  return (
    <div
      ref={rootRef}
      className={`carousel carousel-${kind}`}
      role="group"
      aria-roledescription={labels.role}
      aria-label={label}
      data-fits={widthsThatFit(settings, slides.length)}
      data-items={itemsInView(settings)}
      onPointerEnter={trackMouse}
      onPointerLeave={trackMouse}
      onFocus={stopForFocus}
    >
      <div className="carousel-controls">
        {autoplay_ms > 0 ? (
          <button
            className="carousel-button carousel-toggle"
            type="button"
            aria-label={isPlaying ? labels.pause : labels.play}
            data-replay=""
            onClick={togglePlaying}
          >
            <Icon path={isPlaying ? "M9 6v12M15 6v12" : "M8 6l10 6-10 6z"} />
          </button>
        ) : null}
        {arrows ? (
          <>
            <button
              className="carousel-button"
              type="button"
              aria-label={labels.previous}
              aria-disabled={!can.goBack}
              data-replay=""
              onClick={() => moveAndAnnounce(-1)}
            >
              <Icon path="M15 5l-7 7 7 7" />
            </button>
            <button
              className="carousel-button"
              type="button"
              aria-label={labels.next}
              aria-disabled={!can.goOn}
              data-replay=""
              onClick={() => moveAndAnnounce(1)}
            >
              <Icon path="M9 5l7 7-7 7" />
            </button>
          </>
        ) : null}
        {dots ? (
          <div className="carousel-dots" role="group" aria-label={labels.choose}>
            {slides.map((_, at) => (
              <button
                key={at}
                className="carousel-dot"
                type="button"
                aria-label={positionOf(at)}
                aria-current={at === current}
                data-replay=""
                onClick={() => moveAndAnnounce(shortestMove(at))}
              />
            ))}
          </div>
        ) : null}
      </div>
      <div aria-live={isAutoplaying ? "off" : "polite"}>
        <div
          ref={listRef}
          className="carousel-list"
          role="group"
          aria-label={label}
          tabIndex={0}
          onKeyDown={handleKeys}
          onTouchStart={() => {
            setPointerOver(true);
            scrollerRef.current?.prepareSwipe();
          }}
          onTouchEnd={() => setPointerOver(false)}
          onTouchCancel={() => setPointerOver(false)}
        >
          <div ref={trackRef} className="carousel-track">
            {slides.map((slide, at) => (
              <Html
                key={at}
                of={slide}
                className="carousel-slide"
                role="group"
                aria-roledescription={labels.slide}
                aria-label={positionOf(at)}
              />
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

function prefersReducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion)").matches;
}

/** Lists how many slides are in view by viewport width, for the style sheet: `360:1 670:2`. */
function itemsInView(settings: Settings): string {
  return WIDTHS.flatMap((width) => (settings.items[width] ? [`${width}:${settings.items[width]}`] : [])).join(" ");
}

/** Lists the viewport widths at which all slides are in view, so that no controls are needed. */
function widthsThatFit(settings: Settings, count: number): string {
  let items = 1;
  return WIDTHS.filter((width) => {
    items = settings.items[width] ?? items;
    return items >= count;
  }).join(" ");
}
