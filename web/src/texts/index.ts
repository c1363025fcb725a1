/** All that the pages say, in one place per language. */
import { en } from './en';

export type Texts = typeof en;

/** Every language there is, by its code. A new one is a file like `en.ts` and a line here. */
const languages: Record<string, Texts> = { en };

/** The texts in the reader's language. */
export function texts(): Texts {
  const wanted = globalThis.navigator?.languages ?? [];
  for (const code of wanted) {
    const found = languages[code.slice(0, 2)];
    if (found) return found;
  }
  return en;
}
