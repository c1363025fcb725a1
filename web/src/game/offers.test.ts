import { expect, test } from 'vitest';
import { openOffer } from './offers';
import { snapshot } from './testing';

const none = { draw: null, takeback: null, can_take_back: [false, false] as [boolean, boolean] };

test("an offer of the other side can be answered, one of one's own only withdrawn", () => {
  const offered = snapshot({ offers: { ...none, draw: 'second' } });
  expect(openOffer(offered)?.answers.map(({ action }) => action.kind)).toEqual([
    'offer_draw',
    'decline_draw',
  ]);
  const own = snapshot({ offers: { ...none, draw: 'first' } });
  expect(openOffer(own)?.answers.map(({ action }) => action.kind)).toEqual(['decline_draw']);
  expect(openOffer(snapshot())).toBeNull();
  expect(openOffer({ ...offered, your_sides: [] })).toBeNull();
});

test('a rematch is offered after the end, until there is one', () => {
  const base = snapshot({ rematch: { offered_by: 'second', game_id: null } });
  expect(openOffer(base)).toBeNull();
  const over = { ...base, summary: { ...base.summary, state: 'ended' as const } };
  expect(openOffer(over)?.answers[0]?.action.kind).toBe('offer_rematch');
  const agreed = { ...over, rematch: { offered_by: null, game_id: 'g2' } };
  expect(openOffer(agreed)).toBeNull();
});
