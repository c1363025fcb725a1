/** Offers that wait for an answer: plain data, for the line below the board. */
import type { Action, GameSnapshot } from '../api/types';
import { opponent } from '../board/layout';
import { texts } from '../texts';
import { ownSide } from './state';

export interface Offer {
  text: string;
  /** What can be done about it, the most important first. */
  answers: { label: string; action: Action }[];
}

/** The open offer; one's own cannot be accepted, only withdrawn. */
export function openOffer(snapshot: GameSnapshot): Offer | null {
  const me = ownSide(snapshot);
  if (me === null) return null;
  const t = texts().game;
  const { summary, offers, rematch } = snapshot;
  const { draw, takeback } = offers;
  const theirs = opponent(me);
  const answer = (text: string, accept: Action, decline: Action): Offer => ({
    text,
    answers: [
      { label: t.accept, action: accept },
      { label: t.decline, action: decline },
    ],
  });
  const withdraw = (text: string, action: Action): Offer => ({
    text,
    answers: [{ label: t.withdraw, action }],
  });
  if (summary.state === 'running') {
    if (draw === theirs)
      return answer(t.drawOffered, { kind: 'offer_draw' }, { kind: 'decline_draw' });
    if (takeback?.side === theirs)
      return answer(
        t.takebackRequested(takeback.plies),
        { kind: 'takeback' },
        { kind: 'decline_takeback' },
      );
    if (draw === me) return withdraw(t.drawPending, { kind: 'decline_draw' });
    if (takeback?.side === me) return withdraw(t.takebackPending, { kind: 'decline_takeback' });
    return null;
  }
  if (summary.state === 'waiting' || rematch.game_id !== null) return null;
  if (rematch.offered_by === theirs)
    return answer(t.rematchOffered, { kind: 'offer_rematch' }, { kind: 'decline_rematch' });
  if (rematch.offered_by === me) return withdraw(t.rematchPending, { kind: 'decline_rematch' });
  return null;
}

/** The offer to claim the game of an opponent who has left. */
export function claimOffer(): Offer {
  const t = texts().game;
  return {
    text: t.opponentLeft,
    answers: [
      { label: t.claimWin, action: { kind: 'claim_win' } },
      { label: t.claimDraw, action: { kind: 'claim_draw' } },
    ],
  };
}
