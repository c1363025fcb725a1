// Puts everything that the package has beside its code into target/npm/core: the module, the networks,
// the texts, the licenses. `tools/npm` compiles the code next to them.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { findCoreFiles, GAMES, gameId } from './files.mjs';

/** What a browser downloads before it can answer anything, compressed. */
const MAX_MODULE_BYTES = 300_000;

/** @param {string} relative */
const path = (relative) => fileURLToPath(new URL(`../../../${relative}`, import.meta.url));
const out = path('target/npm/core');

/** The catalogues of a folder that has one folder per language. @param {string} from @param {string} name */
function copyTexts(from, name) {
  for (const language of readdirSync(from)) {
    const catalogue = join(from, language, 'messages.ftl');
    if (existsSync(catalogue)) cpSync(catalogue, join(out, 'texts', language, `${name}.ftl`));
  }
}

const found = findCoreFiles();
if (!found) throw new Error('there is no module: run tools/npm, which builds it');
const size = gzipSync(readFileSync(found.module), { level: 9 }).length;
if (size > MAX_MODULE_BYTES)
  throw new Error(`the module has ${size} bytes, ${MAX_MODULE_BYTES} at most`);

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
cpSync(found.module, join(out, 'core.wasm'));
for (const [id, file] of Object.entries(found.networks))
  cpSync(file, join(out, 'networks', `${id}.net`));
// The namespaces of messages: those of the crates that the module is made of, and the games.
for (const crate of ['rules', 'engine', 'table', 'api'])
  copyTexts(path(`crates/${crate}/texts`), crate);
for (const folder of readdirSync(GAMES)) {
  const texts = join(GAMES, folder, 'texts');
  if (existsSync(texts)) copyTexts(texts, gameId(folder));
}
for (const name of ['package.json', 'README.md']) cpSync(path(`web/core/${name}`), join(out, name));
for (const name of ['LICENSE-MIT', 'LICENSE-APACHE']) cpSync(path(name), join(out, name));
process.stdout.write(`the module has ${size} bytes, compressed\n`);
