// Measures what a first visit to a page costs, as a table for docs/speed.md:
//
//     quintain serve &   npm run measure [ADDRESS]
//
// Compressed bytes until the engine is asked for, which comes after the page, the first and the
// largest paint, and how much the layout shifts: on this machine as it is, and as on a phone with a
// slow mobile network and a quarter of the processor.
import { launch } from './browser.mjs';

const address = process.argv[2] ?? 'http://127.0.0.1:7878';
const PAGES = ['/', '/new', '/learn', '/learn/sight', '/analysis', '/watch', '/games', '/settings'];
/** After this long without a change a page is complete, in milliseconds. */
const QUIET = 1200;

/** @type {{ name: string, cpu: number, network: null | { latency: number, down: number, up: number } }[]} */
const CONDITIONS = [
  { name: 'as it is', cpu: 1, network: null },
  // What Lighthouse takes for slow 4G: 150 ms, 1.6 Mbit/s down, 750 kbit/s up.
  { name: 'slow 4G, CPU / 4', cpu: 4, network: { latency: 150, down: 1.6e6 / 8, up: 750e3 / 8 } },
];

const browser = await launch();
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true };

/** @param {string} path @param {typeof CONDITIONS[number]} condition */
async function measure(path, { cpu, network }) {
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block' });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  if (network)
    await client.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: network.latency,
      downloadThroughput: network.down,
      uploadThroughput: network.up,
    });
  await page.addInitScript(() => {
    const found = { shift: 0, largest: 0 };
    Object.assign(globalThis, { found });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) found.shift += /** @type {any} */ (entry).value;
    }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) found.largest = entry.startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  await page.goto(address + path, { waitUntil: 'load' });
  // The engine comes once the page is there and has been left alone for a while.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.endsWith('.wasm')),
  );
  await page.waitForTimeout(QUIET);
  const measured = await page.evaluate(() => {
    const loads = /** @type {PerformanceResourceTiming[]} */ ([
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ]);
    // The page comes first: what is requested after the engine is not needed for it.
    const engine = loads.find(({ name }) => name.endsWith('.wasm'))?.startTime ?? Infinity;
    const before = loads.filter(({ startTime }) => startTime < engine);
    return {
      bytes: before.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      .../** @type {any} */ (globalThis).found,
    };
  });
  await context.close();
  return measured;
}

/** @param {number} ms */
const time = (ms) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);

/** @param {string} line */
const print = (line) => process.stdout.write(`${line}\n`);

for (const condition of CONDITIONS) {
  print(`\n${condition.name}\n`);
  print('| page | kB | first paint | largest paint | layout shift |');
  print('|---|---|---|---|---|');
  for (const path of PAGES) {
    const { bytes, first, largest, shift } = await measure(path, condition);
    const cells = [(bytes / 1000).toFixed(0), time(first), time(largest), shift.toFixed(3)];
    print(`| \`${path}\` | ${cells.join(' | ')} |`);
  }
}
await browser.close();
