/**
 * The scrolling of a carousel: of a scrollable list that contains a track, which contains the slides.
 *
 * The current slide is the one at the start of the view. Visitors can scroll as in any list. A looping carousel has no
 * copies of slides: it uses CSS `order` to put slides that have left the view behind the others, and corrects the
 * scroll offset by the same amount, so that nothing in view moves. A move sets the scroll offset at once and animates
 * the track's `transform` from the old position, which the browser does off the main thread and for exactly the given
 * time.
 */

const EASING = "ease-in-out";

export class CarouselScroller {
  /** The index of the slide at the start of the view, or of the slide that will be there after a move under way. */
  current = 0;
  /** The number of slides before the current one in visual order. */
  private slidesBefore = 0;
  private animation: Animation | null = null;

  constructor(
    private readonly list: HTMLElement,
    private readonly track: HTMLElement,
    private readonly loops: boolean,
  ) {
    this.syncFromScroll();
  }

  /** The number of slides that are fully in view. */
  private get perView(): number {
    return Math.max(1, Math.round((this.list.clientWidth + this.gap) / this.step));
  }

  /** The number of slides out of view. No move is longer. */
  get maxMove(): number {
    return Math.max(0, this.slides.length - this.perView);
  }

  get isMoving(): boolean {
    return this.animation !== null;
  }

  /** Whether the scroll offset is that of the current slide. */
  get isAtRest(): boolean {
    return Math.abs(this.list.scrollLeft - this.slidesBefore * this.step) < 2;
  }

  canMove(by: number): boolean {
    const to = this.current + by;
    return this.maxMove > 0 && (this.loops || (to >= 0 && to <= this.maxMove));
  }

  /**
   * Moves by `by` slides (negative: back) within `ms`. Resolves when the move has ended or another one has replaced it.
   */
  async move(by: number, ms: number): Promise<void> {
    // How far the track still is from the end of a move that this one interrupts, in pixels.
    const remaining = this.animation ? new DOMMatrix(getComputedStyle(this.track).transform).m41 : 0;
    this.animation?.cancel();
    this.animation = null;
    // Scroll snapping reacts to `transform` and `order`; without it the offset stays as set.
    this.list.style.scrollSnapType = "none";
    const distance = Math.max(-this.maxMove, Math.min(this.maxMove, by));
    this.makeRoom(distance);
    const from = this.list.scrollLeft;
    this.current = this.modulo(this.current + by);
    this.slidesBefore += distance;
    if (distance !== by) {
      // The move is shorter than `by`, so the new current slide is put where the move ends.
      this.applyOrder();
    }
    this.list.scrollLeft = this.slidesBefore * this.step;
    const start = this.list.scrollLeft - from + remaining;
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
    this.list.style.scrollSnapType = "";
  }

  /** Updates the current slide after the visitor has scrolled. */
  syncFromScroll() {
    if (this.animation || this.step === 0) {
      return;
    }
    const at = Math.min(Math.round(this.list.scrollLeft / this.step), this.slides.length - 1);
    this.current = this.modulo(this.current + at - this.slidesBefore);
    this.slidesBefore = at;
  }

  /** In a loop, puts slides on both sides of the current one, so that a swipe reaches no end. */
  prepareSwipe() {
    if (this.loops && !this.animation) {
      this.syncFromScroll();
      this.list.style.scrollSnapType = "none";
      this.reorder(Math.floor(this.maxMove / 2));
      this.list.style.scrollSnapType = "";
    }
  }

  /** Reorders the slides of a loop if a move would go beyond the first or the last one. */
  private makeRoom(by: number) {
    if (this.loops && (this.slidesBefore + by > this.maxMove || this.slidesBefore + by < 0)) {
      this.reorder(by > 0 ? this.maxMove - by : -by);
    }
  }

  /** Reorders the slides so that `slidesBefore` of them precede the current one; nothing in view moves. */
  private reorder(slidesBefore: number) {
    const offset = this.list.scrollLeft + (slidesBefore - this.slidesBefore) * this.step;
    this.slidesBefore = slidesBefore;
    this.applyOrder();
    this.list.scrollLeft = offset;
  }

  /** Sets the `order` of each slide, so that the current one has `slidesBefore` slides before it. */
  private applyOrder() {
    const first = this.current - this.slidesBefore;
    this.slides.forEach((slide, at) => {
      slide.style.order = String(this.modulo(at - first));
    });
  }

  /** Wraps an index around at both ends. */
  private modulo(at: number): number {
    const count = this.slides.length;
    return ((at % count) + count) % count;
  }

  private get slides(): HTMLElement[] {
    return [...this.track.children] as HTMLElement[];
  }

  /** The distance between the starts of neighbouring slides, in pixels. */
  private get step(): number {
    const [slide] = this.slides;
    return slide ? slide.getBoundingClientRect().width + this.gap : 0;
  }

  private get gap(): number {
    return parseFloat(getComputedStyle(this.track).columnGap) || 0;
  }
}
