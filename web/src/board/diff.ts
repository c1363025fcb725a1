/** What changes between two positions, for animation: found by comparing their views. */
import type { Piece, StepView, View } from '../api/types';

/** From one point to another. */
export interface Travel {
  from: string;
  to: string;
}

/** The difference of two views. */
export interface Motion {
  /** Pieces that move; `to` is where the later view has them. */
  travels: Travel[];
  /** Pieces of the earlier view that are gone. */
  removed: Piece[];
  /** Points where the later view has a piece that comes from nowhere (placed or dropped). */
  added: string[];
  /** Points whose piece stays but changes its kind or height. */
  changed: string[];
  /** A piece acts at a distance without moving: from the actor to what it removed. */
  shots: Travel[];
}

type Pieces = Map<string, Piece>;

function byPoint(view: View): Pieces {
  return new Map(view.pieces.map((piece) => [piece.at, piece]));
}

/** Whether a point has a new piece, or one of the other side. */
function arrives(before: Pieces, after: Pieces, at: string): boolean {
  const [was, is] = [before.get(at), after.get(at)];
  return is !== undefined && was?.side !== is.side;
}

/** Whether a piece, or one of a stack, has left a point. */
function leaves(before: Pieces, after: Pieces, at: string): boolean {
  const [was, is] = [before.get(at), after.get(at)];
  if (!was) return false;
  return is?.side !== was.side || is.height < was.height;
}

/**
 * Compares two views. `step` is the step between them, in either direction; its path resolves
 * ambiguities, such as which of two knights moved.
 */
export function diff(earlier: View, later: View, step: StepView | null = later.last): Motion {
  const [before, after] = [byPoint(earlier), byPoint(later)];
  const motion: Motion = { travels: [], removed: [], added: [], changed: [], shots: [] };
  const arrived = new Set([...after.keys()].filter((at) => arrives(before, after, at)));
  const left = new Set([...before.keys()].filter((at) => leaves(before, after, at)));
  const travel = (from: string, to: string): void => {
    motion.travels.push({ from, to });
    arrived.delete(to);
    left.delete(from);
  };

  const path = step?.path ?? [];
  const ends = [path[0], path.at(-1)] as const;
  for (const [from, to] of [ends, [ends[1], ends[0]] as const]) {
    if (from === undefined || to === undefined) continue;
    const same = before.get(from)?.side === after.get(to)?.side;
    if (left.has(from) && arrived.has(to) && same) travel(from, to);
  }
  for (const to of arrived) {
    const is = after.get(to);
    const from = [...left].find(
      (at) => before.get(at)?.side === is?.side && before.get(at)?.kind === is?.kind,
    );
    if (from !== undefined) travel(from, to);
  }

  motion.added = [...arrived];
  const moved = new Set(motion.travels.map((t) => t.from));
  for (const [at, piece] of before) {
    const is = after.get(at);
    if (is?.side !== piece.side) {
      if (!moved.has(at)) motion.removed.push(piece);
    } else if (is.kind !== piece.kind || is.height !== piece.height) {
      motion.changed.push(at);
    }
  }
  motion.shots = shots(before, after, motion, ends);
  return motion;
}

/** If the actor stays while the piece at the other end of the path disappears, it was shot. */
function shots(
  before: Pieces,
  after: Pieces,
  motion: Motion,
  [from, to]: readonly [string | undefined, string | undefined],
): Travel[] {
  if (from === undefined || to === undefined || from === to || motion.travels.length > 0) return [];
  const actor = before.get(from);
  const stays = actor !== undefined && actor.side === after.get(from)?.side;
  const removed = motion.removed.some((piece) => piece.at === to) && !after.has(to);
  return stays && removed ? [{ from, to }] : [];
}
