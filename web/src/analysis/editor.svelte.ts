/** The position editor: a draft, and what the rules say about it. */
import { describeError } from '../api/http';
import type {
  Draft,
  ParseDraftResponse,
  ComposeDraftResponse,
  ParseDraftRequest,
} from '../api/types';
import { core } from '../core';
import type { LazyText } from '../texts';
import { applyPath, type Tool } from './draft';

export class Editor {
  setup = $state.raw<ParseDraftResponse | null>(null);
  tool = $state.raw<Tool>({ kind: 'move' });
  /** The draft as text and what is wrong with it, as last checked. */
  check = $state.raw<ComposeDraftResponse | null>(null);
  /** Whether the check is about the current draft. */
  checked = $state(false);
  error = $state.raw<LazyText | null>(null);
  #past = $state.raw<Draft[]>([]);

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  /** Opens a position of a game. Returns whether that worked. */
  async open(request: ParseDraftRequest): Promise<boolean> {
    this.error = null;
    try {
      this.setup = await core.parseDraft(request);
      this.#past = [];
      this.tool = { kind: 'move' };
      await this.#runCheck();
      return true;
    } catch (error) {
      this.error = describeError(error);
      return false;
    }
  }

  /** Sets up the default start position; this can be undone. */
  async setStart(): Promise<void> {
    const { setup } = this;
    if (!setup) return;
    const { game, size } = setup.geometry;
    try {
      const { draft } = await core.parseDraft(size === null ? { game } : { game, size });
      this.change(draft);
    } catch (error) {
      this.error = describeError(error);
    }
  }

  /** Applies taps with the current tool, or a drag. */
  applyPath(path: readonly string[]): void {
    if (this.setup) this.change(applyPath(this.setup, this.tool, path));
  }

  change(draft: Draft): void {
    const { setup } = this;
    if (!setup || draft === setup.draft) return;
    this.#past = [...this.#past, setup.draft];
    this.#setDraft(draft);
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#past = this.#past.slice(0, -1);
    this.#setDraft(before);
  }

  #setDraft(draft: Draft): void {
    if (!this.setup) return;
    this.setup = { ...this.setup, draft };
    void this.#runCheck();
  }

  /** Has the rules check the draft. Answers about an earlier draft are ignored. */
  async #runCheck(): Promise<void> {
    const { setup } = this;
    if (!setup) return;
    this.checked = false;
    try {
      const check = await core.composeDraft(setup.geometry.game, setup.draft);
      if (this.setup !== setup) return;
      [this.check, this.checked, this.error] = [check, true, null];
    } catch (error) {
      if (this.setup === setup) this.error = describeError(error);
    }
  }
}
