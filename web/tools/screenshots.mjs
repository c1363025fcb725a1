// Takes screenshots of every page, on a phone, upright and sideways, and on a desktop, in both themes and all languages:
//
//     quintain serve &   npm run screenshots [ADDRESS]   ->   test-results/screenshots/
//
// and reports pages that are wider than the screen.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { launch } from './browser.mjs';

const address = process.argv[2] ?? 'http://127.0.0.1:7878';
const folder = fileURLToPath(new URL('../test-results/screenshots/', import.meta.url));
mkdirSync(folder, { recursive: true });

const SIZES = [
  { name: 'phone', width: 360, height: 740 },
  { name: 'landscape', width: 740, height: 360 },
  { name: 'desktop', width: 1280, height: 800 },
];
const LANGUAGES = ['en', 'de'];
const PASSWORD = 'only for screenshots';
const MOVES = 8;
const RATED_GAMES = 5;

/** @param {string} path @param {unknown} [body] @param {string} [cookie] */
async function request(path, body, cookie = '') {
  const response = await fetch(address + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', origin: address, cookie },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  const cookies = response.headers.getSetCookie().map((one) => one.split(';')[0]);
  return { cookie: cookies.join('; '), json: await response.json() };
}

/** @param {string} id @param {unknown} action @param {string} cookie */
const act = (id, action, cookie) => request(`/api/games/${id}/actions`, { action }, cookie);

/** A game of one user for both sides, with a few moves. @param {string} game @param {string} cookie */
async function startGame(game, cookie) {
  const opponent = { kind: 'local' };
  const { json: created } = await request('/api/games', { game, opponent, public: true }, cookie);
  for (let ply = 0; ply < MOVES; ply++) {
    const { json } = await request(`/api/games/${created.id}`, undefined, cookie);
    const { moves } = json.view;
    // Moves from the middle of the list: those at its ends look alike.
    const move = moves[Math.floor(moves.length / 2)];
    if (!move) break;
    await act(created.id, { kind: 'move', text: move.text }, cookie);
  }
  return created.id;
}

/** A new account. @param {string} prefix @param {string} guest */
async function register(prefix, guest) {
  const name = `${prefix}${Date.now() % 1e6}`;
  const { cookie } = await request('/api/me/register', { name, password: PASSWORD }, guest);
  return { name, cookie };
}

/** Some rated games against another account, won and lost. @param {string} cookie @param {string[]} games */
async function playRatedGames(cookie, games) {
  const rival = await register('Rival', (await request('/api/me')).cookie);
  const terms = {
    opponent: { kind: 'friend' },
    side: 'first',
    rated: true,
    time_control: { kind: 'clock', base_ms: 300_000, increment_ms: 3000 },
  };
  for (let n = 0; n < RATED_GAMES; n++) {
    const { json } = await request('/api/games', { game: games[n % 2], ...terms }, cookie);
    await request(`/api/games/${json.id}/join`, {}, rival.cookie);
    for (const player of [cookie, rival.cookie]) {
      const { json: game } = await request(`/api/games/${json.id}`, undefined, player);
      await act(json.id, { kind: 'move', text: game.view.moves[0].text }, player);
    }
    await act(json.id, { kind: 'resign' }, n % 3 === 1 ? cookie : rival.cookie);
  }
}

const { cookie: guest } = await request('/api/me');
/** @type {{ json: { id: string }[] }} */
const { json: catalogue } = await request('/api/catalogue');
/** @type {[string, string][]} */
const pages = [
  ['home', '/'],
  ['new', '/new'],
  ['learn', '/learn'],
  ['watch', '/watch'],
  ['sign-in', '/sign-in?new'],
  ['settings', '/settings'],
  ['programs', '/programs'],
  ['unknown', '/unknown'],
];
for (const { id } of catalogue) {
  const game = await startGame(id, guest);
  pages.push(
    [`game-${id}`, `/g/${game}`],
    [`learn-${id}`, `/learn/${id}`],
    [`analysis-${id}`, `/analysis?g=${game}`],
    [`editor-${id}`, `/analysis?game=${id}&edit`],
  );
}
const { name, cookie } = await register('Player', guest);
const ids = catalogue.map((one) => one.id);
await playRatedGames(cookie, ids);
pages.push(['profile', `/u/${name}`]);
const waiting = { game: ids[0], opponent: { kind: 'friend' } };
pages.push(['waiting', `/g/${(await request('/api/games', waiting, cookie)).json.id}`]);

const cookies = cookie.split('; ').map((one) => {
  const [key = '', ...value] = one.split('=');
  return { name: key, value: value.join('='), url: address };
});

const browser = await launch();
for (const locale of LANGUAGES) {
  for (const { name: size, ...viewport } of SIZES) {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      const context = await browser.newContext({
        locale,
        viewport,
        colorScheme,
        reducedMotion: 'reduce',
        baseURL: address,
      });
      await context.addCookies(cookies);
      const page = await context.newPage();
      for (const [what, path] of pages) {
        await page.goto(path);
        await page.locator('h1').first().waitFor({ state: 'attached' });
        await page.waitForLoadState('networkidle');
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        const file = `${what}-${locale}-${size}-${colorScheme}.png`;
        if (width > viewport.width) process.stdout.write(`${file}: ${width} pixels wide\n`);
        await page.screenshot({ path: folder + file, fullPage: true });
      }
      await context.close();
    }
  }
}
await browser.close();
