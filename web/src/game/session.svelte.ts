/** One game on a page: follows it, acts in it, and steps through its past. */
import { api, explain, Failure } from '../api/http';
import type { Connection } from '../api/connection.svelte';
import type { Action, GameSnapshot, MoveView, ServerMessage, Side, View } from '../api/types';
import { predict } from './predict';
import { applyUpdate } from './state';

interface Pending {
  id: string;
  /** The number of steps on the board when it was made. */
  ply: number;
  view: View;
}

/** How many past positions are asked for at once. */
const PAGE = 50;

export class GameSession {
  readonly id: string;
  snapshot = $state.raw<GameSnapshot | null>(null);
  /** A move that is shown already and not confirmed yet. */
  pending = $state.raw<Pending | null>(null);
  /** Why the game cannot be shown. */
  error = $state<string | null>(null);
  /** Why the last action was refused. */
  refused = $state<string | null>(null);
  /** Which past position is looked at; nothing: the present. */
  ply = $state<number | null>(null);
  #views = $state.raw<ReadonlyMap<number, View>>(new Map());
  readonly #connection: Connection;

  constructor(connection: Connection, id: string) {
    this.#connection = connection;
    this.id = id;
  }

  /** Begins to follow the game. Gives what ends that. */
  follow(): () => void {
    const deaf = this.#connection.listen((message) => this.#hear(message));
    const unwatch = this.#connection.watch(this.id, () => this.#known());
    return () => {
      deaf();
      unwatch();
    };
  }

  /** A waiting game has no numbers yet: its beginning comes as a snapshot. */
  #known(): number | null {
    const { snapshot } = this;
    return snapshot && snapshot.summary.state !== 'waiting' ? snapshot.seq : null;
  }

  #hear(message: ServerMessage): void {
    const mine = 'game' in message && message.game === this.id;
    if (message.type === 'snapshot' && message.snapshot.summary.id === this.id) {
      this.#replace(message.snapshot);
    } else if (message.type === 'update' && message.update.game === this.id && this.snapshot) {
      const applied = applyUpdate(this.snapshot, message.update);
      if (applied.kind === 'gap') this.#connection.refresh(this.id);
      if (applied.kind === 'new') this.#replace(applied.snapshot);
    } else if (message.type === 'presence' && mine && this.snapshot) {
      this.snapshot = { ...this.snapshot, presence: message.presence };
    } else if (message.type === 'rematch' && mine && this.snapshot) {
      this.snapshot = { ...this.snapshot, rematch: message.rematch };
    } else if (message.type === 'refused' && mine && !this.snapshot) {
      this.error = message.error.message;
    } else if (message.type === 'mine' && message.summary.id === this.id) {
      if (this.snapshot?.summary.state === 'waiting') this.#connection.refresh(this.id);
    }
  }

  #replace(snapshot: GameSnapshot): void {
    const before = this.snapshot?.summary.plies ?? 0;
    const { plies } = snapshot.summary;
    // What was taken back is no longer the past of this game.
    const views = new Map([...this.#views].filter(([ply]) => ply < Math.min(before, plies)));
    views.set(plies, snapshot.view);
    this.#views = views;
    this.snapshot = snapshot;
    this.error = null;
    if (this.pending && (plies > this.pending.ply || snapshot.summary.state !== 'running'))
      this.pending = null;
    if (this.ply !== null && this.ply >= plies) this.ply = null;
  }

  /** What to draw. */
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

  /** The side that may move at this page now. */
  get mover(): Side | null {
    const { snapshot } = this;
    if (!snapshot || this.pending || this.ply !== null || snapshot.summary.state !== 'running')
      return null;
    const turn = snapshot.view.turn;
    return turn !== null && snapshot.yours.includes(turn) ? turn : null;
  }

  /** The moves a person can choose from now. */
  get moves(): MoveView[] {
    return this.mover === null ? [] : (this.snapshot?.view.moves ?? []);
  }

  /** Plays a move: it shows at once, and goes back if it is refused. */
  async play(move: MoveView): Promise<void> {
    const { snapshot } = this;
    if (!snapshot || this.mover === null) return;
    const ply = snapshot.summary.plies;
    await this.#act({ kind: 'move', text: move.text, ply }, (id) => {
      this.pending = { id, ply, view: predict(snapshot.geometry, snapshot.view, move) };
    });
  }

  /** Plays a move as a person typed it; the server reads it. */
  async playText(text: string): Promise<void> {
    await this.#act({ kind: 'move', text, ply: this.snapshot?.summary.plies ?? null });
  }

  /** Resigns, offers, accepts and so on. */
  async act(action: Action): Promise<void> {
    await this.#act(action);
  }

  async #act(action: Action, shown?: (id: string) => void): Promise<void> {
    this.refused = null;
    const yours = this.snapshot?.yours ?? [];
    const side = yours.length === 1 ? (yours[0] ?? null) : null;
    const { id, done } = this.#connection.act(this.id, side, action);
    shown?.(id);
    try {
      await done;
    } catch (error) {
      this.refused = explain(error);
      if (this.pending?.id === id) this.pending = null;
      // Another tab or the clock was faster: look at the truth.
      if (error instanceof Failure && error.code === 'stale') this.#connection.refresh(this.id);
    }
  }

  /** Looks at the position after so many steps; the last one is the present. */
  async look(ply: number): Promise<void> {
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
    const from = Math.max(0, ply - PAGE / 2);
    try {
      const page = await api.views(this.id, from, from + PAGE);
      const views = new Map(this.#views);
      const plies = this.snapshot?.summary.plies ?? 0;
      for (const [i, view] of page.views.entries()) {
        // The present has its legal moves; do not lose them.
        if (page.from + i < plies) views.set(page.from + i, view);
      }
      this.#views = views;
    } catch (error) {
      this.refused = explain(error);
    }
  }
}
