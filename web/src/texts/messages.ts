/**
 * Messages from the rules and the server: a key with arguments, rendered by Project Fluent
 * catalogues, which the server has for each language. This module is loaded on demand, since an
 * English reader needs only the messages' own text.
 */
import { FluentBundle, FluentResource, type FluentVariable } from '@fluent/bundle';
import type { Message, MessageArg } from '../api/types';
import { formatsOf } from './formats';

/** Fluent texts by namespace. */
export type Catalogue = Readonly<Record<string, string>>;

/** Messages that are nested deeper than this are shown in English. */
const MAX_DEPTH = 8;

function parse(language: string, ftl: string): FluentBundle {
  // Isolation marks are for mixed text directions, which none of our languages has.
  const bundle = new FluentBundle(language, { useIsolating: false });
  // Entries that cannot be parsed are missing afterwards, and fall back to English.
  bundle.addResource(new FluentResource(ftl));
  return bundle;
}

/** The text of a message; `undefined` if it is missing or an argument is. */
function format(
  bundle: FluentBundle,
  id: string,
  args?: Record<string, FluentVariable>,
): string | undefined {
  const pattern = bundle.getMessage(id)?.value;
  if (!pattern) return undefined;
  const errors: Error[] = [];
  const text = bundle.formatPattern(pattern, args, errors);
  return errors.length === 0 ? text : undefined;
}

/** A function that renders messages in a language, or in English if the catalogue lacks them. */
export function createTranslation(
  language: string,
  catalogue: Catalogue,
): (message: Message) => string {
  const formats = formatsOf(language);
  const bundles = new Map(
    Object.entries(catalogue).map(([namespace, ftl]) => [namespace, parse(language, ftl)]),
  );

  function render({ key, args = {}, text }: Message, depth: number): string {
    const dot = key.indexOf('.');
    const bundle = bundles.get(key.slice(0, Math.max(0, dot)));
    if (!bundle || depth > MAX_DEPTH) return text;
    const variables = Object.fromEntries(
      Object.entries(args).map(([name, arg]) => [name, variable(arg, depth)]),
    );
    return format(bundle, key.slice(dot + 1), variables) ?? text;
  }

  /** An argument as Fluent takes it: numbers stay numbers, so that texts can select on them. */
  function variable(arg: MessageArg, depth: number): FluentVariable {
    if (typeof arg !== 'object') return arg;
    if ('key' in arg) return render(arg, depth + 1);
    const items = arg.list.map((item) => {
      const value = variable(item, depth + 1);
      return typeof value === 'number' ? formats.number(value) : String(value);
    });
    return formats.list(items, arg.join);
  }

  return (message) => render(message, 0);
}

/** A function that looks up texts without arguments, such as those of lessons. */
export function createLookup(language: string, ftl: string): (id: string) => string | undefined {
  const bundle = parse(language, ftl);
  return (id) => format(bundle, id);
}
