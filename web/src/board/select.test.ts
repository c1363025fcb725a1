import { describe, expect, test } from 'vitest';
import type { MoveView } from '../api/types';
import { effectiveTaps, findTypedMove, impliedTaps, tap, tapTargets } from './select';

const moves = (...paths: string[]): MoveView[] =>
  paths.map((path) => ({ text: path.replaceAll(' ', '-'), path: path.split(' '), spoken: '' }));

describe('selecting a move by taps', () => {
  const list = moves('a1 a2', 'a1 b2', 'c1 c2', 'H d4');

  test('before the first tap, everything that starts a move can be tapped, hands too', () => {
    expect([...tapTargets(list, [])]).toEqual(['a1', 'c1', 'H']);
  });

  test('a first tap selects and shows where it can go', () => {
    expect(tap(list, [], 'a1')).toEqual({ kind: 'selected', taps: ['a1'] });
    expect([...tapTargets(list, ['a1'])]).toEqual(['a2', 'b2']);
  });

  test('the last tap of a path makes the move', () => {
    expect(tap(list, ['a1'], 'b2')).toEqual({ kind: 'move', move: list[1] });
    expect(tap(list, ['H'], 'd4')).toEqual({ kind: 'move', move: list[3] });
  });

  test('another start replaces the selection; the same one or any other spot clears it', () => {
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

  test('moves with the same path, or one that continues another, are ambiguous', () => {
    const same = [...moves('a1 b1'), { text: 'a1-b1+', path: ['a1', 'b1'], spoken: '' }];
    expect(tap(same, ['a1'], 'b1')).toEqual({
      kind: 'ambiguous',
      taps: ['a1', 'b1'],
      moves: same,
    });
    const longer = moves('a1 b1', 'a1 b1 c1', 'x1 y1');
    expect(tap(longer, ['a1'], 'b1')).toEqual({
      kind: 'ambiguous',
      taps: ['a1', 'b1'],
      moves: longer.slice(0, 2),
    });
  });

  test('without moves nothing happens', () => {
    expect(tap([], [], 'a1')).toEqual({ kind: 'selected', taps: [] });
    expect(effectiveTaps([], [])).toEqual([]);
  });
});

describe('implied taps', () => {
  test('the only piece that can move is selected from the start', () => {
    const only = moves('d4 e6', 'd4 f5');
    expect(impliedTaps(only)).toEqual(['d4']);
    expect(tap(only, [], 'f5')).toEqual({ kind: 'move', move: only[1] });
  });

  test('a last tap is never implied, so that nothing is played by itself', () => {
    expect(impliedTaps(moves('a1'))).toEqual([]);
    expect(impliedTaps(moves('a1 b1'))).toEqual(['a1']);
    expect(impliedTaps(moves('a1 b1', 'c1'))).toEqual([]);
  });

  test('a short move is not hidden behind the start of longer ones', () => {
    expect(impliedTaps(moves('a1', 'a1 b1'))).toEqual([]);
  });
});

describe('typed moves', () => {
  const list: MoveView[] = [
    { text: 'd6-d5', path: ['d6', 'd5'], spoken: '' },
    { text: '(2,3)', path: ['(1,1)', '(2,3)'], spoken: 'to (2, 3)' },
    { text: 'H*22', path: ['H', '(2,2)'], spoken: '' },
  ];

  test('are found whatever the spaces, hyphens and case', () => {
    for (const text of ['d6-d5', ' D6 d5', 'd6d5']) expect(findTypedMove(list, text)).toBe(list[0]);
    for (const text of ['(2,3)', '(2, 3)', '(1,1) (2,3)', 'To (2, 3)'])
      expect(findTypedMove(list, text)).toBe(list[1]);
    expect(findTypedMove(list, 'h*22')).toBe(list[2]);
  });

  test('that do not exist are not found', () => {
    expect(findTypedMove(list, 'd6-d4')).toBeUndefined();
    expect(findTypedMove(list, '')).toBeUndefined();
  });

  test('that match two moves are not guessed', () => {
    const two: MoveView[] = [
      { text: 'b-c', path: ['b', 'c'], spoken: '' },
      { text: 'bc', path: ['bc'], spoken: '' },
    ];
    expect(findTypedMove(two, 'BC')).toBeUndefined();
    expect(findTypedMove(two, 'bc')).toBe(two[1]);
  });
});
