/**
 * Lessons and exercises as data. A diagram is a position with something to watch or to do; the
 * server's rules determine what is legal and what happens.
 */

/** A diagram without its texts, which each language has of its own. */
export interface DiagramData {
  id: string;
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
  /** Whether the solution wins the game at once. */
  wins?: boolean;
}

export interface Diagram extends DiagramData {
  title: string;
  text: string;
  /** Why it is the solution. */
  explain?: string;
}

export interface Lessons<D> {
  /** A typical position, for pictures. */
  showcase: { start: string };
  lessons: D[];
  exercises: D[];
}

export type Content = Lessons<Diagram>;

/** Lessons with their texts: `<id>-title`, `<id>-text` and, if there is one, `<id>-explain`. */
export function withTexts(
  data: Lessons<DiagramData>,
  text: (id: string) => string | undefined,
): Content {
  const complete = (diagram: DiagramData): Diagram => {
    const { id } = diagram;
    const explain = text(`${id}-explain`);
    return {
      ...diagram,
      title: text(`${id}-title`) ?? id,
      text: text(`${id}-text`) ?? '',
      ...(explain === undefined ? {} : { explain }),
    };
  };
  return {
    showcase: data.showcase,
    lessons: data.lessons.map(complete),
    exercises: data.exercises.map(complete),
  };
}
