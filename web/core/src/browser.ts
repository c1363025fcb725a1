/** For browsers: the package's files are fetched from where this file is. */
import { Core } from './core.js';

export * from './core.js';
export type * from './types.js';

async function fetchBytes(url: URL): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Loads the rules and the engine. */
export function loadCore(): Promise<Core> {
  // Bundlers look for expressions of exactly this form, to take the files along.
  return Core.load({
    module: () => fetchBytes(new URL('../core.wasm', import.meta.url)),
    network: (game) => fetchBytes(new URL(`../networks/${game}.net`, import.meta.url)),
  });
}
