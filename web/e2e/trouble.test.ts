import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { lot, moveSomehow, plies } from './play.ts';
import { World } from './world.ts';

const world = World.forThisFile({ complaints: true });

const pick = lot(11);

async function deviceGame(page: Page): Promise<void> {
  await page.goto('/new');
  await page.getByLabel('Someone beside you').check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.waitForSelector('[data-target]', { state: 'attached' });
}

async function moves(page: Page, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await page.waitForSelector('[data-target]', { state: 'attached' });
    await moveSomehow(page, pick);
  }
}

describe('trouble', () => {
  test('a reload in the middle of a game comes back to it', async () => {
    const page = await world.people.person();
    await deviceGame(page);
    await moves(page, 3);
    await page.reload();
    await page.waitForSelector('[data-target]', { state: 'attached' });
    expect(await plies(page)).toBe(3);
    await moves(page, 1);
    expect(await plies(page)).toBe(4);
  });

  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'the server is restarted (%s): the page says so and goes on',
    async (signal) => {
      const page = await world.people.person();
      await deviceGame(page);
      await moves(page, 3);
      await world.server.stop(signal);
      await page.getByText('Connection lost. Reconnecting…').waitFor();
      await world.server.start();
      await page.getByText('Connection lost. Reconnecting…').waitFor({ state: 'detached' });
      expect(await plies(page)).toBe(3);
      await moves(page, 2);
      expect(await plies(page)).toBe(5);
    },
  );

  test('a move made while the server is away is played when it is back', async () => {
    const page = await world.people.person();
    await deviceGame(page);
    await moves(page, 2);
    await world.server.stop('SIGKILL');
    await page.getByText('Connection lost. Reconnecting…').waitFor();
    const made = moveSomehow(page, pick);
    await page.waitForSelector('[data-target]', { state: 'detached' });
    await world.server.start();
    await made;
    expect(await plies(page)).toBe(3);
  });

  test('two tabs of one player agree', async () => {
    const one = await world.people.person();
    await deviceGame(one);
    const two = await world.people.tab(one.context());
    await two.goto(one.url());
    await two.waitForSelector('[data-target]', { state: 'attached' });
    await moves(one, 1);
    await two.waitForFunction(() => document.querySelectorAll('[data-ply]').length === 1);
    await moves(two, 1);
    await one.waitForFunction(() => document.querySelectorAll('[data-ply]').length === 2);
  });

  test('the back button leaves a game and returns to it', async () => {
    const page = await world.people.person();
    await deviceGame(page);
    await moves(page, 1);
    const game = page.url();
    await page.getByRole('link', { name: 'Learn', exact: true }).click();
    await page.getByRole('heading', { name: 'Learn the games' }).waitFor();
    await page.goBack();
    await page.waitForURL(game);
    await page.waitForSelector('[data-target]', { state: 'attached' });
    expect(await plies(page)).toBe(1);
  });

  test('an address that leads nowhere says so', async () => {
    const page = await world.people.person();
    await page.goto('/g/nosuchgame');
    await page.getByRole('alert').waitFor();
    await page.goto('/nowhere/at/all');
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
  });
});
