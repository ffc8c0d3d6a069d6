/**
 * A carousel that follows the pattern of the ARIA Authoring Practices, over a scrollable list.
 *
 * The style sheet decides how many slides are in view, so that nothing moves when this script starts. The carousel plays while it is in
 * view and the pointer is not over it; keyboard focus stops it, and the first button starts and stops it.
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
  const root = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const model = useRef<CarouselScroller>(null);
  const [current, setCurrent] = useState(0);
  const [isMoving, setMoving] = useState(false);
  const [isPlaying, setPlaying] = useState(autoplay_ms > 0);
  // Started by the button: then neither pointer nor focus stops it.
  const [autoplayForced, setAutoplayForced] = useState(false);
  const [isPointerOver, setPointerOver] = useState(false);
  const [position, setPosition] = useState("");
  const [can, setCan] = useState({ goBack: loop, goOn: true });
  const isInView = useInView(root);
  const isAutoplaying = isPlaying && isInView && (autoplayForced || !isPointerOver);

  /** Copies the scroller's state into React's. */
  function syncState() {
    if (model.current) {
      setCurrent(model.current.current);
      setMoving(model.current.isMoving);
      setCan({ goBack: model.current.canMove(-1), goOn: model.current.canMove(1) });
    }
  }

  async function move(by: number) {
    if (model.current?.canMove(by)) {
      const moved = model.current.move(by, prefersReducedMotion() ? 0 : speed_ms);
      syncState();
      await moved;
      syncState();
    }
  }

  /** Moves at the visitor's request and announces the new position. */
  function moveAndAnnounce(by: number) {
    void move(by);
    setPosition(positionOf(model.current?.current ?? 0));
  }

  useEffect(() => {
    if (prefersReducedMotion()) {
      setPlaying(false);
    }
    const [list, inside] = [scroller.current, track.current];
    if (!list || !inside) {
      return;
    }
    const scrollerModel = new CarouselScroller(list, inside, loop);
    model.current = scrollerModel;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const handleScroll = () => {
      if (!scrollerModel.isMoving && !scrollerModel.isAtRest) {
        setMoving(true);
        clearTimeout(timer);
        timer = setTimeout(() => {
          scrollerModel.syncFromScroll();
          syncState();
        }, SCROLL_END_MS);
      }
    };
    const resized = new ResizeObserver(syncState);
    resized.observe(list);
    list.addEventListener("scroll", handleScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      resized.disconnect();
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

  function toggle() {
    setPlaying(!isPlaying);
    setAutoplayForced(!isPlaying);
  }

  function hold(event: PointerEvent) {
    if (event.pointerType === "mouse") {
      setPointerOver(event.type === "pointerenter");
    }
  }

  function stopForFocus(event: FocusEvent) {
    const isToggle = (event.target as Element).closest(".carousel-toggle") !== null;
    if (!autoplayForced && !isToggle && event.target.matches(":focus-visible")) {
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

  /** The number of slides to move to reach another slide; in a loop, by the shorter direction. */
  function shortestMove(slide: number): number {
    const by = slide - current;
    return loop && Math.abs(by) * 2 > slides.length ? by - Math.sign(by) * slides.length : by;
  }

  return (
    <div
      ref={root}
      className={`carousel carousel-${kind}`}
      role="group"
      aria-roledescription={labels.role}
      aria-label={label}
      data-fits={widthsThatFit(settings, slides.length)}
      data-items={itemsInView(settings)}
      onPointerEnter={hold}
      onPointerLeave={hold}
      onFocus={stopForFocus}
    >
      <div className="carousel-controls">
        {autoplay_ms > 0 ? (
          <button className="carousel-button carousel-toggle" type="button" aria-label={isPlaying ? labels.pause : labels.play} data-replay="" onClick={toggle}>
            <Icon path={isPlaying ? "M9 6v12M15 6v12" : "M8 6l10 6-10 6z"} />
          </button>
        ) : null}
        {arrows ? (
          <>
            <button className="carousel-button" type="button" aria-label={labels.previous} aria-disabled={!can.goBack} data-replay="" onClick={() => moveAndAnnounce(-1)}>
              <Icon path="M15 5l-7 7 7 7" />
            </button>
            <button className="carousel-button" type="button" aria-label={labels.next} aria-disabled={!can.goOn} data-replay="" onClick={() => moveAndAnnounce(1)}>
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
          ref={scroller}
          className="carousel-list"
          role="group"
          aria-label={label}
          tabIndex={0}
          onKeyDown={handleKeys}
          onTouchStart={() => {
            setPointerOver(true);
            model.current?.prepareSwipe();
          }}
          onTouchEnd={() => setPointerOver(false)}
          onTouchCancel={() => setPointerOver(false)}
        >
          <div ref={track} className="carousel-track">
            {slides.map((slide, at) => (
              <Html key={at} of={slide} className="carousel-slide" role="group" aria-roledescription={labels.slide} aria-label={positionOf(at)} />
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

/** The slides in view by viewport width, for the style sheet: `360:1 670:2`. */
function itemsInView(settings: Settings): string {
  return WIDTHS.flatMap((width) => (settings.items[width] ? [`${width}:${settings.items[width]}`] : [])).join(" ");
}

/** The viewport widths at which all slides are in view, so that no controls are needed. */
function widthsThatFit(settings: Settings, count: number): string {
  let items = 1;
  return WIDTHS.filter((width) => {
    items = settings.items[width] ?? items;
    return items >= count;
  }).join(" ");
}
