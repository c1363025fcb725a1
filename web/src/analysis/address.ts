/** A position and the way to it as an address of the analysis page, and back. */
import type { PositionAsk } from '../api/types';

/** Steps are told apart by this; no notation uses it. */
const BETWEEN = '~';
/** In an address, says that the position is being set up. */
export const EDIT = 'edit';

export function askOf(query: URLSearchParams, usual: string): PositionAsk {
  const ask: PositionAsk = { game: query.get('game') ?? usual };
  const [size, start, steps] = [
    Number(query.get('size') ?? NaN),
    query.get('start'),
    query.get('steps'),
  ];
  if (Number.isInteger(size)) ask.size = size;
  if (start) ask.start = start;
  if (steps) ask.steps = steps.split(BETWEEN);
  return ask;
}

export function addressOf(ask: PositionAsk, editing = false): string {
  const query = new URLSearchParams({ game: ask.game });
  if (ask.size != null) query.set('size', String(ask.size));
  if (ask.start) query.set('start', ask.start);
  if (ask.steps && ask.steps.length > 0) query.set('steps', ask.steps.join(BETWEEN));
  return `/analysis?${query}${editing ? `&${EDIT}` : ''}`;
}
