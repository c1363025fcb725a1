import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { GameLessons, GameSnapshot, Message, PositionResponse } from '../src/api/types.ts';
import type { DiagramData, Lessons } from '../src/learn/lessons.ts';
import { Harness } from './harness.ts';
import { countSteps, playRandomMove, seededRandom, suggestedMove, waitForTurn } from './play.ts';

const harness = Harness.forThisFile();

/** Words that no German sentence contains. */
const ENGLISH = /\b(the|from|to|move|wins|has|is|White|Black|Player)\b/;

/** What the server says, in English. */
const english = (messages: readonly Message[]): string =>
  messages.map((message) => message.text).join(' ');

/** The state of the game that a page shows. */
function snapshotOf(page: Page): Promise<GameSnapshot> {
  return harness.request<GameSnapshot>(`/api/games/${new URL(page.url()).pathname.split('/')[2]}`);
}

const caption = (page: Page) => page.locator('p.caption').textContent();
const status = async (page: Page) => (await page.locator('p.status').textContent())?.trim();

/** Starts a game for both sides with the form, in German. */
async function startGame(page: Page, gameIndex: number): Promise<void> {
  await page.goto('/new');
  await page.getByLabel('Jemand neben dir').check();
  await page.getByRole('combobox', { name: /^Spiel/ }).selectOption({ index: gameIndex });
  await page.getByRole('combobox', { name: /^Wo/ }).selectOption('server');
  await page.getByRole('button', { name: 'Partie starten' }).click();
  await waitForTurn(page);
}

describe('the app in German', () => {
  test('plays every game: captions, prompts and results are in German', async () => {
    const page = await harness.newUser({ locale: 'de-DE' });
    const entries = await harness.catalogue();
    for (const [index, { id }] of entries.entries()) {
      await startGame(page, index);
      const random = seededRandom(index + 1);
      for (let ply = 1; ply <= 3; ply++) {
        await waitForTurn(page);
        await playRandomMove(page, random);
        await expect.poll(() => countSteps(page)).toBe(ply);
        const { view } = await snapshotOf(page);
        const [said, prompt] = [await caption(page), await status(page)];
        expect(said, id).not.toBe('');
        expect(said, id).not.toBe(english(view.last?.caption ?? []));
        expect(prompt, id).not.toContain(english(view.status));
        expect(`${said} ${prompt}`, id).not.toMatch(ENGLISH);
      }
      await page.getByRole('button', { name: 'Aufgeben' }).click();
      await page.getByRole('button', { name: 'Wirklich aufgeben?' }).click();
      await page.locator('.result').waitFor();
      expect(await page.locator('.result').textContent(), id).toMatch(/gewinnt\.$/);
      expect(await status(page), id).toMatch(/ hat aufgegeben\./);
    }
  });

  test('says in German how a game is won by its rules', async () => {
    const page = await harness.newUser({ locale: 'de' });
    await page.goto('/');
    for (const { id } of await harness.catalogue()) {
      const found = await harness.request<GameLessons>(`/api/catalogue/${id}/lessons?lang=de`);
      const { exercises } = found.lessons as unknown as Lessons<DiagramData>;
      const exercise = exercises.find((one) => one.wins === true);
      const { start = null, accept = [] } = exercise ?? {};
      const { steps } = await harness.request<PositionResponse>('/api/rules/positions', {
        game: id,
        start,
        steps: [accept[0]],
      });
      const game = await harness.post<{ id: string }>(page, '/api/games', {
        game: id,
        start,
        opponent: { kind: 'local' },
      });
      await page.goto(`/g/${game.id}`);
      await waitForTurn(page);
      for (const point of steps[0]?.path ?? [])
        await page.locator(`[data-spot="${point}"], [data-slot="${point}"]`).click({ force: true });
      await page.locator('.result').waitFor();
      const { summary } = await snapshotOf(page);
      expect(await status(page), id).not.toBe(english(summary.outcome?.result ?? []));
      expect(await status(page), id).not.toMatch(ENGLISH);
      expect(await caption(page), id).not.toMatch(ENGLISH);
    }
  });

  test('explains errors in German', async () => {
    const page = await harness.newUser({ locale: 'de' });
    await startGame(page, 0);
    const field = page.getByLabel('Zug eingeben');
    await field.fill('Unsinn');
    await field.press('Enter');
    expect(await page.getByRole('alert').textContent()).toMatch(/^"Unsinn" .*\.$/);
    expect(await page.getByRole('alert').textContent()).toMatch(/\b(ist|kein)\b/);
    await field.fill(await suggestedMove(field));
    await field.press('Enter');
    await expect.poll(() => countSteps(page)).toBe(1);

    await page.goto('/g/nosuchgame');
    expect(await page.getByRole('alert').textContent()).toMatch(/\b(gibt|keine)\b/);

    await page.goto('/sign-in');
    await page.getByLabel('Name').fill('Niemand');
    await page.getByLabel('Passwort').fill('correct horse');
    await page.locator('form').getByRole('button', { name: 'Anmelden' }).click();
    expect(await page.getByRole('alert').textContent()).toMatch(/\bfalsch/i);

    await page.goto('/analysis');
    await page.getByRole('textbox', { name: /^Stellung/ }).fill('Unsinn');
    await page.getByRole('button', { name: 'Text übernehmen' }).click();
    expect(await page.getByRole('alert').textContent()).toMatch(/\berwartet\b/);
  });

  test('teaches in German', async () => {
    const page = await harness.newUser({ locale: 'de' });
    await page.goto('/learn');
    await page
      .getByRole('link', { name: /^Lernen: / })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Die vollständigen Regeln' }).waitFor();
    expect(await page.locator('.prose').textContent()).toMatch(/\bFeld/);
    const lesson = page.getByRole('region', { name: 'Schritt für Schritt' });
    expect(await lesson.locator('p').first().textContent()).toMatch(/\b(der|die|das|ein|eine)\b/i);
  });

  test('changes its language at once, without a reload, in what was said before too', async () => {
    const page = await harness.newUser({ locale: 'de' });
    await startGame(page, 0);
    await playRandomMove(page, seededRandom(3));
    await expect.poll(() => countSteps(page)).toBe(1);
    const german = await caption(page);
    const { view } = await snapshotOf(page);
    await page.evaluate(() => Object.assign(globalThis, { loadedOnce: true }));

    await page.getByRole('link', { name: 'Einstellungen' }).first().click();
    await page.getByLabel('Sprache').selectOption({ label: 'English' });
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    await page.goBack();
    await expect.poll(() => caption(page)).toBe(english(view.last?.caption ?? []));
    await page.goForward();
    await page.getByLabel('Language').selectOption({ label: 'Deutsch' });
    await page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
    await page.goBack();
    await expect.poll(() => caption(page)).toBe(german);
    expect(await page.evaluate(() => 'loadedOnce' in globalThis)).toBe(true);
  });
});
