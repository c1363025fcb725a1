import { describe, expect, test } from 'vitest';
import { diff } from './diff';
import { step, view } from './testing';

describe('the difference of two positions', () => {
  test('a piece moves', () => {
    const motion = diff(view('w:a1 b:c3'), view('w:a2 b:c3'), step('a1 a2'));
    expect(motion.travels).toEqual([{ from: 'a1', to: 'a2' }]);
    expect([motion.removed, motion.added, motion.changed, motion.shots]).toEqual([[], [], [], []]);
  });

  test('a capture: one moves, one is removed', () => {
    const motion = diff(view('w:a1 b:a2'), view('w:a2'), step('a1 a2'));
    expect(motion.travels).toEqual([{ from: 'a1', to: 'a2' }]);
    expect(motion.removed.map((piece) => [piece.at, piece.side])).toEqual([['a2', 'second']]);
  });

  test('the path says which of two identical pieces moved', () => {
    const motion = diff(view('w:a1 w:b1'), view('w:a1 w:a2'), step('b1 a2'));
    expect(motion.travels).toEqual([{ from: 'b1', to: 'a2' }]);
  });

  test('going back reverses the same step', () => {
    const motion = diff(view('w:a2'), view('w:a1 b:a2'), step('a1 a2'));
    expect(motion.travels).toEqual([{ from: 'a2', to: 'a1' }]);
    expect(motion.added).toEqual(['a2']);
  });

  test('without a step, identical pieces are matched', () => {
    const motion = diff(view('w:a1 b:c3'), view('w:a2 b:c3'), null);
    expect(motion.travels).toEqual([{ from: 'a1', to: 'a2' }]);
  });

  test('a piece is placed', () => {
    const motion = diff(view('b:c3'), view('w:a1 b:c3'), step('a1'));
    expect(motion.added).toEqual(['a1']);
    expect(motion.travels).toEqual([]);
  });

  test('the top of a stack moves, and other stacks grow', () => {
    const motion = diff(view('w:a1*2 w:c3'), view('w:a1 w:b2 w:c3*2'), step('a1 b2'));
    expect(motion.travels).toEqual([{ from: 'a1', to: 'b2' }]);
    expect(motion.removed).toEqual([]);
    expect(motion.changed.toSorted()).toEqual(['a1', 'c3']);
  });

  test('a shot removes a distant piece and moves nothing', () => {
    const motion = diff(view('w:a1 w:a2 w:a3 b:a6'), view('w:a1 w:a2 w:a3'), step('a1 a6'));
    expect(motion.shots).toEqual([{ from: 'a1', to: 'a6' }]);
    expect(motion.removed.map((piece) => piece.at)).toEqual(['a6']);
    expect(motion.travels).toEqual([]);
  });

  test('an interrogator that is lost is removed, which is not a shot', () => {
    const motion = diff(view('w:pawn@a1 b:pawn@a2'), view('b:knight@a2'), step('a1 a2'));
    expect(motion.removed.map((piece) => piece.at)).toEqual(['a1']);
    expect(motion.changed).toEqual(['a2']);
    expect(motion.shots).toEqual([]);
  });

  test('a promotion during the move is still one piece moving', () => {
    const motion = diff(view('w:chick@a1'), view('w:promoted-chick@a2'), step('a1 a2'));
    expect(motion.travels).toEqual([{ from: 'a1', to: 'a2' }]);
    expect(motion.removed).toEqual([]);
  });

  test('without changes nothing moves', () => {
    const same = view('w:a1 b:b2');
    expect(diff(same, same, null)).toEqual({
      travels: [],
      removed: [],
      added: [],
      changed: [],
      shots: [],
    });
  });
});
