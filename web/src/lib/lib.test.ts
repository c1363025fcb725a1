import { describe, expect, test } from 'vitest';
import { addressOf, askOf } from '../analysis/address';
import { match } from './routes';
import { readSettings } from './settings.svelte';

describe('addresses', () => {
  test('patterns name the parts of a path', () => {
    expect(match('/g/:id', '/g/abc')).toEqual({ id: 'abc' });
    expect(match('/g/:id', '/g/abc/')).toEqual({ id: 'abc' });
    expect(match('/', '/')).toEqual({});
    expect(match('/u/:name', '/u/a%20b')).toEqual({ name: 'a b' });
  });

  test('what does not fit is refused, bad escapes too', () => {
    expect(match('/g/:id', '/g')).toBeUndefined();
    expect(match('/g/:id', '/h/abc')).toBeUndefined();
    expect(match('/u/:name', '/u/%zz')).toBeUndefined();
  });

  test('a position and its steps survive the way through an address', () => {
    const ask = {
      game: 'some-game',
      size: 7,
      start: '3x/1+H2 w-wins',
      steps: ['(2,3)', 'd2?d3+', 'H*22'],
    };
    const url = new URL(addressOf(ask), 'http://host');
    expect(url.pathname).toBe('/analysis');
    expect(askOf(url.searchParams, 'other')).toEqual(ask);
    expect(askOf(new URLSearchParams(''), 'other')).toEqual({ game: 'other' });
    expect(askOf(new URLSearchParams('size=x'), 'other')).toEqual({ game: 'other' });
  });
});

describe('settings', () => {
  test('are read back, and what is missing or strange has its usual value', () => {
    const usual = readSettings(null);
    expect(usual).toMatchObject({ theme: 'system', board: 'wood', sound: true });
    expect(readSettings('{"theme":"dark","sound":false}')).toEqual({
      ...usual,
      theme: 'dark',
      sound: false,
    });
    for (const odd of ['no json', '[]', '7', 'null', '{"theme":"pink","sound":"yes"}'])
      expect(readSettings(odd)).toEqual(usual);
  });
});
