import { expect, test } from 'vitest';
import { addMove, createTree, goTo, type Tree } from '../analysis/tree';
import { step, view } from '../board/testing';
import { conditionalLines } from './conditional';

function play(tree: Tree, ...texts: string[]): Tree {
  return texts.reduce(
    (before, text, i) =>
      addMove(before, step(text, i % 2 === 0 ? 'first' : 'second'), view('w:a1'), []),
    goTo(tree, tree.root),
  );
}

const texts = (tree: Tree): string[] => conditionalLines(tree).map((line) => line.join(','));
const empty = createTree(view('w:a1'), []);

test('a line ends with one’s own move: a last step without an answer is left out', () => {
  expect(texts(empty)).toEqual([]);
  const [a, b, c] = ['a1 a2', 'b1 b2', 'c1 c2'];
  expect(texts(play(empty, a))).toEqual([]);
  const two = texts(play(empty, a, b));
  expect(two).toHaveLength(1);
  expect(texts(play(empty, a, b, c))).toEqual(two);
});

test('branches are lines of their own, and none is the beginning of another', () => {
  const [a, b, c, d] = ['a1 a2', 'b1 b2', 'c1 c2', 'd1 d2'];
  const tree = play(play(play(empty, a, b, c), a, b, d, a), c, b);
  const lines = conditionalLines(tree);
  expect(lines.map((line) => line.length)).toEqual([4, 2]);
});
