// Photographs every page, on a phone and on a desk, by day and by night:
//
//     quintain serve &   npm run screenshots [ADDRESS]   ->   test-results/screenshots/
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { launch } from './browser.mjs';

const address = process.argv[2] ?? 'http://127.0.0.1:7878';
const folder = fileURLToPath(new URL('../test-results/screenshots/', import.meta.url));
mkdirSync(folder, { recursive: true });

const SIZES = [
  { name: 'phone', width: 360, height: 740 },
  { name: 'desk', width: 1280, height: 800 },
];

/** @param {string} path @param {unknown} [body] @param {string} [cookie] */
async function ask(path, body, cookie = '') {
  const answer = await fetch(address + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', origin: address, cookie },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return {
    cookie: answer.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; '),
    json: await answer.json(),
  };
}

/** A game against oneself with a few steps played. @param {string} game @param {string} cookie */
async function begun(game, cookie) {
  const { json: made } = await ask(
    '/api/games',
    { game, opponent: { kind: 'device' }, public: true },
    cookie,
  );
  for (let ply = 0; ply < 8; ply++) {
    const { json } = await ask(`/api/games/${made.id}`, undefined, cookie);
    const { moves } = json.view;
    // Moves from the middle of the list: those at its ends look alike.
    const move = moves[Math.floor(moves.length / 2)];
    if (!move) break;
    await ask(
      `/api/games/${made.id}/actions`,
      { action: { kind: 'move', text: move.text } },
      cookie,
    );
  }
  return made.id;
}

/** Some rated games against another account, won and lost in turn. @param {string} cookie */
async function ratedGames(cookie) {
  const other = await ask(
    '/api/me/register',
    { name: `Rival${Date.now() % 1e6}`, password: 'only for pictures' },
    (await ask('/api/me')).cookie,
  );
  const clock = { kind: 'real_time', seconds: 300, increment: 3 };
  for (let n = 0; n < 5; n++) {
    const { json: made } = await ask(
      '/api/games',
      { game: cards[n % 2]?.id, opponent: { kind: 'friend' }, side: 'first', rated: true, clock },
      cookie,
    );
    await ask(`/api/games/${made.id}/join`, {}, other.cookie);
    for (const who of [cookie, other.cookie]) {
      const { json } = await ask(`/api/games/${made.id}`, undefined, who);
      await ask(
        `/api/games/${made.id}/actions`,
        { action: { kind: 'move', text: json.view.moves[0].text } },
        who,
      );
    }
    await ask(
      `/api/games/${made.id}/actions`,
      { action: { kind: 'resign' } },
      n % 3 === 1 ? cookie : other.cookie,
    );
  }
}

const { cookie } = await ask('/api/me');
/** @type {{ json: { id: string }[] }} */
const { json: cards } = await ask('/api/catalogue');
/** @type {[string, string][]} */
const pages = [
  ['home', '/'],
  ['new', '/new'],
  ['learn', '/learn'],
  ['watch', '/watch'],
  ['sign-in', '/sign-in?new'],
  ['settings', '/settings'],
  ['programs', '/programs'],
  ['nowhere', '/nowhere'],
];
for (const { id } of cards) {
  const game = await begun(id, cookie);
  pages.push(
    [`game-${id}`, `/g/${game}`],
    [`learn-${id}`, `/learn/${id}`],
    [`analysis-${id}`, `/analysis?g=${game}`],
    [`editor-${id}`, `/analysis?game=${id}&edit`],
  );
}
const name = `Player${Date.now() % 1e6}`;
const { cookie: signedIn } = await ask(
  '/api/me/register',
  { name, password: 'only for pictures' },
  cookie,
);
await ratedGames(signedIn);
pages.push(['profile', `/u/${name}`]);

const browser = await launch();
for (const { name: size, ...viewport } of SIZES) {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    const context = await browser.newContext({
      viewport,
      colorScheme,
      reducedMotion: 'reduce',
      baseURL: address,
    });
    await context.addCookies(
      signedIn.split('; ').map((one) => {
        const [key = '', ...value] = one.split('=');
        return { name: key, value: value.join('='), url: address };
      }),
    );
    const page = await context.newPage();
    for (const [what, path] of pages) {
      await page.goto(path);
      await page.locator('h1').first().waitFor({ state: 'attached' });
      await page.waitForLoadState('networkidle');
      await page.screenshot({
        path: `${folder}${what}-${size}-${colorScheme}.png`,
        fullPage: true,
      });
    }
    await context.close();
  }
}
await browser.close();
