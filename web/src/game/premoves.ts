/**
 * Premoves: what a player could do if it were their turn in this position. Which of these moves is
 * legal after the opponent's is seen when it has been played, and not before: nothing is revealed
 * by choosing one.
 */
import type { Draft, MoveView, Side, View } from '../api/types';
import { loadCore } from '../core';
import type { DeviceCore } from '../core/device';

/** The moves of a side that is not to move; none if the rules are not in this browser. */
export async function findPremoves(game: string, view: View, side: Side): Promise<MoveView[]> {
  if (view.turn === null || view.turn === side) return [];
  const core = await loadCore();
  if (!core) return [];
  const { draft, schema } = await core.parseDraft({ game, position: view.position });
  // Which phase is whose turn is for the rules to say.
  const others = schema.phases.filter(({ text }) => text !== draft.phase);
  const found = await Promise.all(others.map(({ text }) => movesIn(core, game, draft, text, side)));
  return found.find((moves) => moves.length > 0) ?? [];
}

/** The moves of a side in another phase of a position; none if that is not its turn. */
async function movesIn(
  core: DeviceCore,
  game: string,
  draft: Draft,
  phase: string,
  side: Side,
): Promise<MoveView[]> {
  const { text, error } = await core.composeDraft(game, { ...draft, phase });
  if (error !== null) return [];
  const view = (await core.positions({ game, start: text })).views.at(-1);
  return view?.turn === side ? view.moves : [];
}
