import { describe, expect, test } from 'vitest';
import type { AnalysisNews } from '../api/types';
import { step, view } from '../board/testing';
import { chanceAt, current, goTo, grow, line, note, plant, prune, stepsTo, verdict } from './tree';

const start = plant(view('w:a1'), []);
const a = grow(start, step('a1 a2'), view('w:a2'), []);
const ab = grow(a, step('x y', 'second'), view('w:a2 b:c3'), []);
const news = (chance: number, depth = 5, move = 'm'): AnalysisNews => ({
  id: 'x',
  ply: 0,
  depth,
  nodes: 1,
  time: 1,
  lines: [{ chance, points: 0, proved: null, moves: [move], path: [] }],
  done: false,
  last: false,
});

describe('a tree of branches', () => {
  test('grows where one looks, and knows the way', () => {
    expect(stepsTo(ab, ab.at)).toEqual(['a1-a2', 'x-y']);
    expect(line(goTo(ab, ab.root)).map((node) => node.id)).toEqual([0, 1, 2]);
  });

  test('the same step twice is one branch, another one is a second', () => {
    const back = goTo(ab, ab.root);
    expect(grow(back, step('a1 a2'), view('w:a2'), []).nodes.size).toBe(3);
    const other = grow(back, step('a1 b1'), view('w:b1'), []);
    expect(other.nodes.get(0)?.children).toEqual([1, 3]);
    expect(line(other).map((node) => node.id)).toEqual([0, 3]);
  });

  test('pruning removes a branch with all after it, never the root', () => {
    const pruned = prune(goTo(ab, 1));
    expect([...pruned.nodes.keys()]).toEqual([0]);
    expect(pruned.at).toBe(0);
    expect(prune(pruned)).toBe(pruned);
  });

  test('a shallow look does not replace a deep one', () => {
    const deep = note(ab, 2, news(0.7, 9));
    expect(note(deep, 2, news(0.1, 3))).toBe(deep);
    expect(current(note(deep, 2, news(0.8, 10))).found?.depth).toBe(10);
  });

  test('an old tree is never changed', () => {
    grow(start, step('q'), view(''), []);
    expect(start.nodes.size).toBe(1);
    expect(start.nodes.get(0)?.children).toEqual([]);
  });
});

describe('judging steps', () => {
  const judged = (before: number, after: number, best = 'other') => {
    const tree = note(note(a, 0, news(before, 5, best)), 1, news(after));
    return verdict(tree.nodes.get(0)!, tree.nodes.get(1)!);
  };

  test('giving away a little is nothing, more is a mistake, much is a blunder', () => {
    expect(judged(0.6, 0.55)).toBeNull();
    expect(judged(0.6, 0.45)).toBe('mistake');
    expect(judged(0.6, 0.2)).toBe('blunder');
    expect(judged(0.4, 0.8)).toBeNull();
  });

  test('the engine’s own choice is never a mistake', () => {
    expect(judged(0.6, 0.2, 'a1-a2')).toBeNull();
  });

  test('a finished game is worth what it is', () => {
    const over = grow(start, step('a1 a2'), view('', { winner: 'second' }), []);
    expect(chanceAt(current(over))).toBe(0);
    expect(chanceAt(over.nodes.get(0)!)).toBeNull();
  });
});
