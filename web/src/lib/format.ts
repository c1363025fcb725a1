/** Small conversions of values that many pages show. */
import type { Boards, Seat } from '../api/types';
import { formats, texts } from '../texts';

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

/** The name of a player, or what else is on a seat. */
export function seatName(seat: Seat): string {
  const t = texts().seats;
  const { kind, level, name } = seat;
  if (isHere(seat)) return t.here;
  switch (kind) {
    case 'engine':
      return t.engine(level ?? 0);
    case 'account':
    case 'bot':
      return name ?? t.deleted;
    default:
      return t[kind];
  }
}

/** Whether a player sits in front of the device that hosts the game. The server knows its guests. */
export function isHere({ kind, user_id: user }: Seat): boolean {
  return kind === 'guest' && user === null;
}

/** A player with what is known about them: `Ada (1500)`, `Deep (program, 1500)`. */
export function formatSeat(seat: Seat): string {
  const facts: string[] = [];
  if (seat.kind === 'bot') facts.push(texts().seats.program);
  if (seat.rating !== null) facts.push(String(seat.rating));
  return facts.length === 0 ? seatName(seat) : `${seatName(seat)} (${facts.join(', ')})`;
}
