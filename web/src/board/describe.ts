/** A board in words, for people who cannot see it. */
import type { Geometry, Side, View } from '../api/types';
import { say, texts } from '../texts';
import { countInHand, kindName, pieceName, sideName } from './names';

const SIDES: readonly Side[] = ['first', 'second'];

/** The label of a point: `c3, White knight, spy with probability 1/5`. */
export function describePoint(geometry: Geometry, view: View, at: string): string {
  const t = texts().board;
  const piece = view.pieces.find((one) => one.at === at);
  const parts = [at];
  if (piece) {
    parts.push(pieceName(geometry, piece.side, piece.kind));
    if (piece.height > 1) parts.push(t.height(piece.height));
    if (piece.note !== null) parts.push(say(piece.note));
  } else {
    const mark = view.marks.find((one) => one.at === at);
    parts.push(mark ? say(mark.name) : t.empty);
  }
  for (const region of geometry.regions) {
    if (region.points.includes(at)) parts.push(say(region.name));
  }
  return parts.join(', ');
}

/** The label of a slot: `White's hand: 2 × chick`. */
export function describeSlot(geometry: Geometry, view: View, id: string): string {
  const slot = geometry.slots.find((one) => one.id === id);
  if (!slot) return id;
  const name = kindName(geometry, slot.kind);
  return texts().board.slot(sideName(geometry, slot.side), name, countInHand(view, id));
}

/** The whole position, one sentence per line. */
export function describeBoard(geometry: Geometry, view: View): string[] {
  const t = texts().board;
  const lines = [say(view.status)];
  for (const side of SIDES) {
    const parts = [...piecesOf(geometry, view, side), ...handOf(geometry, view, side)];
    lines.push(`${sideName(geometry, side)}: ${parts.join('; ') || t.noPieces}.`);
  }
  for (const name of new Set(view.marks.map((mark) => say(mark.name)))) {
    const points = view.marks.filter((mark) => say(mark.name) === name).map((mark) => mark.at);
    lines.push(`${name}: ${points.join(' ')}.`);
  }
  if (view.last) lines.push(t.lastMove(say(view.last.caption)));
  if (view.moves.length > 0) lines.push(t.legalMoves(view.moves.map((move) => move.label)));
  return lines;
}

function piecesOf(geometry: Geometry, view: View, side: Side): string[] {
  const t = texts().board;
  return geometry.legend.flatMap((kind) => {
    const points = view.pieces
      .filter((piece) => piece.side === side && piece.kind === kind.id)
      .map(({ at, height }) => (height > 1 ? `${at} (${t.height(height)})` : at));
    return points.length > 0 ? [`${kindName(geometry, kind.id)}: ${points.join(' ')}`] : [];
  });
}

function handOf(geometry: Geometry, view: View, side: Side): string[] {
  return geometry.slots.flatMap((slot) => {
    const count = countInHand(view, slot.id);
    if (slot.side !== side || count === 0) return [];
    return [texts().board.inHand(kindName(geometry, slot.kind), count)];
  });
}
