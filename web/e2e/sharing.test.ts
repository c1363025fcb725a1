/** What others see of a game: link previews, the board for other sites, pictures to keep. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { GameSummary } from '../src/api/types.ts';
import { Harness } from './harness.ts';
import { waitForSteps } from './play.ts';

const harness = Harness.forThisFile({ allowComplaints: true });

async function startedGame(): Promise<{
  id: string;
  page: Awaited<ReturnType<typeof harness.newUser>>;
}> {
  const page = await harness.newUser();
  const { id } = await harness.post<GameSummary>(page, '/api/games', {
    game: 'animal-chess',
    opponent: { kind: 'local' },
  });
  await page.goto(`/g/${id}`);
  const snapshot = await (await page.request.get(`/api/games/${id}`)).json();
  const action = { kind: 'move', text: snapshot.view.moves[0].text };
  await harness.post(page, `/api/games/${id}/actions`, { action });
  await waitForSteps(page, 1);
  return { id, page };
}

describe('sharing', () => {
  test('a link has a title and a picture of the position', async () => {
    const { id } = await startedGame();
    const address = `${harness.server.url}/g/${id}`;
    const html = await (await fetch(address, { headers: { 'accept-language': 'de' } })).text();
    expect(html).toContain('<meta property="og:title" content="Animal Chess: Gast – Gast">');
    expect(html).toContain('Ein Zug ist gespielt.');
    const picture = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
    const response = await fetch(picture);
    expect(response.headers.get('content-type')).toBe('image/png');
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
    expect(bytes.length).toBeLessThan(100_000);
    // The picture is one that browsers can draw.
    const page = await harness.newUser();
    await page.goto(picture);
    expect(
      await page.locator('img').evaluate((img) => (img as HTMLImageElement).naturalWidth),
    ).toBe(1200);
    expect((await fetch(`${harness.server.url}/preview/none.png`)).status).toBe(404);
  });

  test('only the board for other sites may be framed, and it knows nobody', async () => {
    const { id } = await startedGame();
    const page = await harness.newUser();
    const frame = (name: string, path: string): string =>
      `<iframe name="${name}" src="${harness.server.url}${path}/${id}"></iframe>`;
    const site = createServer((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(frame('board', '/embed') + frame('game', '/g'));
    });
    await new Promise<void>((resolve) => {
      site.listen(0, '127.0.0.1', resolve);
    });
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}`);
    const board = page.frameLocator('iframe[name="board"]');
    await board.getByRole('link', { name: 'Open the game' }).waitFor();
    await board.getByRole('img').first().waitFor();
    expect(await board.locator('button:enabled, [role="button"], input').count()).toBe(0);
    await page.waitForTimeout(500);
    const framed = page.frame({ name: 'game' });
    expect(await framed?.locator('[data-spot]').count()).toBe(0);
    expect(await page.context().cookies()).toEqual([]);
    site.close();
  });

  test('positions and games are saved as pictures', async () => {
    const { page } = await startedGame();
    await page.locator('summary', { hasText: 'Share' }).click();
    const saved = async (button: string): Promise<Buffer> => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: button }).click();
      return readFile(await (await download).path());
    };
    const svg = (await saved('Position as SVG')).toString();
    expect(svg).toMatch(/^<svg/);
    expect(svg).toContain('fill="rgb(');
    expect(svg).not.toContain('var(--');
    const png = await saved('Position as PNG');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect(png.length).toBeGreaterThan(5000);
    const gif = await saved('Game as GIF');
    expect(gif.subarray(0, 6).toString()).toBe('GIF89a');
    // Two positions, one after the other.
    expect(gif.toString('latin1').split('\u{21}\u{f9}\u{4}').length - 1).toBe(2);
  });
});
