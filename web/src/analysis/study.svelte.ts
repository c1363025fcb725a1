/** Free play with branches, and the engine's thoughts about it. */
import type { Connection } from '../api/connection.svelte';
import { api, explain } from '../api/http';
import type { AnalysisNews, Chance, Geometry, PositionAsk, ServerMessage } from '../api/types';
import { texts } from '../texts';
import {
  branch,
  current,
  goTo,
  grow,
  line,
  note,
  pathTo,
  plant,
  prune,
  refine,
  stepsTo,
  type Node,
  type Tree,
} from './tree';

const LINES = 3;
/** Milliseconds for the position that is looked at, and for each one of a whole game. */
const TIME = 8_000;
const TIME_EACH = 400;

export class Study {
  geometry = $state.raw<Geometry | null>(null);
  tree = $state.raw<Tree | null>(null);
  error = $state<string | null>(null);
  engine = $state(false);
  thinking = $state(false);
  /** Steps that one move can become by chance, for a person to choose from. */
  reveals = $state.raw<Chance[]>([]);
  #base: PositionAsk = { game: '' };
  readonly #connection: Connection;
  /** The analysis that runs, and which node each of its plies is. */
  #running: { id: string; nodes: number[] } | null = null;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  get base(): PositionAsk {
    return this.#base;
  }

  get node(): Node | null {
    return this.tree ? current(this.tree) : null;
  }

  /** Begins with a position and the steps from there. */
  async open(ask: PositionAsk): Promise<void> {
    this.error = null;
    this.reveals = [];
    this.#silence();
    try {
      const found = await api.positions({ ...ask, all: true });
      const { steps: _, ...base } = ask;
      this.#base = base;
      this.geometry = found.geometry;
      const [root, ...rest] = found.views;
      if (!root) return;
      const last = found.views.length - 1;
      let tree = plant(root, last === 0 ? found.chances : null);
      for (const [i, view] of rest.entries()) {
        const step = found.steps[i];
        if (step)
          tree = grow(tree, step, { ...view, last: step }, i + 1 === last ? found.chances : null);
      }
      this.tree = tree;
      if (found.fault)
        this.error = texts().analysis.faulty(found.fault.index + 1, found.fault.message);
      await this.#settle();
    } catch (failure) {
      this.error = explain(failure);
    }
  }

  /** Plays a move; if chance has a say, asks what it does. */
  async play(move: string): Promise<void> {
    const chances = this.node?.chances?.filter((chance) => chance.move === move) ?? [];
    if (chances.length > 1) this.reveals = chances;
    else await this.step(chances[0]?.step ?? move);
  }

  /** Plays a step, or goes there if it was tried already. */
  async step(text: string): Promise<void> {
    this.reveals = [];
    this.error = null;
    const { tree } = this;
    if (!tree) return;
    const known = branch(tree, text);
    if (known) {
      await this.goTo(known.id);
      return;
    }
    try {
      const found = await api.positions({
        ...this.#base,
        steps: [...stepsTo(tree, tree.at), text],
      });
      const [step, view] = [found.steps.at(-1), found.views.at(-1)];
      if (found.fault) this.error = found.fault.message;
      else if (step && view) this.tree = grow(tree, step, { ...view, last: step }, found.chances);
      await this.#settle();
    } catch (failure) {
      this.error = explain(failure);
    }
  }

  async goTo(id: number): Promise<void> {
    if (!this.tree) return;
    this.reveals = [];
    this.tree = goTo(this.tree, id);
    await this.#settle();
  }

  /** Goes along the line that is looked at. */
  async walk(ply: number): Promise<void> {
    const node = this.tree && line(this.tree)[ply];
    if (node) await this.goTo(node.id);
  }

  async prune(): Promise<void> {
    if (!this.tree) return;
    this.tree = prune(this.tree);
    await this.#settle();
  }

  async useEngine(on: boolean): Promise<void> {
    this.engine = on;
    if (on) await this.#settle();
    else this.#silence();
  }

  /** Looks at every position of the line. */
  analyseAll(): void {
    const { tree } = this;
    if (!tree) return;
    const nodes = line(tree);
    const steps = nodes.flatMap((node) => (node.step ? [node.step.text] : []));
    this.#ask({ ...this.#base, steps, all: true }, nodes, 1, TIME_EACH);
  }

  /** Takes the server's messages. Gives what ends that. */
  follow(): () => void {
    const deaf = this.#connection.listen((message) => this.#hear(message));
    return () => {
      deaf();
      this.#silence();
    };
  }

  /** After every change of place: fetch what is missing here, and let the engine look. */
  async #settle(): Promise<void> {
    const { tree } = this;
    if (!tree) return;
    const node = current(tree);
    // Positions on the way come without their legal moves.
    if (node.chances === null) {
      const found = await api.positions({ ...this.#base, steps: stepsTo(tree, node.id) });
      const view = found.views.at(-1);
      if (view && this.tree) this.tree = refine(this.tree, node.id, view, found.chances);
    }
    if (!this.engine || !this.tree || this.tree.at !== node.id) return;
    const path = pathTo(this.tree, node.id);
    this.#ask({ ...this.#base, steps: stepsTo(this.tree, node.id) }, path, LINES, TIME);
  }

  #ask(position: PositionAsk, nodes: Node[], lines: number, time: number): void {
    this.thinking = true;
    const id = this.#connection.analyse({ position, lines, time });
    this.#running = { id, nodes: nodes.map((node) => node.id) };
  }

  #silence(): void {
    this.thinking = false;
    if (this.#running) this.#connection.stopAnalysis();
    this.#running = null;
  }

  #hear(message: ServerMessage): void {
    if (message.type === 'analysis' && message.news.id === this.#running?.id)
      this.#take(message.news);
    if (message.type === 'refused' && message.id !== null && message.id === this.#running?.id) {
      this.error = message.error.message;
      this.thinking = false;
      this.#running = null;
    }
  }

  #take(news: AnalysisNews): void {
    const id = this.#running?.nodes[news.ply];
    if (this.tree && id !== undefined) this.tree = note(this.tree, id, news);
    if (news.last) {
      this.thinking = false;
      this.#running = null;
    }
  }
}
