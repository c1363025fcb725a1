import { afterEach, expect, test, vi } from 'vitest';
import type { PositionResponse } from '../api/types';
import { geometry, step, view } from '../board/testing';
import { core } from '../core';
import { AnalysisSession } from './session.svelte';
import { stepsTo } from './tree';

const response = (paths: string[]): PositionResponse => ({
  geometry: geometry(4, 4),
  views: ['w:a1', ...paths.map((_, i) => `w:b${i + 1}`)].map((text) => view(text)),
  steps: paths.map((path) => step(path)),
  chances: [],
  error: null,
});

afterEach(() => vi.restoreAllMocks());

test('an answer that comes late does not take back what was done in the meantime', async () => {
  vi.spyOn(core, 'allPositions').mockResolvedValue(response([]));
  const session = new AnalysisSession();
  await session.open({ game: 'test' });
  const answers: ((found: PositionResponse) => void)[] = [];
  vi.spyOn(core, 'positions').mockImplementation(
    () =>
      new Promise((resolve) => {
        answers.push(resolve);
      }),
  );
  const slow = session.step('a1-a2');
  const fast = session.step('a1-b1');
  answers[1]?.(response(['a1 b1']));
  await fast;
  answers[0]?.(response(['a1 a2']));
  await slow;
  expect(session.tree && stepsTo(session.tree, session.tree.at)).toEqual(['a1-b1']);
});
