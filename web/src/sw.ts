/**
 * The service worker: the app opens without a network. Every version of the app has a cache of all
 * its files; a version is in use until its last page is closed, so that none loses its files.
 */

/** This worker: the library does not know which kind of worker a file is for. */
const worker = globalThis as unknown as ServiceWorkerGlobalScope;

/** The addresses of all files of this version, its hash and the languages; the build knows them. */
const { files, version, languages } = JSON.parse('%BUILD%') as {
  files: string[];
  version: string;
  languages: string[];
};
const PREFIX = 'quintain-';
const FILES = `${PREFIX}${version}`;
/** What the server says about the games, which changes with the server's version only. */
const DATA = `${FILES}-data`;
/** A network that does not answer for this long is none. */
const NETWORK_TIMEOUT_MS = 4000;
const SHARED_DATA = /^\/api\/(?:catalogue|server|texts)(?:\/|$)/;

worker.addEventListener('install', (event) => event.waitUntil(install()));

async function install(): Promise<void> {
  const cache = await caches.open(FILES);
  await cache.addAll(files);
  await (await caches.open(DATA)).addAll(await dataAddresses());
}

/** The texts of a game in a language. */
function textsOf(code: string, id: string): string[] {
  return [`/api/catalogue/${id}/rules?lang=${code}`, `/api/catalogue/${id}/lessons?lang=${code}`];
}

/** What lessons and boards need, in the languages of this browser. */
async function dataAddresses(): Promise<string[]> {
  const response = await fetch('/api/catalogue');
  const games = (await response.json()) as { id: string }[];
  const codes = new Set(worker.navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()));
  const spoken = languages.filter((code) => code === 'en' || codes.has(code));
  const texts = spoken.map((code) => `/api/texts/${code}`);
  const pages = spoken.flatMap((code) => games.flatMap(({ id }) => textsOf(code, id)));
  return ['/api/catalogue', '/api/server', ...texts, ...pages];
}

worker.addEventListener('activate', (event) => event.waitUntil(activate()));

async function activate(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && !name.startsWith(FILES));
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(openPage(request));
  else if (SHARED_DATA.test(url.pathname)) event.respondWith(freshData(request));
  else if (files.includes(url.pathname)) event.respondWith(ownFile(request));
});

/** A page, from the server if it answers: it may be of a newer version. */
async function openPage(request: Request): Promise<Response> {
  const isApi = new URL(request.url).pathname.startsWith('/api');
  try {
    const response = await withPatience(fetch(request));
    // A proxy answers for a server that is down.
    if (response.status < 502 || isApi) return response;
  } catch (error) {
    if (isApi) throw error;
  }
  return (await caches.match('/', { cacheName: FILES })) ?? Response.error();
}

/** The server's data, or what it said last. */
async function freshData(request: Request): Promise<Response> {
  const cache = await caches.open(DATA);
  try {
    const response = await withPatience(fetch(request));
    if (response.ok) await cache.put(request, response.clone());
    if (response.status < 502) return response;
  } catch {
    // There is no network.
  }
  return (await cache.match(request)) ?? Response.error();
}

/** A file of this version. */
async function ownFile(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName: FILES })) ?? fetch(request);
}

/** What the server tells a player who may be away; see the server's `push`. */
interface PushText {
  title: string;
  body: string;
  game_id: string;
}

worker.addEventListener('push', (event) => {
  const text = event.data?.json() as PushText | undefined;
  if (text) event.waitUntil(showNews(text));
});

/** Whoever looks at the game sees the move there. */
async function showNews({ title, body, game_id: id }: PushText): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window' });
  const isSeen = pages.some(({ focused, url }) => focused && new URL(url).pathname === `/g/${id}`);
  const options = { body, tag: id, icon: '/icon-192.png', data: `/g/${id}` };
  if (!isSeen) await worker.registration.showNotification(title, options);
}

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openGame(String(event.notification.data)));
});

/** Goes to a game, in a page that shows it already if there is one. */
async function openGame(path: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window' });
  const page = pages.find(({ url }) => new URL(url).pathname === path);
  if (page) await page.focus();
  else await worker.clients.openWindow(path);
}

function withPatience(response: Promise<Response>): Promise<Response> {
  return Promise.race([
    response,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('the network does not answer')), NETWORK_TIMEOUT_MS);
    }),
  ]);
}
