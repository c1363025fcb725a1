import { execFileSync } from 'node:child_process';
import { CoreModule } from '@quintain/core/module';
import { describe, expect, test } from 'vitest';
import type { AnalysisUpdate, ProvedWin, Side } from '../src/api/types.ts';
import { findProgram, Harness } from './harness.ts';
import { waitForTurn } from './play.ts';

const harness = Harness.forThisFile();

interface CommandLineResult {
  proved: Side | null;
  depth: number;
  nodes: number;
  lines: {
    score: number;
    proved: 'win' | 'loss' | null;
    wins_in: number | null;
    moves: string[];
  }[];
}

/** What the app's files are called: their names contain hashes. */
async function coreFiles(): Promise<{ module: string; networks: string[] }> {
  const page = await harness.newUser();
  await page.goto('/');
  const module = await page.waitForFunction(() =>
    performance
      .getEntriesByType('resource')
      .map((entry) => entry.name)
      .find((name) => name.endsWith('.wasm')),
  );
  const scripts = await page.evaluate(async () => {
    const urls = performance.getEntriesByType('resource').map((entry) => entry.name);
    const texts = urls
      .filter((url) => url.endsWith('.js'))
      .map(async (url) => (await fetch(url)).text());
    return (await Promise.all(texts)).join('\n');
  });
  const networks = scripts.match(/\/assets\/[a-z-]+-[0-9a-f]{8}\.net/g) ?? [];
  return { module: (await module.jsonValue()) ?? '', networks: [...new Set(networks)] };
}

async function download(url: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await fetch(new URL(url, harness.server.url))).arrayBuffer());
}

const proof = (proved: ProvedWin | null) => proved && [proved.winner, proved.plies];

describe('the engine in the browser', () => {
  test('finds the same lines, values and proofs as the command line', async () => {
    const { module, networks } = await coreFiles();
    expect(networks.length).toBeGreaterThan(0);
    const core = new CoreModule(new WebAssembly.Module(await download(module)));
    for (const url of networks) {
      const game = /assets\/([a-z-]+)-[0-9a-f]{8}/.exec(url)?.[1] ?? '';
      core.loadNetwork(game, await download(url));
    }
    for (const { id, view } of await harness.catalogue()) {
      const args = ['analyse', id, '--position', view.position, '--depth', '6'];
      const run = (count: number): CommandLineResult => {
        const options = ['--lines', `${count}`, '--hash', '16', '--json'];
        const output = execFileSync(findProgram(), [...args, ...options]);
        return JSON.parse(output.toString()) as CommandLineResult;
      };
      // How much is proved about other moves than the winning one depends on the time there is.
      const one = run(1);
      const lines = one.proved === null ? 3 : 1;
      const expected = lines === 1 ? one : run(lines);
      const request = { game: id, start: view.position };
      let found: AnalysisUpdate | undefined;
      core.handle(
        'analyse',
        { position: request, depth: 6, lines, time_ms: 60_000 },
        (json) => (found = JSON.parse(json) as AnalysisUpdate),
      );
      // Both are of the first side, which is to move or not.
      const sign = view.turn === 'second' ? -1 : 1;
      const other = view.turn === 'second' ? 'first' : 'second';
      expect(found?.depth, id).toBe(expected.depth);
      expect(found?.nodes, id).toBe(expected.nodes);
      expect(
        found?.lines.map((line) => [line.moves, line.score, proof(line.proved)]),
        id,
      ).toEqual(
        expected.lines.map(({ moves, score, proved, wins_in: plies }) => [
          moves,
          sign * score,
          proved && [proved === 'win' ? view.turn : other, plies && Math.abs(plies)],
        ]),
      );
    }
  });

  test('analyses without the server, and stops when it is told to', async () => {
    const page = await harness.newUser();
    const requests: string[] = [];
    await page.goto('/analysis');
    await waitForTurn(page);
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.getByRole('button', { name: 'Engine off' }).click();
    await page.getByRole('list', { name: 'Best lines' }).locator('li').first().waitFor();
    const ended = Promise.any(
      page
        .workers()
        .map((worker) => new Promise<void>((resolve) => worker.once('close', () => resolve()))),
    );
    await page.getByRole('button', { name: 'Engine on' }).click();
    await ended;
    expect(requests.filter((path) => path.startsWith('/api/analysis'))).toEqual([]);
    await page.getByRole('combobox', { name: 'Where to analyse' }).selectOption('server');
    const asked = page.waitForRequest((request) => request.url().endsWith('/api/analysis'));
    await page.getByRole('button', { name: 'Engine off' }).click();
    await asked;
  });
});
