/** Small conversions of values that many pages show. */
import type { Boards } from '../api/types';
import { formats } from '../texts';

/** The board sizes to choose from and the default one; empty if there is only one board. */
export function boardSizes(boards: Boards): { sizes: number[]; standard: number | null } {
  return 'square' in boards
    ? { sizes: boards.square.sizes, standard: boards.square.default }
    : { sizes: [], standard: null };
}

export function formatDate(ms: number): string {
  return formats().date(ms);
}

/** A probability in percent, rounded. */
export function formatPercent(probability: number): string {
  return formats().percent(probability);
}
