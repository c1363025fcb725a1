import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { GameSnapshot } from '../src/api/types.ts';
import { Harness } from './harness.ts';
import { countSteps, suggestedMove, waitForTurn } from './play.ts';

const harness = Harness.forThisFile();

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** What axe finds on a page, one line each. */
async function violations(page: Page): Promise<string[]> {
  // The page's content security policy forbids foreign scripts; the debugger may evaluate them.
  await page.evaluate(axeSource);
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run: (options: unknown) => Promise<{ violations: Violation[] }> };
    };
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    return (await axe.run({ runOnly: tags })).violations;
  });
  return found.flatMap((one) =>
    one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 160)} ${node.failureSummary}`),
  );
}

/** Every page, with something on it. */
async function allPages(page: Page): Promise<Record<string, string>> {
  const create = async (data: unknown): Promise<string> =>
    (await harness.post<{ id: string }>(page, '/api/games', data)).id;
  const entries = await harness.catalogue();
  const all: Record<string, string> = {
    home: '/',
    new: '/new',
    analysis: '/analysis',
    games: '/games',
    learn: '/learn',
    watch: '/watch',
    'sign-in': '/sign-in',
    register: '/sign-in?new',
    settings: '/settings',
    programs: '/programs',
    unknown: '/unknown',
  };
  for (const { id } of entries) {
    all[`editor ${id}`] = `/analysis?game=${id}&edit`;
    all[`learn ${id}`] = `/learn/${id}`;
    all[`game ${id}`] = `/g/${await create({ game: id, opponent: { kind: 'local' } })}`;
  }
  all['profile'] = `/u/${await playRatedGame(entries[0]?.id ?? '')}`;
  all['embedded'] = `/embed/${await create({ game: entries[0]?.id, opponent: { kind: 'local' } })}`;
  // The opponent is to move, and has days for it.
  const slow = await create({
    game: entries[0]?.id,
    opponent: { kind: 'friend' },
    side: 'second',
    time_control: { kind: 'correspondence', days: 3 },
  });
  await harness.post(await harness.newUser(), `/api/games/${slow}/join`, {});
  all['correspondence'] = `/g/${slow}`;
  all['waiting'] = `/g/${await create({ game: entries[0]?.id, opponent: { kind: 'friend' } })}`;
  return all;
}

/** Opens a page and waits until everything on it is loaded. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
}

let accounts = 0;

/** A page of a new account, and its name. */
async function newAccount(): Promise<[page: Page, name: string]> {
  const page = await harness.newUser();
  const name = `Person${++accounts}`;
  await page.request.get('/api/me');
  await harness.post(page, '/api/me/register', { name, password: 'correct horse' });
  return [page, name];
}

/** Has two new accounts play a rated game. Returns the winner's name. */
async function playRatedGame(game: string): Promise<string> {
  const [[winner, name], [loser]] = [await newAccount(), await newAccount()];
  const { id } = await harness.post<{ id: string }>(winner, '/api/games', {
    game,
    opponent: { kind: 'friend' },
    side: 'first',
    rated: true,
    time_control: { kind: 'clock', base_ms: 300_000, increment_ms: 3000 },
  });
  const act = (page: Page, action: unknown) =>
    harness.post(page, `/api/games/${id}/actions`, { action });
  await harness.post(loser, `/api/games/${id}/join`, {});
  for (const player of [winner, loser]) {
    // Only the side to move is sent the legal moves.
    const response = await player.request.get(`/api/games/${id}`);
    const { view } = (await response.json()) as GameSnapshot;
    await act(player, { kind: 'move', text: view.moves[0]?.text });
  }
  await act(loser, { kind: 'resign' });
  return name;
}

describe('accessibility', () => {
  test.each(['light', 'dark'] as const)(
    'axe finds nothing on any page (%s)',
    async (colorScheme) => {
      const page = await harness.newUser({ colorScheme, reducedMotion: 'reduce' });
      await page.goto('/');
      const found: string[] = [];
      for (const [name, address] of Object.entries(await allPages(page))) {
        await open(page, address);
        if (name === 'correspondence') {
          await page.getByText('Conditional moves').click();
          await page.getByText('If your opponent plays…').waitFor();
        }
        found.push(...(await violations(page)).map((one) => `${name}: ${one}`));
      }
      expect(found).toEqual([]);
    },
  );

  test('axe finds nothing on the main pages in German', async () => {
    const page = await harness.newUser({ locale: 'de', reducedMotion: 'reduce' });
    await page.goto('/');
    const [entry] = await harness.catalogue();
    const main = ['home', 'new', 'analysis', 'learn', 'settings', 'sign-in', 'programs'].concat(
      ['editor', 'learn', 'game'].map((name) => `${name} ${entry?.id}`),
    );
    const all = await allPages(page);
    const found: string[] = [];
    for (const name of main) {
      await open(page, all[name] ?? '');
      expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
      found.push(...(await violations(page)).map((one) => `${name}: ${one}`));
    }
    expect(found).toEqual([]);
  });

  test.each(['en', 'de'])('no page is wider than a phone of 360 pixels (%s)', async (locale) => {
    const page = await harness.newUser({
      locale,
      viewport: { width: 360, height: 740 },
      hasTouch: true,
    });
    await page.goto('/');
    for (const [name, address] of Object.entries(await allPages(page))) {
      await open(page, address);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        name,
      ).toBeLessThanOrEqual(360);
    }
  });

  test('a game is started and played with the keyboard alone', async () => {
    const page = await harness.newUser();
    await page.goto('/');
    const start = page.getByRole('button', { name: /^Play now/ }).first();
    await start.waitFor();
    for (let i = 0; i < 40 && !(await start.evaluate((one) => one === document.activeElement)); i++)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/local\//);
    await waitForTurn(page);
    const isOnBoard = () =>
      page.evaluate(() => document.activeElement?.hasAttribute('data-spot') === true);
    for (let i = 0; i < 40 && !(await isOnBoard()); i++) await page.keyboard.press('Tab');
    expect(await isOnBoard()).toBe(true);
    // Walks over the board row by row to the first target, and selects it.
    const selectTarget = async (): Promise<boolean> => {
      for (let step = 0; step < 300; step++) {
        if (
          await page.evaluate(() => document.activeElement?.hasAttribute('data-target') === true)
        ) {
          await page.keyboard.press('Enter');
          return true;
        }
        const row = Math.floor(step / 10);
        await page.keyboard.press(
          step % 10 === 9
            ? row % 10 === 9
              ? 'ArrowUp'
              : 'ArrowDown'
            : row % 2 === 0
              ? 'ArrowRight'
              : 'ArrowLeft',
        );
      }
      return false;
    };
    for (let taps = 0; taps < 3 && (await countSteps(page)) === 0; taps++) {
      await page.waitForTimeout(50);
      if ((await countSteps(page)) === 0) expect(await selectTarget()).toBe(true);
      await page.waitForTimeout(300);
    }
    expect(await countSteps(page)).toBeGreaterThan(0);

    // By typing, too.
    await waitForTurn(page);
    const before = await countSteps(page);
    const field = page.getByLabel('Type a move');
    await field.focus();
    const text = await suggestedMove(field);
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await page.waitForFunction((n) => document.querySelectorAll('[data-ply]').length > n, before);
    await field.focus();
    await page.keyboard.type('utter nonsense');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
  });

  test('the board can be read as text, and captions are announced', async () => {
    const page = await harness.newUser();
    await page.goto('/');
    const games = Object.entries(await allPages(page)).filter(([key]) => key.startsWith('game '));
    for (const [name, address] of games) {
      await page.goto(address);
      await page.waitForSelector('[data-spot]');
      await page.getByText('Board as text').click();
      expect(
        (await page.locator('details[open] p').allTextContents()).length,
        name,
      ).toBeGreaterThanOrEqual(3);
      expect(await page.locator('[aria-live="polite"]').count(), name).toBeGreaterThan(0);
      const label = await page.locator('[data-spot]').first().getAttribute('aria-label');
      expect(label?.length, name).toBeGreaterThan(3);
    }
  });
});

describe('performance', () => {
  test.each(['en', 'de'])(
    'the first load of every page stays under 100 kB, the engine comes after it, and nothing shifts (%s)',
    async (locale) => {
      const page = await harness.newUser({ locale });
      await page.addInitScript(() => {
        const shifts: number[] = [];
        Object.assign(globalThis, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            shifts.push((entry as unknown as { value: number }).value);
        }).observe({ type: 'layout-shift', buffered: true });
      });
      for (const address of ['/', '/new', '/learn', '/analysis', '/games', '/settings']) {
        await page.goto('about:blank');
        const client = await page.context().newCDPSession(page);
        await client.send('Network.clearBrowserCache');
        await page.goto(address);
        const isCore = '.wasm';
        await page.waitForFunction(
          (name) =>
            performance.getEntriesByType('resource').some((entry) => entry.name.endsWith(name)),
          isCore,
        );
        const measured = await page.evaluate((name) => {
          const loads = [
            ...performance.getEntriesByType('navigation'),
            ...performance.getEntriesByType('resource'),
          ] as PerformanceResourceTiming[];
          const core = loads.find((entry) => entry.name.endsWith(name))?.startTime ?? 0;
          const before = loads.filter((entry) => entry.startTime < core);
          const { shifts } = globalThis as unknown as { shifts: number[] };
          return {
            core,
            bytes: before.reduce((sum, entry) => sum + entry.encodedBodySize, 0),
            paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
            shift: shifts.reduce((sum, shift) => sum + shift, 0),
          };
        }, isCore);
        expect(measured.bytes, address).toBeGreaterThan(10_000);
        expect(measured.bytes, address).toBeLessThan(100_000);
        expect(measured.paint, address).toBeLessThan(measured.core);
        expect(measured.shift, address).toBeLessThan(0.05);
      }
    },
  );

  test('the code of all games with their engines stays under 300 kB', async () => {
    const page = await harness.newUser();
    await page.goto('/');
    const module = await page.waitForFunction(() =>
      performance
        .getEntriesByType('resource')
        .map((entry) => entry.name)
        .find((name) => name.endsWith('.wasm')),
    );
    const response = await fetch((await module.jsonValue()) ?? '', {
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    const bytes = Number(response.headers.get('content-length'));
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(300_000);
  });
});
