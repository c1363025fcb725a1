/**
 * The active language. Its texts are loaded on demand; adding a language is adding a file next to
 * `en.ts`, named by its two-letter code.
 */
import type { Texts } from './en';
import { formatsOf, type Formats } from './formats';
import type { Catalogue, Message } from './messages';

const loaders = import.meta.glob<Texts>('./[a-z][a-z].ts', { import: 'default' });

/** The codes of all languages. */
export const LANGUAGES: readonly string[] = Object.keys(loaders).map((path) => path.slice(2, -3));

/** The setting that leaves the choice to the browser. */
export const SYSTEM_LANGUAGE = 'system';
const FALLBACK = 'en';

/** The language to use: the chosen one, or else the first of the browser's that we have. */
export function negotiateLanguage(choice: string, preferred: readonly string[]): string {
  if (LANGUAGES.includes(choice)) return choice;
  const codes = preferred.map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  return codes.find((code) => LANGUAGES.includes(code)) ?? FALLBACK;
}

/** The name of a language in that language: `Deutsch`. */
export function languageName(code: string): string {
  return new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
}

let active = $state.raw<{ language: string; texts: Texts } | null>(null);
/** Renders the server's messages in a language; without it they are shown in English. */
let translation = $state.raw<{
  language: string;
  translate: (message: Message) => string;
} | null>(null);
/** The language asked for last, so that a slow answer does not replace a later one. */
let requested = '';

function current(): { language: string; texts: Texts } {
  if (!active) throw new Error('no language is loaded yet');
  return active;
}

/** Loads a language and makes it the active one. */
export async function useLanguage(code: string): Promise<void> {
  requested = code;
  if (active?.language === code) return;
  const load = loaders[`./${code}.ts`];
  if (!load) throw new Error(`there is no language ${code}`);
  const loaded = await load();
  if (requested === code) active = { language: code, texts: loaded };
}

/**
 * Loads the server's catalogue of a language, by which messages are rendered from then on. English
 * needs none, as every message brings its English text.
 */
export async function loadTranslation(code: string): Promise<void> {
  if (code === FALLBACK) return;
  const [{ createTranslation }, response] = await Promise.all([
    import('./messages'),
    fetch(`/api/texts/${encodeURIComponent(code)}`),
  ]);
  if (!response.ok) throw new Error(`no catalogue for ${code}: ${response.status}`);
  const catalogue = (await response.json()) as Catalogue;
  translation = { language: code, translate: createTranslation(code, catalogue) };
}

/** The code of the active language. */
export function language(): string {
  return current().language;
}

/** The texts in the active language. */
export function texts(): Texts {
  return current().texts;
}

/** The formats of the active language. */
export function formats(): Formats {
  return formatsOf(current().language);
}

/** A message in the active language. Text from the server that is not a message stays as it is. */
export function say(message: Message | string): string {
  if (typeof message === 'string') return message;
  return translation && translation.language === active?.language
    ? translation.translate(message)
    : message.text;
}
