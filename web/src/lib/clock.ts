/** Time controls and clocks in words. */
import type { TimeControl } from '../api/types';
import { texts } from '../texts';

/** A time control in words: `5 min + 3 s per move`. */
export function formatTimeControl(control: TimeControl): string {
  const t = texts().clock;
  switch (control.kind) {
    case 'unlimited':
      return t.unlimited;
    case 'clock':
      return t.realTime(control.base_ms / 60_000, control.increment_ms / 1000);
    case 'correspondence':
      return t.correspondence(control.days);
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
