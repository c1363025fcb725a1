import { describe, expect, test } from 'vitest';
import type { AnalysisUpdate } from '../api/types';
import { step, view } from '../board/testing';
import {
  accuracy,
  addMove,
  createTree,
  current,
  currentLine,
  deleteBranch,
  goTo,
  judge,
  setEvaluation,
  stepsTo,
  winProbability,
  type Judgment,
  type Tree,
} from './tree';

const start = createTree(view('w:a1'), []);
const a = addMove(start, step('a1 a2'), view('w:a2'), []);
const ab = addMove(a, step('x y', 'second'), view('w:a2 b:c3'), []);
const evaluation = (probability: number, depth = 5, move = 'm'): AnalysisUpdate => ({
  request_id: 'x',
  ply: 0,
  depth,
  nodes: 1,
  time_ms: 1,
  lines: [{ win_probability: probability, score: 0, proved: null, moves: [move], path: [] }],
  position_done: false,
  analysis_done: false,
});

function node(tree: Tree, id: number) {
  const found = tree.nodes.get(id);
  if (!found) throw new Error(`no node ${id}`);
  return found;
}

describe('a tree of variations', () => {
  test('moves are added at the current position, and lead to it', () => {
    expect(stepsTo(ab, ab.at)).toEqual(['a1-a2', 'x-y']);
    expect(currentLine(goTo(ab, ab.root)).map((one) => one.id)).toEqual([0, 1, 2]);
  });

  test('the same step twice is one branch, another one is a second branch', () => {
    const back = goTo(ab, ab.root);
    expect(addMove(back, step('a1 a2'), view('w:a2'), []).nodes.size).toBe(3);
    const other = addMove(back, step('a1 b1'), view('w:b1'), []);
    expect(other.nodes.get(0)?.children).toEqual([1, 3]);
    expect(currentLine(other).map((one) => one.id)).toEqual([0, 3]);
  });

  test('a branch is deleted with everything after it; the root stays', () => {
    const deleted = deleteBranch(goTo(ab, 1));
    expect([...deleted.nodes.keys()]).toEqual([0]);
    expect(deleted.at).toBe(0);
    expect(deleteBranch(deleted)).toBe(deleted);
  });

  test('a shallow evaluation does not replace a deep one', () => {
    const deep = setEvaluation(ab, 2, evaluation(0.7, 9));
    expect(setEvaluation(deep, 2, evaluation(0.1, 3))).toBe(deep);
    expect(current(setEvaluation(deep, 2, evaluation(0.8, 10))).evaluation?.depth).toBe(10);
  });

  test('an old tree is never changed', () => {
    addMove(start, step('q'), view(''), []);
    expect(start.nodes.size).toBe(1);
    expect(start.nodes.get(0)?.children).toEqual([]);
  });
});

function judgment(before: number, after: number, best = 'other'): Judgment {
  const tree = setEvaluation(
    setEvaluation(a, 0, evaluation(before, 5, best)),
    1,
    evaluation(after),
  );
  return judge(node(tree, 0), node(tree, 1));
}

describe('judging steps', () => {
  test('a small loss is nothing, a larger one a mistake, a big one a blunder', () => {
    expect(judgment(0.6, 0.55)).toBeNull();
    expect(judgment(0.6, 0.45)).toBe('mistake');
    expect(judgment(0.6, 0.2)).toBe('blunder');
    expect(judgment(0.4, 0.8)).toBeNull();
  });

  test('the engine’s own choice is never a mistake', () => {
    expect(judgment(0.6, 0.2, 'a1-a2')).toBeNull();
  });

  test('a finished game is worth its result', () => {
    const over = addMove(start, step('a1 a2'), view('', { winner: 'second' }), []);
    expect(winProbability(current(over))).toBe(0);
    expect(winProbability(node(over, 0))).toBeNull();
  });
});

const wholeLine = (tree: Tree) => currentLine(goTo(tree, tree.root));

test('accuracy is what a side lost of its probability of winning, on average', () => {
  const evaluated = (first: number, second: number, third: number): Tree =>
    [first, second, third].reduce(
      (tree, probability, id) => setEvaluation(tree, id, evaluation(probability)),
      ab,
    );
  expect(accuracy(wholeLine(ab), 'first')).toBeNull();
  const mistakes = wholeLine(evaluated(0.6, 0.4, 0.7));
  expect(accuracy(mistakes, 'first')).toBeCloseTo(0.8);
  expect(accuracy(mistakes, 'second')).toBeCloseTo(0.7);
  // Nobody is better than perfect.
  expect(accuracy(wholeLine(evaluated(0.4, 0.9, 0.1)), 'first')).toBe(1);
});
