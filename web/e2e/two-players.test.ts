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

const harness = Harness.forThisFile();

/** Creates a game with the form and returns its address. */
async function invite(page: Page, clock: string): Promise<string> {
  await page.goto('/new');
  await page.getByLabel('A friend, by link').check();
  await page.getByLabel('Time control').selectOption({ label: clock });
  await page.getByLabel('Your side').selectOption('first');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.getByRole('heading', { name: 'Waiting for an opponent' }).waitFor();
  await page.getByRole('img', { name: 'QR code for the link' }).waitFor();
  return page.getByLabel('Link to this game').inputValue();
}

async function play(pages: [Page, Page], from: number, count: number): Promise<void> {
  const random = seededRandom(from + 7);
  for (let ply = from; ply < from + count; ply++) {
    const mover = pages[ply % 2 === 0 ? 0 : 1];
    await waitForTurn(mover);
    await playRandomMove(mover, random);
    for (const page of pages) await waitForSteps(page, ply + 1);
  }
}

describe('two players', () => {
  test('meet by link, play with clocks, offer and decline, resign, and play a rematch', async () => {
    const [ada, bo] = [await harness.newUser(), await harness.newUser()];
    const link = await invite(ada, '5 min + 3 s per move');
    await bo.goto(link);
    await bo.getByRole('button', { name: 'Join the game' }).click();
    await ada
      .getByRole('heading', { name: 'Waiting for an opponent' })
      .waitFor({ state: 'detached' });
    await play([ada, bo], 0, 4);
    expect(await ada.locator('.clock').count()).toBe(2);
    expect(await ada.locator('.clock.running').count()).toBe(1);

    await ada.getByRole('button', { name: 'Offer a draw' }).click();
    await bo.getByText('Your opponent offers a draw.').waitFor();
    await bo.getByRole('button', { name: 'Decline' }).click();
    await ada.getByText('You have offered a draw.').waitFor({ state: 'detached' });

    await bo.getByRole('button', { name: 'Resign' }).click();
    await bo.getByRole('button', { name: 'Really resign?' }).click();
    await bo.getByRole('heading', { name: 'You lose.' }).waitFor();
    await ada.getByRole('heading', { name: 'You win!' }).waitFor();

    await ada.getByRole('button', { name: 'Rematch' }).click();
    await bo.getByText('Your opponent would like a rematch.').waitFor();
    await bo.getByRole('button', { name: 'Accept' }).click();
    await Promise.all([ada, bo].map((page) => page.waitForURL((url) => url.href !== link)));
    // The sides are swapped.
    await play([bo, ada], 0, 2);
  });

  test('take back by agreement', async () => {
    const [ada, bo] = [await harness.newUser(), await harness.newUser()];
    await bo.goto(await invite(ada, 'No clock'));
    await bo.getByRole('button', { name: 'Join the game' }).click();
    await play([ada, bo], 0, 2);
    await bo.getByRole('button', { name: 'Take back' }).click();
    await ada.getByRole('button', { name: 'Accept' }).click();
    for (const page of [ada, bo]) await waitForSteps(page, 1);
    await play([ada, bo], 1, 1);
  });

  test('meet in the lobby and are watched', async () => {
    const [ada, bo, cy] = [
      await harness.newUser(),
      await harness.newUser(),
      await harness.newUser(),
    ];
    await ada.goto('/new?with=anyone');
    await ada.getByRole('button', { name: 'Start the game' }).click();
    await ada.getByRole('heading', { name: 'Waiting for an opponent' }).waitFor();
    await bo.goto('/');
    // One click is enough.
    await bo.getByRole('link', { name: 'Join' }).first().click();
    await ada.getByRole('button', { name: 'Abort' }).waitFor();

    await cy.goto('/watch');
    // Games of other tests are listed too.
    await cy.locator(`a[href="${new URL(ada.url()).pathname}"]`).click();
    await ada.getByText('1 spectator').waitFor();
    const first = (await ada.locator('[data-target]').count()) > 0 ? ada : bo;
    await playRandomMove(first, seededRandom(3));
    await waitForSteps(cy, 1);
    expect(await cy.locator('[data-target]').count()).toBe(0);
    expect(await cy.getByRole('button', { name: 'Resign' }).count()).toBe(0);
  });

  test('keep their selection when a spectator comes', async () => {
    const [ada, cy] = [await harness.newUser(), await harness.newUser()];
    await startLocalGame(ada, 2, 'server');
    await ada.locator('[data-spot][data-target]').first().click({ force: true });
    await ada.locator('rect.selected').waitFor({ state: 'attached' });
    await cy.goto(ada.url());
    await ada.getByText('1 spectator').waitFor();
    expect(await ada.locator('rect.selected').count()).toBe(1);
  });

  test('share one device', async () => {
    const page = await harness.newUser();
    await startLocalGame(page);
    await playRandomMoves(page, 4, seededRandom(5));
    expect(await countSteps(page)).toBe(4);
  });
});
