import { describe, expect, test } from 'vitest';
import type { MoveView } from '../api/types';
import { effective, implied, tap, targets, typed } from './select';

const moves = (...paths: string[]): MoveView[] =>
  paths.map((path) => ({ text: path.replaceAll(' ', '-'), path: path.split(' '), spoken: '' }));

describe('choosing a move by taps', () => {
  const list = moves('a1 a2', 'a1 b2', 'c1 c2', 'H d4');

  test('nothing tapped: whatever begins a move can be tapped, hands too', () => {
    expect([...targets(list, [])]).toEqual(['a1', 'c1', 'H']);
  });

  test('a first tap selects, and shows where it can go', () => {
    expect(tap(list, [], 'a1')).toEqual({ kind: 'selected', taps: ['a1'] });
    expect([...targets(list, ['a1'])]).toEqual(['a2', 'b2']);
  });

  test('the last tap of a path is the move', () => {
    expect(tap(list, ['a1'], 'b2')).toEqual({ kind: 'move', move: list[1] });
    expect(tap(list, ['H'], 'd4')).toEqual({ kind: 'move', move: list[3] });
  });

  test('another beginning is selected instead, the same one is let go, elsewhere lets go too', () => {
    expect(tap(list, ['a1'], 'c1')).toEqual({ kind: 'selected', taps: ['c1'] });
    expect(tap(list, ['a1'], 'a1')).toEqual({ kind: 'selected', taps: [] });
    expect(tap(list, ['a1'], 'h8')).toEqual({ kind: 'selected', taps: [] });
  });

  test('a placement is one tap', () => {
    const placements = moves('a1', 'b1');
    expect(tap(placements, [], 'b1')).toEqual({ kind: 'move', move: placements[1] });
  });

  test('longer paths are followed tap by tap', () => {
    const long = moves('a1 b1 c1', 'a1 b1 d1', 'a1 e1 f1');
    expect(tap(long, ['a1'], 'b1')).toEqual({ kind: 'selected', taps: ['a1', 'b1'] });
    expect(tap(long, ['a1', 'b1'], 'd1')).toEqual({ kind: 'move', move: long[1] });
  });

  test('moves with the same path, or one that goes on, have to be chosen', () => {
    const same = [...moves('a1 b1'), { text: 'a1-b1+', path: ['a1', 'b1'], spoken: '' }];
    expect(tap(same, ['a1'], 'b1')).toEqual({ kind: 'choice', taps: ['a1', 'b1'], moves: same });
    const further = moves('a1 b1', 'a1 b1 c1', 'x1 y1');
    expect(tap(further, ['a1'], 'b1')).toEqual({
      kind: 'choice',
      taps: ['a1', 'b1'],
      moves: further.slice(0, 2),
    });
  });

  test('no moves: nothing happens', () => {
    expect(tap([], [], 'a1')).toEqual({ kind: 'selected', taps: [] });
    expect(effective([], [])).toEqual([]);
  });
});

describe('what need not be tapped', () => {
  test('the only piece that can move is selected from the start', () => {
    const only = moves('d4 e6', 'd4 f5');
    expect(implied(only)).toEqual(['d4']);
    expect(tap(only, [], 'f5')).toEqual({ kind: 'move', move: only[1] });
  });

  test('a last tap is never implied, so that nothing is played by itself', () => {
    expect(implied(moves('a1'))).toEqual([]);
    expect(implied(moves('a1 b1'))).toEqual(['a1']);
    expect(implied(moves('a1 b1', 'c1'))).toEqual([]);
  });

  test('a short move is not hidden behind the beginning of longer ones', () => {
    expect(implied(moves('a1', 'a1 b1'))).toEqual([]);
  });
});

describe('typed moves', () => {
  const list: MoveView[] = [
    { text: 'd6-d5', path: ['d6', 'd5'], spoken: '' },
    { text: '(2,3)', path: ['(1,1)', '(2,3)'], spoken: 'to (2, 3)' },
    { text: 'H*22', path: ['H', '(2,2)'], spoken: '' },
  ];

  test('are read whatever the spaces, hyphens and capitals', () => {
    for (const text of ['d6-d5', ' D6 d5', 'd6d5']) expect(typed(list, text)).toBe(list[0]);
    for (const text of ['(2,3)', '(2, 3)', '(1,1) (2,3)', 'To (2, 3)'])
      expect(typed(list, text)).toBe(list[1]);
    expect(typed(list, 'h*22')).toBe(list[2]);
  });

  test('that are none are none', () => {
    expect(typed(list, 'd6-d4')).toBeUndefined();
    expect(typed(list, '')).toBeUndefined();
  });

  test('that fit two moves are not guessed', () => {
    const two: MoveView[] = [
      { text: 'b-c', path: ['b', 'c'], spoken: '' },
      { text: 'bc', path: ['bc'], spoken: '' },
    ];
    expect(typed(two, 'BC')).toBeUndefined();
    expect(typed(two, 'bc')).toBe(two[1]);
  });
});
