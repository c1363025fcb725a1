import { afterEach, describe, expect, test } from 'vitest';
import { formats, language, texts } from '.';
import { formatClock, formatTimeControl } from '../lib/clock';
import en from './en';
import { formatsOf } from './formats';
import { languageName, LANGUAGES, negotiateLanguage, useLanguage } from './language.svelte';

afterEach(() => useLanguage('en'));

/** Every text of a catalogue by its path; functions are called with sample arguments. */
function flatten(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') {
    const call = value as (...args: unknown[]) => unknown;
    // Numbers serve for names too, and a list has `join`.
    const sample = path.endsWith('legalMoves') ? ['a', 'b'] : 3;
    return [[`${path}()`, String(call(sample, 2, 1))]];
  }
  if (typeof value !== 'object' || value === null) throw new Error(`${path} is not a text`);
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, `${path}/${key}`));
}

describe('catalogues', () => {
  test.each(LANGUAGES.map((code) => [code]))('%s has every text, and no other', async (code) => {
    await useLanguage(code);
    expect(language()).toBe(code);
    const all = flatten(texts());
    expect(all.map(([path]) => path)).toEqual(flatten(en).map(([path]) => path));
    for (const [path, text] of all) {
      expect(text, path).not.toMatch(/undefined|null|NaN|\[object|#/);
      expect(text.trim(), path).toBe(text);
      expect(text, path).not.toBe('');
    }
  });

  test('a language that does not exist is not loaded', async () => {
    await expect(useLanguage('xx')).rejects.toThrow('xx');
    expect(language()).toBe('en');
  });
});

describe('the language', () => {
  test('is the chosen one, else the first of the browser’s that exists, else English', () => {
    expect(negotiateLanguage('de', ['en-US'])).toBe('de');
    expect(negotiateLanguage('system', ['fr-CA', 'DE-at', 'en'])).toBe('de');
    expect(negotiateLanguage('system', ['en-GB', 'de'])).toBe('en');
    expect(negotiateLanguage('system', ['fr', 'ja'])).toBe('en');
    expect(negotiateLanguage('system', [])).toBe('en');
    expect(negotiateLanguage('xx', ['', '*', 'de'])).toBe('de');
  });

  test('has its own name', () => {
    expect(languageName('de')).toBe('Deutsch');
    expect(languageName('en')).toBe('English');
  });
});

describe('formats', () => {
  test('numbers, percentages, dates, plurals and lists follow the language', () => {
    const [english, german] = [formatsOf('en'), formatsOf('de')];
    expect([english.number(1234.5), german.number(1234.5)]).toEqual(['1,234.5', '1.234,5']);
    expect([english.percent(0.634), german.percent(0.634)]).toEqual(['63%', '63\u{a0}%']);
    const forms = { one: '# day', other: '# days' };
    expect([1, 0, 1200].map((n) => english.plural(n, forms))).toEqual([
      '1 day',
      '0 days',
      '1,200 days',
    ]);
    expect(english.list(['a', 'b', 'c'], 'or')).toBe('a, b, or c');
    expect(german.list(['a', 'b', 'c'], 'and')).toBe('a, b und c');
    const noon = Date.UTC(2026, 10, 16, 12);
    expect([english.date(noon), german.date(noon)]).toEqual(['Nov 16, 2026', '16.11.2026']);
  });

  test('a language’s own plural forms are used', () => {
    const forms = { one: '#a', few: '#b', many: '#c', other: '#d' };
    expect([1, 3, 5].map((n) => formatsOf('pl').plural(n, forms))).toEqual(['1a', '3b', '5c']);
  });

  test('texts in German use German forms', async () => {
    await useLanguage('de');
    expect(formats().number(0.5)).toBe('0,5');
    expect(formatTimeControl({ kind: 'clock', base_ms: 90_000, increment_ms: 2000 })).toBe(
      '1,5 min + 2 s pro Zug',
    );
    expect(formatClock(9_300)).toBe('9,3');
    expect(texts().game.spectators(1)).toBe('1 Zuschauer');
    expect(texts().analysis.proved('Weiß', 3)).toBe('Bewiesen: Weiß gewinnt in 3 Zügen');
    expect(texts().analysis.proved('Weiß', null)).toBe('Bewiesen: Weiß gewinnt');
  });
});
