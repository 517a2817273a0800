import { progressIn } from '../../src/desk/routes/batches';
import { sentenceOf, unpaidIn } from '../../src/desk/views/case-page';
import { titleIn } from '../../src/desk/views/case-row';

const AFTER_ALL = '. To pay after all, start a payout under another reference';
const ENDED = {
  ...{ reference: 'R', stageTitle: 'Ended', since: '2030-01-01T00:00:00.000Z', ended: true },
  ...{ checklist: [], commands: [], timeline: [] },
};

test('of a loan that was withdrawn its page says what is left at the bank', () => {
  const left = { ...ENDED, stage: 'WITHDRAWN', facts: { leftAtBank: 'Ask it to close the application' } };
  expect(sentenceOf(left)).toMatch(/^Ended, since .*\. Ask it to close the application\.$/);
});

test('a batch that has ended says how much was paid, whether or not all of it was, in lists too', () => {
  const ended = { ...ENDED, stage: 'CANCELLED', facts: { paidKobo: 5_337_800 } };
  expect(sentenceOf(ended)).toContain('Ended: ₦53,378.00 was paid; nothing is left to do');
  expect(titleIn(ended as never)).toBe('Ended: ₦53,378.00 paid');
  expect(sentenceOf({ ...ended, unpaid: '188 of 240 rows were not paid' })).toContain(
    ': ₦53,378.00 was paid; 188 of 240 rows were not paid.',
  );
});

test('a batch whose paid row came back since says so, whatever it had paid when it ended', () => {
  const facts = { rows: 3, excluded: 1, rowsSuccess: 3 };
  const progress = progressIn('R', { ...ENDED, stage: 'DONE', facts });
  const since = [
    { kind: 'payout', stageTitle: 'Reversed' },
    { kind: 'payout', stageTitle: 'Paid' },
    { kind: 'loan', stageTitle: 'Reversed' },
  ] as const;
  expect(unpaidIn('batch', 'DONE', progress, since)).toBe(
    `1 of 4 rows was not paid; the money paid for 1 row came back since, or may have${AFTER_ALL}`,
  );
  expect(unpaidIn('batch', 'DONE', progress, since.slice(1))).toBe(`1 of 4 rows was not paid${AFTER_ALL}`);
});

test.each([
  ['payout', 'FAILED', {}, 'nothing was paid'],
  ['flush', 'REVERSED', {}, 'the money came back'],
  ['payout', 'SUCCESS', {}, undefined],
  ['loan', 'CANCELLED', {}, undefined],
  ['batch', 'DONE', { rows: 3, rowsSuccess: 3 }, undefined],
  ['batch', 'DONE', { rows: 3, excluded: 2, rowsSuccess: 2, rowsFailed: 1 }, '3 of 5 rows were not paid'],
  ['batch', 'CANCELLED', { rows: 3, rowsSuccess: 2 }, '1 of 3 rows was not paid'],
  ['batch', 'DONE', { rows: 2, rowsSuccess: 1, rowsUndecided: 1 }, /only the bank can tell of 1 row,/],
  ['batch', 'CANCELLED', { rows: 2, rowsStarted: 2 }, /still on the way: 2 rows of an earlier run/],
] as const)(
  'of a %s that ended as %s its page says what was not paid, and how to pay it',
  (kind, stage, facts, unpaid) => {
    const ended = { ...ENDED, stage, facts };
    const told = unpaidIn(kind, stage, progressIn('R', ended));
    const sentence = sentenceOf({ ...ended, unpaid: told });
    const after = typeof unpaid === 'string' ? unpaid + AFTER_ALL : (unpaid ?? 'nothing is left to do');
    expect(sentence).toMatch(after);
    expect(sentence.includes('nothing is left to do')).toBe(unpaid === undefined);
  },
);
