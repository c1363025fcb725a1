/** The pages of the app by their addresses, each loaded on demand. */
import type { Component } from 'svelte';
import { match, type Params } from '../lib/routes';

type Loader = () => Promise<{ default: Component }>;

const ROUTES: readonly [pattern: string, load: Loader][] = [
  ['/', () => import('./Home.svelte')],
  ['/new', () => import('./New.svelte')],
  ['/games', () => import('./Games.svelte')],
  ['/g/:id', () => import('./Game.svelte')],
  ['/local/:id', () => import('./Local.svelte')],
  ['/analysis', () => import('./Analysis.svelte')],
  ['/learn', () => import('./Learn.svelte')],
  ['/learn/:game', () => import('./Lesson.svelte')],
  ['/watch', () => import('./Watch.svelte')],
  ['/u/:name', () => import('./Profile.svelte')],
  ['/sign-in', () => import('./SignIn.svelte')],
  ['/settings', () => import('./Settings.svelte')],
  ['/programs', () => import('./Programs.svelte')],
];

export interface LoadedPage {
  page: Component;
  params: Params;
  /** The page is created anew when this changes: for another game, not for another query. */
  key: string;
}

function findRoute(path: string): { load: Loader; params: Params } {
  for (const [pattern, load] of ROUTES) {
    const params = match(pattern, path);
    if (params) return { load, params };
  }
  return { load: () => import('./NotFound.svelte'), params: {} };
}

/** The page at an address; fails if the server cannot be reached or has a newer version of it. */
export async function loadPage(path: string): Promise<LoadedPage> {
  const { load, params } = findRoute(path);
  return { page: (await load()).default, params, key: path };
}
