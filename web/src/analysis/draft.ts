/** A position in the making: plain data and functions. What is valid is for the rules to say. */
import type { Draft, DraftRead, Geometry, Item, MoveView, Placed, View } from '../api/types';
import { index } from '../board/layout';
import { texts } from '../texts';

/** What a tap on the board does. */
export type Tool =
  /** Takes something up and puts it elsewhere. */
  | { kind: 'move' }
  /** Takes something away. */
  | { kind: 'erase' }
  /** Puts something down. */
  | { kind: 'put'; symbol: string };

/** The most pieces of a kind in a hand. */
export const MOST_IN_HAND = 9;

const PUT = 'put ';
/** An item's name among the places of the board, for dragging it there. */
export const loose = (symbol: string): string => PUT + symbol;

export function itemOf(sheet: DraftRead, symbol: string): Item | undefined {
  return sheet.parts.items.find((item) => item.symbol === symbol);
}

/** An item's name for people: `White knight`. */
export function nameOf(geometry: Geometry, item: Item): string {
  if (item.side === null) return texts().board.mark(item.kind);
  const kind = geometry.legend.find((one) => one.id === item.kind);
  return `${geometry.sides[index(item.side)]} ${kind?.name ?? item.kind}`;
}

const at = (draft: Draft, point: string): Placed | undefined =>
  draft.pieces.find((piece) => piece.at === point);

function set(draft: Draft, point: string, piece: Placed | undefined): Draft {
  const others = draft.pieces.filter((one) => one.at !== point);
  return { ...draft, pieces: piece ? [...others, piece] : others };
}

/** Puts an item on a point. The same again makes a stack higher; what is not stacked is taken away. */
export function put(draft: Draft, item: Item, point: string): Draft {
  const here = at(draft, point);
  if (here?.item !== item.symbol)
    return set(draft, point, { at: point, item: item.symbol, height: 1 });
  if (item.tallest === 1) return set(draft, point, undefined);
  return set(draft, point, { ...here, height: Math.min(here.height + 1, item.tallest) });
}

/** Takes away what stands on a point; of a stack, the top. */
export function lower(draft: Draft, point: string): Draft {
  const here = at(draft, point);
  return set(
    draft,
    point,
    here && here.height > 1 ? { ...here, height: here.height - 1 } : undefined,
  );
}

/** Takes away all that stands on a point. */
export function remove(draft: Draft, point: string): Draft {
  return set(draft, point, undefined);
}

/** Moves what stands on a point to another one, in place of what is there. */
export function move(draft: Draft, from: string, to: string): Draft {
  const here = at(draft, from);
  return here && from !== to ? set(remove(draft, from), to, { ...here, at: to }) : draft;
}

/** How many pieces a place of a hand has. */
export function held(draft: Draft, slot: string): number {
  return draft.hands.find((one) => one.slot === slot)?.count ?? 0;
}

export function hold(draft: Draft, slot: string, count: number): Draft {
  const others = draft.hands.filter((one) => one.slot !== slot);
  const kept = Math.max(0, Math.min(count, MOST_IN_HAND));
  return { ...draft, hands: kept > 0 ? [...others, { slot, count: kept }] : others };
}

/** An empty board. */
export function clear(draft: Draft): Draft {
  return { ...draft, pieces: [], hands: [] };
}

/** The draft as a board draws it, whether it is a position or not. */
export function viewOf(sheet: DraftRead): View {
  const view: View = {
    position: '',
    turn: null,
    winner: null,
    status: '',
    last: null,
    pieces: [],
    marks: [],
    hands: sheet.draft.hands,
    moves: [],
  };
  for (const { at, item, height } of sheet.draft.pieces) {
    const what = itemOf(sheet, item);
    if (!what) continue;
    if (what.side === null) view.marks.push({ at, kind: what.kind, text: what.symbol });
    else
      view.pieces.push({ at, kind: what.kind, side: what.side, height, note: null, badge: null });
  }
  return view;
}

const way = (...path: string[]): MoveView => ({
  text: path.join(' '),
  spoken: path.join(' '),
  path,
});

/** The taps that do something with a tool. */
export function taps(sheet: DraftRead, tool: Tool): MoveView[] {
  const points = sheet.geometry.points.map((point) => point.id);
  if (tool.kind === 'put') return points.map((point) => way(point));
  const taken = sheet.draft.pieces.map((piece) => piece.at);
  if (tool.kind === 'erase') return taken.map((point) => way(point));
  return taken.flatMap((from) => points.filter((to) => to !== from).map((to) => way(from, to)));
}

/** The drags that do something, whatever the tool: from the board or from the palette. */
export function drags(sheet: DraftRead): MoveView[] {
  const fresh = sheet.parts.items.flatMap((item) =>
    sheet.geometry.points.map((point) => way(loose(item.symbol), point.id)),
  );
  return [...taps(sheet, { kind: 'move' }), ...fresh];
}

/** What taps with a tool, or a drag, make of the draft. */
export function follow(sheet: DraftRead, tool: Tool, path: readonly string[]): Draft {
  const [first, second] = path;
  const { draft } = sheet;
  if (first === undefined) return draft;
  if (second !== undefined) {
    if (!first.startsWith(PUT)) return move(draft, first, second);
    const item = itemOf(sheet, first.slice(PUT.length));
    // A dragged piece is put down anew: dragging it where it stands already takes nothing away.
    return item
      ? item.tallest > 1
        ? put(draft, item, second)
        : put(remove(draft, second), item, second)
      : draft;
  }
  if (tool.kind === 'erase') return lower(draft, first);
  const item = tool.kind === 'put' ? itemOf(sheet, tool.symbol) : undefined;
  return item ? put(draft, item, first) : draft;
}

/** A draft as the state of the page's place in the history, and back; nothing if that is another page's. */
export function keep(draft: Draft | null): { draft: Draft } | null {
  return draft === null ? null : { draft };
}

export function kept(state: unknown): Draft | null {
  if (typeof state !== 'object' || state === null || !('draft' in state)) return null;
  // Only `keep` puts one there, and the rules look at every draft before it counts.
  return state.draft as Draft;
}
