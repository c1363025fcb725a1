import { expect, test } from 'vitest';
import type { ParseRecordsResponse, PositionRequest, RecordView } from '../api/types';
import { message } from '../board/testing';
import { openRecord } from './records';

const record = (game: string) => ({ game, start: 's', steps: ['a', 'b'] }) as RecordView;

async function opened(parsed: ParseRecordsResponse) {
  const requests: PositionRequest[] = [];
  const skipped = await openRecord(parsed, async (request) => void requests.push(request));
  return { requests, skipped: skipped?.() ?? null };
}

test('the first game of a text is opened', async () => {
  const parsed = { records: [record('x'), record('y')], warnings: [] };
  const { requests, skipped } = await opened(parsed);
  expect(requests).toEqual([{ game: 'x', start: 's', steps: ['a', 'b'] }]);
  expect(skipped).toBeNull();
});

test('what was skipped in a text is said, after the game was opened', async () => {
  const warnings = [message('line 3 was skipped'), message('line 9 was skipped')];
  const { requests, skipped } = await opened({ records: [record('x')], warnings });
  expect(requests.length).toBe(1);
  expect(skipped).toBe('Line 3 was skipped. Line 9 was skipped.');
});

test('a text without a game opens nothing', async () => {
  expect(await opened({ records: [], warnings: [] })).toEqual({ requests: [], skipped: null });
});
