import { boundedSentence } from '../../../src/domain/names/bounded-sentence';

test('a sentence from outside is cut at a whole character, and holds no number of a person', () => {
  expect(boundedSentence('😀'.repeat(100), 3)).toBe('😀😀😀');
  expect(boundedSentence('call 0803 123 4567 now', 12)).toBe('call [number');
  expect(boundedSentence(`${'x'.repeat(7)}08031234567`, 10)).toBe('xxxxxxx[nu');
  expect(boundedSentence('half \ud800 a character', 60)).toBe('half � a character');
});

test('a sentence of a megabyte costs no more than a short one', () => {
  for (const part of ['a@', '1 ', 'x'])
    expect(boundedSentence(part.repeat(500_000), 60).length).toBeLessThan(61);
});
