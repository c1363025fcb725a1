import { describe, expect, test } from 'vitest';
import { match } from './routes';

describe('patterns of addresses', () => {
  test('name the segments of a path', () => {
    expect(match('/g/:id', '/g/abc')).toEqual({ id: 'abc' });
    expect(match('/g/:id', '/g/abc/')).toEqual({ id: 'abc' });
    expect(match('/', '/')).toEqual({});
    expect(match('/u/:name', '/u/a%20b')).toEqual({ name: 'a b' });
  });

  test('reject what does not fit, and malformed escapes', () => {
    expect(match('/g/:id', '/g')).toBeUndefined();
    expect(match('/g/:id', '/h/abc')).toBeUndefined();
    expect(match('/u/:name', '/u/%zz')).toBeUndefined();
  });
});
