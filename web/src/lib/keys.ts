/** Keys for going through the positions of a game. */

/** Elements that need these keys themselves. */
const USES_KEYS = 'input, textarea, select, [role="application"]';

/**
 * The ply that an arrow key, Home or End leads to from `ply`, of those from 0 to `last`;
 * `undefined` for any other key. Marks the event as handled.
 */
export function plyByKey(event: KeyboardEvent, ply: number, last: number): number | undefined {
  if (event.target instanceof Element && event.target.closest(USES_KEYS)) return undefined;
  if (event.altKey || event.ctrlKey || event.metaKey) return undefined;
  const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: last }[event.key];
  if (to === undefined) return undefined;
  event.preventDefault();
  return Math.max(0, Math.min(to, last));
}
