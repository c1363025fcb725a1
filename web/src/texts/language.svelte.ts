/**
 * The active language. Its texts are loaded on demand; adding a language is adding a file next to
 * `en.ts`, named by its two-letter code.
 */
import type { Message } from '../api/types';
import type { Texts } from './en';
import { formatsOf, type Formats } from './formats';
import type { Catalogue } from './messages';

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
/** What renders the server's messages, by language. */
let translations = $state.raw<ReadonlyMap<string, (message: Message) => string>>(new Map());
/** The requests for catalogues, by language; those that failed are forgotten. */
const requests = new Map<string, Promise<void>>();
/** Whether there are messages without their English text. */
let hasKeysOnly = false;
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
 * Loads the server's catalogue of a language, by which messages in it are rendered from then on.
 * English needs none as long as every message brings its English text.
 */
export function loadTranslation(code: string): Promise<void> {
  if (code === FALLBACK && !hasKeysOnly) return Promise.resolve();
  const request = requests.get(code) ?? fetchTranslation(code);
  requests.set(code, request);
  request.catch(() => requests.delete(code));
  return request;
}

async function fetchTranslation(code: string): Promise<void> {
  const [{ createTranslation }, response] = await Promise.all([
    import('./messages'),
    fetch(`/api/texts/${encodeURIComponent(code)}`),
  ]);
  if (!response.ok) throw new Error(`no catalogue for ${code}: ${response.status}`);
  const catalogue = (await response.json()) as Catalogue;
  translations = new Map(translations).set(code, createTranslation(code, catalogue));
}

/** From now on there are messages that do not bring their English text. Loads what renders them. */
export function expectKeysOnly(): Promise<void> {
  hasKeysOnly = true;
  return loadTranslation(requested);
}

/**
 * Waits for the catalogues that are being loaded, successfully or not. Data with messages waits
 * for this, so that nobody sees them in English first.
 */
export async function translationSettled(): Promise<void> {
  await Promise.allSettled(requests.values());
}

/** Changes everything that is said to another language at once. */
export async function switchLanguage(code: string): Promise<void> {
  requested = code;
  // Without the catalogue messages are in English; without the texts the language stays.
  await loadTranslation(code).catch(() => undefined);
  if (requested === code) await useLanguage(code).catch(() => undefined);
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

/** A message, or several sentences, in the active language. */
export function say(message: Message | readonly Message[]): string {
  if (!('key' in message)) return message.map(say).join(' ');
  const translate = active && translations.get(active.language);
  return translate ? translate(message) : message.text;
}

/** An error as a sentence: errors are parts of sentences, for use after a colon. */
export function sentence(error: Message): string {
  // Only a word gets a capital letter: `d6-d5` does not.
  const text = say(error).replace(/^\p{Ll}(?=\p{L}*(?:[\s,;:]|$))/u, (letter) =>
    letter.toLocaleUpperCase(language()),
  );
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
