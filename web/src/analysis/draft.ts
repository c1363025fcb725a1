/** A position being set up: plain data and functions. Only the rules know whether it is valid. */
import type {
  Draft,
  ParseDraftResponse,
  Geometry,
  Item,
  MoveView,
  Placed,
  View,
} from '../api/types';
import { markName, pieceName } from '../board/names';
import { say } from '../texts';

/** What a tap on the board does. */
export type Tool =
  /** Picks something up and puts it elsewhere. */
  | { kind: 'move' }
  /** Removes something. */
  | { kind: 'erase' }
  /** Puts something down. */
  | { kind: 'put'; symbol: string };

/** The most pieces of a kind in a hand. */
export const MAX_IN_HAND = 9;

const SPARE = 'spare ';
/** The id of an item beside the board, for dragging it there. */
export const spareId = (symbol: string): string => SPARE + symbol;

export function findItem(setup: ParseDraftResponse, symbol: string): Item | undefined {
  return setup.schema.items.find((item) => item.symbol === symbol);
}

/** An item's name for people: `White knight`. */
export function itemName(geometry: Geometry, item: Item): string {
  if (item.side === null) return say(markName(geometry, item.kind));
  return pieceName(geometry, item.side, item.kind);
}

function itemAt(draft: Draft, point: string): Placed | undefined {
  return draft.pieces.find((piece) => piece.at === point);
}

function setItem(draft: Draft, point: string, piece: Placed | undefined): Draft {
  const others = draft.pieces.filter((one) => one.at !== point);
  return { ...draft, pieces: piece ? [...others, piece] : others };
}

/** Puts an item on a point. The same item again raises a stack, or is removed if it cannot. */
export function put(draft: Draft, item: Item, point: string): Draft {
  const here = itemAt(draft, point);
  if (here?.item !== item.symbol)
    return setItem(draft, point, { at: point, item: item.symbol, height: 1 });
  if (item.max_height === 1) return setItem(draft, point, undefined);
  return setItem(draft, point, { ...here, height: Math.min(here.height + 1, item.max_height) });
}

/** Removes the item on a point; of a stack, only the top. */
export function removeTop(draft: Draft, point: string): Draft {
  const here = itemAt(draft, point);
  const lowered = here && here.height > 1 ? { ...here, height: here.height - 1 } : undefined;
  return setItem(draft, point, lowered);
}

/** Removes everything on a point. */
export function remove(draft: Draft, point: string): Draft {
  return setItem(draft, point, undefined);
}

/** Moves the item on a point to another point, replacing what is there. */
export function move(draft: Draft, from: string, to: string): Draft {
  const here = itemAt(draft, from);
  return here && from !== to ? setItem(remove(draft, from), to, { ...here, at: to }) : draft;
}

export function setInHand(draft: Draft, slot: string, count: number): Draft {
  const others = draft.hands.filter((one) => one.slot !== slot);
  const clamped = Math.max(0, Math.min(count, MAX_IN_HAND));
  return { ...draft, hands: clamped > 0 ? [...others, { slot, count: clamped }] : others };
}

/** An empty board. */
export function clear(draft: Draft): Draft {
  return { ...draft, pieces: [], hands: [] };
}

/** The draft as a view to draw, whether it is a valid position or not. */
export function viewOf(setup: ParseDraftResponse): View {
  const view: View = {
    position: '',
    turn: null,
    winner: null,
    status: [],
    last: null,
    pieces: [],
    marks: [],
    hands: setup.draft.hands,
    moves: [],
  };
  for (const { at, item: symbol, height } of setup.draft.pieces) {
    const item = findItem(setup, symbol);
    if (!item) continue;
    const { kind, side } = item;
    if (side === null)
      view.marks.push({ at, kind, name: markName(setup.geometry, kind), text: symbol });
    else view.pieces.push({ at, kind, side, height, note: null, badge: null });
  }
  return view;
}

const pseudoMove = (...path: string[]): MoveView => ({
  text: path.join(' '),
  label: path.join(' '),
  path,
});

/** The taps that have an effect with a tool, as moves for the board. */
export function tapMoves(setup: ParseDraftResponse, tool: Tool): MoveView[] {
  const points = setup.geometry.points.map((point) => point.id);
  if (tool.kind === 'put') return points.map((point) => pseudoMove(point));
  const occupied = setup.draft.pieces.map((piece) => piece.at);
  if (tool.kind === 'erase') return occupied.map((point) => pseudoMove(point));
  return occupied.flatMap((from) =>
    points.filter((to) => to !== from).map((to) => pseudoMove(from, to)),
  );
}

/** The drags that have an effect, whatever the tool: from the board or from the palette. */
export function dragMoves(setup: ParseDraftResponse): MoveView[] {
  const placements = setup.schema.items.flatMap((item) =>
    setup.geometry.points.map((point) => pseudoMove(spareId(item.symbol), point.id)),
  );
  return [...tapMoves(setup, { kind: 'move' }), ...placements];
}

/** The draft after taps with a tool, or after a drag. */
export function applyPath(setup: ParseDraftResponse, tool: Tool, path: readonly string[]): Draft {
  const [first, second] = path;
  const { draft } = setup;
  if (first === undefined) return draft;
  if (second !== undefined) {
    if (!first.startsWith(SPARE)) return move(draft, first, second);
    const item = findItem(setup, first.slice(SPARE.length));
    if (!item) return draft;
    // Dragging a piece onto an identical one must not remove it.
    return put(item.max_height > 1 ? draft : remove(draft, second), item, second);
  }
  if (tool.kind === 'erase') return removeTop(draft, first);
  const item = tool.kind === 'put' ? findItem(setup, tool.symbol) : undefined;
  return item ? put(draft, item, first) : draft;
}

/** A draft as the state of a history entry. */
export function toHistoryState(draft: Draft | null): { draft: Draft } | null {
  return draft === null ? null : { draft };
}

/** The draft in the state of a history entry; `null` if it has none. */
export function fromHistoryState(state: unknown): Draft | null {
  if (typeof state !== 'object' || state === null || !('draft' in state)) return null;
  // Only `toHistoryState` puts one there, and the rules check every draft before it is used.
  return state.draft as Draft;
}
