/** For Node.js: the package's files are read from where this file is. */
import { readFile } from 'node:fs/promises';
import { Core } from './core.js';

export * from './core.js';
export type * from './types.js';

async function readBytes(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(new URL(`../${name}`, import.meta.url)));
}

/** Loads the rules and the engine. */
export function loadCore(): Promise<Core> {
  return Core.load({
    module: () => readBytes('core.wasm'),
    network: (game) => readBytes(`networks/${game}.net`),
  });
}
