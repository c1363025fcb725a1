/** A game as a page knows it, and how updates change it: plain data and functions. */
import type { GameSnapshot, GameUpdate, PlayedStep, Side, View } from '../api/types';
import { sideIndex } from '../board/layout';
import { sideName } from '../board/names';
import { say, texts } from '../texts';

/** The effect of an update. */
export type UpdateResult =
  | { kind: 'applied'; snapshot: GameSnapshot }
  /** It was applied before. */
  | { kind: 'known' }
  /** Something before it is missing: request the whole game. */
  | { kind: 'gap' };

function stepsAfter(before: PlayedStep[], update: GameUpdate): PlayedStep[] {
  if (update.event.kind === 'step')
    return [...before.slice(0, update.event.step.ply - 1), update.event.step];
  return before.slice(0, update.plies);
}

/** Applies an update. The numbering has no gaps, so each is applied exactly once, in order. */
export function applyUpdate(snapshot: GameSnapshot, update: GameUpdate): UpdateResult {
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
    updated_at: update.at,
  };
  return {
    kind: 'applied',
    snapshot: {
      ...snapshot,
      seq: update.seq,
      summary,
      view,
      steps: stepsAfter(snapshot.steps, update),
      clocks: update.clocks,
      offers: update.offers,
      seal: update.seal ?? snapshot.seal,
      rating_changes: update.rating_changes ?? snapshot.rating_changes,
    },
  };
}

/** The milliseconds left on a side's clock at the server's time `now`; `null` without clocks. */
export function remainingTime(snapshot: GameSnapshot, side: Side, now: number): number | null {
  const { clocks } = snapshot;
  if (!clocks) return null;
  const elapsed = clocks.running === side ? Math.max(0, now - clocks.at) : 0;
  return Math.max(0, clocks.remaining_ms[sideIndex(side)] - elapsed);
}

/** Whose turn it is, as the reader should hear it: prompts speak to the side to move only. */
export function turnText(snapshot: GameSnapshot, view: View): string {
  const t = texts().game;
  const { turn } = view;
  if (turn === null) return say(view.status);
  const seat = snapshot.summary.seats[sideIndex(turn)];
  const both = snapshot.your_sides.length === 2;
  if (both) return say(view.status);
  if (snapshot.your_sides.includes(turn)) return `${t.yourTurn} ${say(view.status)}`;
  if (seat.kind === 'engine') return t.engineThinking;
  const side = sideName(snapshot.geometry, turn);
  return snapshot.your_sides.length === 0 ? t.toMove(side) : t.opponentToMove(side);
}

/** The side this page plays; `null` for spectators and for both sides on one device. */
export function ownSide({ your_sides: sides }: GameSnapshot): Side | null {
  return sides.length === 1 ? (sides[0] ?? null) : null;
}
