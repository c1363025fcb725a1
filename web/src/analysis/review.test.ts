import { expect, test } from 'vitest';
import type { AnalysisUpdate } from '../api/types';
import { step, view } from '../board/testing';
import { mistakesOf, verdictOn } from './review.svelte';
import { addMove, createTree, goTo, setEvaluation, type Tree } from './tree';

const evaluation = (probability: number, best: string): AnalysisUpdate =>
  ({
    ply: 0,
    depth: 5,
    lines: [{ win_probability: probability, moves: [best], path: [], proved: null }],
  }) as unknown as AnalysisUpdate;

function play(tree: Tree, path: string, side: 'first' | 'second', probability: number): Tree {
  const after = addMove(tree, step(path, side), view('w:a1'), []);
  return setEvaluation(after, after.at, evaluation(probability, 'none'));
}

const start = createTree(view('w:a1'), []);
const root = setEvaluation(start, start.root, evaluation(0.6, step('a1 a2', 'first').text));
// The first side gives away the game, then the second side does.
const game = play(play(root, 'b1 b2', 'first', 0.1), 'c1 c2', 'second', 0.9);
const line = [0, 1, 2].flatMap((id) => game.nodes.get(id) ?? []);

test('mistakes are found for one side or for both', () => {
  expect(mistakesOf(line, null).map(({ ply }) => ply)).toEqual([1, 2]);
  expect(mistakesOf(line, 'second').map(({ ply }) => ply)).toEqual([2]);
  expect(mistakesOf(line.slice(0, 1), null)).toEqual([]);
});

test('the best move and any other that keeps the chances are right', () => {
  const [mistake] = mistakesOf(line, 'first');
  if (!mistake) throw new Error('there is a mistake');
  const shown = (tree: Tree) => verdictOn(mistake, tree.nodes.get(tree.at) ?? mistake.before);
  const back = goTo(game, game.root);
  expect(shown(back)).toBe('waiting');
  expect(shown(goTo(game, mistake.after.id))).toBe('bad');
  expect(shown(play(back, 'a1 a2', 'first', 0.2))).toBe('best');
  expect(shown(play(back, 'd1 d2', 'first', 0.55))).toBe('good');
  expect(shown(play(back, 'd1 d2', 'first', 0.2))).toBe('bad');
  expect(shown(addMove(back, step('d1 d2', 'first'), view('w:a1'), []))).toBe('checking');
});
