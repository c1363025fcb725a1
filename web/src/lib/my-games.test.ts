import { expect, test } from 'vitest';
import { played, snapshot } from '../game/testing';
import { applyMessage, isTurnOf } from './my-games.svelte';

const { summary } = snapshot();

test('it is the turn of the side to move, but not in a game against oneself', () => {
  expect(isTurnOf('Ada', summary)).toBe(true);
  expect(isTurnOf('Bo', summary)).toBe(false);
  expect(isTurnOf(undefined, summary)).toBe(false);
  expect(isTurnOf('Ada', { ...summary, state: 'ended' })).toBe(false);
  const [own] = summary.seats;
  expect(isTurnOf('Ada', { ...summary, seats: [own, own] })).toBe(false);
});

test('games follow what the server says, also about the one that is being looked at', () => {
  const started = applyMessage([], { type: 'my_game', summary });
  expect(started).toEqual([summary]);
  const moved = applyMessage(started, { type: 'update', update: played(1, 1, 'a1 a2', 'w:a2') });
  expect(moved[0]).toMatchObject({ plies: 1, turn: 'second' });
  const ended = { ...played(2, 2, 'a1 a2', 'w:a2'), state: 'ended' as const };
  expect(applyMessage(moved, { type: 'update', update: ended })).toEqual([]);
  // Someone else's game is not one's own.
  const watched = snapshot({ your_sides: [] });
  expect(applyMessage([], { type: 'snapshot', snapshot: watched })).toEqual([]);
});
