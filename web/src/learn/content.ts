/** The lessons of the games, as the server has them. */
import { api } from '../api/http';
import type { GameLessons } from '../api/types';
import { withTexts, type Content, type DiagramData, type Lessons } from './lessons';

/** The lessons of a game without their texts; `null` if it has none. */
function dataOf({ lessons }: GameLessons): Lessons<DiagramData> | null {
  // The protocol leaves their shape to the rules, which check it.
  return lessons as Lessons<DiagramData> | null;
}

/** The lessons of a game in a language; `null` if it has none. */
export async function contentOf(game: string, language: string): Promise<Content | null> {
  // Only this page needs Fluent in English too.
  const [{ createLookup }, found] = await Promise.all([
    import('../texts/messages'),
    api.lessons(game, language),
  ]);
  const data = dataOf(found);
  return data && withTexts(data, createLookup(found.language, found.texts));
}
