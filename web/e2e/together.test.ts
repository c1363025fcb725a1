import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { lot, moveSomehow, plies } from './play.ts';
import { World } from './world.ts';

const world = World.forThisFile();

/** Waits until a page shows so many steps. */
async function shows(page: Page, count: number): Promise<void> {
  await page.waitForFunction((n) => document.querySelectorAll('[data-ply]').length === n, count);
}

/** Makes a game by the form and gives its address. */
async function invite(page: Page, clock: string): Promise<string> {
  await page.goto('/new');
  await page.getByLabel('A friend, by link').check();
  await page.getByLabel('Clock').selectOption({ label: clock });
  await page.getByLabel('Your side').selectOption('first');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.getByRole('heading', { name: 'Waiting for an opponent' }).waitFor();
  await page.getByRole('img', { name: 'QR code of the link' }).waitFor();
  return page.getByLabel('Link to this game').inputValue();
}

async function play(pages: [Page, Page], from: number, count: number): Promise<void> {
  const pick = lot(from + 7);
  for (let ply = from; ply < from + count; ply++) {
    const mover = pages[ply % 2 === 0 ? 0 : 1];
    await mover.waitForSelector('[data-target]', { state: 'attached' });
    await moveSomehow(mover, pick);
    for (const page of pages) await shows(page, ply + 1);
  }
}

describe('two people', () => {
  test('meet by link, play with clocks, offer and decline, resign, and play a rematch', async () => {
    const [ada, bo] = [await world.people.person(), await world.people.person()];
    const link = await invite(ada, '5 min + 3 s a move');
    await bo.goto(link);
    await bo.getByRole('button', { name: 'Take the seat' }).click();
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
    // The sides have changed.
    await play([bo, ada], 0, 2);
  });

  test('take back by agreement', async () => {
    const [ada, bo] = [await world.people.person(), await world.people.person()];
    await bo.goto(await invite(ada, 'No clock'));
    await bo.getByRole('button', { name: 'Take the seat' }).click();
    await play([ada, bo], 0, 2);
    await bo.getByRole('button', { name: 'Take back' }).click();
    await ada.getByRole('button', { name: 'Accept' }).click();
    for (const page of [ada, bo]) await shows(page, 1);
    await play([ada, bo], 1, 1);
  });

  test('meet in the lobby, and are watched', async () => {
    const [ada, bo, cy] = [
      await world.people.person(),
      await world.people.person(),
      await world.people.person(),
    ];
    await ada.goto('/new?with=anyone');
    await ada.getByRole('button', { name: 'Start the game' }).click();
    await ada.getByRole('heading', { name: 'Waiting for an opponent' }).waitFor();
    await bo.goto('/');
    await bo.getByRole('link', { name: 'Join' }).first().click();
    await bo.getByRole('button', { name: 'Take the seat' }).click();
    await ada.getByRole('button', { name: 'Call off' }).waitFor();

    await cy.goto('/watch');
    // Games of other tests are listed too.
    await cy.locator(`a[href="${new URL(ada.url()).pathname}"]`).click();
    await ada.getByText('1 spectator').waitFor();
    const first = (await ada.locator('[data-target]').count()) > 0 ? ada : bo;
    await moveSomehow(first, lot(3));
    await shows(cy, 1);
    expect(await cy.locator('[data-target]').count()).toBe(0);
    expect(await cy.getByRole('button', { name: 'Resign' }).count()).toBe(0);
  });

  test('share one device', async () => {
    const page = await world.people.person();
    await page.goto('/new');
    await page.getByLabel('Someone beside you').check();
    await page.getByRole('button', { name: 'Start the game' }).click();
    await page.waitForSelector('[data-target]', { state: 'attached' });
    const pick = lot(5);
    for (let i = 0; i < 4; i++) {
      await page.waitForSelector('[data-target]', { state: 'attached' });
      await moveSomehow(page, pick);
    }
    expect(await plies(page)).toBe(4);
  });
});
