import { describe, expect, test } from 'vitest';
import { layout, nextSpot, spotAt, type Direction } from './layout';
import { geometry } from './testing';

const board = layout(geometry(3, 2), 'first');

function nextToCorner(direction: Direction): string | undefined {
  const corner = board.spots.get('a1');
  return corner && nextSpot(board, corner, direction)?.id;
}

describe('the layout of a board', () => {
  test('the side at the bottom sees its own row there', () => {
    expect(board.spots.get('a1')).toMatchObject({ col: 0, row: 1 });
    const flipped = layout(geometry(3, 2), 'second');
    expect(flipped.spots.get('a1')).toMatchObject({ col: 2, row: 0 });
    expect(flipped.colLabels).toEqual(['c', 'b', 'a']);
    expect(flipped.rowLabels).toEqual(['1', '2']);
  });

  test('squares keep their color when the board is flipped', () => {
    const flipped = layout(geometry(3, 2), 'second');
    for (const [id, spot] of board.spots) expect(flipped.spots.get(id)?.dark).toBe(spot.dark);
    expect(board.spots.get('a1')?.dark).toBe(true);
    expect(board.spots.get('b1')?.dark).toBe(false);
  });

  test('a position in the drawing belongs to its square', () => {
    expect(spotAt(board, 150, 50)?.id).toBe('b2');
    expect(spotAt(board, 0, 199)?.id).toBe('a1');
    expect(spotAt(board, 301, 50)).toBeUndefined();
    expect(spotAt(board, -1, 50)).toBeUndefined();
  });

  test('arrow keys go to the next spot and stop at the edge', () => {
    expect(nextToCorner('up')).toBe('a2');
    expect(nextToCorner('right')).toBe('b1');
    expect(nextToCorner('left')).toBeUndefined();
    expect(nextToCorner('down')).toBeUndefined();
  });
});
