/**
 * Lessons and exercises, as data: one file a game, named after its id. A diagram is a position
 * with something to watch or to do; the server's rules say what is legal and what happens.
 */

export interface Diagram {
  title: string;
  text: string;
  /** The position; the usual start if left out. */
  start?: string;
  size?: number;
  /** Steps to watch. */
  steps?: string[];
  /** Steps that solve it, or any legal move. */
  accept?: string[] | 'any';
  /** Any move that begins with this tap solves it. */
  from?: string;
  /** Steps that are shown after the solution. */
  then?: string[];
  /** Why it is the solution. */
  explain?: string;
}

export interface Content {
  /** A position that shows what the game looks like in full swing. */
  showcase: { start: string };
  lessons: Diagram[];
  exercises: Diagram[];
}

const files = import.meta.glob<Content>('../content/*.json', { import: 'default' });

/** What there is to learn about a game; nothing if nobody has written it yet. */
export async function contentOf(game: string): Promise<Content | null> {
  const load = files[`../content/${game}.json`];
  return load ? await load() : null;
}
