/** Plays the difference of two positions on a drawn board. */
import { flushSync } from 'svelte';
import type { Piece, View } from '../api/types';
import { animated } from '../lib/settings.svelte';
import { diff } from './diff';
import type { Layout } from './layout';

/** In milliseconds. */
const TRAVEL = 190;
const FADE = 260;
const SHOT = 320;

interface Ghost {
  key: number;
  piece: Piece;
}

interface Shot {
  key: number;
}

export class Animator {
  /** Pieces that are gone, drawn until they have faded. */
  ghosts = $state<Ghost[]>([]);
  /** Shots in the air. */
  shots = $state<Shot[]>([]);
  #drawn: View | undefined;
  #next: View | undefined;
  #keys = 0;
  readonly #svg: () => SVGSVGElement | undefined;

  constructor(svg: () => SVGSVGElement | undefined) {
    this.#svg = svg;
  }

  /** Before a view is drawn. */
  remember(view: View): void {
    if (view === this.#next) return;
    [this.#drawn, this.#next] = [this.#next, view];
  }

  /** After a view is drawn. */
  run(view: View, board: Layout): void {
    const [before, svg] = [this.#drawn, this.#svg()];
    this.#drawn = undefined;
    if (!before || view !== this.#next || !svg || !animated()) return;
    // Forward the later view knows the step; backward the earlier one did.
    const forward = view.last ? diff(before, view, view.last) : undefined;
    const motion =
      forward && forward.travels.length + forward.shots.length > 0
        ? forward
        : diff(before, view, view.last ?? before.last);
    if (motion.travels.length + motion.come.length + motion.gone.length > 12) return;

    for (const { from, to } of motion.travels) {
      const [a, b] = [board.spots.get(from), board.spots.get(to)];
      if (!a || !b) continue;
      this.#piece(to)?.animate(
        [{ transform: `translate(${a.cx - b.cx}px, ${a.cy - b.cy}px)` }, { transform: 'none' }],
        { duration: TRAVEL, easing: 'cubic-bezier(.3,.7,.3,1)' },
      );
    }
    for (const at of motion.come) {
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
    for (const piece of motion.gone) this.#fade(piece, delay);
  }

  #piece(at: string): Element | null | undefined {
    return this.#svg()?.querySelector(`[data-piece="${CSS.escape(at)}"]`);
  }

  #fade(piece: Piece, delay: number): void {
    const key = this.#keys++;
    this.ghosts.push({ key, piece });
    // The ghost has to be in the document before it can be animated.
    queueMicrotask(() => {
      flushSync();
      const ghosts = this.#svg()?.querySelectorAll('.ghost');
      const element = ghosts?.[this.ghosts.findIndex((ghost) => ghost.key === key)];
      const away = {
        opacity: 0,
        transform: 'translate(50px,50px) scale(.6) translate(-50px,-50px)',
      };
      const fading = element?.animate([{ opacity: 1, transform: 'none' }, away], {
        duration: FADE,
        delay,
        fill: 'both',
      });
      const remove = () => (this.ghosts = this.ghosts.filter((ghost) => ghost.key !== key));
      if (fading) fading.onfinish = fading.oncancel = remove;
      else remove();
    });
  }

  #shoot(from: string, to: string, board: Layout): void {
    const [a, b] = [board.spots.get(from), board.spots.get(to)];
    if (!a || !b) return;
    const key = this.#keys++;
    this.shots.push({ key });
    queueMicrotask(() => {
      flushSync();
      const element = this.#svg()?.querySelector(`[data-shot="${key}"]`);
      const [mx, my] = [(a.cx + b.cx) / 2, (a.cy + b.cy) / 2];
      const flying = element?.animate(
        [
          { transform: `translate(${a.cx}px,${a.cy}px) scale(1)` },
          { transform: `translate(${mx}px,${my}px) scale(2)` },
          { transform: `translate(${b.cx}px,${b.cy}px) scale(1)` },
        ],
        { duration: SHOT, easing: 'linear' },
      );
      const remove = () => (this.shots = this.shots.filter((shot) => shot.key !== key));
      if (flying) flying.onfinish = flying.oncancel = remove;
      else remove();
    });
  }
}
