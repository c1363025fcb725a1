/** Numbers, plurals, lists and dates as a language writes them. */

/** The forms of a text by plural category; `#` stands for the number. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

export interface Formats {
  number(value: number, options?: Intl.NumberFormatOptions): string;
  /** A fraction in percent, rounded: `63%`. */
  percent(fraction: number): string;
  plural(count: number, forms: PluralForms): string;
  list(items: readonly string[], join: 'and' | 'or'): string;
  date(ms: number): string;
}

const LIST_TYPES = { and: 'conjunction', or: 'disjunction' } as const;

function create(language: string): Formats {
  const rules = new Intl.PluralRules(language);
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const number = (value: number, options?: Intl.NumberFormatOptions): string =>
    new Intl.NumberFormat(language, options).format(value);
  return {
    number,
    percent: (fraction) => number(fraction, { style: 'percent' }),
    plural: (count, forms) =>
      (forms[rules.select(count)] ?? forms.other).replaceAll('#', number(count)),
    list: (items, join) => new Intl.ListFormat(language, { type: LIST_TYPES[join] }).format(items),
    date: (ms) => dates.format(ms),
  };
}

const cache = new Map<string, Formats>();

/** The formats of a language. */
export function formatsOf(language: string): Formats {
  const known = cache.get(language);
  if (known) return known;
  const formats = create(language);
  cache.set(language, formats);
  return formats;
}
