import { describe, expect, test } from 'vitest';
import { layout, neighbour, spotAt } from './layout';
import { geometry } from './testing';

describe('laying out a board', () => {
  const board = layout(geometry(3, 2), 'first');

  test('the side at the bottom sees its own row there', () => {
    expect(board.spots.get('a1')).toMatchObject({ col: 0, row: 1 });
    const turned = layout(geometry(3, 2), 'second');
    expect(turned.spots.get('a1')).toMatchObject({ col: 2, row: 0 });
    expect(turned.colLabels).toEqual(['c', 'b', 'a']);
    expect(turned.rowLabels).toEqual(['1', '2']);
  });

  test('squares keep their colour when the board is turned', () => {
    const turned = layout(geometry(3, 2), 'second');
    for (const [id, spot] of board.spots) expect(turned.spots.get(id)?.dark).toBe(spot.dark);
    expect(board.spots.get('a1')?.dark).toBe(true);
    expect(board.spots.get('b1')?.dark).toBe(false);
  });

  test('a place in the drawing belongs to its square', () => {
    expect(spotAt(board, 150, 50)?.id).toBe('b2');
    expect(spotAt(board, 0, 199)?.id).toBe('a1');
    expect(spotAt(board, 301, 50)).toBeUndefined();
    expect(spotAt(board, -1, 50)).toBeUndefined();
  });

  test('arrow keys go to the next spot, and stop at the edge', () => {
    const at = (id: string) => board.spots.get(id)!;
    expect(neighbour(board, at('a1'), 'up')?.id).toBe('a2');
    expect(neighbour(board, at('a1'), 'right')?.id).toBe('b1');
    expect(neighbour(board, at('a1'), 'left')).toBeUndefined();
    expect(neighbour(board, at('a1'), 'down')).toBeUndefined();
  });
});
