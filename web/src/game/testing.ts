/** Games for tests. */
import type { GameSnapshot, GameUpdate, Seat } from '../api/types';
import { geometry, message, step, view } from '../board/testing';

const seat = (name: string): Seat => ({
  kind: 'account',
  user_id: name,
  name,
  level: null,
  rating: null,
});

export function snapshot(overrides: Partial<GameSnapshot> = {}): GameSnapshot {
  return {
    summary: {
      id: 'g1',
      game: 'test',
      name: message('Test'),
      size: null,
      start: null,
      seats: [seat('Ada'), seat('Bo')],
      time_control: { kind: 'unlimited' },
      speed: 'unlimited',
      rated: false,
      public: true,
      state: 'running',
      position: 'w:a1',
      turn: 'first',
      plies: 0,
      outcome: null,
      created_at: 0,
      updated_at: 0,
    },
    geometry: geometry(4, 4),
    view: view('w:a1', { moves: [{ text: 'a1-a2', path: ['a1', 'a2'], label: 'a1 to a2' }] }),
    seq: 0,
    steps: [],
    clocks: null,
    offers: { draw: null, takeback: null, can_take_back: [false, false] },
    presence: { online: [true, true], claimable_from: [null, null], spectators: 0 },
    rematch: { offered_by: null, game_id: null },
    commitment: null,
    seal: null,
    rating_changes: null,
    your_sides: ['first'],
    ...overrides,
  };
}

/** The update of a played step. */
export function played(seq: number, ply: number, path: string, position: string): GameUpdate {
  const side = ply % 2 === 1 ? 'first' : 'second';
  const last = step(path, side);
  return {
    game_id: 'g1',
    seq,
    at: seq * 1000,
    request_id: null,
    event: { kind: 'step', step: { ply, played_at: seq * 1000, remaining_ms: null, step: last } },
    view: view(position, { turn: side === 'first' ? 'second' : 'first', last }),
    state: 'running',
    plies: ply,
    clocks: null,
    offers: { draw: null, takeback: null, can_take_back: [false, false] },
    outcome: null,
    seal: null,
    rating_changes: null,
  };
}
