/** Positions and the steps between them as a tree of branches: plain data and functions. */
import type { AnalysisNews, Chance, StepView, View } from '../api/types';

export interface Node {
  id: number;
  parent: number | null;
  /** The step that led here; none at the root. */
  step: StepView | null;
  view: View;
  /** What chance can do by a move from here; unknown until the position was asked for. */
  chances: Chance[] | null;
  children: number[];
  /** What the engine thinks of it. */
  found: AnalysisNews | null;
}

export interface Tree {
  nodes: ReadonlyMap<number, Node>;
  root: number;
  /** Which position is looked at. */
  at: number;
  next: number;
}

export function plant(view: View, chances: Chance[] | null): Tree {
  const root: Node = { id: 0, parent: null, step: null, view, chances, children: [], found: null };
  return { nodes: new Map([[0, root]]), root: 0, at: 0, next: 1 };
}

function get(tree: Tree, id: number): Node {
  const node = tree.nodes.get(id);
  if (!node) throw new RangeError(`the tree has no node ${id}`);
  return node;
}

export function current(tree: Tree): Node {
  return get(tree, tree.at);
}

function put(tree: Tree, ...changed: Node[]): Tree {
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

/** The texts of the steps from the root to a node. */
export function stepsTo(tree: Tree, id: number): string[] {
  return pathTo(tree, id).flatMap((node) => (node.step ? [node.step.text] : []));
}

/** The line that is looked at: to the current node, then on along first branches. */
export function line(tree: Tree): Node[] {
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

/** The branch that a step makes from the current position, if it was tried already. */
export function branch(tree: Tree, step: string): Node | undefined {
  return current(tree)
    .children.map((id) => get(tree, id))
    .find((node) => node.step?.text === step);
}

/** Adds a step from the current position and goes there; a step that was tried is not doubled. */
export function grow(tree: Tree, step: StepView, view: View, chances: Chance[] | null): Tree {
  const known = branch(tree, step.text);
  if (known)
    return goTo(put(tree, { ...known, view, chances: chances ?? known.chances }), known.id);
  const here = current(tree);
  const id = tree.next;
  const node: Node = { id, parent: here.id, step, view, chances, children: [], found: null };
  const parent = { ...here, children: [...here.children, id] };
  return { ...put(tree, parent, node), at: id, next: id + 1 };
}

/** Replaces the view of a node by one that has the legal moves too. */
export function refine(tree: Tree, id: number, view: View, chances: Chance[]): Tree {
  const node = tree.nodes.get(id);
  return node ? put(tree, { ...node, view: { ...view, last: node.step }, chances }) : tree;
}

/** Removes the current position and all after it, and goes to the one before. */
export function prune(tree: Tree): Tree {
  const gone = current(tree);
  if (gone.parent === null) return tree;
  const parent = get(tree, gone.parent);
  const nodes = new Map(tree.nodes);
  const remove = (id: number): void => {
    for (const child of nodes.get(id)?.children ?? []) remove(child);
    nodes.delete(id);
  };
  remove(gone.id);
  nodes.set(parent.id, { ...parent, children: parent.children.filter((id) => id !== gone.id) });
  return { ...tree, nodes, at: parent.id };
}

/** Notes what the engine has found; a shallower look never replaces a deeper one. */
export function note(tree: Tree, id: number, found: AnalysisNews): Tree {
  const node = tree.nodes.get(id);
  if (!node || found.lines.length === 0 || (node.found && node.found.depth > found.depth))
    return tree;
  return put(tree, { ...node, found });
}

/** The first side's chance to win at a node: by the rules if it is over, else by the engine. */
export function chanceAt(node: Node): number | null {
  if (node.view.winner !== null) return node.view.winner === 'first' ? 1 : 0;
  const best = node.found?.lines[0];
  if (!best) return null;
  if (best.proved) return best.proved.winner === 'first' ? 1 : 0;
  return best.chance;
}

export type Verdict = 'mistake' | 'blunder' | null;

/** How much of a chance to win a step may give away before it is a mistake, or a blunder. */
const MISTAKE = 0.12;
const BLUNDER = 0.3;

/** What the step to a node was worth, if the engine has looked before and after it. */
export function verdict(before: Node, after: Node): Verdict {
  const [was, is] = [chanceAt(before), chanceAt(after)];
  if (was === null || is === null || !after.step) return null;
  const best = before.found?.lines[0]?.moves[0];
  // A move that chance completes is told without what it reveals.
  if (best !== undefined && after.step.text.startsWith(best)) return null;
  const lost = after.step.side === 'first' ? was - is : is - was;
  return lost >= BLUNDER ? 'blunder' : lost >= MISTAKE ? 'mistake' : null;
}
