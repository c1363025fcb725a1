import { describe, expect, test } from 'vitest';
import { message } from '../board/testing';
import { applyUpdate, ownSide, remainingTime, turnText } from './state';
import { played, snapshot } from './testing';

describe('updates of a game', () => {
  test('the update with the next number is applied', () => {
    const applied = applyUpdate(snapshot(), played(1, 1, 'a1 a2', 'w:a2'));
    expect(applied.kind).toBe('applied');
    if (applied.kind !== 'applied') return;
    expect(applied.snapshot.seq).toBe(1);
    expect(applied.snapshot.steps.map((one) => one.step.text)).toEqual(['a1-a2']);
    expect(applied.snapshot.summary).toMatchObject({ plies: 1, turn: 'second', position: 'w:a2' });
  });

  test('a known number changes nothing, and a gap is noticed', () => {
    expect(applyUpdate(snapshot({ seq: 5 }), played(5, 1, 'a1 a2', 'w:a2')).kind).toBe('known');
    expect(applyUpdate(snapshot({ seq: 5 }), played(7, 1, 'a1 a2', 'w:a2')).kind).toBe('gap');
  });

  test('steps that are taken back leave the list', () => {
    const one = applyUpdate(snapshot(), played(1, 1, 'a1 a2', 'w:a2'));
    if (one.kind !== 'applied') throw new Error(one.kind);
    const back = {
      ...played(2, 0, 'a1 a2', 'w:a1'),
      event: { kind: 'taken_back', side: 'first', plies: 1 } as const,
    };
    const two = applyUpdate(one.snapshot, back);
    expect(two.kind === 'applied' && two.snapshot.steps).toEqual([]);
    expect(two.kind === 'applied' && two.snapshot.summary.plies).toBe(0);
  });

  test('the end keeps the position and sets the outcome', () => {
    const outcome = {
      winner: 'second' as const,
      reason: 'resignation' as const,
      result: [message('White resigned.')],
    };
    const end = {
      ...played(1, 0, 'a1', ''),
      event: { kind: 'ended' } as const,
      view: null,
      state: 'ended' as const,
      outcome,
    };
    const applied = applyUpdate(snapshot(), end);
    expect(applied.kind === 'applied' && applied.snapshot.summary).toMatchObject({
      state: 'ended',
      outcome,
      turn: null,
      position: 'w:a1',
    });
  });
});

describe('clocks', () => {
  const clocks = {
    remaining_ms: [60_000, 30_000] as [number, number],
    running: 'second' as const,
    at: 1000,
  };

  test('the running clock counts down from the server’s time and stops at zero', () => {
    const game = snapshot({ clocks });
    expect(remainingTime(game, 'first', 6000)).toBe(60_000);
    expect(remainingTime(game, 'second', 6000)).toBe(25_000);
    expect(remainingTime(game, 'second', 99_000)).toBe(0);
    expect(remainingTime(game, 'second', 500)).toBe(30_000);
    expect(remainingTime(snapshot(), 'first', 0)).toBeNull();
  });
});

test('a page that plays one side has it as its own', () => {
  expect(ownSide(snapshot({ your_sides: ['second'] }))).toBe('second');
  expect(ownSide(snapshot({ your_sides: [] }))).toBeNull();
  expect(ownSide(snapshot({ your_sides: ['first', 'second'] }))).toBeNull();
});

test('a prompt speaks to the side to move, and to nobody else', () => {
  const status = [message('White, move one of your pieces.')];
  const shown = snapshot();
  const view = { ...shown.view, status };
  expect(turnText(shown, view)).toBe('Your turn. White, move one of your pieces.');
  const other = turnText({ ...shown, your_sides: ['second'] }, view);
  const spectator = turnText({ ...shown, your_sides: [] }, view);
  expect([other, spectator]).toEqual(['Waiting for White to move.', 'White to move.']);
  // Who plays both sides is always to move.
  expect(turnText({ ...shown, your_sides: ['first', 'second'] }, view)).toBe(
    'White, move one of your pieces.',
  );
});
