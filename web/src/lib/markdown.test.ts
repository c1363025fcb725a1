import { describe, expect, test } from 'vitest';
import { parseInline, parseMarkdown } from './markdown';

describe('markdown', () => {
  test('parses headings, paragraphs over several lines and lists', () => {
    expect(parseMarkdown('# Title\n\nOne\ntwo.\n\n- a\n  more\n- b\n\n1. x\n')).toEqual([
      { kind: 'heading', level: 1, parts: [{ kind: 'text', text: 'Title' }] },
      { kind: 'paragraph', parts: [{ kind: 'text', text: 'One two.' }] },
      {
        kind: 'list',
        ordered: false,
        items: [[{ kind: 'text', text: 'a more' }], [{ kind: 'text', text: 'b' }]],
      },
      { kind: 'list', ordered: true, items: [[{ kind: 'text', text: 'x' }]] },
    ]);
  });

  test('parses tables and both kinds of code blocks', () => {
    expect(
      parseMarkdown(
        '| a | b |\n|---|---|\n| 1 | `x` |\n\n    in\n      deeper\n\n```\n# no heading\n```\n',
      ),
    ).toEqual([
      {
        kind: 'table',
        head: [[{ kind: 'text', text: 'a' }], [{ kind: 'text', text: 'b' }]],
        rows: [[[{ kind: 'text', text: '1' }], [{ kind: 'code', text: 'x' }]]],
      },
      { kind: 'code', text: 'in\n  deeper' },
      { kind: 'code', text: '# no heading' },
    ]);
  });

  test('parses the contents of a line, and leaves markup in code alone', () => {
    expect(parseInline('a **b `c*d*`** [e](/f) *g*')).toEqual([
      { kind: 'text', text: 'a ' },
      {
        kind: 'strong',
        parts: [
          { kind: 'text', text: 'b ' },
          { kind: 'code', text: 'c*d*' },
        ],
      },
      { kind: 'text', text: ' ' },
      { kind: 'link', to: '/f', parts: [{ kind: 'text', text: 'e' }] },
      { kind: 'text', text: ' ' },
      { kind: 'em', parts: [{ kind: 'text', text: 'g' }] },
    ]);
  });

  test('HTML stays text', () => {
    expect(parseInline('<img src=x onerror=alert(1)>')).toEqual([
      { kind: 'text', text: '<img src=x onerror=alert(1)>' },
    ]);
  });

  test('terminates on any input', () => {
    for (const page of ['', '```', '|', '- ', '#', '**', '    ', '\n\n\n', '* *', '[a](b'])
      expect(parseMarkdown(page)).toBeInstanceOf(Array);
  });
});
