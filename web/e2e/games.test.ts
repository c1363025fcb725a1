import { describe, expect, test } from 'vitest';
import { playToTheEnd } from './play.ts';
import { World } from './world.ts';

const world = World.forThisFile();

describe('against the engine', () => {
  test('every game is started with one click and played to its end by clicking', async () => {
    const page = await world.people.person();
    await page.goto('/');
    const games = page.locator('article.game h2');
    await games.first().waitFor();
    const names = await games.allTextContents();
    expect(names.length).toBeGreaterThanOrEqual(5);
    for (const [seed, name] of names.entries()) {
      await page.goto('/');
      await page.getByRole('button', { name: `Play now: ${name}` }).click();
      await page.waitForURL(/\/g\//);
      await playToTheEnd(page, seed + 1);
      const result = await page.locator('.result').textContent();
      expect(result, name).toMatch(/You (win!|lose\.)|A draw/);
      // What was hidden is revealed, and the check is done here.
      const hidden = page.locator('[data-check]');
      if ((await hidden.count()) > 0)
        expect(await hidden.getAttribute('data-check'), name).toBe('good');
      // The whole game can be looked at again.
      const last = await page.locator('[data-ply]').count();
      await page.getByRole('button', { name: 'First position' }).click();
      await page.getByRole('button', { name: 'Back to the present' }).waitFor();
      await page.getByRole('button', { name: 'One move on' }).click();
      await page.locator('[data-ply="1"][aria-current="step"]').waitFor();
      await page.getByRole('button', { name: 'Last position' }).click();
      await page.locator(`[data-ply="${last}"][aria-current="step"]`).waitFor();
    }
  });

  test('a game with a sealed secret shows the seal from the start and the chances on the board', async () => {
    const page = await world.people.person();
    const cards = (await (await page.request.get('/api/catalogue')).json()) as {
      id: string;
      secret: boolean;
    }[];
    const hidden = cards.filter((card) => card.secret);
    expect(hidden.length).toBeGreaterThan(0);
    for (const card of hidden) {
      const made = await page.request.post('/api/games', {
        data: { game: card.id, opponent: { kind: 'engine', level: 1 } },
        headers: { origin: world.server.url },
      });
      const { id } = (await made.json()) as { id: string };
      await page.goto(`/g/${id}`);
      await page.getByRole('heading', { name: 'Sealed secret' }).waitFor();
      expect(await page.locator('.hash').textContent()).toMatch(/^[0-9a-f]{64}$/);
      expect(await page.locator('.badge-text').count()).toBeGreaterThan(0);
      await page.getByRole('heading', { name: 'What is known' }).waitFor();
    }
  });
});
