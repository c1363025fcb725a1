/** Everything the pages say. */
import en, { type Texts } from './en';
import { formatsOf, type Formats } from './formats';

export type { Texts };

export function texts(): Texts {
  return en;
}

export function formats(): Formats {
  return formatsOf('en');
}
