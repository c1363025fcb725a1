/** Time controls and clocks: those on offer, and all of them in words. */
import type { TimeControl } from '../api/types';
import { texts } from '../texts';

const realTime = (minutes: number, increment: number): TimeControl => ({
  kind: 'real_time',
  seconds: minutes * 60,
  increment,
});

/** The time controls to choose from for a new game. */
export const TIME_CONTROLS: readonly TimeControl[] = [
  { kind: 'none' },
  realTime(1, 1),
  realTime(3, 2),
  realTime(5, 3),
  realTime(10, 5),
  realTime(30, 20),
  { kind: 'correspondence', days: 1 },
  { kind: 'correspondence', days: 3 },
  { kind: 'correspondence', days: 7 },
];

/** A time control in words: `5 min + 3 s per move`. */
export function formatTimeControl(clock: TimeControl): string {
  const t = texts().clock;
  switch (clock.kind) {
    case 'none':
      return t.none;
    case 'real_time':
      return t.realTime(clock.seconds / 60, clock.increment);
    case 'correspondence':
      return t.correspondence(clock.days);
  }
}

const twoDigits = (n: number): string => String(n).padStart(2, '0');

/** The time on a clock: `4:07`, `9.3` in the last ten seconds, `2d 5h` above a day. */
export function formatClock(ms: number): string {
  if (ms < 10_000) return texts().clock.tenths(Math.floor(ms / 100) / 10);
  const seconds = Math.ceil(ms / 1000);
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
  if (hours >= 24) return texts().clock.days(Math.floor(hours / 24), hours % 24);
  const tail = `${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}`;
  return hours > 0 ? `${hours}:${tail}` : `${minutes}:${twoDigits(seconds % 60)}`;
}
