import { BankWordsError, readBankWords } from '../../src/input/bank-words-setting';

const problemOf = (text: string): string => {
  try {
    return JSON.stringify(readBankWords(text));
  } catch (error) {
    return error instanceof BankWordsError ? error.message : 'another error';
  }
};

test('a lender says what words of the bank mean, in any case', () => {
  expect(readBankWords('{"kyc":{"approved":"VERIFIED","In Review":"PENDING"}}')).toEqual({
    kyc: { APPROVED: 'VERIFIED', IN_REVIEW: 'PENDING' },
  });
});

test('a lender says that a transaction tells nothing of its payout', () => {
  const words = { transaction: { SUCCESS: 'UNCLEAR' } };
  expect(readBankWords(JSON.stringify(words))).toEqual(words);
});

test('without a setting no further word means anything', () => {
  expect(readBankWords()).toEqual({});
});

test.each([
  ['no JSON', 'kyc=VERIFIED', 'it is not JSON'],
  ['no object', '[]', 'it must be an object of subjects'],
  ['an unknown subject', '{"loans":{}}', 'unknown fields: loans'],
  [
    'a meaning that the document does not have',
    '{"kyc":{"APPROVED":"ACCEPTED"}}',
    'kyc.APPROVED: each word must mean one of VERIFIED, REJECTED',
  ],
])('the setting is refused when it is %s', (_what, text, problem) => {
  expect(problemOf(text)).toContain(problem);
});
