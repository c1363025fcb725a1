import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CORE_ROOTS, typesOf } from '../../tools/types.mjs';

const file = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

describe('types of messages', () => {
  test('are those of the server’s document: else run `npm run types`', async () => {
    const document = file('../../../docs/openapi.json');
    expect(file('./types.ts')).toBe(await typesOf(document));
    expect(file('../../core/src/types.ts')).toBe(await typesOf(document, CORE_ROOTS));
  });

  test('optional, nullable, tagged and fixed-size parts keep their meaning', async () => {
    const document = {
      components: {
        schemas: {
          Side: { type: 'string', enum: ['first', 'second'] },
          Thing: {
            type: 'object',
            description: 'A thing.',
            required: ['both', 'maybe'],
            properties: {
              both: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 },
              maybe: { type: ['string', 'null'] },
              side: { $ref: '#/components/schemas/Side' },
              list: { type: 'array', items: { type: ['integer', 'null'] } },
            },
          },
          Act: {
            oneOf: [
              {
                type: 'object',
                required: ['kind'],
                properties: { kind: { type: 'string', enum: ['go'] } },
              },
              { type: 'null' },
            ],
          },
        },
      },
    };
    const text = await typesOf(JSON.stringify(document));
    expect(text).toContain("export type Side = 'first' | 'second';");
    expect(text).toContain(
      '/** A thing. */\nexport interface Thing {\n  both: [number, number];\n  maybe: string | null;\n  side?: Side;\n  list?: (number | null)[];\n}',
    );
    expect(text).toContain("export type Act = {\n  kind: 'go';\n} | null;");
  });
});
