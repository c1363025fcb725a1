/** What players decide in advance: premoves and conditional moves, by touch as well. */
import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type {
  GameSummary,
  MoveView,
  PositionResponse,
  PremovesResponse,
} from '../src/api/types.ts';
import { Harness } from './harness.ts';
import { waitForSteps } from './play.ts';

const harness = Harness.forThisFile();
const GAME = 'knights-duel';
/** What can be played here depends on the opponent's first move. */
const TENSE_GAME = 'animal-chess';

/** A game of two people, both of whom look at it; the first is to move. */
async function seated(
  game: string,
  timeControl: unknown,
  options = {},
): Promise<{ id: string; first: Page; second: Page }> {
  const [first, second] = [await harness.newUser(), await harness.newUser(options)];
  const request = { game, opponent: { kind: 'friend' }, side: 'first', time_control: timeControl };
  const { id } = await harness.post<GameSummary>(first, '/api/games', request);
  await harness.post(second, `/api/games/${id}/join`, {});
  for (const page of [first, second]) {
    await page.goto(`/g/${id}`);
    await page.locator('[data-spot]').first().waitFor();
  }
  return { id, first, second };
}

async function movesAfter(game: string, ...steps: string[]): Promise<MoveView[]> {
  const found = await harness.request<PositionResponse>('/api/rules/positions', { game, steps });
  return found.views.at(-1)?.moves ?? [];
}

/** A move in advance that one first move allows and another one forbids. */
async function dependentPremove(): Promise<{ move: MoveView; allows: string; forbids: string }> {
  const request = { game: TENSE_GAME, steps: [] };
  const { moves } = await harness.request<PremovesResponse>('/api/rules/premoves', request);
  const starts = await movesAfter(TENSE_GAME);
  const replies = await Promise.all(starts.map(({ text }) => movesAfter(TENSE_GAME, text)));
  for (const move of moves) {
    const allowed = replies.map((legal) => legal.some(({ text }) => text === move.text));
    const [yes, no] = [starts[allowed.indexOf(true)], starts[allowed.indexOf(false)]];
    if (yes && no) return { move, allows: yes.text, forbids: no.text };
  }
  throw new Error('every premove is always possible');
}

async function choose(page: Page, move: MoveView): Promise<void> {
  await page.locator('[data-premove]').first().waitFor({ state: 'attached' });
  for (const id of move.path) {
    const spot = page.locator(`.board-with-hands [data-spot="${id}"]`).first();
    // A tap that all moves share need not be made.
    if (id === move.path.at(-1) || (await page.locator('[data-premove]').count()) > 0)
      await spot.click({ force: true });
  }
  await page.getByText(/is played as soon as your opponent has moved/).waitFor();
}

const act = (page: Page, id: string, text: string) =>
  harness.post(page, `/api/games/${id}/actions`, { action: { kind: 'move', text } });

const CLOCK = { kind: 'clock', base_ms: 600_000, increment_ms: 0 };

describe('in advance', () => {
  test('a premove is played when it is possible, can be taken back, and is dropped if not', async () => {
    const { move, allows, forbids } = await dependentPremove();
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
    const played = await seated(TENSE_GAME, CLOCK, phone);
    await choose(played.second, move);
    await played.second.getByRole('button', { name: 'Cancel' }).click();
    await choose(played.second, move);
    await act(played.first, played.id, allows);
    for (const page of [played.first, played.second]) await waitForSteps(page, 2);
    await played.first.locator('[data-ply="2"]').getByText(move.text).waitFor();

    const dropped = await seated(TENSE_GAME, CLOCK);
    await choose(dropped.second, move);
    await act(dropped.first, dropped.id, forbids);
    await dropped.second.getByText(/is not possible now/).waitFor();
    await waitForSteps(dropped.second, 1);
  });

  test('conditional moves are tried out, saved, and played by the server', async () => {
    const { id, first, second } = await seated(GAME, { kind: 'correspondence', days: 3 });
    await second.getByText('Conditional moves').click();
    const panel = second.locator('details', { hasText: 'Conditional moves' });
    const line: string[] = [];
    for (const prompt of ['If your opponent plays…', '…then you play']) {
      await panel.getByText(prompt).waitFor();
      const [move] = await movesAfter(GAME, ...line);
      if (!move) throw new Error('there is a move');
      await panel.locator('[data-target]').first().waitFor({ state: 'attached' });
      await panel.locator(`[data-spot="${move.path.at(-1)}"]`).click({ force: true });
      line.push(move.text);
    }
    await panel.getByText('If your opponent plays…').waitFor();
    await panel.getByRole('button', { name: 'Save 1 line' }).click();
    await panel.getByText('1 line is saved.').waitFor();
    // They are still there after a reload, and whoever closes the page has them played.
    await second.reload();
    await second.getByText('Conditional moves').click();
    await panel.getByText('1 line is saved.').waitFor();
    await second.close();
    await act(first, id, line[0] ?? '');
    await waitForSteps(first, 2);
    expect(await first.locator('[data-ply="2"]').textContent()).toContain(line[1]);
  });
});
