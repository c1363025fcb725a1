import { describe, expect, test } from 'vitest';
import { geometry, pieces, view } from '../board/testing';
import { predict } from './predict';

const move = (path: string) => ({
  text: path.replaceAll(' ', '-'),
  path: path.split(' '),
  spoken: path,
});
const at = (list: ReturnType<typeof pieces>) => list.map((p) => `${p.at}*${p.height}`).toSorted();

describe('showing a move before the server has answered', () => {
  const board = geometry(4, 4);

  test('a piece goes to an empty place, and it is the other one’s turn without moves', () => {
    const after = predict(board, view('w:a1 b:d4', { moves: [move('a1 a2')] }), move('a1 a2'));
    expect(at(after.pieces)).toEqual(['a2*1', 'd4*1']);
    expect([after.turn, after.moves, after.last?.path]).toEqual(['second', [], ['a1', 'a2']]);
  });

  test('what happens on an occupied place is not guessed', () => {
    const before = view('w:a1 b:a2');
    expect(predict(board, before, move('a1 a2')).pieces).toEqual(before.pieces);
  });

  test('a stack gives its top piece', () => {
    expect(at(predict(board, view('w:a1*3'), move('a1 b1')).pieces)).toEqual(['a1*2', 'b1*1']);
  });

  test('a placement is shown only if there is one kind of pieces', () => {
    expect(at(predict(board, view(''), move('b2')).pieces)).toEqual(['b2*1']);
    expect(predict(geometry(4, 4, ['man', 'king']), view(''), move('b2')).pieces).toEqual([]);
  });

  test('a drop leaves the hand', () => {
    const handy = { ...board, slots: [{ id: 'M', side: 'first' as const, kind: 'man' }] };
    const after = predict(handy, view('', { hands: [{ slot: 'M', count: 2 }] }), move('M c3'));
    expect(at(after.pieces)).toEqual(['c3*1']);
    expect(after.hands).toEqual([{ slot: 'M', count: 1 }]);
    const last = predict(handy, view('', { hands: [{ slot: 'M', count: 1 }] }), move('M c3'));
    expect(last.hands).toEqual([]);
  });

  test('a finished game stays as it is', () => {
    const over = view('w:a1', { turn: null });
    expect(predict(board, over, move('a1 a2'))).toBe(over);
  });
});
