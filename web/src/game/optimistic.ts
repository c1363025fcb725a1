/**
 * Optimistic updates: the probable position right after a move, shown before the server answers.
 * Without rules this is a guess, so it is limited to what is safe: a piece going to an empty
 * point. Everything else (captures, shots, reveals) waits for the answer.
 */
import type { Geometry, MoveView, Piece, Side, View } from '../api/types';
import { opponent } from '../board/layout';

export function optimisticView(geometry: Geometry, view: View, move: MoveView): View {
  const side = view.turn;
  if (side === null) return view;
  const [from, to] = [move.path[0], move.path.at(-1)];
  return {
    ...view,
    turn: opponent(side),
    moves: [],
    last: { side, text: move.text, path: move.path, caption: [], result: [] },
    ...(from !== undefined && to !== undefined && movePiece(geometry, view, side, from, to)),
  };
}

function movePiece(
  geometry: Geometry,
  view: View,
  side: Side,
  from: string,
  to: string,
): Partial<View> {
  if (view.pieces.some((piece) => piece.at === to)) return {};
  const single: Omit<Piece, 'kind'> = { at: to, side, height: 1, note: null, badge: null };
  if (from === to) {
    // A placement: the kind is certain only if there is just one.
    const [kind, second] = geometry.legend;
    return kind && !second ? { pieces: [...view.pieces, { ...single, kind: kind.id }] } : {};
  }
  const slot = geometry.slots.find((one) => one.id === from);
  if (slot) {
    const hands = view.hands
      .map(({ slot: id, count }) => ({ slot: id, count: id === from ? count - 1 : count }))
      .filter((held) => held.count > 0);
    return { hands, pieces: [...view.pieces, { ...single, kind: slot.kind }] };
  }
  const mover = view.pieces.find((piece) => piece.at === from && piece.side === side);
  if (!mover) return {};
  const rest = view.pieces.filter((piece) => piece !== mover);
  if (mover.height > 1) rest.push({ ...mover, height: mover.height - 1 });
  const moved = mover.height > 1 ? { ...single, kind: mover.kind } : { ...mover, at: to };
  return { pieces: [...rest, moved] };
}
