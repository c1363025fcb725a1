import { describe, expect, test } from 'vitest';
import type { GameLessons, PositionResponse } from '../src/api/types.ts';
import { withTexts, type Content, type DiagramData, type Lessons } from '../src/learn/lessons.ts';
import { createLookup } from '../src/texts/messages.ts';
import { Harness } from './harness.ts';

const harness = Harness.forThisFile();

/** The lessons of every game in English. */
async function allContents(): Promise<[game: string, content: Content][]> {
  const entries = await harness.catalogue();
  return Promise.all(
    entries.map(async ({ id }): Promise<[string, Content]> => {
      const found = await harness.request<GameLessons>(`/api/catalogue/${id}/lessons?lang=en`);
      const data = found.lessons as Lessons<DiagramData> | null;
      if (!data) throw new Error(`${id} has no lessons`);
      return [id, withTexts(data, createLookup('en', found.texts))];
    }),
  );
}

function positions(
  game: string,
  { start = null, size = null }: { start?: string | null; size?: number | null },
  steps: string[],
): Promise<PositionResponse> {
  return harness.request<PositionResponse>('/api/rules/positions', { game, start, size, steps });
}

describe('lessons', () => {
  test('are correct in every game', async () => {
    for (const [game, content] of await allContents()) {
      await positions(game, content.showcase, []);
      for (const diagram of [...content.lessons, ...content.exercises]) {
        const name = `${game}: ${diagram.id}`;
        expect([diagram.title, diagram.text], name).not.toContain('');
        const start = await positions(game, diagram, []);
        const accepted = Array.isArray(diagram.accept) ? diagram.accept : [];
        if (Array.isArray(diagram.accept)) expect(accepted, name).not.toEqual([]);
        if (diagram.accept === 'any') expect(start.views[0]?.moves, name).not.toEqual([]);
        if (diagram.from !== undefined)
          expect(
            start.views[0]?.moves.some((move) => move.path[0] === diagram.from),
            name,
          ).toBe(true);
        const variations = [diagram.steps ?? [], ...accepted.map((step) => [step])];
        if (accepted[0] !== undefined) variations.push([accepted[0], ...(diagram.then ?? [])]);
        for (const steps of variations)
          expect((await positions(game, diagram, steps)).error, name).toBeNull();
        if (diagram.wins === true) {
          expect(accepted, name).not.toEqual([]);
          for (const step of accepted) {
            const end = (await positions(game, diagram, [step])).views.at(-1);
            expect(end?.winner, `${name} ${step}`).toBe(start.views[0]?.turn);
          }
        }
      }
      const decided = content.exercises.filter((exercise) => exercise.wins === true);
      expect(decided.length, `${game}: exercises that win`).toBeGreaterThan(0);
    }
  });

  test('can be stepped through, and an exercise is solved by clicking, in every game', async () => {
    const page = await harness.newUser();
    for (const [game, content] of await allContents()) {
      await page.goto(`/learn/${game}`);
      const lessons = page.getByRole('region', { name: 'Step by step' });
      for (const lesson of content.lessons) {
        await lessons.getByRole('heading', { name: lesson.title }).waitFor();
        await lessons.locator('.diagram[aria-busy="false"]').waitFor();
        // One button leads through the steps of a lesson and on to the next one.
        const next = lessons.getByRole('button', { name: 'Next' });
        for (let step = 0; step <= (lesson.steps?.length ?? 0); step++) {
          expect(await next.count(), lesson.title).toBeLessThan(2);
          if ((await next.count()) === 0) break;
          expect(await next.isEnabled(), lesson.title).toBe(true);
          await next.click();
        }
      }
      await lessons.getByRole('link', { name: 'To the exercises' }).waitFor();
      const exercises = page.getByRole('region', { name: 'Exercises' });
      const exercise = content.exercises[0];
      if (!exercise || !Array.isArray(exercise.accept)) throw new Error('no exercise to solve');
      await exercises.locator('[data-spot]').first().waitFor();
      const path =
        (await positions(game, exercise, [exercise.accept[0] ?? ''])).steps[0]?.path ?? [];
      for (const id of path)
        await exercises
          .locator(`[data-spot="${id}"], [data-slot="${id}"]`)
          .first()
          .click({ force: true });
      await exercises.getByText('Correct!').waitFor();
      await exercises.getByText('1 of').first().waitFor();
      if (content.exercises[1]) {
        await exercises.getByRole('button', { name: 'Next exercise' }).click();
        await exercises.getByRole('heading', { name: content.exercises[1].title }).waitFor();
      }
      await page.getByRole('heading', { name: 'The complete rules' }).waitFor();
    }
  });
});
