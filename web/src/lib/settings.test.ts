import { describe, expect, test } from 'vitest';
import { parseSettings } from './settings.svelte';

describe('settings', () => {
  test('are read back, and missing or invalid values have their defaults', () => {
    const defaults = parseSettings(null);
    expect(defaults).toMatchObject({
      language: 'system',
      theme: 'system',
      board: 'wood',
      sound: true,
    });
    expect(parseSettings('{"theme":"dark","sound":false,"language":"de"}')).toEqual({
      ...defaults,
      theme: 'dark',
      sound: false,
      language: 'de',
    });
    for (const invalid of [
      'no json',
      '[]',
      '7',
      'null',
      '{"theme":"pink","sound":"yes","language":"xx"}',
    ])
      expect(parseSettings(invalid)).toEqual(defaults);
  });
});
