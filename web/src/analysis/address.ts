/** A position and the steps that led to it as an address of the analysis page, and back. */
import type { PositionRequest } from '../api/types';

/** Not used by any game's notation. */
const STEP_SEPARATOR = '~';
/** The query parameter that opens the position editor. */
export const EDIT = 'edit';

export function parseAddress(query: URLSearchParams, defaultGame: string): PositionRequest {
  const request: PositionRequest = { game: query.get('game') ?? defaultGame };
  const size = Number.parseInt(query.get('size') ?? '', 10);
  const [start, steps] = [query.get('start'), query.get('steps')];
  if (!Number.isNaN(size)) request.size = size;
  if (start) request.start = start;
  if (steps) request.steps = steps.split(STEP_SEPARATOR);
  return request;
}

/** `source` is the id of the game on the server that is analysed. */
export function formatAddress(
  request: PositionRequest,
  editing = false,
  source: string | null = null,
): string {
  const query = new URLSearchParams(source === null ? {} : { g: source });
  query.set('game', request.game);
  if (typeof request.size === 'number') query.set('size', String(request.size));
  if (request.start) query.set('start', request.start);
  if (request.steps && request.steps.length > 0)
    query.set('steps', request.steps.join(STEP_SEPARATOR));
  return `/analysis?${query}${editing ? `&${EDIT}` : ''}`;
}
