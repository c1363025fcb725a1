import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { GameSnapshot } from '../src/api/types.ts';
import { playToEnd, seededRandom, startLocalGame, suggestedMove, waitForTurn } from './play.ts';
import { Harness } from './harness.ts';

const harness = Harness.forThisFile();

/** The text of the current position. */
const position = (page: Page) => page.getByRole('textbox', { name: /^Position/ }).inputValue();

/** Plays the move that the page suggests by typing it. */
async function typeMove(page: Page): Promise<string> {
  const field = page.getByLabel('Type a move');
  const text = await suggestedMove(field);
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
    const page = await harness.newUser();
    await page.goto('/analysis');
    await waitForTurn(page);
    const start = await position(page);
    const one = await typeMove(page);
    const two = await typeMove(page);
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
    await waitForTurn(page);
    expect(await position(page)).toBe(deep);
    await page.getByRole('button', { name: 'Delete this branch' }).click();
    await page.waitForFunction(() => document.querySelectorAll('.line button').length === 1);
  });

  test('every game of the catalogue can be analysed, and the engine draws its best moves', async () => {
    const page = await harness.newUser();
    await page.goto('/analysis');
    await waitForTurn(page);
    const games = await page
      .getByRole('combobox', { name: /^Game/ })
      .locator('option')
      .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
    await page.getByRole('button', { name: 'Engine off' }).click();
    for (const game of games) {
      await page.getByRole('combobox', { name: /^Game/ }).selectOption(game);
      await page.waitForFunction((id) => location.search.includes(`game=${id}`), game);
      await page.getByRole('list', { name: 'Best lines' }).locator('li').first().waitFor();
      await page.locator('.arrow').first().waitFor({ state: 'attached' });
      await page.getByRole('meter').waitFor();
    }
  });

  test('positions and records are imported and exported, and an invalid one is explained', async () => {
    const page = await harness.newUser();
    await page.goto('/analysis');
    await waitForTurn(page);
    await typeMove(page);
    await typeMove(page);
    const deep = await position(page);
    await page.getByText('Record of this line').click();
    const area = page.getByRole('textbox', { name: 'Record of this line' });
    await page.waitForFunction(() => (document.querySelector('textarea')?.value.length ?? 0) > 20);
    const record = await area.inputValue();
    await page.goto('/analysis');
    await waitForTurn(page);
    await page.getByText('Import a record').click();
    await page.getByLabel('Paste a record, or choose a file.').fill(record);
    await page.getByRole('button', { name: 'Import' }).click();
    await page.waitForFunction(
      (wanted) =>
        document.querySelector<HTMLInputElement>('form .mono[maxlength="500"]')?.value === wanted,
      deep,
    );

    await page.getByRole('textbox', { name: /^Position/ }).fill('not a position');
    await page.getByRole('button', { name: 'Use this text' }).click();
    await page.getByRole('alert').waitFor();
    expect((await page.getByRole('alert').textContent())?.length).toBeGreaterThan(10);
  });

  test('the outcome of chance can be chosen', async () => {
    const page = await harness.newUser();
    const entries = await harness.catalogue();
    const entry = entries.find((one) => one.has_secret);
    // An interrogation with two possible answers.
    await page.goto(
      `/analysis?game=${entry?.id}&start=${encodeURIComponent('2B2/5/1WBw1/5/1W3 w')}`,
    );
    await waitForTurn(page);
    await page.getByLabel('Type a move').fill('d3?c3');
    await page.getByLabel('Type a move').press('Enter');
    const dialog = page.getByRole('group', { name: 'What does this move reveal?' });
    await dialog.waitFor();
    await dialog.getByRole('button').first().click();
    await page.locator('.line button').first().waitFor();
  });

  test('a game in which the lot made the second side start is analysed from there', async () => {
    const page = await harness.newUser();
    await page.goto('/');
    const game = (await harness.catalogue()).find((one) => one.has_secret)?.id;
    const create = async (): Promise<GameSnapshot> => {
      const request = { game, opponent: { kind: 'local' } };
      const { id } = await harness.post<{ id: string }>(page, '/api/games', request);
      return (await page.request.get(`/api/games/${id}`)).json() as Promise<GameSnapshot>;
    };
    let created = await create();
    for (let i = 0; i < 50 && created.view.turn === 'first'; i++) created = await create();
    expect(created.view.turn).toBe('second');
    const { id } = created.summary;
    await harness.post(page, `/api/games/${id}/actions`, {
      action: { kind: 'move', text: created.view.moves[0]?.text },
    });
    await page.goto(`/analysis?g=${id}`);
    await page.locator('.line button').first().waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('a finished game is judged step by step', async () => {
    const page = await harness.newUser();
    await startLocalGame(page, 4, 'server');
    await playToEnd(page, seededRandom(9)(100));
    await page.getByRole('link', { name: 'Analyse' }).click();
    await page.getByRole('img', { name: 'Evaluation of the game' }).waitFor();
    await page.locator('.curve').waitFor({ state: 'attached' });
  });
});
