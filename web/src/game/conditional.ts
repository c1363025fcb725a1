/** Conditional moves as lines: plain data and functions. */
import { stepsTo, type Tree } from '../analysis/tree';

/**
 * The lines of a tree whose root is the opponent's turn: to the end of each branch, without a last
 * step of the opponent that has no answer.
 */
export function conditionalLines(tree: Tree): string[][] {
  const leaves = [...tree.nodes.values()].filter((node) => node.children.length === 0);
  const lines = leaves
    .map((leaf) => stepsTo(tree, leaf.id))
    .map((line) => line.slice(0, line.length - (line.length % 2)))
    .filter((line) => line.length > 0);
  // Two branches can differ in the step without an answer alone.
  const byText = new Map(lines.map((line) => [line.join(' '), line]));
  const isPart = (text: string): boolean =>
    [...byText.keys()].some((other) => other.startsWith(`${text} `));
  return [...byText].filter(([text]) => !isPart(text)).map(([, line]) => line);
}
