/** A game on the server. */
import type { Connection } from '../api/connection.svelte';
import { api, serverError } from '../api/http';
import type { Action, GameSnapshot, ServerMessage, Side, ViewsPage } from '../api/types';
import { keepGame, keptGames } from './kept';
import { GameSession } from './session.svelte';
import { applyUpdate } from './state';

export class RemoteGame extends GameSession {
  readonly #connection: Connection;

  constructor(connection: Connection, id: string) {
    super(id);
    this.#connection = connection;
  }

  override start(): () => void {
    const unsubscribe = this.#connection.subscribe((message) => this.#receive(message));
    // What was last seen is shown until the server says more.
    const kept = keptGames().find(({ summary }) => summary.id === this.id);
    if (kept && this.#connection.status !== 'open') {
      this.replace(kept);
      this.showWaiting(this.#connection.waitingMove(this.id));
    }
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
      this.replace(message.snapshot);
    } else if (message.type === 'update' && message.update.game_id === this.id && this.snapshot) {
      const result = applyUpdate(this.snapshot, message.update);
      if (result.kind === 'gap') this.refresh();
      if (result.kind === 'applied') this.replace(result.snapshot);
    } else if (message.type === 'presence' && isOurs && this.snapshot) {
      this.snapshot = { ...this.snapshot, presence: message.presence };
    } else if (message.type === 'rematch' && isOurs && this.snapshot) {
      this.snapshot = { ...this.snapshot, rematch: message.rematch };
    } else if (message.type === 'error' && isOurs && !this.snapshot) {
      this.error = serverError(message.error).describe;
    } else if (message.type === 'error' && isOurs && message.request_id !== null) {
      this.pending = null;
    } else if (message.type === 'my_game' && message.summary.id === this.id) {
      if (this.snapshot?.summary.state === 'waiting') this.refresh();
    }
  }

  protected override replace(snapshot: GameSnapshot): void {
    super.replace(snapshot);
    keepGame(snapshot);
  }

  protected override send(side: Side | null, action: Action): Promise<void> {
    return this.#connection.act(this.id, side, action).done;
  }

  protected override refresh(): void {
    this.#connection.refresh(this.id);
  }

  protected override fetchViews(from: number, to: number): Promise<ViewsPage> {
    return api.views(this.id, from, to);
  }
}
