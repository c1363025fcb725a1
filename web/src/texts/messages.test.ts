import { afterEach, describe, expect, test, vi } from 'vitest';
import { say } from '.';
import { loadTranslation, useLanguage } from './language.svelte';
import { createLookup, createTranslation, type Arg, type Message } from './messages';

const GERMAN = {
  catapult: `
fires = Das Katapult schießt von { $from } und zerstört { $piece ->
    [general] den General
   *[knight] den Reiter
  } auf { $target }.
moves = { $count ->
    [one] { $count } Zug
   *[other] { $count } Züge
  }
choice = Möglich: { $options }.
wraps = { $inner } Danach: { $side ->
    [first] Weiß
   *[second] Schwarz
  }.
broken = { $nothing
`,
  rules: 'not-legal = { $move } ist nicht möglich.\n',
};
const translate = createTranslation('de', GERMAN);
const message = (key: string, args?: Record<string, Arg>, text = 'English.'): Message =>
  args ? { key, args, text } : { key, text };

describe('messages in German', () => {
  test('are rendered with their arguments, selecting on symbols', () => {
    const args = { from: 'b6', piece: 'general', target: 'b2' };
    expect(translate(message('catapult.fires', args))).toBe(
      'Das Katapult schießt von b6 und zerstört den General auf b2.',
    );
    expect(translate(message('catapult.fires', { ...args, piece: 'other' }))).toContain('Reiter');
  });

  test('have German plurals and numbers', () => {
    const moves = [1, 2, 1500].map((count) => translate(message('catapult.moves', { count })));
    expect(moves).toEqual(['1 Zug', '2 Züge', '1.500 Züge']);
  });

  test('contain lists, with numbers and messages in them', () => {
    const nested = message('rules.not-legal', { move: 'a1' });
    const list = (join: 'and' | 'or') => ({ list: ['a', 1234, nested], join });
    expect(translate(message('catapult.choice', { options: list('and') }))).toBe(
      'Möglich: a, 1.234 und a1 ist nicht möglich..',
    );
    expect(translate(message('catapult.choice', { options: list('or') }))).toContain(' oder ');
    expect(translate(message('catapult.choice', { options: { list: [], join: 'or' } }))).toBe(
      'Möglich: .',
    );
  });

  test('contain other messages', () => {
    const inner = message('rules.not-legal', { move: 'd6-d5' });
    expect(translate(message('catapult.wraps', { inner, side: 'first' }))).toBe(
      'd6-d5 ist nicht möglich. Danach: Weiß.',
    );
    const unknown = message('rules.unknown', {}, 'Unknown.');
    expect(translate(message('catapult.wraps', { inner: unknown, side: 'second' }))).toBe(
      'Unknown. Danach: Schwarz.',
    );
  });

  test('have no isolation marks', () => {
    expect(translate(message('rules.not-legal', { move: 'x' }))).toMatch(/^[\x20-\x7eö]+$/);
  });
});

describe('messages fall back to English', () => {
  test('if the key, the namespace or an argument is missing, or the entry is broken', () => {
    expect(translate(message('catapult.unknown'))).toBe('English.');
    expect(translate(message('nowhere.fires'))).toBe('English.');
    expect(translate(message('catapult.fires', { from: 'b6' }))).toBe('English.');
    expect(translate(message('catapult.broken', { nothing: 1 }))).toBe('English.');
    expect(createTranslation('de', {})(message('catapult.fires'))).toBe('English.');
  });

  test.each([
    '',
    '.',
    'catapult',
    'catapult.',
    '.fires',
    'catapult..fires',
    'catapult.fires.attribute',
    '__proto__.fires',
    'constructor.name',
    'catapult.__proto__',
    'catapult.constructor',
    'catapult.hasOwnProperty',
    'toString.toString',
  ])('if the key is %j', (key) => {
    expect(translate(message(key))).toBe('English.');
  });

  test('if an argument has a hostile name or messages are nested too deeply', () => {
    const args = JSON.parse('{"__proto__": "x", "move": "a1"}') as Record<string, Arg>;
    expect(translate(message('rules.not-legal', args))).toBe('a1 ist nicht möglich.');
    let deep: Message = message('rules.not-legal', { move: 'a1' }, 'Deep.');
    for (let i = 0; i < 10_000; i++) deep = message('rules.not-legal', { move: deep }, 'Deep.');
    expect(translate(deep)).toContain('Deep.');
  });
});

describe('what the server says', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    return useLanguage('en');
  });
  const illegal = message('rules.not-legal', { move: 'a1' }, 'a1 is not legal.');

  test('is English until the catalogue of the active language is there', async () => {
    const requests: string[] = [];
    vi.stubGlobal('fetch', (path: string) => {
      requests.push(path);
      return Promise.resolve(Response.json(GERMAN));
    });
    expect([say(illegal), say('as it is')]).toEqual(['a1 is not legal.', 'as it is']);
    await loadTranslation('en');
    expect(requests).toEqual([]);
    await useLanguage('de');
    expect(say(illegal)).toBe('a1 is not legal.');
    await loadTranslation('de');
    expect(requests).toEqual(['/api/texts/de']);
    expect(say(illegal)).toBe('a1 ist nicht möglich.');
    await useLanguage('en');
    expect(say(illegal)).toBe('a1 is not legal.');
  });

  test('is an error if there is no catalogue', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 404 })));
    await useLanguage('de');
    await expect(loadTranslation('de')).rejects.toThrow('404');
  });
});

test('texts without arguments are looked up by their ids', () => {
  const lookup = createLookup('de', 'a-title = Die Fahne\na-text = Setze\n    die Fahne.\n');
  expect(lookup('a-title')).toBe('Die Fahne');
  expect(lookup('a-text')).toBe('Setze\ndie Fahne.');
  expect(lookup('b-title')).toBeUndefined();
  expect(lookup('__proto__')).toBeUndefined();
});
