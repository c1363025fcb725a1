/**
 * Choosing a move by tapping points and slots.
 *
 * A legal move comes with its path, the ids a person taps. What has been tapped so far is a
 * beginning of some paths; everything here follows from comparing beginnings, so that no rule of
 * any game is needed.
 */
import type { MoveView } from '../api/types';

/** What a tap leads to. */
export type Tapped =
  /** More taps are needed; these are the taps so far (none: nothing is selected). */
  | { kind: 'selected'; taps: string[] }
  /** The taps are a whole move. */
  | { kind: 'move'; move: MoveView }
  /** The taps are the whole path of several moves: a person has to say which. */
  | { kind: 'choice'; taps: string[]; moves: MoveView[] };

function startsWith(path: readonly string[], taps: readonly string[]): boolean {
  return taps.length <= path.length && taps.every((tap, i) => path[i] === tap);
}

/** The moves that begin with these taps. */
export function movesFrom(moves: readonly MoveView[], taps: readonly string[]): MoveView[] {
  return moves.filter((move) => startsWith(move.path, taps));
}

/** The ids that can be tapped next, given the taps so far. */
export function targets(moves: readonly MoveView[], taps: readonly string[]): Set<string> {
  const next = new Set<string>();
  for (const move of movesFrom(moves, taps)) {
    const id = move.path[taps.length];
    if (id !== undefined) next.add(id);
  }
  return next;
}

/**
 * The taps that need not be made because every move begins with them, such as the one piece that
 * can move at all. The last tap of a move is never implied: nothing is played without a tap.
 */
export function implied(moves: readonly MoveView[]): string[] {
  const first = moves[0];
  if (!first) return [];
  const shared: string[] = [];
  for (const id of first.path.slice(0, -1)) {
    const longer = [...shared, id];
    if (!moves.every((move) => move.path.length > longer.length && startsWith(move.path, longer)))
      break;
    shared.push(id);
  }
  return shared;
}

/** The taps in effect: those made, or else those implied. */
export function effective(moves: readonly MoveView[], taps: readonly string[]): string[] {
  return taps.length > 0 ? [...taps] : implied(moves);
}

/** What tapping `id` leads to after `taps`. */
export function tap(moves: readonly MoveView[], taps: readonly string[], id: string): Tapped {
  const before = effective(moves, taps);
  const along = [...before, id];
  const candidates = movesFrom(moves, along);
  const whole = candidates.filter((move) => move.path.length === along.length);
  if (whole.length > 1 || (whole.length === 1 && candidates.length > 1)) {
    return { kind: 'choice', taps: along, moves: candidates };
  }
  const only = whole[0];
  if (only) return { kind: 'move', move: only };
  if (candidates.length > 0) return { kind: 'selected', taps: along };
  if (before.at(-1) === id) return { kind: 'selected', taps: [] };
  if (movesFrom(moves, [id]).length > 0) return tap(moves, [], id);
  return { kind: 'selected', taps: [] };
}

/** The legal move a person typed: as it is written, said or tapped, whatever the spaces and capitals. */
export function typed(moves: readonly MoveView[], text: string): MoveView | undefined {
  const plain = (s: string) => s.toLowerCase().replace(/[\s-]+/g, '');
  const wanted = text.trim();
  return (
    moves.find((move) => move.text === wanted) ??
    only(moves.filter((move) => plain(move.text) === plain(wanted))) ??
    only(moves.filter((move) => plain(move.spoken) === plain(wanted))) ??
    only(moves.filter((move) => plain(move.path.join('')) === plain(wanted)))
  );
}

function only<T>(items: readonly T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined;
}
