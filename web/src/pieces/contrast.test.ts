import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('../app.css', import.meta.url), 'utf8');

/** The colors of a board theme: the default ones, and what the theme changes. */
function colors(theme: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const selector of [':root {', `:root[data-board='${theme}'] {`]) {
    for (let at = css.indexOf(selector); at >= 0; at = css.indexOf(selector, at + 1)) {
      const block = css.slice(at, css.indexOf('}', at));
      for (const [, name, value] of block.matchAll(/(--[\w-]+): (#[0-9a-f]{3,6});/g))
        found.set(name ?? '', value ?? '');
    }
  }
  return found;
}

/** The relative luminance of a color, by WCAG. */
function luminance(color: string): number {
  const hex = color.length === 4 ? color.replaceAll(/[0-9a-f]/g, '$&$&') : color;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(theme: string, a: string, b: string): number {
  const all = colors(theme);
  const [light = 0, dark = 0] = [a, b]
    .map((name) => luminance(all.get(name) ?? '#000'))
    .toSorted((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

describe.each(['wood', 'slate', 'contrast'])('on the board %s', (theme) => {
  test.each(['first', 'second'])('the step dots on tiles of the %s side can be seen', (side) => {
    const ratio = contrast(theme, `--step-dot-${side}`, `--piece-${side}`);
    expect(ratio).toBeGreaterThanOrEqual(3);
  });

  test('coordinates can be read', () => {
    expect(contrast(theme, '--board-frame-ink', '--board-frame')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(theme, '--board-ink', '--board-light')).toBeGreaterThanOrEqual(4.5);
  });

  test('what hints say can be read and seen', () => {
    for (const hint of ['--shot', '--question', '--grown'])
      expect(contrast(theme, hint, '--board-light'), hint).toBeGreaterThanOrEqual(3);
  });
});
