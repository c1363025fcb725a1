/**
 * Selecting a move by tapping points and slots.
 *
 * Every legal move comes with its path, the ids a person taps in order. The taps so far are a
 * prefix of some paths; everything here follows from comparing prefixes, so that no game's rules
 * are needed.
 */
import type { MoveView } from '../api/types';

/** The result of a tap. */
export type TapResult =
  /** More taps are needed; these are the taps so far (empty: nothing is selected). */
  | { kind: 'selected'; taps: string[] }
  /** The taps are a complete move. */
  | { kind: 'move'; move: MoveView }
  /** The taps are ambiguous: a person has to choose one of these moves. */
  | { kind: 'ambiguous'; taps: string[]; moves: MoveView[] };

function startsWith(path: readonly string[], prefix: readonly string[]): boolean {
  return prefix.length <= path.length && prefix.every((id, i) => path[i] === id);
}

/** The moves whose paths start with these taps. */
export function movesFrom(moves: readonly MoveView[], taps: readonly string[]): MoveView[] {
  return moves.filter((move) => startsWith(move.path, taps));
}

/** The ids that can be tapped next. */
export function tapTargets(moves: readonly MoveView[], taps: readonly string[]): Set<string> {
  const next = new Set<string>();
  for (const move of movesFrom(moves, taps)) {
    const id = move.path[taps.length];
    if (id !== undefined) next.add(id);
  }
  return next;
}

/** The moves that the next tap completes, by the id that is tapped. */
export function nextMoves(
  moves: readonly MoveView[],
  taps: readonly string[],
): Map<string, MoveView> {
  const next = new Map<string, MoveView>();
  for (const move of movesFrom(moves, taps)) {
    const id = move.path[taps.length];
    if (id !== undefined && move.path.length === taps.length + 1) next.set(id, move);
  }
  return next;
}

/**
 * The taps that need not be made because all moves share them, such as the only piece that can
 * move. The last tap of a move is never implied: nothing is played without a tap.
 */
function impliedTaps(moves: readonly MoveView[]): string[] {
  const first = moves[0];
  if (!first) return [];
  const shared: string[] = [];
  for (const id of first.path.slice(0, -1)) {
    const longer = [...shared, id];
    const isShared = (move: MoveView): boolean =>
      move.path.length > longer.length && startsWith(move.path, longer);
    if (!moves.every(isShared)) break;
    shared.push(id);
  }
  return shared;
}

/** The taps in effect: those made, or else those implied. */
export function effectiveTaps(moves: readonly MoveView[], taps: readonly string[]): string[] {
  return taps.length > 0 ? [...taps] : impliedTaps(moves);
}

/** The result of tapping `id` after `taps`. */
export function tap(moves: readonly MoveView[], taps: readonly string[], id: string): TapResult {
  const before = effectiveTaps(moves, taps);
  let after = [...before, id];
  let candidates = movesFrom(moves, after);
  if (candidates.length === 0 && before.at(-1) !== id) {
    // A tap elsewhere starts over.
    after = [id];
    candidates = movesFrom(moves, after);
  }
  const complete = candidates.find((move) => move.path.length === after.length);
  if (complete && candidates.length > 1)
    return { kind: 'ambiguous', taps: after, moves: candidates };
  if (complete) return { kind: 'move', move: complete };
  // A tap on what is selected, or on nothing that starts a move, deselects.
  return { kind: 'selected', taps: candidates.length > 0 ? after : [] };
}

const normalized = (text: string): string => text.toLowerCase().replaceAll(/[\s-]+/g, '');

/**
 * The legal move a person typed, as it is written, labeled or tapped, ignoring case, spaces and
 * hyphens; `undefined` if there is none or more than one.
 */
export function findTypedMove(moves: readonly MoveView[], text: string): MoveView | undefined {
  const wanted = normalized(text);
  const single = (form: (move: MoveView) => string): MoveView | undefined => {
    const found = moves.filter((move) => normalized(form(move)) === wanted);
    return found.length === 1 ? found[0] : undefined;
  };
  return (
    moves.find((move) => move.text === text.trim()) ??
    single((move) => move.text) ??
    single((move) => move.label) ??
    single((move) => move.path.join(''))
  );
}
