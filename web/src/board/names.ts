/** The names of sides and pieces for people, and the contents of hands. */
import type { Geometry, Kind, Message, Side, View } from '../api/types';
import { say, texts } from '../texts';
import { sideIndex } from './layout';

export function sideName(geometry: Pick<Geometry, 'sides'>, side: Side): string {
  return say(geometry.sides[sideIndex(side)]);
}

export function kindOf(geometry: Geometry, id: string): Kind | undefined {
  return geometry.legend.find((kind) => kind.id === id);
}

export function kindName(geometry: Geometry, id: string): string {
  const kind = kindOf(geometry, id);
  return kind ? say(kind.name) : id;
}

/** A piece with its side: `White knight`. */
export function pieceName(geometry: Geometry, side: Side, kind: string): string {
  return texts().board.piece(sideName(geometry, side), kindName(geometry, kind));
}

/** The name of a kind of mark, which every game has under the same id. */
export function markName({ game }: Geometry, kind: string): Message {
  return { key: `${game}.mark-${kind}`, text: kind };
}

/** How many pieces a slot of a hand holds. */
export function countInHand({ hands }: Pick<View, 'hands'>, slot: string): number {
  return hands.find((held) => held.slot === slot)?.count ?? 0;
}
