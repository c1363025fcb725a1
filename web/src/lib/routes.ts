/** Patterns of addresses, such as `/g/:id`. */

export type Params = Record<string, string>;

/** The named segments of a path that fits a pattern; `undefined` if it does not. */
export function match(pattern: string, path: string): Params | undefined {
  const [expected, actual] = [segments(pattern), segments(path)];
  if (expected.length !== actual.length) return undefined;
  const params: Params = {};
  for (const [i, segment] of expected.entries()) {
    const value = actual[i] ?? '';
    if (segment.startsWith(':')) {
      const decoded = decode(value);
      if (decoded === undefined) return undefined;
      params[segment.slice(1)] = decoded;
    } else if (segment !== value) {
      return undefined;
    }
  }
  return params;
}

function segments(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined; // A `%` that is not followed by a byte.
  }
}
