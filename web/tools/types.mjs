// Writes src/api/types.ts from the server's OpenAPI document:
//
//     quintain openapi > ../docs/openapi.json && npm run types
//
// The messages of the socket are components of the document too, so this is the whole protocol.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {{
 *   $ref?: string, type?: string | string[], enum?: string[], description?: string,
 *   properties?: Record<string, Schema>, required?: string[], items?: Schema,
 *   oneOf?: Schema[], allOf?: Schema[], minItems?: number, maxItems?: number,
 * }} Schema
 */

/** @type {Record<string, string>} */
const PRIMITIVES = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' };

/** A description as a comment. @param {string | undefined} text @param {string} indent */
function comment(text, indent) {
  if (!text) return '';
  const lines = text.split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

/** Names that need no quotes. @param {string} name */
const key = (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/** @param {Schema} schema @param {string} indent @returns {string} */
function object(schema, indent) {
  const inner = `${indent}  `;
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const optional = schema.required?.includes(name) ? '' : '?';
    return `${comment(field.description, inner)}${inner}${key(name)}${optional}: ${type(field, inner)};\n`;
  });
  return fields.length === 0 ? 'Record<string, never>' : `{\n${fields.join('')}${indent}}`;
}

/** @param {Schema} schema @param {string} indent @returns {string} */
function array(schema, indent) {
  const item = type(schema.items ?? {}, indent);
  const { minItems, maxItems } = schema;
  if (minItems !== undefined && minItems === maxItems && minItems <= 4) return `[${Array(minItems).fill(item).join(', ')}]`;
  return item.includes('|') ? `(${item})[]` : `${item}[]`;
}

/** @param {Schema} schema @param {string} indent @returns {string} */
function type(schema, indent) {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? 'unknown';
  if (schema.enum) return schema.enum.map((value) => `'${value}'`).join(' | ');
  const parts = schema.oneOf ?? schema.allOf;
  if (parts) {
    const types = [...new Set(parts.map((part) => type(part, indent)))];
    return types.join(schema.oneOf ? ' | ' : ' & ');
  }
  const kinds = [schema.type ?? []].flat();
  const types = kinds.map((kind) => {
    if (kind === 'array') return array(schema, indent);
    if (kind === 'object') return object(schema, indent);
    return PRIMITIVES[kind] ?? 'unknown';
  });
  return types.length === 0 ? 'unknown' : types.join(' | ');
}

/** The TypeScript of a document's components. @param {string} document */
export function typesOf(document) {
  const { components } = /** @type {{ components: { schemas: Record<string, Schema> } }} */ (JSON.parse(document));
  const parts = Object.entries(components.schemas).map(([name, schema]) => {
    const plain = schema.type === 'object' && schema.properties && Object.keys(schema.properties).length > 0;
    const head = `${comment(schema.description, '')}export `;
    return plain ? `${head}interface ${name} ${object(schema, '')}\n` : `${head}type ${name} = ${type(schema, '')};\n`;
  });
  return `// Made by tools/types.mjs from the server's OpenAPI document. Do not edit.\n\n${parts.join('\n')}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const from = process.argv[2] ?? fileURLToPath(new URL('../../docs/openapi.json', import.meta.url));
  const to = new URL('../src/api/types.ts', import.meta.url);
  writeFileSync(to, typesOf(readFileSync(from, 'utf8')));
}
