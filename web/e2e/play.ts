/** Playing by clicking, without knowing any rules: the page shows where a tap is possible. */
import type { Locator, Page } from 'playwright-core';

/** A small random generator, so that a failing game can be repeated. */
export function seededRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const RESULT = '.result';
const TARGET = '[data-target]';
const STEP = '[data-ply]';

/** Waits until this page can move. */
export async function waitForTurn(page: Page): Promise<void> {
  await page.waitForSelector(TARGET, { state: 'attached' });
}

/** Selectors of everything that can be tapped now: points of the board and slots of hands. */
async function targets(page: Page): Promise<string[]> {
  return page.$$eval(TARGET, (elements) =>
    elements.map((element) => {
      const attribute = element.hasAttribute('data-spot') ? 'data-spot' : 'data-slot';
      return `[${attribute}="${element.getAttribute(attribute)}"]`;
    }),
  );
}

/** The number of steps in the move list. */
export function countSteps(page: Page): Promise<number> {
  return page.locator(STEP).count();
}

/** Waits until the move list has this many steps. */
export async function waitForSteps(page: Page, count: number): Promise<void> {
  await page.waitForFunction(([step, n]) => document.querySelectorAll(step).length === n, [
    STEP,
    count,
  ] as const);
}

/** Makes one random move by clicking, if it is this page's turn. Returns whether it did. */
export async function playRandomMove(
  page: Page,
  random: (below: number) => number,
): Promise<boolean> {
  const before = await countSteps(page);
  for (let taps = 0; taps < 4; taps++) {
    const all = await targets(page);
    const target = all[random(all.length)];
    if (target === undefined) return false;
    const html = await page.$$eval(TARGET, (elements) => elements.map((e) => e.outerHTML).join(''));
    await page.locator(target).click({ force: true });
    // The page answers a tap by showing other targets.
    await page.waitForFunction(
      ([selector, was]) =>
        Array.from(document.querySelectorAll(selector), (e) => e.outerHTML).join('') !== was,
      [TARGET, html] as const,
    );
    // All in one evaluation: between two of them the server's answer may arrive.
    const [over, steps, more] = await page.evaluate(
      (selectors) => selectors.map((selector) => document.querySelectorAll(selector).length),
      [RESULT, STEP, TARGET],
    );
    if ((steps ?? 0) > before || (over ?? 0) > 0) return true;
    if (more === 0) break;
  }
  await page.waitForFunction(([step, n]) => document.querySelectorAll(step).length > n, [
    STEP,
    before,
  ] as const);
  return true;
}

/** Makes this many random moves for whoever is to move on this page. */
export async function playRandomMoves(
  page: Page,
  count: number,
  random: (below: number) => number,
): Promise<void> {
  for (let i = 0; i < count; i++) {
    await waitForTurn(page);
    await playRandomMove(page, random);
  }
}

/** Plays until the game is over; an engine or another page answers. */
export async function playToEnd(page: Page, seed: number, maxMoves = 400): Promise<void> {
  const random = seededRandom(seed);
  for (let moves = 0; moves < maxMoves; moves++) {
    await page.waitForSelector(`${TARGET}, ${RESULT}`, { state: 'attached' });
    if ((await page.locator(RESULT).count()) > 0) return;
    await playRandomMove(page, random);
  }
  throw new Error(`the game is not over after ${maxMoves} moves`);
}

/** The move that the page suggests to type. */
export async function suggestedMove(field: Locator): Promise<string> {
  return /\. (\S+)$/.exec((await field.getAttribute('placeholder')) ?? '')?.[1] ?? '';
}

/** Starts a game of two players on one device, which this or the server hosts. */
export async function startLocalGame(
  page: Page,
  gameIndex = 0,
  place: 'device' | 'server' = 'device',
): Promise<void> {
  await page.goto('/new');
  await page.getByLabel('Someone next to you').check();
  await page.getByRole('combobox', { name: /^Game/ }).selectOption({ index: gameIndex });
  await page.getByRole('combobox', { name: /^Where/ }).selectOption(place);
  await page.getByRole('button', { name: 'Start the game' }).click();
  await waitForTurn(page);
}
