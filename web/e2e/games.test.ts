import { describe, expect, test } from 'vitest';
import { playToEnd } from './play.ts';
import { Harness } from './harness.ts';

const harness = Harness.forThisFile();

describe('against the engine', () => {
  test('every game is started with one click and played to the end by clicking', async () => {
    const page = await harness.newUser();
    await page.goto('/');
    const games = page.locator('article.game h2');
    await games.first().waitFor();
    const names = await games.allTextContents();
    expect(names.length).toBeGreaterThanOrEqual(5);
    for (const [seed, name] of names.entries()) {
      await page.goto('/');
      await page.getByRole('button', { name: `Play now: ${name}` }).click();
      await page.waitForURL(/\/local\//);
      await playToEnd(page, seed + 1);
      const result = await page.locator('.result').textContent();
      expect(result, name).toMatch(/You (win!|lose\.)|Draw/);
      // A secret is disclosed, and verified in the browser.
      const hidden = page.locator('[data-check]');
      if ((await hidden.count()) > 0)
        expect(await hidden.getAttribute('data-check'), name).toBe('good');
      // The whole game can be replayed.
      const last = await page.locator('[data-ply]').count();
      await page.getByRole('button', { name: 'First position' }).click();
      await page.getByRole('button', { name: 'Back to the current position' }).waitFor();
      await page.getByRole('button', { name: 'Next move' }).click();
      await page.locator('[data-ply="1"][aria-current="step"]').waitFor();
      await page.getByRole('button', { name: 'Last position' }).click();
      await page.locator(`[data-ply="${last}"][aria-current="step"]`).waitFor();
    }
  });

  test('a sealed secret shows its seal from the start, and the probabilities on the board', async () => {
    const page = await harness.newUser();
    const hidden = (await harness.catalogue()).filter((entry) => entry.has_secret);
    expect(hidden.length).toBeGreaterThan(0);
    for (const entry of hidden) {
      const { id } = await harness.post<{ id: string }>(page, '/api/games', {
        game: entry.id,
        opponent: { kind: 'engine', level: 1 },
      });
      await page.goto(`/g/${id}`);
      await page.getByRole('heading', { name: 'Sealed secret' }).waitFor();
      expect(await page.locator('.hash').textContent()).toMatch(/^[0-9a-f]{64}$/);
      expect(await page.locator('.badge-text').count()).toBeGreaterThan(0);
      await page.getByRole('heading', { name: 'What is known' }).waitFor();
    }
  });
});
