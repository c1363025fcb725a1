import { expect, test } from 'vitest';
import { Latest } from './latest';

test('an answer that comes after a newer request does not count', () => {
  const latest = new Latest();
  const first = latest.begin();
  expect(first()).toBe(true);
  const second = latest.begin();
  expect([first(), second()]).toEqual([false, true]);
});
