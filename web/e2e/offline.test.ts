import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { GameSnapshot } from '../src/api/types.ts';
import {
  countSteps,
  playRandomMoves,
  playToEnd,
  seededRandom,
  waitForSteps,
  waitForTurn,
} from './play.ts';
import { Harness } from './harness.ts';

const harness = Harness.forThisFile({ allowComplaints: true });

/** A page of someone who has the app: its service worker has stored all of it. */
async function installed(): Promise<Page> {
  const page = await harness.newUser({ serviceWorkers: 'allow' });
  await page.goto('/');
  await page
    .getByRole('button', { name: /^Play now/ })
    .first()
    .waitFor();
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === 'activated') return;
    await new Promise((resolve) => active?.addEventListener('statechange', resolve));
  });
  return page;
}

describe('offline', () => {
  test('with the server stopped, every game is played, learned, analysed and set up', async () => {
    const page = await installed();
    const names = await page.locator('article.game h2').allTextContents();
    const games = (await harness.catalogue()).map(({ id }) => id);
    expect(names.length).toBe(games.length);
    await harness.server.stop();
    try {
      for (const [i, name] of names.entries()) {
        await page.goto('/');
        await page.getByRole('button', { name: `Play now: ${name}` }).click();
        await page.waitForURL(/\/local\//);
        if (i === 0) await playToEnd(page, 3);
        else await playRandomMoves(page, 2, seededRandom(i));
        expect(await countSteps(page), name).toBeGreaterThanOrEqual(3);
      }
      // A game is still there after the app was closed, and is listed.
      const steps = await countSteps(page);
      await page.reload();
      await waitForTurn(page);
      expect(await countSteps(page)).toBeGreaterThanOrEqual(steps);
      await page.goto('/games');
      await page.getByRole('heading', { name: 'On this device' }).waitFor();
      expect(await page.locator('a[href^="/local/"]').count()).toBe(names.length);

      for (const game of games) {
        await page.goto(`/analysis?game=${game}`);
        await waitForTurn(page);
        await page.getByRole('button', { name: 'Engine off' }).click();
        await page.getByRole('list', { name: 'Best lines' }).locator('li').first().waitFor();
        await page.goto(`/learn/${game}`);
        await page.locator('[data-spot]').first().waitFor();
      }
      await page.goto(`/analysis?game=${games[0]}&edit`);
      await page.locator('[data-spot]').first().waitFor();
      await page.getByText('No connection.').waitFor();
    } finally {
      await harness.server.start();
    }
  });

  test('with the network cut, the highest level answers, and a move is taken back', async () => {
    const page = await installed();
    await page.context().setOffline(true);
    await page.goto('/new');
    await page.getByRole('combobox', { name: /^Level/ }).selectOption('8');
    await page.getByRole('button', { name: 'Start the game' }).click();
    await page.waitForURL(/\/local\//);
    await waitForTurn(page);
    const before = await countSteps(page);
    await playRandomMoves(page, 1, seededRandom(5));
    await waitForTurn(page);
    expect(await countSteps(page)).toBe(before + 2);
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.waitForFunction(
      (count) => document.querySelectorAll('[data-ply]').length === count,
      before,
    );
  });

  test('a move made offline is sent later, and one that comes too late is reported', async () => {
    const page = await installed();
    const other = await harness.newUser();
    await other.goto('/');
    const game = (await harness.catalogue())[0]?.id;
    const { id } = await harness.post<{ id: string }>(page, '/api/games', {
      game,
      opponent: { kind: 'friend' },
      side: 'first',
    });
    await harness.post(other, `/api/games/${id}/join`, {});
    const play = async (player: Page): Promise<void> => {
      const found = (await (await player.request.get(`/api/games/${id}`)).json()) as GameSnapshot;
      const action = { kind: 'move', text: found.view.moves[0]?.text };
      await harness.post(player, `/api/games/${id}/actions`, { action });
    };
    /** Taps until nothing can be tapped any more. */
    const tapMove = async (): Promise<void> => {
      const targets = page.locator('[data-spot][data-target]');
      for (let taps = 0; taps < 4 && (await targets.count()) > 0; taps++)
        await targets.last().click({ force: true });
      await page.getByText('One move will be sent later.').waitFor();
    };

    await page.goto(`/g/${id}`);
    await waitForTurn(page);
    await page.context().setOffline(true);
    await page.reload();
    await waitForTurn(page);
    await tapMove();
    await page.reload();
    await page.getByText('One move will be sent later.').waitFor();
    expect(await page.locator('[data-target]').count()).toBe(0);
    await page.context().setOffline(false);
    await waitForSteps(page, 1);
    await page.getByText('One move will be sent later.').waitFor({ state: 'detached' });

    await play(other);
    await waitForTurn(page);
    await page.context().setOffline(true);
    await page.reload();
    await waitForTurn(page);
    await tapMove();
    await page.reload();
    await page.getByText('One move will be sent later.').waitFor();
    await play(page);
    await page.context().setOffline(false);
    await page.getByText('A move that you made offline could not be played.').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await waitForSteps(page, 3);
  });
});
