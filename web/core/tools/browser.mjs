// Loads the installed package in Chromium, as it is and as a bundler packs it, and has every engine
// think. The argument is the folder that it is installed in.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { build } from 'vite';
import { launch } from '../../tools/browser.mjs';

/** @type {Record<string, string>} */
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
const folder = process.argv[2] ?? '';

/** A page whose title says how many engines have found a move. @param {string} from */
const page = (from) => `<!doctype html><script type="module">
import { loadCore } from '${from}';
const core = await loadCore();
let found = 0;
for (const { id } of core.games) {
  const { lines } = await core.analyse({ position: { game: id }, depth: 3 });
  if (lines[0].moves.length > 0) found += 1;
}
document.title = found + ' games';
</script>`;

const server = createServer(async ({ url = '/' }, response) => {
  try {
    const path = new URL(url, 'http://here').pathname;
    const content = await readFile(join(folder, path));
    response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream');
    response.end(content);
  } catch {
    response.statusCode = 404;
    response.end();
  }
});

mkdirSync(join(folder, 'app'), { recursive: true });
writeFileSync(join(folder, 'app/index.html'), page('@quintain/core'));
writeFileSync(join(folder, 'plain.html'), page('/node_modules/@quintain/core/dist/browser.js'));
await build({
  root: join(folder, 'app'),
  configFile: false,
  logLevel: 'warn',
  base: './',
  build: { outDir: join(folder, 'bundle'), emptyOutDir: true, target: 'es2022' },
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
const address = server.address();
assert.ok(address && typeof address === 'object');
const browser = await launch();
try {
  for (const path of ['plain.html', 'bundle/index.html']) {
    const tab = await browser.newPage();
    /** @type {string[]} */
    const errors = [];
    tab.on('pageerror', (error) => errors.push(String(error)));
    await tab.goto(`http://127.0.0.1:${address.port}/${path}`);
    await tab
      .waitForFunction(() => document.title !== '', undefined, { timeout: 120_000 })
      .catch(() => {
        throw new Error(`${path}: ${errors.join('; ') || 'no answer in two minutes'}`);
      });
    assert.equal(await tab.title(), '5 games', path);
  }
} finally {
  await browser.close();
  server.close();
}
process.stdout.write('every engine has found a move in Chromium\n');
