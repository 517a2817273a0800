import type { BankClient } from '../../src/bank/client';
import { inDocumentedWords } from '../../src/activities/documented-words';
import { payoutSource } from '../../src/activities/polling/status-sources';
import { createPolls } from '../../src/activities/polling/awaited-statuses';
import { readStatuses } from '../../src/activities/polling/status-sources';
import { REAL_TIME } from '../../src/domain/time/clock';
import { pace } from '../support/activities/polls';
import { nowOrNever } from '../support/activities/virtual-bank';
import { attempt, bankWith, failureOf } from '../support/fake-bank';

const named = { kyc: { APPROVED: 'VERIFIED' }, payout: { COMPLETED: 'SUCCESS' } };

const answering = (operation: keyof BankClient, answer: unknown) =>
  inDocumentedWords(bankWith({ [operation]: () => Promise.resolve(answer) }), named);

const terms = {
  clock: REAL_TIME,
  timing: { now: () => 0, after: nowOrNever },
  openPolls: { longestMs: 0, most: 0 },
};

const kycDecision = (kyc_status: string) => {
  const polls = createPolls(readStatuses(answering('getKycStatus', { kyc_status }), terms));
  return attempt().run(() => polls.awaitKycDecision({ customerId: 'c-1', pace }));
};

test.each(['VERIFIED', 'verified', ' Approved '])('KYC ends with the word "%s"', async (word) => {
  expect(await kycDecision(word)).toEqual({ status: 'VERIFIED' });
});

test('KYC does not end with a word that neither the document nor the lender names, and the poll shows it', async () => {
  const failure = await failureOf(kycDecision('Cleared'));
  expect(failure).toMatchObject({ type: 'WAIT_LONGER', message: expect.stringContaining('KYC is CLEARED') });
});

test('every application of a list and every instalment of a schedule is told in documented words', async () => {
  const list = await answering('listLoanApplications', {
    data: [{ status: 'has offer' }],
  }).listLoanApplications({});
  const schedule = await answering('getRepaymentSchedule', {
    schedule: [{ dueDate: '2026-12-01', status: 'paid' }],
  }).getRepaymentSchedule({ loanId: 'l-1' });
  expect(list).toEqual({ data: [{ status: 'HAS_OFFER' }] });
  expect(schedule).toEqual({ schedule: [{ dueDate: '2026-12-01', status: 'PAID' }] });
});

test('a payout without a status is left without one', async () => {
  const shown = answering('getPayoutStatus', { status: null, amount: 1 });
  expect(await shown.getPayoutStatus({ reference: 'P-1' })).toEqual({ status: null, amount: 1 });
});

test('a payout is not settled by a transaction of which the lender says that it tells nothing of its payout', async () => {
  const transaction = { description: 'PO-1 Rent', transactionType: 'DEBIT', externalStatus: 'SUCCESS' };
  const transactions = [{ ...transaction, amount: 20_000, uniqueRef: 'U-1', wasReversed: false }];
  const listing = bankWith({
    listTransactions: () => Promise.resolve({ transactions, last: true } as never),
  });
  const statusBy = async (bank: BankClient) =>
    (await payoutSource(bank, '9000000001').page?.(1, {}))?.facts.get('PO-1')?.status;
  expect(await statusBy(inDocumentedWords(listing, {}))).toBe('SUCCESS');
  expect(await statusBy(inDocumentedWords(listing, { transaction: { SUCCESS: 'UNCLEAR' } }))).toBe('UNCLEAR');
});

test('a payout ends with a word that the lender has named', async () => {
  const shown = answering('getPayoutStatus', { status: 'completed' });
  expect(await shown.getPayoutStatus({ reference: 'P-1' })).toEqual({ status: 'SUCCESS' });
});
