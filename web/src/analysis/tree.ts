/** Positions and the steps between them as a tree of variations: plain data and functions. */
import type { AnalysisUpdate, Chance, Side, StepView, View } from '../api/types';

export interface Node {
  id: number;
  parent: number | null;
  /** The step that led here; `null` at the root. */
  step: StepView | null;
  view: View;
  /** What chance can do after a move from here; `null` until the position was fetched. */
  chances: Chance[] | null;
  children: number[];
  /** The engine's evaluation. */
  evaluation: AnalysisUpdate | null;
}

export interface Tree {
  nodes: ReadonlyMap<number, Node>;
  root: number;
  /** The node that is shown. */
  at: number;
  nextId: number;
}

export function createTree(view: View, chances: Chance[] | null): Tree {
  const root: Node = {
    id: 0,
    parent: null,
    step: null,
    view,
    chances,
    children: [],
    evaluation: null,
  };
  return { nodes: new Map([[0, root]]), root: 0, at: 0, nextId: 1 };
}

function get(tree: Tree, id: number): Node {
  const node = tree.nodes.get(id);
  if (!node) throw new RangeError(`the tree has no node ${id}`);
  return node;
}

export function current(tree: Tree): Node {
  return get(tree, tree.at);
}

function withNodes(tree: Tree, ...changed: Node[]): Tree {
  const nodes = new Map(tree.nodes);
  for (const node of changed) nodes.set(node.id, node);
  return { ...tree, nodes };
}

/** The nodes from the root to a node, both included. */
export function pathTo(tree: Tree, id: number): Node[] {
  const path: Node[] = [];
  for (let at: number | null = id; at !== null;) {
    const node: Node = get(tree, at);
    path.unshift(node);
    at = node.parent;
  }
  return path;
}

/** The texts of the steps along some nodes. */
export function stepTexts(nodes: readonly Node[]): string[] {
  return nodes.flatMap((node) => (node.step ? [node.step.text] : []));
}

/** The texts of the steps from the root to a node. */
export function stepsTo(tree: Tree, id: number): string[] {
  return stepTexts(pathTo(tree, id));
}

/** The current line: to the current node, then on along the first children. */
export function currentLine(tree: Tree): Node[] {
  const path = pathTo(tree, tree.at);
  for (let next = path.at(-1)?.children[0]; next !== undefined;) {
    const node = get(tree, next);
    path.push(node);
    next = node.children[0];
  }
  return path;
}

export function goTo(tree: Tree, id: number): Tree {
  return tree.nodes.has(id) ? { ...tree, at: id } : tree;
}

/** The child of the current node that a step leads to, if it was tried already. */
export function childByStep(tree: Tree, step: string): Node | undefined {
  return current(tree)
    .children.map((id) => get(tree, id))
    .find((node) => node.step?.text === step);
}

/** Adds a step to the current node and goes there; a step that was tried is not duplicated. */
export function addMove(tree: Tree, step: StepView, view: View, chances: Chance[] | null): Tree {
  const known = childByStep(tree, step.text);
  if (known)
    return goTo(withNodes(tree, { ...known, view, chances: chances ?? known.chances }), known.id);
  const here = current(tree);
  const id = tree.nextId;
  const node: Node = {
    id,
    parent: here.id,
    step,
    view,
    chances,
    children: [],
    evaluation: null,
  };
  const parent = { ...here, children: [...here.children, id] };
  return { ...withNodes(tree, parent, node), at: id, nextId: id + 1 };
}

/** Replaces a node's view by one that has the legal moves too. */
export function setView(tree: Tree, id: number, view: View, chances: Chance[]): Tree {
  const node = tree.nodes.get(id);
  return node ? withNodes(tree, { ...node, view: { ...view, last: node.step }, chances }) : tree;
}

/** Deletes the current node and everything after it, and goes to its parent. */
export function deleteBranch(tree: Tree): Tree {
  const deleted = current(tree);
  if (deleted.parent === null) return tree;
  const parent = get(tree, deleted.parent);
  const nodes = new Map(tree.nodes);
  const remove = (id: number): void => {
    for (const child of nodes.get(id)?.children ?? []) remove(child);
    nodes.delete(id);
  };
  remove(deleted.id);
  const children = parent.children.filter((id) => id !== deleted.id);
  nodes.set(parent.id, { ...parent, children });
  return { ...tree, nodes, at: parent.id };
}

/** Stores an evaluation; a shallower one never replaces a deeper one. */
export function setEvaluation(tree: Tree, id: number, evaluation: AnalysisUpdate): Tree {
  const node = tree.nodes.get(id);
  if (!node || evaluation.lines.length === 0) return tree;
  if (node.evaluation && node.evaluation.depth > evaluation.depth) return tree;
  return withNodes(tree, { ...node, evaluation });
}

/** The first side's probability of winning: by the rules if the game is over, else estimated. */
export function winProbability(node: Node): number | null {
  if (node.view.winner !== null) return node.view.winner === 'first' ? 1 : 0;
  const best = node.evaluation?.lines[0];
  if (!best) return null;
  if (best.proved) return best.proved.winner === 'first' ? 1 : 0;
  return best.win_probability;
}

/**
 * How well a side played along a line: 1 if no step lost any probability of winning, 0 if each gave
 * away the game; `null` if no step of the side is evaluated.
 */
export function accuracy(line: readonly Node[], side: Side): number | null {
  let [steps, lost] = [0, 0];
  for (const [i, after] of line.entries()) {
    const before = line[i - 1];
    if (!before || after.step?.side !== side) continue;
    const [was, is] = [winProbability(before), winProbability(after)];
    if (was === null || is === null) continue;
    steps++;
    // A better result than expected is luck, or the engine's error.
    if (!isBest(before, after)) lost += Math.max(0, side === 'first' ? was - is : is - was);
  }
  return steps === 0 ? null : 1 - lost / steps;
}

/** Whether a step is the one that the engine would have played; it comes without reveals. */
export function isBest(before: Node, { step }: Node): boolean {
  const best = before.evaluation?.lines[0]?.moves[0];
  return best !== undefined && step !== null && step.text.startsWith(best);
}

export type Judgment = 'mistake' | 'blunder' | null;

/** The loss of winning probability from which on a step is a mistake, or a blunder. */
const MISTAKE = 0.12;
const BLUNDER = 0.3;

/** The judgment of the step to a node, if the positions before and after it are evaluated. */
export function judge(before: Node, after: Node): Judgment {
  const [was, is] = [winProbability(before), winProbability(after)];
  if (was === null || is === null || !after.step) return null;
  if (isBest(before, after)) return null;
  const loss = after.step.side === 'first' ? was - is : is - was;
  if (loss >= BLUNDER) return 'blunder';
  return loss >= MISTAKE ? 'mistake' : null;
}
