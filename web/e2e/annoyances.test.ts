/** What annoyed people once. */
import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { GameSnapshot } from '../src/api/types.ts';
import { Harness } from './harness.ts';
import { playRandomMove, seededRandom, waitForTurn } from './play.ts';

const harness = Harness.forThisFile();

async function create(page: Page, request: unknown): Promise<string> {
  return (await harness.post<{ id: string }>(page, '/api/games', request)).id;
}

const act = (page: Page, id: string, action: unknown) =>
  harness.post(page, `/api/games/${id}/actions`, { action });

/** A game of two users that the first one has resigned after a move each. */
async function finished(game: string): Promise<[id: string, first: Page, second: Page]> {
  const [first, second] = [await harness.newUser(), await harness.newUser()];
  for (const page of [first, second]) await page.goto('/');
  const id = await create(first, { game, opponent: { kind: 'friend' }, side: 'first' });
  await harness.post(second, `/api/games/${id}/join`, {});
  for (let ply = 0; ply < 2; ply++) {
    for (const page of [first, second]) {
      const snapshot = (await (await page.request.get(`/api/games/${id}`)).json()) as GameSnapshot;
      const text = snapshot.view.moves[0]?.text;
      if (text !== undefined && ply === snapshot.summary.plies)
        await act(page, id, { kind: 'move', text });
    }
  }
  await act(first, id, { kind: 'resign' });
  return [id, first, second];
}

describe('gone is that', () => {
  test('a rematch against the engine needs two clicks', async () => {
    const page = await harness.newUser();
    await page.goto('/');
    const game = (await harness.catalogue())[1]?.id;
    const id = await create(page, { game, opponent: { kind: 'engine', level: 1 }, side: 'first' });
    await page.goto(`/g/${id}`);
    await waitForTurn(page);
    await playRandomMove(page, seededRandom(1));
    await page.waitForFunction(() => document.querySelectorAll('[data-ply]').length >= 2);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Really resign?' }).click();
    await page.getByRole('button', { name: 'Rematch' }).click();
    await page.waitForURL((url) => url.pathname.startsWith('/g/') && !url.pathname.endsWith(id));
  });

  test('the analysis turns the board round, and forgets the names and the address', async () => {
    for (const { id: game } of await harness.catalogue()) {
      const [id, first] = await finished(game);
      await first.goto(`/g/${id}`);
      const topLeft = async (): Promise<string | null> => {
        await first.locator('[data-spot]').first().waitFor();
        return first.evaluate(() => {
          const spots = Array.from(document.querySelectorAll('[data-spot]'), (spot) => {
            const { top, left } = spot.getBoundingClientRect();
            return { top, left, id: spot.getAttribute('data-spot') };
          });
          spots.sort((a, b) => a.top - b.top || a.left - b.left);
          return spots[0]?.id ?? null;
        });
      };
      const before = await topLeft();
      await first.getByRole('link', { name: 'Analyse' }).click();
      await first.getByText('Guest vs. Guest').waitFor();
      expect(await topLeft(), game).toBe(before);
      await first.getByRole('button', { name: 'Back', exact: true }).click();
      await first.waitForFunction((wanted) => location.search.includes(`g=${wanted}`), id);
      await first.reload();
      await first.getByText('Guest vs. Guest').waitFor();
      await first.getByRole('link', { name: 'Back to the game' }).click();
      await first.waitForURL((url) => url.pathname === `/g/${id}`);
    }
  });

  test('prompts speak to someone who is not to move', async () => {
    const [first, second, third] = [
      await harness.newUser(),
      await harness.newUser(),
      await harness.newUser(),
    ];
    for (const page of [first, second]) await page.goto('/');
    for (const { id: game, view } of await harness.catalogue()) {
      if (view.turn !== 'first') continue;
      const id = await create(first, { game, opponent: { kind: 'friend' }, side: 'first' });
      await harness.post(second, `/api/games/${id}/join`, {});
      const texts: string[] = [];
      for (const page of [first, second, third]) {
        await page.goto(`/g/${id}`);
        await page.locator('.strip .status').waitFor();
        texts.push((await page.locator('.strip .status').textContent()) ?? '');
      }
      const turns = texts.map((text) => /your|^Your turn/i.test(text));
      // In some games the lot decides who begins.
      expect(turns.filter(Boolean).length, `${game}: ${texts.join(' | ')}`).toBe(1);
      expect(turns[2], game).toBe(false);
    }
  });

  test('the end does not show what was hidden', async () => {
    for (const entry of (await harness.catalogue()).filter((one) => one.has_secret)) {
      const [id, first] = await finished(entry.id);
      await first.goto(`/g/${id}`);
      await first.getByText(/At the start .* spy was the pawn on/).waitFor();
      const badges = await first.locator('.badge-text').allTextContents();
      expect(badges).toEqual(['spy', 'spy']);
    }
  });

  test('an unknown game stays “Loading…”', async () => {
    const page = await harness.newUser();
    await page.goto('/g/nosuchgame');
    await page.getByRole('heading', { name: 'Game not found' }).waitFor();
    expect(await page.title()).toContain('Game not found');
    await page.goto('/learn/nosuchgame');
    await page.getByRole('heading', { name: 'Game not found' }).waitFor();
    expect(await page.title()).toContain('Game not found');
  });

  test('unknown addresses answer 200', async () => {
    const page = await harness.newUser();
    for (const address of ['/unknown', '/g/nosuchgame', '/learn/nosuchgame', '/u/nobody']) {
      const response = await page.request.get(address);
      expect(response.status(), address).toBe(404);
      expect(await response.text()).toContain('<div id="app">');
    }
    for (const address of ['/', '/games', '/learn', '/analysis?game=sight'])
      expect((await page.request.get(address)).status(), address).toBe(200);
  });

  test('“Play now” forgets the level', async () => {
    const page = await harness.newUser();
    await page.goto('/new');
    await page.getByRole('combobox', { name: /^Level/ }).selectOption('3');
    await page.getByRole('button', { name: 'Start the game' }).click();
    await page.waitForURL((url) => url.pathname.startsWith('/local/'));
    await page.goto('/');
    await page
      .getByRole('button', { name: /^Play now/ })
      .first()
      .click();
    // The list of one's games has the first one, and its level, too.
    await page.waitForURL((url) => url.pathname.startsWith('/local/'));
    await page.locator('.bar').getByText('Engine level 3').waitFor();
  });

  test('the rating is printed twice', async () => {
    const names = ['Ratedone', 'Ratedtwo'];
    const [first, second] = [await harness.newUser(), await harness.newUser()];
    for (const [i, page] of [first, second].entries()) {
      await page.request.get('/api/me');
      const account = { name: names[i], password: 'correct horse' };
      await harness.post(page, '/api/me/register', account);
    }
    const game = (await harness.catalogue())[1]?.id;
    const id = await create(first, {
      game,
      opponent: { kind: 'friend' },
      side: 'first',
      rated: true,
      time_control: { kind: 'clock', base_ms: 300_000, increment_ms: 3000 },
    });
    await harness.post(second, `/api/games/${id}/join`, {});
    for (const page of [first, second]) {
      const snapshot = (await (await page.request.get(`/api/games/${id}`)).json()) as GameSnapshot;
      await act(page, id, { kind: 'move', text: snapshot.view.moves[0]?.text });
    }
    await act(first, id, { kind: 'resign' });
    await first.goto(`/g/${id}`);
    await first.getByText('1500 →').first().waitFor();
    const bar = (await first.locator('.bar .name').first().textContent()) ?? '';
    expect(bar.match(/1500/g)).toHaveLength(1);
    // And the list of sessions speaks of browsers, not of user agents.
    await first.goto('/settings');
    await first.getByText('Chrome on Linux').first().waitFor();
    expect(await first.getByText('Mozilla').count()).toBe(0);
  });

  test('an engine that is off says 50:50', async () => {
    const page = await harness.newUser();
    await page.goto('/analysis');
    await waitForTurn(page);
    await page.getByText('Not evaluated yet').waitFor();
    expect(await page.getByRole('meter').count()).toBe(0);
  });

  test('coordinates are hidden by pieces', async () => {
    const page = await harness.newUser();
    for (const { id } of await harness.catalogue()) {
      await page.goto(`/analysis?game=${id}`);
      await waitForTurn(page);
      const covered = await page.evaluate(() => {
        const spots = Array.from(document.querySelectorAll('[data-spot]'), (spot) =>
          spot.getBoundingClientRect(),
        );
        const labels = Array.from(document.querySelectorAll('.labels text'), (label) =>
          label.getBoundingClientRect(),
        );
        const hidden = labels.filter((a) =>
          spots.some(
            (b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom,
          ),
        );
        return [labels.length, hidden.length];
      });
      expect(covered[0], id).toBeGreaterThan(5);
      expect(covered[1], id).toBe(0);
    }
  });

  test('guests cannot find their finished games', async () => {
    const [id, first] = await finished((await harness.catalogue())[4]?.id ?? '');
    await first.goto('/games');
    await first.locator(`a[href="/g/${id}"]`).click();
    await first.getByRole('heading', { name: 'You lose.' }).waitFor();
  });
});

describe('layout shift', () => {
  test.each([
    { width: 360, height: 740 },
    { width: 1280, height: 800 },
  ])('is below 0.05 on every page ($width x $height)', async (viewport) => {
    const page = await harness.newUser({ viewport });
    await page.goto('/');
    const entries = await harness.catalogue();
    const pages = ['/', '/new', '/analysis', '/learn', '/watch', '/games', '/sign-in'];
    pages.push('/settings', '/programs', '/unknown');
    for (const { id: game } of entries) {
      pages.push(`/learn/${game}`, `/analysis?game=${game}`);
      pages.push(`/g/${await create(page, { game, opponent: { kind: 'local' } })}`);
    }
    await page.addInitScript(() => {
      const shifts = globalThis as unknown as { shift: number };
      shifts.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.shift += (entry as PerformanceEntry & { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const found: string[] = [];
    for (const address of pages) {
      await page.goto(address);
      await page.waitForLoadState('networkidle');
      const shift = await page.evaluate(() => (globalThis as unknown as { shift: number }).shift);
      if (shift >= 0.05) found.push(`${address}: ${shift.toFixed(3)}`);
    }
    expect(found).toEqual([]);
  });
});
