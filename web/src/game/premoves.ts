/**
 * Premoves: what a player could do if it were their turn in this position. Which of these moves is
 * legal after the opponent's is seen when it has been played, and not before: nothing is revealed
 * by choosing one.
 */
import type { MoveView, Side, View } from '../api/types';
import { deviceCore } from '../core';

/** The moves of a side that is not to move; none if the rules are not in this browser. */
export async function findPremoves(game: string, view: View, side: Side): Promise<MoveView[]> {
  const core = deviceCore();
  if (!core || view.turn === null || view.turn === side) return [];
  const { draft, schema } = await core.parseDraft({ game, position: view.position });
  // Which phase is whose turn is for the rules to say.
  for (const { text } of schema.phases) {
    if (text === draft.phase) continue;
    const composed = await core.composeDraft(game, { ...draft, phase: text });
    if (composed.error !== null) continue;
    const found = await core.positions({ game, start: composed.text });
    const other = found.views.at(-1);
    if (other?.turn === side) return other.moves;
  }
  return [];
}
