import { describe, expect, test } from 'vitest';
import { inline, markdown } from './markdown';

describe('markdown', () => {
  test('reads headings, paragraphs over several lines and lists', () => {
    expect(markdown('# Title\n\nOne\ntwo.\n\n- a\n  more\n- b\n\n1. x\n')).toEqual([
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

  test('reads tables and both kinds of code blocks', () => {
    expect(
      markdown(
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

  test('reads what stands within a line, and leaves markup in code alone', () => {
    expect(inline('a **b `c*d*`** [e](/f) *g*')).toEqual([
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
    expect(inline('<img src=x onerror=alert(1)>')).toEqual([
      { kind: 'text', text: '<img src=x onerror=alert(1)>' },
    ]);
  });

  test('ends on any input', () => {
    for (const page of ['', '```', '|', '- ', '#', '**', '    ', '\n\n\n', '* *', '[a](b'])
      markdown(page);
  });
});
