import { describe, expect, test } from 'vitest';
import { formatClock, formatTimeControl } from './clock';

describe('clocks in words', () => {
  test('time left', () => {
    expect(formatClock(0)).toBe('0.0');
    expect(formatClock(9_999)).toBe('9.9');
    expect(formatClock(10_000)).toBe('0:10');
    expect(formatClock(59_001)).toBe('1:00');
    expect(formatClock(247_000)).toBe('4:07');
    expect(formatClock(3_600_000)).toBe('1:00:00');
    expect(formatClock(86_399_000)).toBe('23:59:59');
    expect(formatClock(190_800_000)).toBe('2d 5h');
  });

  test('time controls', () => {
    expect(formatTimeControl({ kind: 'unlimited' })).toBe('No clock');
    expect(formatTimeControl({ kind: 'clock', base_ms: 90_000, increment_ms: 2000 })).toBe(
      '1.5 min + 2 s per move',
    );
    expect(formatTimeControl({ kind: 'correspondence', days: 1 })).toBe('1 day per move');
    expect(formatTimeControl({ kind: 'correspondence', days: 3 })).toBe('3 days per move');
  });
});
