import { render } from 'svelte/server';
import { expect, test } from 'vitest';
import type { GameSnapshot } from '../api/types';
import { texts } from '../texts';
import Controls from './Controls.svelte';
import { snapshot } from './testing';

/** The button that takes back a move; `undefined` if there is none. */
function takeback(shown: GameSnapshot): string | undefined {
  const { body } = render(Controls, { props: { snapshot: shown, act: () => {} } });
  const html = body.replaceAll(/<!--.*?-->/g, '');
  const buttons = html.match(/<button[^]*?<\/button>/g) ?? [];
  return buttons.find((button) => button.includes(texts().game.takeback));
}

const base = snapshot();
const offers = { draw: null, takeback: null, can_take_back: [true, false] as [boolean, boolean] };
const summary = { ...base.summary, plies: 4 };
const tag = (button: string | undefined) => button?.slice(0, button.indexOf('>') + 1);

test('a move can be taken back if the server says so for the own side', () => {
  const may = snapshot({ summary, offers });
  expect(tag(takeback(may))).not.toContain('disabled');
  const other = snapshot({ summary, offers, your_sides: ['second'] });
  expect(tag(takeback(other))).toContain('disabled');
  // Nothing was revealed, so there is nothing to explain.
  expect(tag(takeback(other))).not.toContain('title');
});

test('who plays both sides takes back for the side to move', () => {
  const both = { summary, offers, your_sides: ['first', 'second'] as GameSnapshot['your_sides'] };
  expect(tag(takeback(snapshot(both)))).not.toContain('disabled');
  const turn = { ...summary, turn: 'second' as const };
  expect(tag(takeback(snapshot({ ...both, summary: turn })))).toContain('disabled');
});

test('a request that waits for the other side cannot be made twice', () => {
  const waiting = { ...offers, takeback: { side: 'first' as const, plies: 1 } };
  expect(tag(takeback(snapshot({ summary, offers: waiting })))).toContain('disabled');
});

test('after a revelation the button says why it is disabled', () => {
  const none = { ...offers, can_take_back: [false, false] as [boolean, boolean] };
  const revealed = snapshot({ summary, offers: none, commitment: 'c0ffee' });
  expect(tag(takeback(revealed))).toContain('disabled');
  expect(tag(takeback(revealed))).toContain(`title="${texts().game.takebackRevealed}"`);
});

test('rated games and spectators have no such button', () => {
  const rated = snapshot({ summary: { ...summary, rated: true }, offers });
  expect(takeback(rated)).toBeUndefined();
  expect(takeback(snapshot({ summary, offers, your_sides: [] }))).toBeUndefined();
});
