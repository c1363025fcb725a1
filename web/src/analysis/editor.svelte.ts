/** A position in the making, and what the rules say of it. */
import { api, explain } from '../api/http';
import type { Draft, DraftRead, DraftText, ReadDraft } from '../api/types';
import { follow, type Tool } from './draft';

export class Editor {
  sheet = $state.raw<DraftRead | null>(null);
  tool = $state.raw<Tool>({ kind: 'move' });
  /** The draft as text and what is wrong with it, as far as it is known. */
  told = $state.raw<DraftText | null>(null);
  /** Whether what is told is about the draft as it is now. */
  fresh = $state(false);
  error = $state<string | null>(null);
  #past = $state.raw<Draft[]>([]);

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  /** Begins with a position of a game. Gives whether that could be done. */
  async open(ask: ReadDraft): Promise<boolean> {
    this.error = null;
    try {
      this.sheet = await api.readDraft(ask);
      this.#past = [];
      this.tool = { kind: 'move' };
      await this.#check();
      return true;
    } catch (failure) {
      this.error = explain(failure);
      return false;
    }
  }

  /** Puts up the usual start; what was there can be had back. */
  async start(): Promise<void> {
    const { sheet } = this;
    if (!sheet) return;
    const { game, size } = sheet.geometry;
    try {
      const { draft } = await api.readDraft(size === null ? { game } : { game, size });
      this.change(draft);
    } catch (failure) {
      this.error = explain(failure);
    }
  }

  /** Taps with the tool in hand, or a drag. */
  follow(path: readonly string[]): void {
    if (this.sheet) this.change(follow(this.sheet, this.tool, path));
  }

  change(draft: Draft): void {
    const { sheet } = this;
    if (!sheet || draft === sheet.draft) return;
    this.#past = [...this.#past, sheet.draft];
    this.#show(draft);
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#past = this.#past.slice(0, -1);
    this.#show(before);
  }

  #show(draft: Draft): void {
    if (!this.sheet) return;
    this.sheet = { ...this.sheet, draft };
    void this.#check();
  }

  /** Asks the rules. Only the answer about what is there now counts. */
  async #check(): Promise<void> {
    const { sheet } = this;
    if (!sheet) return;
    this.fresh = false;
    try {
      const told = await api.writeDraft(sheet.geometry.game, sheet.draft);
      if (this.sheet !== sheet) return;
      [this.told, this.fresh, this.error] = [told, true, null];
    } catch (failure) {
      if (this.sheet === sheet) this.error = explain(failure);
    }
  }
}
