import fc from 'fast-check';
import { matchNames } from '../../../src/domain/names/matching';

/** Names of which none is a spelling, a short form, an initial or a slip of another. */
const POOL = ['ada', 'bello', 'chidi', 'danjuma', 'emeka', 'fashola', 'grace', 'halima', 'okafor', 'zubairu'];

const names = fc.uniqueArray(fc.constantFrom(...POOL), { minLength: 2, maxLength: 4 });

/** The same letters in another form: full width. */
const wide = (text: string) =>
  text.replace(/[a-z]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xff41 - 0x61));

const disguises = fc.constantFrom<(words: string[]) => string>(
  (words) => words.join(' ').toUpperCase(),
  (words) => words.toReversed().join(', '),
  (words) => words.join('-'),
  (words) => `Mr. ${words.join('  ')}`,
  (words) => wide(words.join(' ')),
  (words) => words.map((word) => `${word[0]}\u0301${word.slice(1)}`).join(' '),
);

test('the verdict is the same in both directions, whatever the two texts', () => {
  const words = fc.oneof(
    fc.constantFrom(...POOL, 'mrs', 'ltd', 'plc', '&', 'tunde', 'babatunde', 'a'),
    fc.string(),
  );
  const texts = fc.array(words, { maxLength: 5 }).map((all) => all.join(' '));
  fc.assert(
    fc.property(texts, texts, (one, other) => {
      expect(matchNames(one, other)).toBe(matchNames(other, one));
    }),
  );
});

test('the same words match in any order, case, width and punctuation', () => {
  fc.assert(
    fc.property(names, disguises, (words, disguise) => {
      expect(matchNames(words.join(' '), disguise(words))).toBe('match');
    }),
  );
});

test('a name that one side adds, replaces or shortens to an initial is never a match', () => {
  const changes = fc.constantFrom<(words: string[], other: string) => string[]>(
    (words, other) => [...words, other],
    (words, other) => [other, ...words.slice(1)],
    (words) => [words[0]!.slice(0, 1), ...words.slice(1)],
    (words) => words.slice(1),
  );
  fc.assert(
    fc.property(names, fc.constantFrom('ngozi', 'suleiman', 'okon'), changes, (words, other, change) => {
      expect(matchNames(words.join(' '), change(words, other).join(' '))).not.toBe('match');
    }),
  );
});

test('companies of different legal forms are never a match', () => {
  const forms = fc.uniqueArray(fc.constantFrom('Ltd', 'PLC', 'LLP', 'Inc', 'LLC'), {
    minLength: 2,
    maxLength: 2,
  });
  fc.assert(
    fc.property(names, forms, (words, [one, other]) => {
      expect(matchNames(`${words.join(' ')} ${one}`, `${words.join(' ')} ${other}`)).toBe('close');
    }),
  );
});
