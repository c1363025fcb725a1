/** The user's unfinished games, kept up to date wherever in the app one is. */
import { connection } from '../api/connection.svelte';
import { api, ensureSession } from '../api/http';
import type { GameSummary, ServerMessage } from '../api/types';
import { sideIndex } from '../board/layout';
import { keptGames } from '../game/kept';
import { texts } from '../texts';
import { session } from './session.svelte';

const STORAGE_KEY = 'quintain.has-games';

/** Whether a game is still being played, or waits for a player. */
export const isOpen = ({ state }: GameSummary): boolean =>
  state === 'waiting' || state === 'running';

/** Whether it is a user's turn in a game against somebody else. */
export function isTurnOf(user: string | undefined, game: GameSummary): boolean {
  if (game.turn === null || user === undefined || game.state !== 'running') return false;
  const [first, second] = game.seats;
  return first.user_id !== second.user_id && game.seats[sideIndex(game.turn)].user_id === user;
}

/** Whose turn it is in one of a user's games, in a word; empty if the user plays both sides. */
export function turnNote(user: string | undefined, game: GameSummary): string {
  const t = texts().home;
  const [first, second] = game.seats;
  if (game.state === 'running' && first.user_id === second.user_id) return '';
  return isTurnOf(user, game) ? t.yourTurn : t.waiting;
}

/** The list after a message from the server. */
export function applyMessage(
  games: readonly GameSummary[],
  message: ServerMessage,
): readonly GameSummary[] {
  if (message.type === 'my_game') return withGame(games, message.summary);
  // Games that are being looked at come as snapshots and updates instead.
  if (message.type === 'snapshot' && message.snapshot.your_sides.length > 0)
    return withGame(games, message.snapshot.summary);
  if (message.type !== 'update') return games;
  const { update } = message;
  const known = games.find((game) => game.id === update.game_id);
  if (!known) return games;
  const turn = update.view ? update.view.turn : known.turn;
  return withGame(games, { ...known, state: update.state, plies: update.plies, turn });
}

function withGame(games: readonly GameSummary[], summary: GameSummary): readonly GameSummary[] {
  const others = games.filter((game) => game.id !== summary.id);
  return isOpen(summary) ? [summary, ...others] : others;
}

class MyGames {
  #games = $state.raw<readonly GameSummary[] | null>(null);

  /** The games, the last changed first; `null` until they are known. */
  get all(): readonly GameSummary[] | null {
    return this.#games;
  }

  /** The games in which it is the user's turn. */
  get turns(): readonly GameSummary[] {
    const me = session.me?.id;
    return this.#games?.filter((game) => isTurnOf(me, game)) ?? [];
  }

  /** Whether there were any when this browser last knew; then pages leave room for them. */
  get expected(): boolean {
    try {
      return localStorage.getItem(STORAGE_KEY) === 'yes';
    } catch {
      return false; // Storage can be forbidden.
    }
  }

  async load(): Promise<void> {
    this.#set(await api.myGames());
  }

  /** Starts following the games. Returns a function that stops it. */
  follow(): () => void {
    // Without a server they are what was last seen of them.
    ensureSession().catch(() => {
      this.#games ??= keptGames().map(({ summary }) => summary);
    });
    return connection.subscribe((message) => {
      // Asked again after every connection: what happened in between is not repeated.
      if (message.type === 'hello') this.load().catch(() => undefined);
      else if (this.#games) this.#set(applyMessage(this.#games, message));
    });
  }

  #set(games: readonly GameSummary[]): void {
    if (games === this.#games) return;
    this.#games = games;
    try {
      localStorage.setItem(STORAGE_KEY, games.length > 0 ? 'yes' : 'no');
    } catch {
      // See `expected`.
    }
  }
}

export const myGames = new MyGames();
