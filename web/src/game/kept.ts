/** The player's unfinished games as they were last seen, for when the server cannot be reached. */
import type { GameSnapshot } from '../api/types';

const STORAGE_KEY = 'quintain.seen-games';
/** The oldest make room for new ones. */
const MAX_GAMES = 20;

/** The games, the last seen first. */
export function keptGames(): readonly GameSnapshot[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(found) ? (found as GameSnapshot[]) : [];
  } catch {
    return []; // Storage can be forbidden, or hold something else.
  }
}

/** Keeps a game, or forgets it once it is over. */
export function keepGame(snapshot: GameSnapshot): void {
  const { id, state } = snapshot.summary;
  const others = keptGames().filter(({ summary }) => summary.id !== id);
  const isOwn = snapshot.your_sides.length > 0 && state === 'running';
  const games = isOwn ? [snapshot, ...others] : others;
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(games.slice(0, MAX_GAMES)));
  } catch {
    // See `keptGames`.
  }
}

/** Forgets all games, because the user has changed. */
export function forgetGames(): void {
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // See `keptGames`.
  }
}
