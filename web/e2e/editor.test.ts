import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type {
  ParseDraftResponse,
  ComposeDraftResponse,
  PositionResponse,
} from '../src/api/types.ts';
import { Harness } from './harness.ts';

const harness = Harness.forThisFile();

/** A position of a game after some moves, and the same as a draft. */
async function makeGoal(
  game: string,
  moves: number,
): Promise<{ position: string } & ParseDraftResponse> {
  const steps: string[] = [];
  let position = '';
  for (let ply = 0; ply <= moves; ply++) {
    const found = await harness.request<PositionResponse>('/api/rules/positions', { game, steps });
    const view = found.views.at(-1);
    position = view?.position ?? '';
    const move = view?.moves[Math.floor(view.moves.length / 2)]?.text;
    if (move === undefined) break;
    steps.push(found.chances.find((chance) => chance.move === move)?.step ?? move);
  }
  return {
    position,
    ...(await harness.request<ParseDraftResponse>('/api/rules/drafts/parse', { game, position })),
  };
}

const spot = (page: Page, id: string) => page.locator(`[data-spot="${id}"]`);
const item = (page: Page, symbol: string) => page.locator(`[data-item="${symbol}"]`);
const text = (page: Page) => page.getByLabel('As text', { exact: true });
const done = (page: Page) => page.getByRole('button', { name: 'Analyse this position' });

/** Opens the editor of a game with its button and clears the board. */
async function open(page: Page, game: string): Promise<void> {
  await page.goto(`/analysis?game=${game}`);
  await page.getByRole('button', { name: 'Set up on the board' }).click();
  await page.getByRole('button', { name: 'Clear the board' }).click();
  await page.waitForFunction(() => document.querySelectorAll('[data-piece]').length === 0);
}

/** Waits until a field of the page has this value. */
async function waitForValue(page: Page, value: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => Array.from(document.querySelectorAll('input'), (one) => one.value).includes(wanted),
    value,
  );
}

describe('the position editor', () => {
  test('a reload keeps the draft, valid or not', async () => {
    const page = await harness.newUser();
    const { position, draft } = await makeGoal('sight', 1);
    const piece = draft.pieces[0];
    if (!piece) throw new Error(`nothing stands in ${position}`);
    await open(page, 'sight');
    await item(page, piece.item).click();
    for (let height = 0; height < 3; height++) await spot(page, piece.at).click();
    await page.waitForFunction(() => document.querySelectorAll('[data-piece]').length === 1);
    const { text: wanted } = await harness.request<ComposeDraftResponse>(
      '/api/rules/drafts/compose',
      {
        game: 'sight',
        draft: { ...draft, pieces: [{ ...piece, height: 3 }], phase: 'O' },
      },
    );
    await waitForValue(page, wanted);
    await page.reload();
    await waitForValue(page, wanted);
  });

  test('in every game a position is set up by clicking, and analysed', async () => {
    const page = await harness.newUser();
    for (const { id } of await harness.catalogue()) {
      const goal = await makeGoal(id, 9);
      await open(page, id);
      for (const symbol of new Set(goal.draft.pieces.map((piece) => piece.item))) {
        await item(page, symbol).click();
        for (const piece of goal.draft.pieces.filter((one) => one.item === symbol)) {
          for (let height = 0; height < piece.height; height++) await spot(page, piece.at).click();
        }
      }
      for (const held of goal.draft.hands) {
        const slot = goal.geometry.slots.find((one) => one.id === held.slot);
        const side = goal.geometry.sides[slot?.side === 'second' ? 1 : 0];
        const more = page
          .getByRole('group', { name: `${side?.text}'s hand` })
          .getByRole('button', { name: `Add one ${slot?.kind}` });
        for (let count = 0; count < held.count; count++) await more.click();
      }
      await page.getByRole('combobox', { name: 'Turn' }).selectOption(goal.draft.phase);
      await waitForValue(page, goal.position);
      await done(page).click();
      // Back in the analysis, with the position.
      await page.getByRole('button', { name: 'Engine off' }).waitFor();
      await waitForValue(page, goal.position);
      expect(new URL(page.url()).searchParams.get('start'), id).toBe(goal.position);
    }
  });

  test('an invalid draft is explained, and can be corrected', async () => {
    const page = await harness.newUser();
    let explained = 0;
    for (const { id } of await harness.catalogue()) {
      await open(page, id);
      const { draft } = await harness.request<ParseDraftResponse>('/api/rules/drafts/parse', {
        game: id,
      });
      const phase = await page.getByRole('combobox', { name: 'Turn' }).inputValue();
      const empty = await harness.request<ComposeDraftResponse>('/api/rules/drafts/compose', {
        game: id,
        draft: { ...draft, pieces: [], hands: [], phase },
      });
      await waitForValue(page, empty.text);
      if (empty.error === null) continue;
      explained++;
      await page.getByText(`Not a valid position: ${empty.error.text}.`).waitFor();
      expect(await done(page).isDisabled(), id).toBe(true);
      await page.getByRole('button', { name: 'Start position' }).click();
      await page.getByText('This is a valid position.').waitFor();
      expect(await done(page).isEnabled(), id).toBe(true);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('Not a valid position').waitFor();
    }
    expect(explained).toBeGreaterThanOrEqual(3);
  });

  test('pieces are dragged onto the board, over it and off it', async () => {
    const page = await harness.newUser();
    const [entry] = await harness.catalogue();
    const { geometry, schema } = await harness.request<ParseDraftResponse>(
      '/api/rules/drafts/parse',
      {
        game: entry?.id,
      },
    );
    await open(page, entry?.id ?? '');
    const [a, b] = [geometry.points[12]?.id ?? '', geometry.points[34]?.id ?? ''];
    const symbol = schema.items[0]?.symbol ?? '';
    const occupied = () =>
      page.$$eval('[data-piece]', (all) => all.map((one) => one.getAttribute('data-piece')));
    const drag = async (from: ReturnType<typeof spot>, to: { x: number; y: number }) => {
      const box = await from.boundingBox();
      if (!box) throw new Error('nothing to drag');
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move((box.x + to.x) / 2, (box.y + to.y) / 2, { steps: 4 });
      await page.mouse.move(to.x, to.y, { steps: 4 });
      await page.mouse.up();
    };
    const centre = async (id: string) => {
      const box = await spot(page, id).boundingBox();
      return {
        x: (box?.x ?? 0) + (box?.width ?? 0) / 2,
        y: (box?.y ?? 0) + (box?.height ?? 0) / 2,
      };
    };
    await drag(item(page, symbol), await centre(a));
    await expect.poll(occupied).toEqual([a]);
    await drag(spot(page, a), await centre(b));
    await expect.poll(occupied).toEqual([b]);
    await drag(spot(page, b), { x: 5, y: 300 });
    await expect.poll(occupied).toEqual([]);
  });

  test('a position is set up with the keyboard alone', async () => {
    const page = await harness.newUser();
    const entries = await harness.catalogue();
    // The game with the fewest pieces.
    const [entry] = entries
      .filter((one) => one.view.pieces.length > 0)
      .toSorted((a, b) => a.view.pieces.length - b.view.pieces.length);
    const goal = await makeGoal(entry?.id ?? '', 3);
    await page.goto(`/analysis?game=${entry?.id}&edit`);
    await page.getByRole('button', { name: 'Clear the board' }).waitFor();
    const focused = (selector: string) =>
      page.evaluate((css) => document.activeElement?.matches(css) === true, selector);
    const tabTo = async (selector: string, key = 'Tab') => {
      for (let i = 0; i < 80 && !(await focused(selector)); i++) await page.keyboard.press(key);
      expect(await focused(selector), selector).toBe(true);
    };
    /** Moves the focus to a point of the board. */
    const walk = async (id: string) => {
      await tabTo('[data-spot]', (await focused('[data-item]')) ? 'Shift+Tab' : 'Tab');
      const places = new Map(goal.geometry.points.map((point) => [point.id, point]));
      const at = places.get(
        (await page.evaluate(() => document.activeElement?.getAttribute('data-spot'))) ?? '',
      );
      const to = places.get(id);
      if (!at || !to) throw new Error(`cannot go to ${id}`);
      for (let i = 0; i < Math.abs(to.x - at.x); i++)
        await page.keyboard.press(to.x > at.x ? 'ArrowRight' : 'ArrowLeft');
      for (let i = 0; i < Math.abs(to.y - at.y); i++)
        await page.keyboard.press(to.y > at.y ? 'ArrowDown' : 'ArrowUp');
      expect(await focused(`[data-spot="${id}"]`)).toBe(true);
    };
    // Every piece is deleted, one by one.
    for (const piece of entry?.view.pieces ?? []) {
      await walk(piece.at);
      await page.keyboard.press('Delete');
    }
    await page.getByText('Not a valid position').waitFor();
    for (const piece of goal.draft.pieces) {
      await tabTo(`[data-item="${piece.item}"]`);
      await page.keyboard.press('Enter');
      await walk(piece.at);
      await page.keyboard.press('Enter');
    }
    await tabTo('select');
    const phases = goal.schema.phases.findIndex((phase) => phase.text === goal.draft.phase);
    for (let i = 0; i < phases; i++) await page.keyboard.press('ArrowDown');
    await waitForValue(page, goal.position);
    await tabTo('button.primary');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Engine off' }).waitFor();
    await page.getByRole('button', { name: 'Engine off' }).press('Enter');
    await page.getByRole('list', { name: 'Best lines' }).waitFor();
    expect(await text(page).count()).toBe(0);
  });
});
