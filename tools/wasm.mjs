// Runs a WebAssembly program that needs nothing of its host, and passes on its exit status.
import { readFile } from 'node:fs/promises';
import { exit } from 'node:process';

const { instance } = await WebAssembly.instantiate(await readFile(process.argv[2]), {});
const status = instance.exports.main(0, 0);
console.log(status === 0 ? 'every game was searched' : `failed with status ${status}`);
exit(status);
