/** Games for tests. */
import type { GameSnapshot, Seat, Update } from '../api/types';
import { geometry, step, view } from '../board/testing';

const seat = (name: string): Seat => ({
  kind: 'guest',
  user: name,
  name,
  level: null,
  rating: null,
});

export function snapshot(overrides: Partial<GameSnapshot> = {}): GameSnapshot {
  return {
    summary: {
      id: 'g1',
      game: 'test',
      name: 'Test',
      size: null,
      start: null,
      seats: [seat('Ada'), seat('Bo')],
      clock: { kind: 'none' },
      speed: 'unlimited',
      rated: false,
      public: true,
      state: 'running',
      position: 'w:a1',
      turn: 'first',
      plies: 0,
      outcome: null,
      created: 0,
      changed: 0,
    },
    geometry: geometry(4, 4),
    view: view('w:a1', { moves: [{ text: 'a1-a2', path: ['a1', 'a2'], spoken: 'a1 to a2' }] }),
    seq: 0,
    steps: [],
    clocks: null,
    offers: { draw: null, takeback: null },
    presence: { here: [true, true], claim_from: [null, null], spectators: 0 },
    rematch: { offered: null, game: null },
    commitment: null,
    reveal: null,
    ratings: null,
    yours: ['first'],
    ...overrides,
  };
}

/** The update of a played step. */
export function played(seq: number, ply: number, path: string, position: string): Update {
  const side = ply % 2 === 1 ? 'first' : 'second';
  const last = step(path, side);
  return {
    game: 'g1',
    seq,
    at: seq * 1000,
    id: null,
    event: { kind: 'step', step: { ply, at: seq * 1000, left: null, step: last } },
    view: view(position, { turn: side === 'first' ? 'second' : 'first', last }),
    state: 'running',
    plies: ply,
    clocks: null,
    offers: { draw: null, takeback: null },
    outcome: null,
    reveal: null,
    ratings: null,
  };
}
