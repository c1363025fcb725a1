import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import {
  countSteps,
  playRandomMove,
  playRandomMoves,
  seededRandom,
  startLocalGame,
  waitForSteps,
  waitForTurn,
} from './play.ts';
import { Harness } from './harness.ts';

const harness = Harness.forThisFile({ allowComplaints: true });

const random = seededRandom(11);
const playMoves = (page: Page, count: number) => playRandomMoves(page, count, random);
const LOST = 'No connection.';

describe('recovery', () => {
  test('a reload in the middle of a game returns to it', async () => {
    const page = await harness.newUser();
    await startLocalGame(page, 0, 'server');
    await playMoves(page, 3);
    await page.reload();
    await waitForTurn(page);
    expect(await countSteps(page)).toBe(3);
    await playMoves(page, 1);
    expect(await countSteps(page)).toBe(4);
  });

  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'after a restart of the server (%s) the game resumes',
    async (signal) => {
      const page = await harness.newUser();
      await startLocalGame(page, 0, 'server');
      await playMoves(page, 3);
      await harness.server.stop(signal);
      await page.getByText(LOST).waitFor();
      await harness.server.start();
      await page.getByText(LOST).waitFor({ state: 'detached' });
      expect(await countSteps(page)).toBe(3);
      await playMoves(page, 2);
      expect(await countSteps(page)).toBe(5);
    },
  );

  test('a move made while the server is down is played when it is back', async () => {
    const page = await harness.newUser();
    await startLocalGame(page, 0, 'server');
    await playMoves(page, 2);
    await harness.server.stop('SIGKILL');
    await page.getByText(LOST).waitFor();
    const made = playRandomMove(page, random);
    await page.waitForSelector('[data-target]', { state: 'detached' });
    await harness.server.start();
    await made;
    expect(await countSteps(page)).toBe(3);
  });

  test('two tabs of one player stay in sync', async () => {
    const one = await harness.newUser();
    await startLocalGame(one, 0, 'server');
    const two = await harness.newTab(one.context());
    await two.goto(one.url());
    await waitForTurn(two);
    await playMoves(one, 1);
    await waitForSteps(two, 1);
    await playMoves(two, 1);
    await waitForSteps(one, 2);
  });

  test('the back button leaves a game and returns to it', async () => {
    const page = await harness.newUser();
    await startLocalGame(page, 0, 'server');
    await playMoves(page, 1);
    const game = page.url();
    await page.getByRole('link', { name: 'Learn', exact: true }).click();
    await page.getByRole('heading', { name: 'Learn the games' }).waitFor();
    await page.goBack();
    await page.waitForURL(game);
    await waitForTurn(page);
    expect(await countSteps(page)).toBe(1);
  });

  test('an unknown address is reported', async () => {
    const page = await harness.newUser();
    await page.goto('/g/nosuchgame');
    await page.getByRole('alert').waitFor();
    await page.goto('/nowhere/at/all');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  });
});
