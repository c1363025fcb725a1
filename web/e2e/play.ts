/** Playing by clicking, without knowing any rules: as the page shows where a tap is possible. */
import type { Locator, Page } from 'playwright-core';

/** A small generator, so that a failing game can be played again. */
export function lot(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const OVER = '.result';
const OPEN = '[data-target]';
const STEP = '[data-ply]';

/** Where a tap is possible now: points of the board and slots of hands. */
async function open(page: Page): Promise<string[]> {
  return page.$$eval(OPEN, (all) =>
    all.map((one) =>
      one.hasAttribute('data-spot')
        ? `[data-spot="${one.getAttribute('data-spot')}"]`
        : `[data-slot="${one.getAttribute('data-slot')}"]`,
    ),
  );
}

/** The number of steps on the move list. */
export function plies(page: Page): Promise<number> {
  return page.locator(STEP).count();
}

/** Makes one move by clicking, if it is this page's turn. Gives whether it did. */
export async function moveSomehow(page: Page, pick: (below: number) => number): Promise<boolean> {
  const before = await plies(page);
  for (let taps = 0; taps < 4; taps++) {
    const ways = await open(page);
    const way = ways[pick(ways.length)];
    if (way === undefined) return false;
    const looked = await page.$$eval(OPEN, (all) => all.map((one) => one.outerHTML).join());
    await page.locator(way).click({ force: true });
    // The page answers a tap by showing other places to tap.
    await page.waitForFunction(
      ([selector, was]) =>
        Array.from(document.querySelectorAll(selector), (one) => one.outerHTML).join() !== was,
      [OPEN, looked] as const,
    );
    // All in one look: between two of them the server's answer may come.
    const [over, made, more] = await page.evaluate(
      ([end, step, selector]) =>
        [end, step, selector].map((one) => document.querySelectorAll(one).length) as [
          number,
          number,
          number,
        ],
      [OVER, STEP, OPEN] as const,
    );
    if (made > before || over > 0) return true;
    if (more === 0) break;
  }
  await page.waitForFunction(([step, n]) => document.querySelectorAll(step).length > n, [
    STEP,
    before,
  ] as const);
  return true;
}

/** Plays until the game is over; an engine or another page answers. */
export async function playToTheEnd(page: Page, seed: number, most = 400): Promise<void> {
  const pick = lot(seed);
  for (let moves = 0; moves < most; moves++) {
    await page.waitForSelector(`${OPEN}, ${OVER}`, { state: 'attached' });
    if ((await page.locator(OVER).count()) > 0) return;
    await moveSomehow(page, pick);
  }
  throw new Error(`the game is not over after ${most} moves`);
}

/** The move that the page suggests to type. */
export async function suggested(field: Locator): Promise<string> {
  return /e\.g\. (.+)$/.exec((await field.getAttribute('placeholder')) ?? '')?.[1] ?? '';
}
