/** A game that this device hosts. */
import { ApiError, describeError } from '../api/http';
import type { Action, GameSnapshot, Side, ViewsPage } from '../api/types';
import { texts } from '../texts';
import { localGames, requireCore, type LocalGame } from './local-games.svelte';
import { GameSession } from './session.svelte';

export class LocalGameSession extends GameSession {
  #game: LocalGame | undefined;
  #stopEngine: () => void = () => undefined;

  override start(): () => void {
    this.#game = localGames.find(this.id);
    if (!this.#game) this.error = () => texts().errors.noLocalGame;
    else this.#show(this.#game).catch((error: unknown) => (this.error = describeError(error)));
    return () => this.#stopEngine();
  }

  async #show(game: LocalGame): Promise<void> {
    const core = await requireCore();
    const snapshot = await core.call<GameSnapshot>('game', { game, now: Date.now() });
    this.#game = game;
    localGames.save(game, snapshot.summary);
    this.replace(snapshot);
    await this.#answer(game);
  }

  /** Has the engine move if it is its turn. */
  async #answer(game: LocalGame): Promise<void> {
    this.#stopEngine();
    const { turn, seats } = this.snapshot?.summary ?? { turn: null, seats: [] };
    const seat = turn === null ? undefined : seats[turn === 'first' ? 0 : 1];
    if (seat?.kind !== 'engine') return;
    const core = await requireCore();
    const { move, stop } = core.engineMove(game);
    this.#stopEngine = stop;
    const text = await move;
    // It may have been taken back in the meantime.
    if (text !== null && this.#game === game) await this.#do(turn, { kind: 'move', text });
  }

  async #do(side: Side | null, action: Action): Promise<void> {
    const game = this.#game;
    if (!game) throw new ApiError('not_found', () => texts().errors.noLocalGame);
    const core = await requireCore();
    const changed = await core.call<LocalGame>('act', { game, side, action, now: Date.now() });
    // The engine's answer comes later; whoever acts does not wait for it.
    this.#show(changed).catch((error: unknown) => (this.rejection = describeError(error)));
  }

  protected override send(side: Side | null, action: Action): Promise<void> {
    return this.#do(side, action);
  }

  protected override refresh(): void {
    if (this.#game) void this.#show(this.#game).catch(() => undefined);
  }

  protected override async fetchViews(from: number, to: number): Promise<ViewsPage> {
    const core = await requireCore();
    return core.call<ViewsPage>('views', { game: this.#game, from, to });
  }

  /** The game as a record. */
  async record(): Promise<string> {
    const core = await requireCore();
    return core.call<string>('record', { game: this.#game });
  }
}
