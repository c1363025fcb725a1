/** Learning from mistakes: back to where a better move was possible, to find it. */
import type { Side } from '../api/types';
import type { AnalysisSession } from './session.svelte';
import { isBest, judge, winProbability, type Node } from './tree';

export interface Mistake {
  ply: number;
  before: Node;
  after: Node;
}

/** The steps of a line that were mistakes, of one side or of both. */
export function mistakesOf(line: readonly Node[], side: Side | null): Mistake[] {
  return line.flatMap((after, ply) => {
    const before = line[ply - 1];
    const isTheirs = side === null || after.step?.side === side;
    return before && isTheirs && judge(before, after) ? [{ ply, before, after }] : [];
  });
}

export type Verdict =
  /** Nothing has been tried, or something else is looked at. */
  | 'waiting'
  /** The engine has not judged the move yet. */
  | 'checking'
  | 'best'
  | 'good'
  | 'bad';

/** What to say about the position that is shown, while a better move is looked for. */
export function verdictOn({ before, after }: Mistake, shown: Node): Verdict {
  if (shown.parent !== before.id) return 'waiting';
  if (isBest(before, shown)) return 'best';
  if (shown.id === after.id) return 'bad';
  if (winProbability(shown) === null) return 'checking';
  return judge(before, shown) === null ? 'good' : 'bad';
}

export class Review {
  readonly #session: AnalysisSession;
  #mistakes = $state.raw<Mistake[]>([]);
  #index = $state(0);
  #engineWasOn = false;

  constructor(session: AnalysisSession) {
    this.#session = session;
  }

  /** The mistake to learn from now. */
  get current(): Mistake | null {
    const mistake = this.#mistakes[this.#index];
    // A new line may have been opened in the meantime.
    return mistake && this.#session.tree?.nodes.get(mistake.after.id)?.step === mistake.after.step
      ? mistake
      : null;
  }

  /** How many there are, and which one it is. */
  get progress(): { number: number; count: number } {
    return { number: this.#index + 1, count: this.#mistakes.length };
  }

  get isLast(): boolean {
    return this.#index + 1 >= this.#mistakes.length;
  }

  get verdict(): Verdict {
    const { current } = this;
    const { node } = this.#session;
    return current && node ? verdictOn(current, node) : 'waiting';
  }

  async start(mistakes: Mistake[]): Promise<void> {
    this.#mistakes = mistakes;
    this.#index = 0;
    this.#engineWasOn = this.#session.engineOn;
    await this.#session.setEngine(true);
    await this.retry();
  }

  /** Goes back to the position before the mistake. */
  async retry(): Promise<void> {
    if (this.current) await this.#session.goTo(this.current.before.id);
  }

  /** Plays the engine's move. */
  async show(): Promise<void> {
    await this.retry();
    const best = this.current?.before.evaluation?.lines[0]?.moves[0];
    if (best !== undefined) await this.#session.play(best);
  }

  async next(): Promise<void> {
    this.#index++;
    if (this.current) await this.retry();
    else await this.stop();
  }

  async stop(): Promise<void> {
    this.#mistakes = [];
    await this.#session.setEngine(this.#engineWasOn);
  }
}
