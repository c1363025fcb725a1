/**
 * Lessons and exercises as data, one file per game, named by its id. A diagram is a position with
 * something to watch or to do; the server's rules determine what is legal and what happens.
 */

export interface Diagram {
  title: string;
  text: string;
  /** The position; the default start if omitted. */
  start?: string;
  size?: number;
  /** Steps to watch. */
  steps?: string[];
  /** The steps that solve it; `any` for any legal move. */
  accept?: string[] | 'any';
  /** Any move whose path starts here solves it. */
  from?: string;
  /** Steps to show after the solution. */
  then?: string[];
  /** Why it is the solution. */
  explain?: string;
}

export interface Content {
  /** A typical position, for pictures. */
  showcase: { start: string };
  lessons: Diagram[];
  exercises: Diagram[];
}

const files = import.meta.glob<Content>('../content/*.json', { import: 'default' });

/** The lessons of a game; `null` if there are none. */
export async function contentOf(game: string): Promise<Content | null> {
  const load = files[`../content/${game}.json`];
  return load ? await load() : null;
}
