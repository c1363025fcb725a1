/**
 * What a position probably looks like right after a move, to show it before the server answers.
 * Without rules this can only be a guess, so it guesses only what is safe: a piece going to an
 * empty place. Everything else (captures, shots, what chance reveals) waits for the answer.
 */
import type { Geometry, MoveView, Piece, Side, View } from '../api/types';
import { other } from '../board/layout';

export function predict(geometry: Geometry, view: View, move: MoveView): View {
  const side = view.turn;
  if (side === null) return view;
  const [from, to] = [move.path[0], move.path.at(-1)];
  return {
    ...view,
    turn: other(side),
    moves: [],
    last: { side, text: move.text, path: move.path, caption: '', ending: null },
    ...(from !== undefined && to !== undefined && shifted(geometry, view, side, from, to)),
  };
}

function shifted(
  geometry: Geometry,
  view: View,
  side: Side,
  from: string,
  to: string,
): Partial<View> {
  if (view.pieces.some((piece) => piece.at === to)) return {};
  const single: Omit<Piece, 'kind'> = { at: to, side, height: 1, note: null, badge: null };
  if (from === to) {
    // A piece from nowhere: known only if there is just one kind.
    const [kind, second] = geometry.legend;
    return kind && !second ? { pieces: [...view.pieces, { ...single, kind: kind.id }] } : {};
  }
  const slot = geometry.slots.find((s) => s.id === from);
  if (slot) {
    const hands = view.hands
      .map((held) => (held.slot === from ? { ...held, count: held.count - 1 } : held))
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
