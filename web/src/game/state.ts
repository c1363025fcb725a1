/** A game as a page knows it, and how news change it: plain data and functions. */
import type { GameSnapshot, PlayedStep, Update } from '../api/types';

/** What an update does to what is known. */
export type Applied =
  | { kind: 'new'; snapshot: GameSnapshot }
  /** We knew that already. */
  | { kind: 'known' }
  /** Something before it is missing: ask for the whole game. */
  | { kind: 'gap' };

function stepsAfter(before: PlayedStep[], update: Update): PlayedStep[] {
  if (update.event.kind === 'step')
    return [...before.slice(0, update.event.step.ply - 1), update.event.step];
  return before.slice(0, update.plies);
}

/** Applies an update. Numbers have no gaps, so each is used exactly once and in order. */
export function applyUpdate(snapshot: GameSnapshot, update: Update): Applied {
  if (update.seq <= snapshot.seq) return { kind: 'known' };
  if (update.seq > snapshot.seq + 1) return { kind: 'gap' };
  const view = update.view ?? snapshot.view;
  const summary = {
    ...snapshot.summary,
    state: update.state,
    plies: update.plies,
    outcome: update.outcome,
    position: view.position,
    turn: update.state === 'running' ? view.turn : null,
    changed: update.at,
  };
  return {
    kind: 'new',
    snapshot: {
      ...snapshot,
      seq: update.seq,
      summary,
      view,
      steps: stepsAfter(snapshot.steps, update),
      clocks: update.clocks,
      offers: update.offers,
      reveal: update.reveal ?? snapshot.reveal,
      ratings: update.ratings ?? snapshot.ratings,
    },
  };
}

/** Milliseconds left on a side's clock at the server's time `now`. */
export function timeLeft(snapshot: GameSnapshot, side: 0 | 1, now: number): number | null {
  const { clocks } = snapshot;
  if (!clocks) return null;
  const runs = clocks.running !== null && (clocks.running === 'first' ? 0 : 1) === side;
  return Math.max(0, clocks.left[side] - (runs ? Math.max(0, now - clocks.at) : 0));
}

/** A clock's face: `4:07`, `9.3` in the last ten seconds, `2 d 5 h` for days. */
export function clockFace(ms: number): string {
  if (ms < 10_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600),
    Math.floor(seconds / 60),
  ];
  if (days > 0) return `${days} d ${hours % 24} h`;
  const two = (n: number) => String(n).padStart(2, '0');
  if (hours > 0) return `${hours}:${two(minutes % 60)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}
