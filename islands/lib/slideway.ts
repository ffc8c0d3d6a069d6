/**
 * The way that a carousel's slides go: a scroller, in it a track, in that the slides.
 *
 * A slide stands at the start when the scroller is scrolled to it; people scroll it as they scroll anything. To go round without copies of
 * slides, the slides that were passed are put behind the others (by CSS `order`), and the scroller's offset is corrected by as much, so
 * that nothing in view moves. A move scrolls at once, and the track plays the way there: an animation of `transform` alone, which the
 * browser runs apart from scripts and for exactly as long as it is told.
 */

const EASING = "ease-in-out";

export class Slideway {
  /** The slide that stands at the start, or will when the move is over. */
  current = 0;
  /** How many slides stand before it. */
  private lead = 0;
  private animation: Animation | null = null;

  constructor(
    private readonly scroller: HTMLElement,
    private readonly track: HTMLElement,
    private readonly loops: boolean,
  ) {
    this.readPosition();
  }

  /** The whole slides in view. */
  get perView(): number {
    return Math.max(1, Math.round((this.scroller.clientWidth + this.gap) / this.step));
  }

  /** How many are out of view: as far as one move can go. */
  get spare(): number {
    return Math.max(0, this.slides.length - this.perView);
  }

  get isMoving(): boolean {
    return this.animation !== null;
  }

  /** Whether nobody has scrolled it since it last stood still. */
  get isAtRest(): boolean {
    return Math.abs(this.scroller.scrollLeft - this.lead * this.step) < 2;
  }

  canMove(by: number): boolean {
    const to = this.current + by;
    return this.spare > 0 && (this.loops || (to >= 0 && to <= this.spare));
  }

  /** Moves by so many slides, forwards or back, and settles when it is there, or when another move took its place. */
  async move(by: number, ms: number): Promise<void> {
    // What is left of a move that this one interrupts.
    const rest = this.animation ? new DOMMatrix(getComputedStyle(this.track).transform).m41 : 0;
    this.animation?.cancel();
    this.animation = null;
    // Snapping minds transforms and order; without it the offset stays as it is set.
    this.scroller.style.scrollSnapType = "none";
    const distance = Math.max(-this.spare, Math.min(this.spare, by));
    this.makeRoom(distance);
    const from = this.scroller.scrollLeft;
    this.current = this.wrapped(this.current + by);
    this.lead += distance;
    if (distance !== by) {
      this.order();
    }
    this.scroller.scrollLeft = this.lead * this.step;
    const start = this.scroller.scrollLeft - from + rest;
    if (ms > 0) {
      const animation = this.track.animate([{ transform: `translateX(${start}px)` }, { transform: "none" }], {
        duration: ms,
        easing: EASING,
      });
      this.animation = animation;
      await animation.finished.catch(() => undefined);
      if (this.animation !== animation) {
        return;
      }
      this.animation = null;
    }
    this.scroller.style.scrollSnapType = "";
  }

  /** Takes over what a finger or a wheel did. */
  readPosition() {
    if (this.animation || this.step === 0) {
      return;
    }
    const at = Math.min(Math.round(this.scroller.scrollLeft / this.step), this.slides.length - 1);
    this.current = this.wrapped(this.current + at - this.lead);
    this.lead = at;
  }

  /** Leaves room on both sides, so that a swipe finds no end. */
  makeRoomToSwipe() {
    if (this.loops && !this.animation) {
      this.readPosition();
      this.scroller.style.scrollSnapType = "none";
      this.arrange(Math.floor(this.spare / 2));
      this.scroller.style.scrollSnapType = "";
    }
  }

  private makeRoom(by: number) {
    if (this.loops && (this.lead + by > this.spare || this.lead + by < 0)) {
      this.arrange(by > 0 ? this.spare - by : -by);
    }
  }

  /** Puts the slides in the order in which `lead` of them stand before the current one; nothing in view moves. */
  private arrange(lead: number) {
    const offset = this.scroller.scrollLeft + (lead - this.lead) * this.step;
    this.lead = lead;
    this.order();
    this.scroller.scrollLeft = offset;
  }

  private order() {
    const first = this.current - this.lead;
    this.slides.forEach((slide, at) => {
      slide.style.order = String(this.wrapped(at - first));
    });
  }

  private wrapped(at: number): number {
    const count = this.slides.length;
    return ((at % count) + count) % count;
  }

  private get slides(): HTMLElement[] {
    return [...this.track.children] as HTMLElement[];
  }

  /** From the start of one slide to that of the next. */
  private get step(): number {
    const [slide] = this.slides;
    return slide ? slide.getBoundingClientRect().width + this.gap : 0;
  }

  private get gap(): number {
    return parseFloat(getComputedStyle(this.track).columnGap) || 0;
  }
}
