import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { Harness } from './harness.ts';
import { waitForTurn } from './play.ts';

const harness = Harness.forThisFile();

const SIZES = [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 740, height: 360 },
] as const;

const phone = (viewport: { width: number; height: number }) =>
  harness.newUser({ viewport, hasTouch: true, isMobile: true });

/** The parts of a page, by their selectors, that are not completely on the screen. */
function offScreen(page: Page, selectors: string[]): Promise<string[]> {
  return page.evaluate((all) => {
    const [width, height] = [document.documentElement.clientWidth, innerHeight];
    return all.flatMap((selector) => {
      const found = Array.from(document.querySelectorAll(selector));
      if (found.length === 0) return [`${selector} is missing`];
      const boxes = found.map((element) => element.getBoundingClientRect());
      const off = boxes.filter(
        ({ top, left, bottom, right }) =>
          top < -1 || left < -1 || bottom > height + 1 || right > width + 1,
      );
      return off.map(({ top, bottom }) => {
        return `${selector} from ${Math.round(top)} to ${Math.round(bottom)} of ${innerHeight}`;
      });
    });
  }, selectors);
}

/** Creates a game between two users; both have it open, the first one on the first side. */
async function seated(
  size: { width: number; height: number },
  game: string,
): Promise<[Page, Page]> {
  const [first, second] = [await phone(size), await phone(size)];
  await first.goto('/');
  const { id } = await harness.post<{ id: string }>(first, '/api/games', {
    game,
    opponent: { kind: 'friend' },
    side: 'first',
    time_control: { kind: 'clock', base_ms: 600_000, increment_ms: 5000 },
  });
  await second.goto(`/g/${id}`);
  // Whoever follows a link sees at once what to do.
  await second.getByRole('button', { name: 'Join the game' }).waitFor();
  expect(await offScreen(second, ['.strip button'])).toEqual([]);
  await second.getByRole('button', { name: 'Join the game' }).tap();
  await first.goto(`/g/${id}`);
  await first.locator('.strip').waitFor();
  return [first, second];
}

describe('on a phone', () => {
  test.each(SIZES)('every game fits the screen ($width x $height)', async (size) => {
    const page = await phone(size);
    await page.goto('/');
    for (const { id: game } of await harness.catalogue()) {
      const { id } = await harness.post<{ id: string }>(page, '/api/games', {
        game,
        opponent: { kind: 'local' },
        time_control: { kind: 'clock', base_ms: 600_000, increment_ms: 5000 },
      });
      await page.goto(`/g/${id}`);
      await waitForTurn(page);
      const parts = ['.board svg[role="application"]', '.clock', '.strip', '.actions button'];
      expect(await offScreen(page, parts), game).toEqual([]);
      const slots = page.locator('[data-slot]');
      for (let i = 0; i < (await slots.count()); i++) {
        const box = await slots.nth(i).boundingBox();
        expect(Math.min(box?.width ?? 0, box?.height ?? 0), game).toBeGreaterThanOrEqual(44);
      }
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, game).toBeLessThanOrEqual(size.width);
    }
  });

  test.each(SIZES)('offers are answered without scrolling ($width x $height)', async (size) => {
    const game = (await harness.catalogue())[0]?.id ?? '';
    const [first, second] = await seated(size, game);
    for (const page of [first, second]) {
      await waitForTurn(page);
      const target = page.locator('[data-spot][data-target]').first();
      await target.tap({ force: true });
      await page.locator('[data-target]').first().waitFor({ state: 'detached' });
    }
    const before = await second.locator('.actions').boundingBox();
    await first.getByRole('button', { name: 'Offer a draw' }).tap();
    await second.getByText('Your opponent offers a draw.').waitFor();
    expect(await offScreen(second, ['.strip button', '.actions button'])).toEqual([]);
    // The buttons below the offer stay where they were.
    expect((await second.locator('.actions').boundingBox())?.y).toBe(before?.y);
    await second.getByRole('button', { name: 'Accept' }).tap();
    for (const page of [first, second]) {
      await page.getByRole('heading', { name: 'Draw.' }).waitFor();
      expect(await offScreen(page, ['.strip', '.actions .primary'])).toEqual([]);
    }
    await first.getByRole('button', { name: 'Rematch' }).tap();
    await second.getByText('Your opponent would like a rematch.').waitFor();
    expect(await offScreen(second, ['.strip button'])).toEqual([]);
  });

  test('a swipe on the board scrolls, unless it drags a piece', async () => {
    const page = await phone({ width: 360, height: 740 });
    await page.goto('/analysis');
    await waitForTurn(page);
    const client = await page.context().newCDPSession(page);
    const swipe = async (selector: string): Promise<number> => {
      await page.evaluate(() => scrollTo(0, 0));
      const box = await page.locator(selector).first().boundingBox();
      if (!box) throw new Error(`there is no ${selector}`);
      const x = box.x + box.width / 2;
      const y = box.y + box.height / 2;
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', dy: number) =>
        client.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: type === 'touchEnd' ? [] : [{ x, y: y - dy }],
        });
      await touch('touchStart', 0);
      for (let dy = 10; dy <= 200; dy += 10) await touch('touchMove', dy);
      await touch('touchEnd', 200);
      await page.waitForTimeout(300);
      return page.evaluate(() => scrollY);
    };
    // Catapult begins by placing flags: nothing can be dragged.
    expect(await swipe('[data-spot="e5"]')).toBeGreaterThan(50);
    await page.getByRole('combobox', { name: /^Game/ }).selectOption({ index: 1 });
    await page.waitForFunction(() => !location.search.includes('game=catapult'));
    await waitForTurn(page);
    const turn = await page.evaluate(() => document.querySelector('[data-piece]')?.outerHTML);
    expect(turn).toBeDefined();
    const piece = await page.evaluate(() =>
      Array.from(document.querySelectorAll('[data-piece] .piece.first'), (one) =>
        one.closest('[data-piece]')?.getAttribute('data-piece'),
      ).at(0),
    );
    expect(await swipe(`[data-spot="${piece}"]`)).toBe(0);
  });

  test.each(SIZES)('lessons show text and board together ($width x $height)', async (size) => {
    const page = await phone(size);
    for (const { id } of await harness.catalogue()) {
      await page.goto(`/learn/${id}`);
      await page.locator('.diagram[aria-busy="false"]').first().waitFor();
      await page
        .locator('.diagram .text')
        .first()
        .evaluate((text) => text.scrollIntoView());
      const parts = ['section:first-of-type .text', 'section:first-of-type .board'];
      expect(await offScreen(page, parts), id).toEqual([]);
    }
  });

  test('the header and the title say that it is your turn somewhere', async () => {
    const game = (await harness.catalogue())[1]?.id ?? '';
    const [first, second] = await seated({ width: 360, height: 740 }, game);
    await first.goto('/learn');
    const badge = first.getByRole('link', { name: 'It is your turn in one game' });
    await badge.waitFor();
    await first.waitForFunction(() => document.title.startsWith('(1) '));
    expect(await second.title()).not.toContain('(1)');
    await badge.tap();
    await waitForTurn(first);
    await first.goto('/');
    // One's own games come first.
    const headings = first.locator('h2');
    await first.getByRole('heading', { name: 'Your games' }).waitFor();
    expect(await headings.first().textContent()).toBe('Your games');
  });
});
