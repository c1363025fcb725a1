import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Message, MessageArg } from '../api/types';
import { language, say, sentence } from '.';
import {
  loadTranslation,
  switchLanguage,
  translationSettled,
  useLanguage,
} from './language.svelte';
import { createLookup, createTranslation } from './messages';

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
const message = (key: string, args?: Record<string, MessageArg>, text = 'English.'): Message =>
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
    const args = JSON.parse('{"__proto__": "x", "move": "a1"}') as Record<string, MessageArg>;
    expect(translate(message('rules.not-legal', args))).toBe('a1 ist nicht möglich.');
    let deep: Message = message('rules.not-legal', { move: 'a1' }, 'Deep.');
    for (let i = 0; i < 10_000; i++) deep = message('rules.not-legal', { move: deep }, 'Deep.');
    expect(translate(deep)).toContain('Deep.');
  });
});

/** Answers every request, and says for what they were. */
function respond(response: () => Response): string[] {
  const requests: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    requests.push(path);
    return Promise.resolve(response());
  });
  return requests;
}

describe('what the server says', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    return useLanguage('en');
  });
  const illegal = message('rules.not-legal', { move: 'a1' }, 'a1 is not legal.');
  const reason = message('rules.reason', {}, 'the game is over');

  test('is English without a catalogue, and its sentences are joined', async () => {
    const requests = respond(() => Response.json(GERMAN));
    await loadTranslation('en');
    expect(requests).toEqual([]);
    expect(say(illegal)).toBe('a1 is not legal.');
    expect(say([illegal, illegal])).toBe('a1 is not legal. a1 is not legal.');
    expect(say([])).toBe('');
  });

  test('reads as a sentence if it is an error', () => {
    expect(sentence(reason)).toBe('The game is over.');
    expect(sentence(illegal)).toBe('a1 is not legal.');
    expect(sentence(message('rules.x', {}, '"a" is not a move: why?'))).toBe(
      '"a" is not a move: why?',
    );
  });

  test('is an error if there is no catalogue, which is asked for again', async () => {
    const requests = respond(() => new Response('', { status: 404 }));
    await useLanguage('de');
    await expect(loadTranslation('de')).rejects.toThrow('404');
    await expect(loadTranslation('de')).rejects.toThrow('404');
    expect(requests).toEqual(['/api/texts/de', '/api/texts/de']);
    await translationSettled();
    expect(say(illegal)).toBe('a1 is not legal.');
  });

  test('changes its language together with the pages, and loads a catalogue once', async () => {
    const requests = respond(() => Response.json(GERMAN));
    const switched = switchLanguage('de');
    expect(language()).toBe('en');
    await Promise.all([switched, switchLanguage('de'), translationSettled()]);
    expect([language(), say(illegal)]).toEqual(['de', 'a1 ist nicht möglich.']);
    expect(say([illegal, reason])).toBe('a1 ist nicht möglich. the game is over');
    await switchLanguage('en');
    expect([language(), say(illegal)]).toEqual(['en', 'a1 is not legal.']);
    await switchLanguage('de');
    expect(requests).toEqual(['/api/texts/de']);
    // The choice made last counts.
    await Promise.all([switchLanguage('de'), switchLanguage('en')]);
    expect(language()).toBe('en');
  });
});

test('texts without arguments are looked up by their ids', () => {
  const lookup = createLookup('de', 'a-title = Die Fahne\na-text = Setze\n    die Fahne.\n');
  expect(lookup('a-title')).toBe('Die Fahne');
  expect(lookup('a-text')).toBe('Setze\ndie Fahne.');
  expect(lookup('b-title')).toBeUndefined();
  expect(lookup('__proto__')).toBeUndefined();
});
