import { render } from 'svelte/server';
import { expect, test } from 'vitest';
import type { ProvedWin } from '../api/types';
import { geometry, view } from '../board/testing';
import EngineLines from './EngineLines.svelte';
import { createTree, current, setEvaluation } from './tree';

function shown(proved: ProvedWin | null): string {
  const tree = setEvaluation(createTree(view('w:a1'), []), 0, {
    request_id: 'x',
    ply: 0,
    depth: 0,
    nodes: 1,
    time_ms: 1,
    lines: [{ win_probability: 1, score: 31000, proved, moves: ['m'], path: [] }],
    position_done: true,
    analysis_done: true,
  });
  const props = { geometry: geometry(4, 4), node: current(tree), thinking: false, play: () => {} };
  return render(EngineLines, { props }).body.replaceAll(/<!--.*?-->|<[^>]*>/g, ' ');
}

test('a win that is proved is shown as proved, also if nobody knows how long it takes', () => {
  expect(shown({ winner: 'first', plies: 3 })).toMatch(/Proved: \S+ wins in 3 moves/);
  expect(shown({ winner: 'first', plies: null })).toMatch(/Proved: \S+ wins\s/);
  expect(shown({ winner: 'second', plies: null })).not.toContain('null');
  expect(shown(null)).not.toContain('Proved');
});

test('without an evaluation nothing is shown as even', () => {
  const node = current(createTree(view('w:a1'), []));
  const props = { geometry: geometry(4, 4), node, thinking: false, play: () => {} };
  const { body } = render(EngineLines, { props });
  expect(body).not.toContain('role="meter"');
  expect(body).toContain('Not evaluated yet');
});
