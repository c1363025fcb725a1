import { describe, expect, test } from 'vitest';
import { geometry, step, view } from './testing';
import { describeBoard, describePoint, describeSlot } from './text';

const board = {
  ...geometry(3, 3, ['man', 'king']),
  regions: [{ kind: 'castle', name: "White's castle", side: 'first' as const, points: ['c1'] }],
  slots: [{ id: 'M', side: 'first' as const, kind: 'man' }],
};
const here = view('w:a1 w:b2*3 b:king@c3', {
  marks: [{ at: 'a3', kind: 'removed', text: 'X' }],
  hands: [{ slot: 'M', count: 2 }],
  last: step('a2 a1'),
  moves: [
    { text: 'a1b1', spoken: 'a1 to b1', path: ['a1', 'b1'] },
    { text: 'b2c2', spoken: 'b2 to c2', path: ['b2', 'c2'] },
  ],
});

describe('a board in words', () => {
  test('a point says what stands there, how high, and where it is', () => {
    expect(describePoint(board, here, 'b2')).toBe('b2, White man, height 3');
    expect(describePoint(board, here, 'a3')).toBe('a3, removed');
    expect(describePoint(board, here, 'c1')).toBe("c1, empty, White's castle");
  });

  test('a note is said', () => {
    const [piece] = here.pieces;
    const noted = { ...here, pieces: [{ ...piece!, note: 'the spy with chance 1/5' }] };
    expect(describePoint(board, noted, 'a1')).toBe('a1, White man, the spy with chance 1/5');
  });

  test('a slot says whose it is and how many are there', () => {
    expect(describeSlot(board, here, 'M')).toBe("White's hand: 2 × man");
  });

  test('the whole board says everything once', () => {
    expect(describeBoard(board, here)).toEqual([
      'White to move.',
      'White: man: a1 b2 (height 3); in hand: 2 × man.',
      'Black: king: c3.',
      'removed: a3.',
      'Last move: a2 a1.',
      'Legal moves: a1 to b1; b2 to c2.',
    ]);
  });
});
