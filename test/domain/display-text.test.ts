import fc from 'fast-check';
import { markdownText, printable } from '../../src/domain/case/display-text';
import { snapshotText, type CaseSnapshot } from '../../src/domain/case/snapshot';

/** ANSI, C1, carriage return, bidi override and isolate, zero width, line separator, a tag. */
const TRICKS = [
  '\u001b[2J\u001b[31m',
  '\u009b31m',
  '\r',
  '\u202e',
  '\u2066',
  '\u200b',
  '\u2028',
  '\u{e0041}',
  '\u0007',
];
const UNSEEN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b-\u200f\u{e0000}-\u{e007f}]/u;

const text = fc
  .array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...TRICKS)))
  .map((parts) => parts.join(''));

test('a terminal gets a stand-in for each sign that it would obey', () => {
  expect(printable('paid\u001b[2J\r\u202eecivt')).toBe('paid�[2J��ecivt');
});

test('no text brings an unseen sign to a terminal but line ends and tabs', () => {
  fc.assert(fc.property(text, (given) => !UNSEEN.test(printable(given).replace(/[\n\t]/g, ''))));
});

test('a text of plain letters stays as it is', () => {
  expect(printable('Ọláńrewájú\tpaid\nNGN 1,000.00 – "rent"')).toBe(
    'Ọláńrewájú\tpaid\nNGN 1,000.00 – "rent"',
  );
  expect(markdownText('Ọláńrewájú paid NGN 1,000.00 (rent)')).toBe('Ọláńrewájú paid NGN 1,000.00 (rent)');
});

test.each([
  ['[pay here](https://evil.example)', '\\[pay here\\](https\\://evil.example)'],
  ['![x](http://evil.example/p.png)', '\\!\\[x\\](http\\://evil.example/p.png)'],
  ['<img src=x onerror=alert(1)>', '\\<img src=x onerror=alert(1)\\>'],
  ['see www.evil.example or a@b.example', 'see www\\.evil.example or a\\@b.example'],
  ['a\n\n# Approved\n- by all', 'a \\# Approved - by all'],
  ['**bold** `code` ~~gone~~ a_b', '\\*\\*bold\\*\\* \\`code\\` \\~\\~gone\\~\\~ a\\_b'],
  ['\\[not yet escaped\\]', '\\\\\\[not yet escaped\\\\\\]'],
])('the text %j formats and links nothing in Markdown', (given, shown) => {
  expect(markdownText(given)).toBe(shown);
});

test('whatever the bank or a person writes stays on its line of the current details', () => {
  const at = '2026-01-31T14:30:00.000Z';
  const snapshotWith = (foreign: string): CaseSnapshot => ({
    kind: 'loan',
    reference: 'LN-1',
    stage: 'DOCUMENTS',
    stageTitle: 'Documents',
    since: at,
    waiting: { for: 'APPLICANT', about: foreign, on: 'the applicant', toDo: 'Wait', since: at },
    attention: { cause: foreign, since: at, actions: ['retry'] },
    checklist: [{ item: 'ID_CARD_DOCS', status: 'rejected', reason: foreign }],
    facts: {},
    commands: ['retry'],
    timeline: [{ at, by: foreign, what: foreign }],
    ended: false,
  });
  const lines = snapshotText(snapshotWith('x')).split('\n').length;
  fc.assert(
    fc.property(text, (foreign) => {
      const shown = snapshotText(snapshotWith(foreign));
      expect(shown.split('\n')).toHaveLength(lines);
      expect(shown.replaceAll('\n', '')).not.toMatch(UNSEEN);
      expect(markdownText(foreign)).not.toMatch(/(?<!\\)(?:\\\\)*[<[`*]/);
    }),
  );
});
