import { describe, expect, test } from 'vitest';
import type { ParseDraftResponse } from '../api/types';
import { countInHand } from '../board/names';
import { geometry, message } from '../board/testing';
import {
  applyPath,
  clear,
  dragMoves,
  itemName,
  move,
  put,
  remove,
  removeTop,
  setInHand,
  spareId,
  tapMoves,
  viewOf,
} from './draft';

const man = { symbol: 'm', kind: 'man', side: 'first', max_height: 1 } as const;
const disc = { symbol: 'D', kind: 'disc', side: 'second', max_height: 3 } as const;
const hole = { symbol: 'x', kind: 'removed', side: null, max_height: 1 } as const;

/** A board of two by two squares with pieces such as `m:a1 D:b2*3`. */
function setup(pieces = ''): ParseDraftResponse {
  return {
    geometry: {
      ...geometry(2, 2, ['man', 'disc']),
      slots: [{ id: 'M', side: 'first', kind: 'man' }],
    },
    schema: { items: [man, disc, hole], phases: [{ text: 'w', name: message('White to move') }] },
    draft: {
      size: null,
      pieces: pieces
        .split(' ')
        .filter(Boolean)
        .map((word) => {
          const [item = '', place = ''] = word.split(':');
          const [at = '', height = '1'] = place.split('*');
          return { at, item, height: Number(height) };
        }),
      hands: [],
      phase: 'w',
    },
  };
}
const board = (draft: ParseDraftResponse['draft']) =>
  draft.pieces
    .map(({ at, item, height }) => `${item}:${at}${height > 1 ? `*${height}` : ''}`)
    .toSorted()
    .join(' ');

describe('setting up a position', () => {
  test('a piece is put down, replaced, and removed by putting it again', () => {
    let { draft } = setup();
    draft = put(draft, man, 'a1');
    expect(board(draft)).toBe('m:a1');
    draft = put(draft, hole, 'a1');
    expect(board(draft)).toBe('x:a1');
    expect(board(put(draft, hole, 'a1'))).toBe('');
  });

  test('stacks grow to their limit, and are removed from the top', () => {
    let { draft } = setup('D:b2*2');
    draft = put(draft, disc, 'b2');
    expect(board(draft)).toBe('D:b2*3');
    expect(board(put(draft, disc, 'b2'))).toBe('D:b2*3');
    expect(board(removeTop(draft, 'b2'))).toBe('D:b2*2');
    expect(board(removeTop(removeTop(removeTop(draft, 'b2'), 'b2'), 'b2'))).toBe('');
    expect(board(remove(draft, 'b2'))).toBe('');
    expect(board(removeTop(draft, 'a1'))).toBe('D:b2*3');
  });

  test('a piece moves with its height and replaces what was there', () => {
    const { draft } = setup('D:b2*3 m:a1');
    expect(board(move(draft, 'b2', 'a1'))).toBe('D:a1*3');
    expect(move(draft, 'a2', 'a1')).toBe(draft);
    expect(move(draft, 'a1', 'a1')).toBe(draft);
  });

  test('hands hold from zero to nine pieces', () => {
    const { draft } = setup();
    expect(countInHand(setInHand(draft, 'M', 2), 'M')).toBe(2);
    expect(setInHand(draft, 'M', -1).hands).toEqual([]);
    expect(countInHand(setInHand(draft, 'M', 12), 'M')).toBe(9);
    expect(clear({ ...setInHand(draft, 'M', 2), phase: 'w' })).toEqual({
      ...draft,
      pieces: [],
      hands: [],
    });
  });
});

describe('taps and drags', () => {
  test('putting works everywhere, erasing where a piece is, moving from there', () => {
    const some = setup('m:a1 x:b1');
    const paths = (tool: Parameters<typeof tapMoves>[1]) =>
      tapMoves(some, tool).map((one) => one.path.join('>'));
    expect(paths({ kind: 'put', symbol: 'm' })).toEqual(['a2', 'b2', 'a1', 'b1']);
    expect(paths({ kind: 'erase' })).toEqual(['a1', 'b1']);
    expect(paths({ kind: 'move' })).toEqual(['a1>a2', 'a1>b2', 'a1>b1', 'b1>a2', 'b1>b2', 'b1>a1']);
    expect(dragMoves(some).length).toBe(6 + 3 * 4);
  });

  test('each tool has its effect', () => {
    const some = setup('m:a1 D:b1');
    const after = (tool: Parameters<typeof applyPath>[1], ...path: string[]) =>
      board(applyPath(some, tool, path));
    expect(after({ kind: 'put', symbol: 'D' }, 'b1')).toBe('D:b1*2 m:a1');
    expect(after({ kind: 'erase' }, 'a1')).toBe('D:b1');
    expect(after({ kind: 'move' }, 'a1', 'b2')).toBe('D:b1 m:b2');
    // Drags do the same whatever the tool, and never remove anything.
    expect(after({ kind: 'erase' }, 'a1', 'b2')).toBe('D:b1 m:b2');
    expect(after({ kind: 'erase' }, spareId('x'), 'a1')).toBe('D:b1 x:a1');
    expect(after({ kind: 'move' }, spareId('m'), 'a1')).toBe('D:b1 m:a1');
    expect(after({ kind: 'move' }, spareId('D'), 'b1')).toBe('D:b1*2 m:a1');
    expect(after({ kind: 'put', symbol: 'unknown' }, 'a1')).toBe('D:b1 m:a1');
  });
});

test('any draft can be drawn, and its items named', () => {
  const some = setup('m:a1 D:b1*2 x:a2 unknown:b2');
  expect(viewOf({ ...some, draft: setInHand(some.draft, 'M', 1) })).toMatchObject({
    pieces: [
      { at: 'a1', kind: 'man', side: 'first', height: 1 },
      { at: 'b1', kind: 'disc', side: 'second', height: 2 },
    ],
    marks: [{ at: 'a2', kind: 'removed' }],
    hands: [{ slot: 'M', count: 1 }],
  });
  expect([man, disc, hole].map((item) => itemName(some.geometry, item))).toEqual([
    'White man',
    'Black disc',
    'removed',
  ]);
});
