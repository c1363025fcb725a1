/** A new version of the app is taken over without breaking a game that is being played. */
import { createServer, request as httpRequest, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Harness } from './harness.ts';
import { countSteps, playRandomMoves, seededRandom, waitForTurn } from './play.ts';

const harness = Harness.forThisFile({ allowComplaints: true });
const NEW_VERSION = 'ffffffff';

/** Stands in front of the server, and can make it look as if it had a newer version of the app. */
let front: Server;
let isNew = false;

beforeAll(async () => {
  const { hostname, port } = new URL(harness.server.url);
  front = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    // What is changed on the way must not come compressed.
    const { 'accept-encoding': _, ...rest } = headers;
    const options = { hostname, port, method, path, headers: path === '/sw.js' ? rest : headers };
    const request = httpRequest(options, (response) => {
      if (path !== '/sw.js' || !isNew) {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
        return;
      }
      let script = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (script += part));
      response.on('end', () => {
        outgoing.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' });
        outgoing.end(script.replace(/(\\?"version\\?":\\?")[0-9a-f]{8}/, `$1${NEW_VERSION}`));
      });
    });
    request.on('error', () => outgoing.destroy());
    incoming.pipe(request);
  });
  front.on('upgrade', (incoming, socket, head) => {
    const target = connect(Number(port), hostname, () => {
      const headers = Object.entries(incoming.headers).map(([name, value]) => `${name}: ${value}`);
      target.write(`GET ${incoming.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
      target.write(head);
      socket.pipe(target).pipe(socket);
    });
    for (const one of [target, socket]) one.on('error', () => one.destroy());
  });
  await new Promise<void>((resolve) => {
    front.listen(0, '127.0.0.1', resolve);
  });
});
afterAll(() => front.close());

describe('a new version', () => {
  test('waits until the last page is closed, and the game goes on in both', async () => {
    const baseURL = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
    const page = await harness.newUser({ baseURL, serviceWorkers: 'allow' });
    await page.goto('/');
    await page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready;
      if (active?.state === 'activated') return;
      await new Promise((resolve) => active?.addEventListener('statechange', resolve));
    });
    await page
      .getByRole('button', { name: /^Play now/ })
      .first()
      .click();
    await page.waitForURL(/\/local\//);
    await playRandomMoves(page, 1, seededRandom(1));
    const before = await page.evaluate(() => caches.keys());

    isNew = true;
    const states = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.update();
      const worker = registration?.installing ?? registration?.waiting;
      if (worker?.state === 'installing')
        await new Promise((resolve) => worker.addEventListener('statechange', resolve));
      return [registration?.active?.state, registration?.waiting?.state];
    });
    // The new one waits; the old one serves what this page has not loaded yet.
    expect(states).toEqual(['activated', 'installed']);
    expect(await page.evaluate(() => caches.keys())).toEqual(expect.arrayContaining(before));
    await waitForTurn(page);
    await playRandomMoves(page, 1, seededRandom(2));
    const address = page.url();
    await page.getByRole('link', { name: 'Analysis' }).click();
    await waitForTurn(page);
    await page.goBack();
    await waitForTurn(page);
    const steps = await countSteps(page);

    const context = page.context();
    await page.close();
    const next = await harness.newTab(context);
    await next.goto(address);
    await waitForTurn(next);
    expect(await countSteps(next)).toBe(steps);
    await next.waitForFunction(
      async (version) => (await caches.keys()).every((name) => name.includes(version)),
      NEW_VERSION,
    );
    await playRandomMoves(next, 1, seededRandom(3));
    expect(await countSteps(next)).toBeGreaterThan(steps);
  });
});
