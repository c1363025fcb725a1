import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { GameSnapshot } from '../src/api/types.ts';
import { plies, suggested } from './play.ts';
import { World } from './world.ts';

const world = World.forThisFile();

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** What axe finds on a page, in a few words each. */
async function violations(page: Page): Promise<string[]> {
  // The page's policy forbids foreign scripts, as it should; the debugger may evaluate.
  await page.evaluate(axe);
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
async function pages(page: Page): Promise<Record<string, string>> {
  const headers = { origin: world.server.url };
  const make = async (data: unknown): Promise<string> => {
    const made = await page.request.post('/api/games', { data, headers });
    return ((await made.json()) as { id: string }).id;
  };
  const cards = (await (await page.request.get('/api/catalogue')).json()) as { id: string }[];
  const all: Record<string, string> = {
    home: '/',
    new: '/new',
    analysis: '/analysis',
    learn: '/learn',
    watch: '/watch',
    'sign-in': '/sign-in',
    register: '/sign-in?new',
    settings: '/settings',
    programs: '/programs',
    nowhere: '/nowhere',
  };
  for (const { id } of cards) {
    all[`editor ${id}`] = `/analysis?game=${id}&edit`;
    all[`learn ${id}`] = `/learn/${id}`;
    all[`game ${id}`] = `/g/${await make({ game: id, opponent: { kind: 'device' } })}`;
  }
  all['profile'] = `/u/${await rated(cards[0]?.id ?? '')}`;
  all['waiting'] = `/g/${await make({ game: cards[0]?.id, opponent: { kind: 'friend' } })}`;
  return all;
}

/** Two accounts with a rated game behind them. Gives the winner's name. */
async function rated(game: string): Promise<string> {
  const headers = { origin: world.server.url };
  const [one, other] = [await world.people.person(), await world.people.person()];
  const post = async (who: Page, path: string, data: unknown): Promise<{ id: string }> => {
    const answer = await who.request.post(path, { data, headers });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json()) as { id: string };
  };
  const name = `Person${accounts++}`;
  for (const [who, named] of [
    [one, name],
    [other, `Person${accounts++}`],
  ] as const) {
    await who.request.get('/api/me');
    await post(who, '/api/me/register', { name: named, password: 'correct horse' });
  }
  const clock = { kind: 'real_time', seconds: 300, increment: 3 };
  const { id } = await post(one, '/api/games', {
    game,
    opponent: { kind: 'friend' },
    side: 'first',
    rated: true,
    clock,
  });
  await post(other, `/api/games/${id}/join`, {});
  for (const who of [one, other]) {
    const now = await who.request.get(`/api/games/${id}`);
    const { view } = (await now.json()) as GameSnapshot;
    await post(who, `/api/games/${id}/actions`, {
      action: { kind: 'move', text: view.moves[0]?.text },
    });
  }
  await post(other, `/api/games/${id}/actions`, { action: { kind: 'resign' } });
  return name;
}
let accounts = 1;

describe('for everyone', () => {
  test.each(['light', 'dark'] as const)(
    'axe finds nothing on any page (%s)',
    async (colorScheme) => {
      const page = await world.people.person({ colorScheme, reducedMotion: 'reduce' });
      await page.goto('/');
      const found: string[] = [];
      for (const [name, address] of Object.entries(await pages(page))) {
        await page.goto(address);
        await page.locator('h1').first().waitFor({ state: 'attached' });
        await page.waitForLoadState('networkidle');
        found.push(...(await violations(page)).map((one) => `${name}: ${one}`));
      }
      expect(found).toEqual([]);
    },
  );

  test('no page is wider than a phone of 360 pixels', async () => {
    const page = await world.people.person({
      viewport: { width: 360, height: 740 },
      hasTouch: true,
    });
    await page.goto('/');
    for (const [name, address] of Object.entries(await pages(page))) {
      await page.goto(address);
      await page.locator('h1').first().waitFor({ state: 'attached' });
      await page.waitForLoadState('networkidle');
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        name,
      ).toBeLessThanOrEqual(360);
    }
  });

  test('a game is started and played with the keyboard alone', async () => {
    const page = await world.people.person();
    await page.goto('/');
    const start = page.getByRole('button', { name: /^Play now/ }).first();
    await start.waitFor();
    for (let i = 0; i < 40 && !(await start.evaluate((one) => one === document.activeElement)); i++)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/g\//);
    await page.waitForSelector('[data-target]', { state: 'attached' });
    const onBoard = () =>
      page.evaluate(() => document.activeElement?.hasAttribute('data-spot') === true);
    for (let i = 0; i < 40 && !(await onBoard()); i++) await page.keyboard.press('Tab');
    expect(await onBoard()).toBe(true);
    // Walk over the board row by row until a tap is possible, twice if a move needs two.
    const chosen = async (): Promise<boolean> => {
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
    for (let taps = 0; taps < 3 && (await plies(page)) === 0; taps++) {
      await page.waitForTimeout(50);
      if ((await plies(page)) === 0) expect(await chosen()).toBe(true);
      await page.waitForTimeout(300);
    }
    expect(await plies(page)).toBeGreaterThan(0);

    // And by typing.
    await page.waitForSelector('[data-target]', { state: 'attached' });
    const before = await plies(page);
    const field = page.getByLabel('Type a move');
    await field.focus();
    const text = await suggested(field);
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await page.waitForFunction((n) => document.querySelectorAll('[data-ply]').length > n, before);
    await field.focus();
    await page.keyboard.type('utter nonsense');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
  });

  test('the board can be read as text, and captions are announced', async () => {
    const page = await world.people.person();
    await page.goto('/');
    for (const [name, address] of Object.entries(await pages(page)).filter(([name]) =>
      name.startsWith('game '),
    )) {
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

describe('weight', () => {
  test('the first load stays under 150 kB, and nothing jumps', async () => {
    const page = await world.people.person();
    const client = await page.context().newCDPSession(page);
    await client.send('Network.enable');
    let bytes = 0;
    client.on('Network.loadingFinished', (event) => (bytes += event.encodedDataLength));
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto('/');
    await page
      .getByRole('button', { name: /^Play now/ })
      .first()
      .waitFor();
    await page.waitForLoadState('networkidle');
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(150_000);
    const shifted = await page.evaluate(() =>
      (globalThis as unknown as { shifts: number[] }).shifts.reduce((a, b) => a + b, 0),
    );
    expect(shifted).toBeLessThan(0.1);
  });
});
