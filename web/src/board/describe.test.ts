import { describe, expect, test } from 'vitest';
import { geometry, message, step, view } from './testing';
import { describeBoard, describePoint, describeSlot } from './describe';

const board = {
  ...geometry(3, 3, ['man', 'king']),
  regions: [
    { kind: 'castle', name: message("White's castle"), side: 'first' as const, points: ['c1'] },
  ],
  slots: [{ id: 'M', side: 'first' as const, kind: 'man' }],
};
const position = view('w:a1 w:b2*3 b:king@c3', {
  marks: [{ at: 'a3', kind: 'removed', name: message('removed'), text: 'X' }],
  hands: [{ slot: 'M', count: 2 }],
  last: step('a2 a1'),
  moves: [
    { text: 'a1b1', label: 'a1 to b1', path: ['a1', 'b1'] },
    { text: 'b2c2', label: 'b2 to c2', path: ['b2', 'c2'] },
  ],
});

describe('a board in words', () => {
  test('a point says which piece it has, how high it is stacked, and which region it is in', () => {
    expect(describePoint(board, position, 'b2')).toBe('b2, White man, height 3');
    expect(describePoint(board, position, 'a3')).toBe('a3, removed');
    expect(describePoint(board, position, 'c1')).toBe("c1, empty, White's castle");
  });

  test('a note is included', () => {
    const [piece] = position.pieces;
    if (!piece) throw new Error('no piece');
    const noted = {
      ...position,
      pieces: [{ ...piece, note: message('the spy with probability 1/5') }],
    };
    expect(describePoint(board, noted, 'a1')).toBe('a1, White man, the spy with probability 1/5');
  });

  test('a slot says whose it is and how many pieces it holds', () => {
    expect(describeSlot(board, position, 'M')).toBe("White's hand: 2 × man");
  });

  test('the whole board says everything once', () => {
    expect(describeBoard(board, position)).toEqual([
      'White to move.',
      'White: man: a1 b2 (height 3); in hand: 2 × man.',
      'Black: king: c3.',
      'removed: a3.',
      'Last move: a2 a1.',
      'Legal moves: a1 to b1; b2 to c2.',
    ]);
  });
});
