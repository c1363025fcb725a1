import { describe, expect, test } from 'vitest';
import type { Piece } from '../api/types';
import { geometry, view } from '../board/testing';
import { optimisticView } from './optimistic';

const move = (path: string) => ({
  text: path.replaceAll(' ', '-'),
  path: path.split(' '),
  label: path,
});
const at = (list: Piece[]) => list.map((p) => `${p.at}*${p.height}`).toSorted();

describe('showing a move before the server answers', () => {
  const board = geometry(4, 4);

  test('a piece goes to an empty point, and it is the opponent’s turn, without moves', () => {
    const after = optimisticView(
      board,
      view('w:a1 b:d4', { moves: [move('a1 a2')] }),
      move('a1 a2'),
    );
    expect(at(after.pieces)).toEqual(['a2*1', 'd4*1']);
    expect([after.turn, after.moves, after.last?.path]).toEqual(['second', [], ['a1', 'a2']]);
  });

  test('the effect of moving to an occupied point is not guessed', () => {
    const before = view('w:a1 b:a2');
    expect(optimisticView(board, before, move('a1 a2')).pieces).toEqual(before.pieces);
  });

  test('a stack loses its top piece', () => {
    expect(at(optimisticView(board, view('w:a1*3'), move('a1 b1')).pieces)).toEqual([
      'a1*2',
      'b1*1',
    ]);
  });

  test('a placement is shown only if there is one kind of piece', () => {
    expect(at(optimisticView(board, view(''), move('b2')).pieces)).toEqual(['b2*1']);
    expect(optimisticView(geometry(4, 4, ['man', 'king']), view(''), move('b2')).pieces).toEqual(
      [],
    );
  });

  test('a dropped piece leaves the hand', () => {
    const handy = { ...board, slots: [{ id: 'M', side: 'first' as const, kind: 'man' }] };
    const after = optimisticView(
      handy,
      view('', { hands: [{ slot: 'M', count: 2 }] }),
      move('M c3'),
    );
    expect(at(after.pieces)).toEqual(['c3*1']);
    expect(after.hands).toEqual([{ slot: 'M', count: 1 }]);
    const last = optimisticView(
      handy,
      view('', { hands: [{ slot: 'M', count: 1 }] }),
      move('M c3'),
    );
    expect(last.hands).toEqual([]);
  });

  test('a finished game stays the same', () => {
    const over = view('w:a1', { turn: null });
    expect(optimisticView(board, over, move('a1 a2'))).toBe(over);
  });
});
