import { expect, test } from 'vitest';
import type { Me } from '../api/types';
import { setProgram } from './program';

const me = (program: boolean): Me => ({
  id: 'u',
  name: 'Ada',
  guest: false,
  program,
  server_time: 0,
});

test('the box shows what the server has agreed to, and not what was clicked', async () => {
  const box = { checked: true };
  const answers: ((me: Me) => void)[] = [];
  const asked: boolean[] = [];
  const done = setProgram(box, (wanted) => {
    asked.push(wanted);
    return new Promise((resolve) => answers.push(resolve));
  });
  expect(box.checked).toBe(false);
  answers[0]?.(me(true));
  expect((await done).program).toBe(true);
  expect([box.checked, asked]).toEqual([true, [true]]);
});

test.each([true, false])('a refusal leaves the box as it was', async (clicked) => {
  const box = { checked: clicked };
  const refused = setProgram(box, () => Promise.reject(new Error('rated games')));
  await expect(refused).rejects.toThrow('rated games');
  expect(box.checked).toBe(!clicked);
});
