import fc from 'fast-check';
import { differencesFrom } from '../../../src/domain/payout/order';
import { afterSend, isUnsent, type SendEvent, type SendState } from '../../../src/domain/payout/send-state';

const refusalOrRead = fc.constantFrom<SendEvent>('refused', 'duplicate', 'another', 'unanswered');
const after = (events: readonly SendEvent[]) => events.reduce<SendState>(afterSend, 'neverSent');

test('once a send went unanswered, no refusal and no read of another payout makes it unsent', () => {
  fc.assert(
    fc.property(fc.array(refusalOrRead), fc.array(refusalOrRead), (before, later) => {
      expect(isUnsent(after([...before, 'unanswered', ...later]))).toBe(false);
    }),
  );
});

test('a payout that the bank has taken stays taken, whatever is told later', () => {
  fc.assert(
    fc.property(fc.array(refusalOrRead), (later) => {
      expect(after(['taken', ...later])).toBe('taken');
    }),
  );
});

test('a refusal alone leaves a payout unsent, and so does a duplicate that is another payout', () => {
  expect(isUnsent(after(['refused', 'refused']))).toBe(true);
  expect(isUnsent(after(['duplicate']))).toBe(false);
  expect(isUnsent(after(['duplicate', 'another']))).toBe(true);
});

test('a payout that was refused as a duplicate stays so until a read tells, whatever later refusals say', () => {
  expect(after(['duplicate', 'refused'])).toBe('duplicate');
  expect(isUnsent(after(['duplicate', 'refused', 'another']))).toBe(true);
});

const ours = { amountKobo: 100, bankCode: '058', accountNumber: '0123456789' };

test('a payout that shows its bank in the other system of codes is ours', () => {
  expect(differencesFrom(ours, { ...ours, bankCode: '000013' })).toEqual([]);
});

test('another payout is told by what differs', () => {
  expect(differencesFrom(ours, { ...ours, amountKobo: 200, bankCode: '057' })).toEqual(['amount', 'bank']);
});

test('a flush has no amount to compare', () => {
  expect(differencesFrom({ ...ours, amountKobo: undefined }, { ...ours, amountKobo: 7 })).toEqual([]);
});
