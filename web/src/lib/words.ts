/** Short words for things that many pages show. */
import type { Boards, TimeControl } from '../api/types';
import { texts } from '../texts';

export function clockWords(clock: TimeControl): string {
  const t = texts().create;
  switch (clock.kind) {
    case 'none':
      return t.noClock;
    case 'real_time':
      return t.minutes(Math.round((clock.seconds / 60) * 10) / 10, clock.increment);
    case 'correspondence':
      return t.days(clock.days);
  }
}

/** The sizes to choose from; none if there is only one board. */
export function sizesOf(boards: Boards): { sizes: number[]; usual: number | null } {
  return 'square' in boards
    ? { sizes: boards.square.sizes, usual: boards.square.default }
    : { sizes: [], usual: null };
}

export function dateWords(millis: number): string {
  return new Date(millis).toLocaleDateString(undefined, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  });
}

export function percent(chance: number): number {
  return Math.round(chance * 100);
}
