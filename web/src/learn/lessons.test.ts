import { expect, test } from 'vitest';
import { createLookup } from '../texts/messages';
import { withTexts } from './lessons';

test('lessons get their texts by the ids of their diagrams', () => {
  const lookup = createLookup(
    'de',
    'flag-title = Die Fahne\nflag-text = Setze die Fahne.\nshot-title = Schuss\n' +
      'shot-text = Weiß gewinnt.\nshot-explain = Drei Felder weiter steht die Fahne.\n',
  );
  const showcase = { start: 's' };
  const content = withTexts(
    {
      showcase,
      lessons: [{ id: 'flag', accept: 'any' }],
      exercises: [{ id: 'shot', start: 'p', accept: ['a'] }, { id: 'unknown' }],
    },
    lookup,
  );
  expect(content).toEqual({
    showcase,
    lessons: [{ id: 'flag', accept: 'any', title: 'Die Fahne', text: 'Setze die Fahne.' }],
    exercises: [
      {
        id: 'shot',
        start: 'p',
        accept: ['a'],
        title: 'Schuss',
        text: 'Weiß gewinnt.',
        explain: 'Drei Felder weiter steht die Fahne.',
      },
      { id: 'unknown', title: 'unknown', text: '' },
    ],
  });
});
