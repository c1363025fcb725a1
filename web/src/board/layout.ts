/** Where things are drawn: the side of a square is `UNIT` long in the drawing. */
import type { Geometry, Side } from '../api/types';

export const UNIT = 100;

export interface Spot {
  id: string;
  /** The center, in units of the drawing. */
  cx: number;
  cy: number;
  /** Column and row as drawn, 0 at the top left. */
  col: number;
  row: number;
  /** Whether the square is a dark one. */
  dark: boolean;
}

export interface Layout {
  width: number;
  height: number;
  spots: Map<string, Spot>;
  colLabels: string[];
  rowLabels: string[];
  flipped: boolean;
}

/** Lays out a board with a given side at the bottom. */
export function layout(geometry: Geometry, bottom: Side): Layout {
  const flipped = bottom !== geometry.bottom;
  const { cols, rows } = geometry;
  const spots = new Map<string, Spot>();
  for (const point of geometry.points) {
    const col = flipped ? cols - 1 - point.x : point.x;
    const row = flipped ? rows - 1 - point.y : point.y;
    spots.set(point.id, {
      id: point.id,
      cx: (col + 0.5) * UNIT,
      cy: (row + 0.5) * UNIT,
      col,
      row,
      // As on a chessboard, the bottom left corner is dark.
      dark: (point.x + (rows - 1 - point.y)) % 2 === 0,
    });
  }
  const oriented = (labels: string[]) => (flipped ? labels.toReversed() : labels);
  return {
    width: cols * UNIT,
    height: rows * UNIT,
    spots,
    colLabels: oriented(geometry.col_labels),
    rowLabels: oriented(geometry.row_labels),
    flipped,
  };
}

/** The spot at a position in the drawing, if there is one. */
export function spotAt(board: Layout, x: number, y: number): Spot | undefined {
  const [col, row] = [Math.floor(x / UNIT), Math.floor(y / UNIT)];
  for (const spot of board.spots.values()) {
    if (spot.col === col && spot.row === row) return spot;
  }
  return undefined;
}

export type Direction = 'up' | 'down' | 'left' | 'right';

const DELTAS: Readonly<Record<Direction, readonly [number, number]>> = {
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
};

/** The nearest spot in a direction of the drawing, preferring the same row or column. */
export function nextSpot(board: Layout, from: Spot, direction: Direction): Spot | undefined {
  const [dx, dy] = DELTAS[direction];
  let best: Spot | undefined;
  let bestCost = Infinity;
  for (const spot of board.spots.values()) {
    const along = (spot.col - from.col) * dx + (spot.row - from.row) * dy;
    if (along <= 0) continue;
    const aside = Math.abs((spot.col - from.col) * dy) + Math.abs((spot.row - from.row) * dx);
    const cost = along + aside * 100;
    if (cost < bestCost) [best, bestCost] = [spot, cost];
  }
  return best;
}

/** The other side. */
export function opponent(side: Side): Side {
  return side === 'first' ? 'second' : 'first';
}

/** 0 for the first side, 1 for the second. */
export function sideIndex(side: Side): 0 | 1 {
  return side === 'first' ? 0 : 1;
}

/** Whether a side's pieces face up in the drawing. */
export function facesUp(side: Side, bottom: Side): boolean {
  return side === bottom;
}
