import { expect, test } from 'vitest';
import { formatAddress, parseAddress } from './address';

test('a position and its steps survive a round trip through an address', () => {
  const request = {
    game: 'some-game',
    size: 7,
    start: '3x/1+H2 w-wins',
    steps: ['(2,3)', 'd2?d3+', 'H*22'],
  };
  const url = new URL(formatAddress(request), 'http://host');
  expect(url.pathname).toBe('/analysis');
  expect(parseAddress(url.searchParams, 'other')).toEqual(request);
  // A game on the server keeps its address.
  const game = new URL(formatAddress(request, false, 'abc'), 'http://host');
  expect(game.searchParams.get('g')).toBe('abc');
  expect(parseAddress(game.searchParams, 'other')).toEqual(request);
  expect(parseAddress(new URLSearchParams(''), 'other')).toEqual({ game: 'other' });
  expect(parseAddress(new URLSearchParams('size=x'), 'other')).toEqual({ game: 'other' });
});
