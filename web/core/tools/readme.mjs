// Writes the examples of the README that run in Node.js into a folder, one file each, to be run and
// type-checked.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2] ?? '';
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const blocks = [...readme.matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code ?? '');
const examples = blocks.filter((code) => !code.startsWith('// worker.js'));
if (examples.length === 0) throw new Error('the README has no examples');
for (const [index, code] of examples.entries())
  writeFileSync(join(folder, `example${index}.mjs`), code);
