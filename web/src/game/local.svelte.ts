/** A game that this device hosts. */
import { ApiError, describeError } from '../api/http';
import type { Action, GameSnapshot, Side, ViewsPage } from '../api/types';
import { sideIndex } from '../board/layout';
import { texts } from '../texts';
import { localGames, requireCore, type LocalGame } from './local-games.svelte';
import { GameSession } from './session.svelte';

/** Runs something while no other tab runs something under the same name. */
async function alone(name: string, run: () => Promise<void>): Promise<void> {
  // Pages without encryption have no locks; there, tabs may think at the same time.
  if ('locks' in navigator) await navigator.locks.request(name, run);
  else await run();
}

export class LocalGameSession extends GameSession {
  #game: LocalGame | undefined;
  #stopEngine: () => void = () => undefined;
  #closed = false;

  override start(): () => void {
    this.#game = localGames.find(this.id);
    if (!this.#game) this.error = () => texts().errors.noLocalGame;
    else this.#show(this.#game).catch((error: unknown) => (this.error = describeError(error)));
    const unsubscribe = localGames.onOtherTab(() => {
      const found = localGames.find(this.id);
      if (found && JSON.stringify(found) !== JSON.stringify(this.#game)) this.#refresh(found);
    });
    return () => {
      this.#closed = true;
      unsubscribe();
      this.#stopEngine();
    };
  }

  #refresh(game: LocalGame): void {
    this.#show(game).catch((error: unknown) => (this.rejection = describeError(error)));
  }

  async #show(game: LocalGame): Promise<void> {
    const core = await requireCore();
    this.#accept(game, await core.call<GameSnapshot>('game', { game, now: Date.now() }));
  }

  #accept(game: LocalGame, snapshot: GameSnapshot): void {
    this.#game = game;
    this.replace(snapshot);
    this.#answer(game).catch((error: unknown) => (this.rejection = describeError(error)));
  }

  /** Has the engine move if it is its turn. */
  async #answer(game: LocalGame): Promise<void> {
    this.#stopEngine();
    const summary = this.snapshot?.summary;
    const turn = summary?.turn ?? null;
    if (!summary || turn === null || summary.seats[sideIndex(turn)]?.kind !== 'engine') return;
    const core = await requireCore();
    // Of several tabs with this game one thinks; the others wait for it, or for its end.
    await alone(`quintain.local.${this.id}`, async () => {
      // It may have been taken back in the meantime, or the page been left.
      const isCurrent = (): boolean => this.#game === game && !this.#closed;
      if (!isCurrent()) return;
      const { move, stop } = core.engineMove(summary.game, game);
      this.#stopEngine = stop;
      const text = await move;
      if (text !== null && isCurrent()) await this.#do(turn, { kind: 'move', text });
    });
  }

  async #do(side: Side | null, action: Action): Promise<void> {
    const game = this.#game;
    if (!game) throw new ApiError('not_found', () => texts().errors.noLocalGame);
    const core = await requireCore();
    const now = Date.now();
    const changed = { ...game, actions: [...game.actions, { side, action, at: now }] };
    const snapshot = await core.call<GameSnapshot>('game', { game: changed, now });
    localGames.save(changed, snapshot.summary);
    // The engine's answer comes later; whoever acts does not wait for it.
    this.#accept(changed, snapshot);
  }

  protected override send(side: Side | null, action: Action): Promise<void> {
    return this.#do(side, action);
  }

  protected override refresh(): void {
    if (this.#game) this.#refresh(this.#game);
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
