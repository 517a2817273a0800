import { finalStatusOf, isSameWord } from '../../../src/domain/wire/bank-words';

test.each([
  ['SUCCESS', 'SUCCESS'],
  [' success ', 'SUCCESS'],
  ['Reversed', 'REVERSED'],
])('the word "%s" of the bank ends a payout as %s', (word, status) => {
  expect(finalStatusOf(word)).toBe(status);
});

test.each(['SUCCESSFUL', 'COMPLETED', 'PROCESSING', 'QUEUED', ''])('the word "%s" is not final', (word) => {
  expect(finalStatusOf(word)).toBeUndefined();
});

test('words of the bank are compared without case and surrounding space', () => {
  expect(isSameWord('Duplicate Reference ', 'duplicate reference')).toBe(true);
});
