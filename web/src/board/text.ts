/** A board in words, for people who do not see it. */
import { texts } from '../texts';
import type { Geometry, Kind, Side, View } from '../api/types';
import { index } from './layout';

const SIDES: readonly Side[] = ['first', 'second'];

function kindOf(geometry: Geometry, id: string): Kind | undefined {
  return geometry.legend.find((kind) => kind.id === id);
}

/** What stands on a point, as a label: `c3, White knight, spy with chance 1/5`. */
export function describePoint(geometry: Geometry, view: View, at: string): string {
  const t = texts().board;
  const piece = view.pieces.find((p) => p.at === at);
  const parts = [at];
  if (piece) {
    const name = kindOf(geometry, piece.kind)?.name ?? piece.kind;
    parts.push(`${geometry.sides[index(piece.side)]} ${name}`);
    if (piece.height > 1) parts.push(t.height(piece.height));
    if (piece.note !== null) parts.push(piece.note);
  } else {
    const mark = view.marks.find((m) => m.at === at);
    parts.push(mark ? t.mark(mark.kind) : t.empty);
  }
  for (const region of geometry.regions) {
    if (region.points.includes(at)) parts.push(region.name);
  }
  return parts.join(', ');
}

/** What a slot of a hand holds: `White hand, chick, 2`. */
export function describeSlot(geometry: Geometry, view: View, id: string): string {
  const slot = geometry.slots.find((s) => s.id === id);
  if (!slot) return id;
  const count = view.hands.find((held) => held.slot === id)?.count ?? 0;
  const name = kindOf(geometry, slot.kind)?.name ?? slot.kind;
  return texts().board.slot(geometry.sides[index(slot.side)], name, count);
}

/** The whole position, one sentence a line. */
export function describeBoard(geometry: Geometry, view: View): string[] {
  const t = texts().board;
  const lines = [view.status];
  for (const side of SIDES) {
    const name = geometry.sides[index(side)];
    const parts: string[] = [];
    for (const kind of geometry.legend) {
      const places = view.pieces
        .filter((p) => p.side === side && p.kind === kind.id)
        .map((p) => (p.height > 1 ? `${p.at} (${t.height(p.height)})` : p.at));
      if (places.length > 0) parts.push(`${kind.name}: ${places.join(' ')}`);
    }
    for (const slot of geometry.slots.filter((s) => s.side === side)) {
      const count = view.hands.find((held) => held.slot === slot.id)?.count ?? 0;
      if (count > 0) parts.push(t.inHand(kindOf(geometry, slot.kind)?.name ?? slot.kind, count));
    }
    lines.push(`${name}: ${parts.length > 0 ? parts.join('; ') : t.noPieces}.`);
  }
  for (const kind of new Set(view.marks.map((m) => m.kind))) {
    const places = view.marks.filter((m) => m.kind === kind).map((m) => m.at);
    lines.push(`${t.mark(kind)}: ${places.join(' ')}.`);
  }
  if (view.last) lines.push(t.lastStep(view.last.caption));
  if (view.moves.length > 0) lines.push(t.legal(view.moves.map((move) => move.spoken)));
  return lines;
}
