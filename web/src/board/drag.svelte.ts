/** Turns pointer events into taps and drags. */

interface DragHandlers {
  /** Whether a drag can start here. */
  canStart: (id: string) => boolean;
  /** A press without a drag. */
  tap: (id: string) => void;
  /** A drag has started. */
  start: (id: string) => void;
  /** A drag has ended on another spot, or outside the board. */
  drop: (from: string, to: string | undefined) => void;
}

/** How far a pointer moves, in pixels, before a press becomes a drag. */
const THRESHOLD = 7;

export class Drag {
  /** Where the pointer was pressed. */
  from = $state<string>();
  /** Whether the press has become a drag. */
  active = $state(false);
  x = $state(0);
  y = $state(0);
  over = $state<string>();
  #pressed = { x: 0, y: 0, pointer: -1 };
  readonly #hitTest: (x: number, y: number) => string | undefined;
  readonly #handlers: DragHandlers;

  constructor(hitTest: (x: number, y: number) => string | undefined, handlers: DragHandlers) {
    this.#hitTest = hitTest;
    this.#handlers = handlers;
  }

  /** Whether a drag can start here. */
  canStart(id: string): boolean {
    return this.#handlers.canStart(id);
  }

  press = (event: PointerEvent, id: string): void => {
    if (event.button !== 0 || this.from !== undefined) return;
    this.from = id;
    this.#pressed = { x: event.clientX, y: event.clientY, pointer: event.pointerId };
  };

  move = (event: PointerEvent): void => {
    if (this.from === undefined || event.pointerId !== this.#pressed.pointer) return;
    [this.x, this.y] = [event.clientX, event.clientY];
    const far = Math.hypot(this.x - this.#pressed.x, this.y - this.#pressed.y) > THRESHOLD;
    if (!this.active && far && this.#handlers.canStart(this.from)) {
      this.active = true;
      this.#handlers.start(this.from);
    }
    if (this.active) this.over = this.#hitTest(this.x, this.y);
  };

  release = (event: PointerEvent): void => {
    if (this.from === undefined || event.pointerId !== this.#pressed.pointer) return;
    const [from, dragged] = [this.from, this.active];
    const to = this.#hitTest(event.clientX, event.clientY);
    this.cancel();
    if (!dragged) {
      // A tap on a hand ends outside the board; on the board it must end where it began.
      if (to === undefined || to === from) this.#handlers.tap(from);
    } else if (to !== from) {
      this.#handlers.drop(from, to);
    }
  };

  cancel = (): void => {
    this.from = undefined;
    this.over = undefined;
    this.active = false;
  };
}
