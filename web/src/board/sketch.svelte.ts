/** Arrows and circles that a person draws on a board, to think or to explain. */
import type { Arrow } from './Arrows.svelte';

export class Sketch {
  arrows = $state.raw<Arrow[]>([]);
  #from: string | undefined;

  begin(from: string): void {
    this.#from = from;
  }

  /** Draws from where it began; what is there already is removed. */
  end(to: string | undefined): void {
    const from = this.#from;
    this.#from = undefined;
    if (from === undefined || to === undefined) return;
    const path = from === to ? [from] : [from, to];
    const key = path.join(' ');
    const others = this.arrows.filter((arrow) => arrow.path.join(' ') !== key);
    const isNew = others.length === this.arrows.length;
    this.arrows = isNew ? [...others, { path, rank: 0, own: true }] : others;
  }

  clear(): void {
    this.#from = undefined;
    if (this.arrows.length > 0) this.arrows = [];
  }
}
