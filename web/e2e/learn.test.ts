import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Positions } from '../src/api/types.ts';
import type { Content } from '../src/learn/content.ts';
import { Harness } from './harness.ts';

const harness = Harness.forThisFile();

const folder = new URL('../src/content/', import.meta.url);
const contents = readdirSync(folder).map((file): [string, Content] => [
  file.replace('.json', ''),
  JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Content,
]);

function positions(
  game: string,
  {
    start = null,
    size = null,
  }: Partial<Record<'start', string | null> & Record<'size', number | null>>,
  steps: string[],
): Promise<Positions> {
  return harness.request<Positions>('/api/rules/positions', { game, start, size, steps });
}

describe('lessons are correct', () => {
  test.each(contents)('%s', async (game, content) => {
    await positions(game, content.showcase, []);
    for (const diagram of [...content.lessons, ...content.exercises]) {
      const start = await positions(game, diagram, []);
      const variations = [diagram.steps ?? []];
      if (Array.isArray(diagram.accept)) {
        expect(diagram.accept, diagram.title).not.toEqual([]);
        variations.push(...diagram.accept.map((step) => [step]), [
          diagram.accept[0] ?? '',
          ...(diagram.then ?? []),
        ]);
      }
      if (diagram.accept === 'any') expect(start.views[0]?.moves, diagram.title).not.toEqual([]);
      if (diagram.from !== undefined)
        expect(
          start.views[0]?.moves.some((move) => move.path[0] === diagram.from),
          diagram.title,
        ).toBe(true);
      for (const steps of variations)
        expect(
          (await positions(game, diagram, steps)).fault,
          `${game}: ${diagram.title}`,
        ).toBeNull();
      if (/win at once|win for certain/.test(diagram.text)) {
        for (const step of diagram.accept as string[]) {
          const end = (await positions(game, diagram, [step])).views.at(-1);
          expect(end?.winner, `${game}: ${diagram.title} ${step}`).toBe(start.views[0]?.turn);
        }
      }
    }
  });
});

describe('the lessons page', () => {
  test.each(contents)(
    '%s: lessons can be stepped through, and an exercise is solved by clicking',
    async (game, content) => {
      const page = await harness.newUser();
      await page.goto(`/learn/${game}`);
      const lessons = page.getByRole('region', { name: 'Step by step' });
      for (const lesson of content.lessons) {
        await lessons.getByRole('heading', { name: lesson.title }).waitFor();
        await lessons.locator('[data-spot]').first().waitFor();
        const next = lessons.getByRole('navigation').getByRole('button', { name: 'Next' });
        if (await next.isEnabled()) await next.click();
      }
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
      await exercises.getByText('1 of').waitFor();
      await page.getByRole('heading', { name: 'The complete rules' }).waitFor();
    },
  );
});
