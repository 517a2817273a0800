import { isJoinedResult } from '../../../src/domain/enrolment/stages';

const verified = { differs: [], outcome: 'VERIFIED', customerId: 'c-1', accountId: 'a-1' };
const rejected = { differs: ['name', 'bvn'], outcome: 'REJECTED', customerId: '', reason: 'no match' };

test.each([verified, rejected])('a loan takes how an enrolment ended: %j', (result) => {
  expect(isJoinedResult(result)).toBe(true);
});

test.each([
  null,
  'VERIFIED',
  { ...verified, outcome: '__proto__' },
  { ...verified, customerId: '' },
  { ...verified, customerId: 7 },
  { ...verified, customerId: 'x'.repeat(201) },
  { ...verified, accountId: 'two words' },
  { ...verified, differs: undefined },
  { ...verified, differs: ['Ada Obi'] },
  { ...rejected, reason: undefined },
  { ...rejected, reason: 'y'.repeat(1_001) },
])('a loan does not take a message that is none, or that Temporal could not store: %j', (given) => {
  expect(isJoinedResult(given)).toBe(false);
});
