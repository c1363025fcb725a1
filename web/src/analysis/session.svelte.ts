/** Free play with variations, and the engine's evaluation of it. */
import { describeError } from '../api/http';
import type { AnalysisUpdate, Chance, Geometry, PositionRequest } from '../api/types';
import { core } from '../core';
import type { RunningAnalysis } from '../core/core';
import { Latest } from '../lib/latest';
import { say, sentence, texts, type LazyText } from '../texts';
import {
  addMove,
  childByStep,
  createTree,
  current,
  currentLine,
  deleteBranch,
  goTo,
  pathTo,
  setEvaluation,
  setView,
  stepTexts,
  stepsTo,
  type Node,
  type Tree,
} from './tree';

/** How many lines the engine shows for a position. */
const MULTI_PV = 3;
/** The time for the current position, and for each position of a whole game. */
const POSITION_TIME_MS = 8_000;
const GAME_POSITION_TIME_MS = 400;

export class AnalysisSession {
  geometry = $state.raw<Geometry | null>(null);
  tree = $state.raw<Tree | null>(null);
  error = $state.raw<LazyText | null>(null);
  engineOn = $state(false);
  thinking = $state(false);
  /** The steps that one move can become by chance, for a person to choose from. */
  reveals = $state.raw<Chance[]>([]);
  #start: PositionRequest = { game: '' };
  /** Changes of what is shown: an answer that comes after a later one is ignored. */
  readonly #changes = new Latest();
  #running: RunningAnalysis | null = null;

  /** The position at the root. */
  get start(): PositionRequest {
    return this.#start;
  }

  get node(): Node | null {
    return this.tree ? current(this.tree) : null;
  }

  /** Opens a position and the steps from there. */
  async open(request: PositionRequest): Promise<void> {
    this.error = null;
    this.reveals = [];
    this.#stopEngine();
    const isLatest = this.#changes.begin();
    try {
      const found = await core.allPositions(request);
      if (!isLatest()) return;
      const { steps: _, ...start } = request;
      this.#start = start;
      this.geometry = found.geometry;
      const [root, ...rest] = found.views;
      if (!root) return;
      const last = found.views.length - 1;
      let tree = createTree(root, last === 0 ? found.chances : null);
      for (const [i, view] of rest.entries()) {
        const step = found.steps[i];
        const chances = i + 1 === last ? found.chances : null;
        if (step) tree = addMove(tree, step, { ...view, last: step }, chances);
      }
      this.tree = tree;
      const failed = found.error;
      if (failed)
        this.error = () => texts().analysis.illegalStep(failed.index + 1, say(failed.message));
      await this.#onPositionChange();
    } catch (error) {
      if (isLatest()) this.error = describeError(error);
    }
  }

  /** Plays the moves of a line; stops where chance decides. */
  async playLine([move, ...rest]: readonly string[]): Promise<void> {
    if (move === undefined) return;
    const before = this.tree?.at;
    await this.play(move);
    if (this.tree?.at !== before) await this.playLine(rest);
  }

  /** Plays a move; if chance is involved, asks for its outcome. */
  async play(move: string): Promise<void> {
    const chances = this.node?.chances?.filter((chance) => chance.move === move) ?? [];
    if (chances.length > 1) this.reveals = chances;
    else await this.step(chances[0]?.step ?? move);
  }

  /** Plays a step, or goes to it if it was tried already. */
  async step(text: string): Promise<void> {
    this.reveals = [];
    this.error = null;
    const { tree } = this;
    if (!tree) return;
    const known = childByStep(tree, text);
    if (known) {
      await this.goTo(known.id);
      return;
    }
    const isLatest = this.#changes.begin();
    try {
      const steps = [...stepsTo(tree, tree.at), text];
      const found = await core.positions({ ...this.#start, steps });
      // Someone who has gone elsewhere in the meantime is not taken back.
      if (!isLatest() || !this.tree) return;
      const [step, view] = [found.steps.at(-1), found.views.at(-1)];
      const failed = found.error;
      if (failed) this.error = () => sentence(failed.message);
      else if (step && view)
        this.tree = addMove(this.tree, step, { ...view, last: step }, found.chances);
      await this.#onPositionChange();
    } catch (error) {
      if (isLatest()) this.error = describeError(error);
    }
  }

  async goTo(id: number): Promise<void> {
    if (!this.tree) return;
    this.#changes.begin();
    this.reveals = [];
    this.tree = goTo(this.tree, id);
    await this.#onPositionChange();
  }

  /** Goes to the position after these steps from the root; steps that are new become a branch. */
  async goToSteps(steps: readonly string[]): Promise<void> {
    if (!this.tree) return;
    this.tree = goTo(this.tree, this.tree.root);
    await steps.reduce((before, step) => before.then(() => this.step(step)), Promise.resolve());
    await this.#onPositionChange();
  }

  /** Goes to a ply of the current line. */
  async goToPly(ply: number): Promise<void> {
    const node = this.tree && currentLine(this.tree)[ply];
    if (node) await this.goTo(node.id);
  }

  async deleteBranch(): Promise<void> {
    if (!this.tree) return;
    this.#changes.begin();
    this.tree = deleteBranch(this.tree);
    await this.#onPositionChange();
  }

  async setEngine(on: boolean): Promise<void> {
    this.engineOn = on;
    if (on) await this.#onPositionChange();
    else this.#stopEngine();
  }

  /** Has the engine start over, for when it is to think elsewhere. */
  async restart(): Promise<void> {
    if (this.engineOn) await this.#onPositionChange();
  }

  /** Evaluates every position of the current line. */
  analyseLine(): void {
    const { tree } = this;
    if (!tree) return;
    const nodes = currentLine(tree);
    const request = { ...this.#start, steps: stepTexts(nodes), all: true };
    this.#analyse(request, nodes, 1, GAME_POSITION_TIME_MS);
  }

  /** Stops the engine, for when nobody looks anymore. */
  close(): void {
    this.#stopEngine();
  }

  /** Fetches what is missing at the current position, and starts the engine if it is on. */
  async #onPositionChange(): Promise<void> {
    const { tree } = this;
    if (!tree) return;
    const node = current(tree);
    // Positions in the middle of a line come without their legal moves.
    if (node.chances === null) {
      const start = this.#start;
      const found = await core.positions({ ...start, steps: stepsTo(tree, node.id) });
      const view = found.views.at(-1);
      // Another game's nodes have the same numbers.
      if (view && this.tree && this.#start === start)
        this.tree = setView(this.tree, node.id, view, found.chances);
    }
    if (!this.engineOn || !this.tree || this.tree.at !== node.id) return;
    const path = pathTo(this.tree, node.id);
    this.#analyse({ ...this.#start, steps: stepTexts(path) }, path, MULTI_PV, POSITION_TIME_MS);
  }

  #analyse(position: PositionRequest, nodes: Node[], lines: number, timeMs: number): void {
    this.#stopEngine();
    this.thinking = true;
    const ids = nodes.map((node) => node.id);
    const running = core.analyse({ position, lines, time_ms: timeMs }, (update) =>
      this.#update(update, ids),
    );
    this.#running = running;
    const end = (): void => {
      if (this.#running !== running) return;
      this.thinking = false;
      this.#running = null;
    };
    running.done.then(end, (error: unknown) => {
      if (this.#running === running) this.error = describeError(error);
      end();
    });
  }

  #stopEngine(): void {
    this.#running?.stop();
    this.thinking = false;
    this.#running = null;
  }

  /** What was found about one of the nodes of an analysis, which are given by their plies. */
  #update(evaluation: AnalysisUpdate, nodes: readonly number[]): void {
    const id = nodes[evaluation.ply];
    if (this.tree && id !== undefined) this.tree = setEvaluation(this.tree, id, evaluation);
  }
}
