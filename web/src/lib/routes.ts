/** Which address shows which page. */

export type Params = Record<string, string>;

/** The parts of a path that a pattern names (`/g/:id`), or nothing if it does not fit. */
export function match(pattern: string, path: string): Params | undefined {
  const [wanted, found] = [parts(pattern), parts(path)];
  if (wanted.length !== found.length) return undefined;
  const params: Params = {};
  for (const [i, part] of wanted.entries()) {
    const value = found[i] ?? '';
    if (part.startsWith(':')) {
      const plain = decode(value);
      if (plain === undefined) return undefined;
      params[part.slice(1)] = plain;
    } else if (part !== value) {
      return undefined;
    }
  }
  return params;
}

function parts(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined; // `%` followed by something that is no byte.
  }
}
