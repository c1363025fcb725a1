/** A game on a page: follows it, acts in it, and shows its past positions. */
import { api, ApiError, describeError, serverError } from '../api/http';
import type { Connection } from '../api/connection.svelte';
import type { Action, GameSnapshot, MoveView, ServerMessage, Side, View } from '../api/types';
import type { LazyText } from '../texts';
import { optimisticView } from './optimistic';
import { applyUpdate, ownSide } from './state';

interface PendingMove {
  requestId: string;
  /** How many steps had been played before it. */
  ply: number;
  view: View;
}

/** How many past positions are fetched at once. */
const PAGE_SIZE = 50;

export class GameSession {
  readonly id: string;
  snapshot = $state.raw<GameSnapshot | null>(null);
  /** A move that is shown but not confirmed yet. */
  pending = $state.raw<PendingMove | null>(null);
  /** Why the game cannot be shown. */
  error = $state.raw<LazyText | null>(null);
  /** Why the last action was rejected. */
  rejection = $state.raw<LazyText | null>(null);
  /** The past position that is shown; `null` for the current one. */
  ply = $state<number | null>(null);
  #views = $state.raw<ReadonlyMap<number, View>>(new Map());
  readonly #connection: Connection;

  constructor(connection: Connection, id: string) {
    this.#connection = connection;
    this.id = id;
  }

  /** Starts following the game. Returns a function that stops it. */
  start(): () => void {
    const unsubscribe = this.#connection.subscribe((message) => this.#receive(message));
    const unwatch = this.#connection.watch(this.id, () => this.#lastSeq());
    return () => {
      unsubscribe();
      unwatch();
    };
  }

  /** A waiting game has no updates yet: its start comes as a snapshot. */
  #lastSeq(): number | null {
    const { snapshot } = this;
    return snapshot && snapshot.summary.state !== 'waiting' ? snapshot.seq : null;
  }

  #receive(message: ServerMessage): void {
    const isOurs = 'game_id' in message && message.game_id === this.id;
    if (message.type === 'snapshot' && message.snapshot.summary.id === this.id) {
      this.#replace(message.snapshot);
    } else if (message.type === 'update' && message.update.game_id === this.id && this.snapshot) {
      const result = applyUpdate(this.snapshot, message.update);
      if (result.kind === 'gap') this.#connection.refresh(this.id);
      if (result.kind === 'applied') this.#replace(result.snapshot);
    } else if (message.type === 'presence' && isOurs && this.snapshot) {
      this.snapshot = { ...this.snapshot, presence: message.presence };
    } else if (message.type === 'rematch' && isOurs && this.snapshot) {
      this.snapshot = { ...this.snapshot, rematch: message.rematch };
    } else if (message.type === 'error' && isOurs && !this.snapshot) {
      this.error = serverError(message.error).describe;
    } else if (message.type === 'my_game' && message.summary.id === this.id) {
      if (this.snapshot?.summary.state === 'waiting') this.#connection.refresh(this.id);
    }
  }

  #replace(snapshot: GameSnapshot): void {
    const before = this.snapshot?.summary.plies ?? 0;
    const { plies } = snapshot.summary;
    // Positions that were taken back are no longer part of this game.
    const views = new Map([...this.#views].filter(([ply]) => ply < Math.min(before, plies)));
    views.set(plies, snapshot.view);
    this.#views = views;
    this.snapshot = snapshot;
    this.error = null;
    if (this.pending && (plies > this.pending.ply || snapshot.summary.state !== 'running'))
      this.pending = null;
    if (this.ply !== null && this.ply >= plies) this.ply = null;
  }

  /** The view to draw. */
  get view(): View | undefined {
    if (this.ply !== null) {
      const past = this.#views.get(this.ply);
      return past && this.#withStep(past, this.ply);
    }
    return this.pending?.view ?? this.snapshot?.view;
  }

  #withStep(view: View, ply: number): View {
    return view.last ? view : { ...view, last: this.snapshot?.steps[ply - 1]?.step ?? null };
  }

  /** The side that this page can move now. */
  get mover(): Side | null {
    const { snapshot } = this;
    if (!snapshot || this.pending || this.ply !== null || snapshot.summary.state !== 'running')
      return null;
    const turn = snapshot.view.turn;
    return turn !== null && snapshot.your_sides.includes(turn) ? turn : null;
  }

  /** The moves to choose from now. */
  get moves(): MoveView[] {
    return this.mover === null ? [] : (this.snapshot?.view.moves ?? []);
  }

  /** Plays a move: it is shown at once, and undone if it is rejected. */
  async play(move: MoveView): Promise<void> {
    const { snapshot } = this;
    if (!snapshot || this.mover === null) return;
    const ply = snapshot.summary.plies;
    await this.#act({ kind: 'move', text: move.text, ply }, (requestId) => {
      this.pending = {
        requestId,
        ply,
        view: optimisticView(snapshot.geometry, snapshot.view, move),
      };
    });
  }

  /** Plays a move as a person typed it; the server parses it. */
  async playText(text: string): Promise<void> {
    await this.#act({ kind: 'move', text, ply: this.snapshot?.summary.plies ?? null });
  }

  /** Resigns, offers, accepts, and so on. */
  async act(action: Action): Promise<void> {
    await this.#act(action);
  }

  async #act(action: Action, onSent?: (requestId: string) => void): Promise<void> {
    this.rejection = null;
    const side = this.snapshot && ownSide(this.snapshot);
    const { requestId, done } = this.#connection.act(this.id, side, action);
    onSent?.(requestId);
    try {
      await done;
    } catch (error) {
      this.rejection = describeError(error);
      if (this.pending?.requestId === requestId) this.pending = null;
      // Another tab or the clock was faster: get the actual state.
      if (error instanceof ApiError && error.code === 'stale') this.#connection.refresh(this.id);
    }
  }

  /** Shows the position after this many steps; the last one is the current position. */
  async goTo(ply: number): Promise<void> {
    const plies = this.snapshot?.summary.plies ?? 0;
    const wanted = Math.max(0, Math.min(ply, plies));
    if (wanted === plies) {
      this.ply = null;
      return;
    }
    if (!this.#views.has(wanted)) await this.#fetch(wanted);
    if (this.#views.has(wanted)) this.ply = wanted;
  }

  async #fetch(ply: number): Promise<void> {
    const from = Math.max(0, ply - PAGE_SIZE / 2);
    try {
      const page = await api.views(this.id, from, from + PAGE_SIZE);
      const views = new Map(this.#views);
      const plies = this.snapshot?.summary.plies ?? 0;
      for (const [i, view] of page.views.entries()) {
        // Keep the current view, which has the legal moves.
        if (page.from + i < plies) views.set(page.from + i, view);
      }
      this.#views = views;
    } catch (error) {
      this.rejection = describeError(error);
    }
  }
}
