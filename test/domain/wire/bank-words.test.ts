import { finalStatusOf, isSameWord, wordFor } from '../../../src/domain/wire/bank-words';

test.each([
  ['SUCCESS', 'SUCCESS'],
  [' success ', 'SUCCESS'],
  ['Reversed', 'REVERSED'],
])('the word "%s" of the bank ends a payout as %s', (word, status) => {
  expect(finalStatusOf(word)).toBe(status);
});

test.each(['SUCCESSFUL', 'COMPLETED', 'PROCESSING', 'QUEUED', '', null])(
  'the word "%s" is not final',
  (word) => {
    expect(finalStatusOf(word)).toBeUndefined();
  },
);

test('words of the bank are compared without case and surrounding space', () => {
  expect(isSameWord('Duplicate Reference ', 'duplicate reference')).toBe(true);
});

test.each([
  ['kyc', ' verified', 'VERIFIED'],
  ['kyc', 'Approved', 'VERIFIED'],
  ['application', 'has offer', 'HAS_OFFER'],
  ['payout', 'Approved', 'APPROVED'],
] as const)('for %s the word "%s" is read as %s', (subject, word, meaning) => {
  expect(wordFor({ kyc: { APPROVED: 'VERIFIED' } }, subject, word)).toBe(meaning);
});
