import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { lot, suggested } from './play.ts';
import { World } from './world.ts';

const world = World.forThisFile();

/** The text of the position that is looked at. */
const position = (page: Page) => page.getByRole('textbox', { name: /^Position/ }).inputValue();

/** Plays a move by typing the first of those that the page suggests. */
async function typeSomething(page: Page): Promise<string> {
  const field = page.getByLabel('Type a move');
  const text = await suggested(field);
  const before = await position(page);
  await field.fill(text);
  await field.press('Enter');
  await page.waitForFunction(
    (was) => document.querySelector<HTMLInputElement>('form .mono[maxlength="500"]')?.value !== was,
    before,
  );
  return text;
}

describe('analysis', () => {
  test('free play makes branches, and the address leads back to the position', async () => {
    const page = await world.people.person();
    await page.goto('/analysis');
    await page.waitForSelector('[data-target]', { state: 'attached' });
    const start = await position(page);
    const one = await typeSomething(page);
    const two = await typeSomething(page);
    const deep = await position(page);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByRole('button', { name: 'Start position', exact: true }).click();
    expect(await position(page)).toBe(start);
    expect(await page.locator('.line button').allTextContents()).toEqual(
      [`1${one}`, `2${two}`].map((text) => expect.stringContaining(text) as string),
    );
    await page.getByRole('button', { name: 'Forward' }).click();
    await page.getByRole('button', { name: 'Forward' }).click();
    expect(await position(page)).toBe(deep);
    await page.reload();
    await page.waitForSelector('[data-target]', { state: 'attached' });
    expect(await position(page)).toBe(deep);
    await page.getByRole('button', { name: 'Delete this branch' }).click();
    await page.waitForFunction(() => document.querySelectorAll('.line button').length === 1);
  });

  test('every game of the catalogue can be analysed, and the engine draws its best moves', async () => {
    const page = await world.people.person();
    await page.goto('/analysis');
    await page.waitForSelector('[data-target]', { state: 'attached' });
    const games = await page
      .getByLabel('Game', { exact: true })
      .locator('option')
      .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
    await page.getByRole('button', { name: 'Engine off' }).click();
    for (const game of games) {
      await page.getByLabel('Game', { exact: true }).selectOption(game);
      await page.waitForFunction((id) => location.search.includes(`game=${id}`), game);
      await page.getByRole('list', { name: 'Best lines' }).locator('li').first().waitFor();
      await page.locator('.arrow').first().waitFor({ state: 'attached' });
      await page.getByRole('meter').waitFor();
    }
  });

  test('positions and records go in and out, and a bad one is explained', async () => {
    const page = await world.people.person();
    await page.goto('/analysis');
    await page.waitForSelector('[data-target]', { state: 'attached' });
    await typeSomething(page);
    await typeSomething(page);
    const deep = await position(page);
    await page.getByText('Record of this line').click();
    const area = page.getByRole('textbox', { name: 'Record of this line' });
    await page.waitForFunction(() => (document.querySelector('textarea')?.value.length ?? 0) > 20);
    const record = await area.inputValue();
    await page.goto('/analysis');
    await page.waitForSelector('[data-target]', { state: 'attached' });
    await page.getByText('Import a record').click();
    await page.getByLabel('Paste a record, or choose a file.').fill(record);
    await page.getByRole('button', { name: 'Read it' }).click();
    await page.waitForFunction(
      (wanted) =>
        document.querySelector<HTMLInputElement>('form .mono[maxlength="500"]')?.value === wanted,
      deep,
    );

    await page.getByRole('textbox', { name: /^Position/ }).fill('no position');
    await page.getByRole('button', { name: 'Use this text' }).click();
    await page.getByRole('alert').waitFor();
    expect((await page.getByRole('alert').textContent())?.length).toBeGreaterThan(10);
  });

  test('what chance decides is asked', async () => {
    const page = await world.people.person();
    const cards = (await (await page.request.get('/api/catalogue')).json()) as {
      id: string;
      secret: boolean;
    }[];
    const card = cards.find((one) => one.secret);
    // From the content for learners: a question that can be answered in two ways.
    await page.goto(
      `/analysis?game=${card?.id}&start=${encodeURIComponent('2B2/5/1WBw1/5/1W3 w')}`,
    );
    await page.waitForSelector('[data-target]', { state: 'attached' });
    await page.getByLabel('Type a move').fill('d3?c3');
    await page.getByLabel('Type a move').press('Enter');
    const asked = page.getByRole('group', { name: 'What does this move reveal?' });
    await asked.waitFor();
    await asked.getByRole('button').first().click();
    await page.locator('.line button').first().waitFor();
  });

  test('a played game is judged step by step', async () => {
    const page = await world.people.person();
    await page.goto('/new');
    await page.getByLabel('Someone beside you').check();
    await page.getByRole('combobox', { name: /^Game/ }).selectOption({ index: 4 });
    await page.getByRole('button', { name: 'Start the game' }).click();
    await page.waitForSelector('[data-target]', { state: 'attached' });
    const { playToTheEnd } = await import('./play.ts');
    await playToTheEnd(page, lot(9)(100));
    await page.getByRole('link', { name: 'Analyse' }).click();
    await page.getByRole('img', { name: 'Evaluation of the game' }).waitFor();
    await page.locator('.curve').waitFor({ state: 'attached' });
  });
});
