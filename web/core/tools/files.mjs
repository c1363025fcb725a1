// Where the files of the core are, for the web app and for the package: the module, which the server's
// build makes, and the games' networks.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @param {string} relative */
const path = (relative) => fileURLToPath(new URL(`../../../${relative}`, import.meta.url));

/** The games' folders. */
export const GAMES = path('crates/rules/src/games');

/** The id of a game by its folder's name. @param {string} folder */
export const gameId = (folder) => folder.replaceAll('_', '-');

/** The paths of the files; `null` if there is no module. */
export function findCoreFiles() {
  const module =
    process.env['QUINTAIN_WASM'] ??
    path('target/wasm-module/wasm32-unknown-unknown/wasm/quintain_wasm.wasm');
  if (module === '' || !existsSync(module)) return null;
  /** @type {Record<string, string>} */
  const networks = {};
  for (const folder of readdirSync(GAMES)) {
    const file = join(GAMES, folder, 'net.bin');
    if (existsSync(file)) networks[gameId(folder)] = file;
  }
  return { module, networks };
}
