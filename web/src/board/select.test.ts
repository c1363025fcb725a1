import { describe, expect, test } from 'vitest';
import cases from '../../../crates/cli/src/screen/selection.json';
import type { MoveView } from '../api/types';
import { effectiveTaps, findTypedMove, tap, tapTargets } from './select';

/** What is expected after a tap, or before the first one. */
interface Step {
  tap?: string;
  /** The taps in effect. */
  taps?: string[];
  targets?: string[];
  move?: string;
  choice?: string[];
}

/** A move by its path; a number after `#` tells moves with the same path apart. */
function moveView(path: string): MoveView {
  const [taps = ''] = path.split('#');
  return { text: path.replaceAll(' ', '-'), path: taps.split(' '), label: path };
}

/** What happens in a step after `before`, as far as the step says what to expect. */
function outcome(moves: MoveView[], before: string[], expected: Step): [Step, string[]] {
  const { tap: id } = expected;
  const result = id === undefined ? undefined : tap(moves, before, id);
  // A move and a choice end the selection.
  const after = result ? (result.kind === 'selected' ? result.taps : []) : before;
  const taps = effectiveTaps(moves, after);
  const actual: Step = {
    ...(id !== undefined && { tap: id }),
    ...(expected.taps && { taps }),
    ...(expected.targets && { targets: [...tapTargets(moves, taps)] }),
    ...(result?.kind === 'move' && { move: result.move.text }),
    ...(result?.kind === 'ambiguous' && { choice: result.moves.map((move) => move.text) }),
  };
  return [actual, after];
}

describe('selecting a move by taps, as on the terminal', () => {
  test.each(cases.map((one) => [one.name, one.moves, one.steps as Step[]] as const))(
    '%s',
    (_name, paths, steps) => {
      const moves = paths.map((path) => moveView(path));
      let taps: string[] = [];
      for (const step of steps) {
        const [actual, after] = outcome(moves, taps, step);
        expect(actual).toEqual(step);
        taps = after;
      }
    },
  );

  test('a choice says which taps led to it, so that the board can show them', () => {
    const moves = [moveView('a1 b1'), moveView('a1 b1#2')];
    expect(tap(moves, ['a1'], 'b1')).toEqual({ kind: 'ambiguous', taps: ['a1', 'b1'], moves });
  });
});

describe('typed moves', () => {
  const list: MoveView[] = [
    { text: 'd6-d5', path: ['d6', 'd5'], label: '' },
    { text: '(2,3)', path: ['(1,1)', '(2,3)'], label: 'to (2, 3)' },
    { text: 'H*22', path: ['H', '(2,2)'], label: '' },
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
      { text: 'b-c', path: ['b', 'c'], label: '' },
      { text: 'bc', path: ['bc'], label: '' },
    ];
    expect(findTypedMove(two, 'BC')).toBeUndefined();
    expect(findTypedMove(two, 'bc')).toBe(two[1]);
  });
});
