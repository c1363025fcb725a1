/** Pressing, dragging and letting go: turns what a pointer does into taps. */

interface Does {
  /** Whether a move can begin here. */
  canStart: (id: string) => boolean;
  tap: (id: string) => void;
  /** A drag has ended on another spot, or outside the board. */
  drop: (from: string, at: string | undefined) => void;
  /** A drag has begun: only this is selected. */
  start: (id: string) => void;
}

/** How far a pointer goes, in pixels, before a press is a drag. */
const THRESHOLD = 7;

export class Drag {
  /** Where the pointer was pressed. */
  from = $state<string>();
  /** Whether the press has become a drag. */
  moving = $state(false);
  x = $state(0);
  y = $state(0);
  over = $state<string>();
  #pressed = { x: 0, y: 0, pointer: -1 };
  readonly #hit: (x: number, y: number) => string | undefined;
  readonly #does: Does;

  constructor(hit: (x: number, y: number) => string | undefined, does: Does) {
    this.#hit = hit;
    this.#does = does;
  }

  press = (event: PointerEvent, id: string): void => {
    if (event.button !== 0 || this.from !== undefined) return;
    this.from = id;
    this.#pressed = { x: event.clientX, y: event.clientY, pointer: event.pointerId };
  };

  moved = (event: PointerEvent): void => {
    if (this.from === undefined || event.pointerId !== this.#pressed.pointer) return;
    [this.x, this.y] = [event.clientX, event.clientY];
    const far = Math.hypot(this.x - this.#pressed.x, this.y - this.#pressed.y) > THRESHOLD;
    if (!this.moving && far && this.#does.canStart(this.from)) {
      this.moving = true;
      this.#does.start(this.from);
    }
    if (this.moving) this.over = this.#hit(this.x, this.y);
  };

  released = (event: PointerEvent): void => {
    if (this.from === undefined || event.pointerId !== this.#pressed.pointer) return;
    const [from, dragged] = [this.from, this.moving];
    const at = this.#hit(event.clientX, event.clientY);
    this.cancelled();
    if (!dragged) {
      // A tap on a hand ends outside the board; on the board it must end where it began.
      if (at === undefined || at === from) this.#does.tap(from);
    } else if (at !== from) {
      this.#does.drop(from, at);
    }
  };

  cancelled = (): void => {
    this.from = undefined;
    this.over = undefined;
    this.moving = false;
  };
}
