/** Animates the difference of two positions on a drawn board. */
import { flushSync } from 'svelte';
import type { Piece, View } from '../api/types';
import { animationsEnabled } from '../lib/settings.svelte';
import { diff, type Motion } from './diff';
import type { Layout } from './layout';

/** Durations in milliseconds. */
const TRAVEL = 190;
const FADE = 260;
const SHOT = 320;
/** Positions that differ in more pieces are not animated. */
const MAX_CHANGES = 12;

interface Ghost {
  key: number;
  piece: Piece;
}

interface Shot {
  key: number;
}

export class Animator {
  /** Removed pieces, drawn until they have faded out. */
  ghosts = $state<Ghost[]>([]);
  /** Shots in flight. */
  shots = $state<Shot[]>([]);
  #previous: View | undefined;
  #current: View | undefined;
  #keys = 0;
  readonly #svg: () => SVGSVGElement | undefined;

  constructor(svg: () => SVGSVGElement | undefined) {
    this.#svg = svg;
  }

  /** To be called before a view is drawn. */
  beforeDraw(view: View): void {
    if (view === this.#current) return;
    [this.#previous, this.#current] = [this.#current, view];
  }

  /** To be called after a view is drawn. */
  afterDraw(view: View, board: Layout): void {
    const before = this.#previous;
    this.#previous = undefined;
    if (!before || view !== this.#current || !this.#svg() || !animationsEnabled()) return;
    const motion = motionBetween(before, view);
    if (motion.travels.length + motion.added.length + motion.removed.length > MAX_CHANGES) return;

    for (const { from, to } of motion.travels) {
      const [a, b] = [board.spots.get(from), board.spots.get(to)];
      if (!a || !b) continue;
      this.#piece(to)?.animate(
        [{ transform: `translate(${a.cx - b.cx}px, ${a.cy - b.cy}px)` }, { transform: 'none' }],
        { duration: TRAVEL, easing: 'cubic-bezier(.3,.7,.3,1)' },
      );
    }
    for (const at of motion.added) {
      this.#piece(at)?.animate(
        [
          { transform: 'translate(50px,50px) scale(1.3) translate(-50px,-50px)', opacity: 0 },
          { transform: 'none', opacity: 1 },
        ],
        { duration: TRAVEL, easing: 'ease-out' },
      );
    }
    for (const { from, to } of motion.shots) this.#shoot(from, to, board);
    const delay = motion.shots.length > 0 ? SHOT : 0;
    for (const piece of motion.removed) this.#fade(piece, delay);
  }

  #piece(at: string): Element | null | undefined {
    return this.#svg()?.querySelector(`[data-piece="${CSS.escape(at)}"]`);
  }

  #fade(piece: Piece, delay: number): void {
    const key = this.#keys++;
    this.ghosts.push({ key, piece });
    const end = { opacity: 0, transform: 'translate(50px,50px) scale(.6) translate(-50px,-50px)' };
    this.#animateOnce(
      `[data-ghost="${key}"]`,
      [{ opacity: 1, transform: 'none' }, end],
      { duration: FADE, delay, fill: 'both' },
      () => (this.ghosts = this.ghosts.filter((ghost) => ghost.key !== key)),
    );
  }

  #shoot(from: string, to: string, board: Layout): void {
    const [a, b] = [board.spots.get(from), board.spots.get(to)];
    if (!a || !b) return;
    const key = this.#keys++;
    this.shots.push({ key });
    this.#animateOnce(
      `[data-shot="${key}"]`,
      [
        flightAt(a.cx, a.cy, 1),
        flightAt((a.cx + b.cx) / 2, (a.cy + b.cy) / 2, 2),
        flightAt(b.cx, b.cy, 1),
      ],
      { duration: SHOT, easing: 'linear' },
      () => (this.shots = this.shots.filter((shot) => shot.key !== key)),
    );
  }

  /** Animates an element that was only just added, and calls `done` at the end. */
  #animateOnce(
    selector: string,
    frames: Keyframe[],
    options: KeyframeAnimationOptions,
    done: () => void,
  ): void {
    // The element has to be in the document before it can be animated.
    queueMicrotask(() => {
      flushSync();
      const animation = this.#svg()?.querySelector(selector)?.animate(frames, options);
      if (!animation) {
        done();
        return;
      }
      animation.addEventListener('finish', done);
      animation.addEventListener('cancel', done);
    });
  }
}

const flightAt = (x: number, y: number, scale: number): Keyframe => ({
  transform: `translate(${x}px,${y}px) scale(${scale})`,
});

/** Going forward, the later view knows the step; going back, the earlier one does. */
function motionBetween(before: View, after: View): Motion {
  const forward = after.last ? diff(before, after, after.last) : undefined;
  const explained = forward !== undefined && forward.travels.length + forward.shots.length > 0;
  return explained ? forward : diff(before, after, after.last ?? before.last);
}
