import { describe, expect, test } from 'vitest';
import { applyUpdate, clockFace, timeLeft } from './state';
import { played, snapshot } from './testing';

describe('news of a game', () => {
  test('the next number is applied', () => {
    const applied = applyUpdate(snapshot(), played(1, 1, 'a1 a2', 'w:a2'));
    expect(applied.kind).toBe('new');
    if (applied.kind !== 'new') return;
    expect(applied.snapshot.seq).toBe(1);
    expect(applied.snapshot.steps.map((one) => one.step.text)).toEqual(['a1-a2']);
    expect(applied.snapshot.summary).toMatchObject({ plies: 1, turn: 'second', position: 'w:a2' });
  });

  test('a number that was seen changes nothing; a gap asks for the whole game', () => {
    expect(applyUpdate(snapshot({ seq: 5 }), played(5, 1, 'a1 a2', 'w:a2')).kind).toBe('known');
    expect(applyUpdate(snapshot({ seq: 5 }), played(7, 1, 'a1 a2', 'w:a2')).kind).toBe('gap');
  });

  test('what is taken back leaves the list of steps', () => {
    const one = applyUpdate(snapshot(), played(1, 1, 'a1 a2', 'w:a2'));
    if (one.kind !== 'new') throw new Error(one.kind);
    const back = {
      ...played(2, 0, 'a1 a2', 'w:a1'),
      event: { kind: 'taken_back', side: 'first', plies: 1 } as const,
    };
    const two = applyUpdate(one.snapshot, back);
    expect(two.kind === 'new' && two.snapshot.steps).toEqual([]);
    expect(two.kind === 'new' && two.snapshot.summary.plies).toBe(0);
  });

  test('an end keeps the position and tells the outcome', () => {
    const outcome = {
      winner: 'second' as const,
      by: 'resignation' as const,
      text: 'White resigned.',
    };
    const end = {
      ...played(1, 0, 'a1', ''),
      event: { kind: 'ended' } as const,
      view: null,
      state: 'ended' as const,
      outcome,
    };
    const applied = applyUpdate(snapshot(), end);
    expect(applied.kind === 'new' && applied.snapshot.summary).toMatchObject({
      state: 'ended',
      outcome,
      turn: null,
      position: 'w:a1',
    });
  });
});

describe('clocks', () => {
  const clocks = {
    left: [60_000, 30_000] as [number, number],
    running: 'second' as const,
    at: 1000,
  };

  test('the running one is counted down from the server’s time, never below nothing', () => {
    const game = snapshot({ clocks });
    expect(timeLeft(game, 0, 6000)).toBe(60_000);
    expect(timeLeft(game, 1, 6000)).toBe(25_000);
    expect(timeLeft(game, 1, 99_000)).toBe(0);
    expect(timeLeft(game, 1, 500)).toBe(30_000);
    expect(timeLeft(snapshot(), 0, 0)).toBeNull();
  });

  test('faces', () => {
    expect(clockFace(0)).toBe('0.0');
    expect(clockFace(9_999)).toBe('9.9');
    expect(clockFace(10_000)).toBe('0:10');
    expect(clockFace(59_001)).toBe('1:00');
    expect(clockFace(247_000)).toBe('4:07');
    expect(clockFace(3_600_000)).toBe('1:00:00');
    expect(clockFace(190_800_000)).toBe('2 d 5 h');
  });
});
