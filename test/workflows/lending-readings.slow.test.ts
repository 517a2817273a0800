import type { ChosenReadings } from '../../sandbox/readings/readings';
import { bring, diligently, handedIn, runToEnd, startRepaying } from '../support/workflows/loan-steering';
import { loanFile, type Wishes } from '../support/workflows/sample';
import { steering } from '../support/workflows/steering';

const environment = steering();

/** Runs a loan to its end at a bank that reads its interface so; the result, and what needed attention on the way. */
async function run(readings: ChosenReadings, wishes: Wishes = {}) {
  environment.read(readings);
  const loan = await environment.startLoan(loanFile(wishes));
  const { stage } = await runToEnd(environment, loan);
  const { timeline } = await loan.snapshot();
  return { stage, attention: timeline.filter(({ what }) => what.includes('attention')) };
}

const DAY = 24 * 60;
const DISBURSED = { stage: 'DISBURSED', attention: [] };

test('a decision that the bank has begun by itself is waited for, though asking for it is refused', async () => {
  expect(await run({ decisioning: 'by-itself' })).toEqual(DISBURSED);
});

/** Runs a loan until it is repaid, at a bank that reads its interface so; as above. */
async function repay(readings: ChosenReadings, wishes: Wishes = {}) {
  environment.read(readings);
  const repayment = await startRepaying(environment, loanFile(wishes));
  const { stage } = await repayment.result<{ stage: string }>(7 * DAY);
  const { timeline } = await repayment.snapshot();
  return { stage, attention: timeline.filter(({ what }) => what.includes('attention')) };
}

const CHARGING = {
  repayment: { mode: 'charge', graceDays: 1, maximumAttempts: 3, retryAfterDays: 3 },
} as const;
const CLOSED = { stage: 'CLOSED', attention: [] };

test.each(['bad-request', 'not-found', 'empty-data'] as const)(
  'a loan that is paid off is closed where the bank shows no active loan as %s',
  async (loanAfterPayoff) => {
    expect(await repay({ loanAfterPayoff }, { scenario: 'pays-early' })).toEqual(CLOSED);
  },
);

test('a loan that is not shown goes on when its schedule shows that something is left to pay', async () => {
  const repayment = await startRepaying(environment, loanFile({ scenario: 'pays-early' }));
  const { refusals } = environment.parts();
  refusals.plan('getActiveLoan', { status: 400, message: 'Customer not enrolled for lending' });
  const { facts } = await repayment.untilAttention(DAY);
  const { id, paidKobo } = environment.bank.loans.get(String(facts.loanId))!;
  environment.bank.loans.change(id, { paidKobo: paidKobo - 1_000 });
  refusals.plan('getActiveLoan', { status: 400, message: 'The record is not available' });
  await repayment.tell('retry');
  await repayment.until((now) => now.facts.outstandingKobo === 1_000, 1);
  environment.bank.loans.change(id, { paidKobo });
  expect(await repayment.result(7 * DAY)).toMatchObject({ stage: 'CLOSED' });
});

test('lists without a total are read to their end', async () => {
  expect(await run({ listTotals: 'absent', listFilters: 'ignored' })).toEqual(DISBURSED);
});

test('an offer without an expiry is accepted, or ends when the bank calls it expired', async () => {
  expect(await run({ offerExpiry: 'no-expiry' })).toEqual(DISBURSED);
  const loan = await environment.startLoan(loanFile({ scenario: 'offer-short' }));
  const { facts, waiting } = await bring(loan, 'OFFER');
  expect({ expiresAt: facts.offerExpiresAt, until: waiting?.until }).toEqual({ expiresAt: null });
  expect(await loan.result()).toMatchObject({ stage: 'OFFER_EXPIRED' });
});

test('a schedule without a status is charged and closed by its amounts', async () => {
  expect(await repay({ schedule: 'amounts-only' }, { scenario: 'charge', policy: CHARGING })).toEqual(CLOSED);
});

test.each(['bad-request', 'not-found'] as const)(
  'an application and a loan that the bank does not know yet are waited for, refused as %s',
  async (notRegistered) => {
    expect(await run({ notRegistered })).toEqual(DISBURSED);
    expect(await repay({ notRegistered }, { scenario: 'pays-early' })).toEqual(CLOSED);
  },
);

test('an application that the bank goes on refusing in other words needs a person after some minutes', async () => {
  const { refusals } = environment.parts();
  refusals.plan('submitUnderwriting', { status: 404, message: 'No such record' }, 50);
  const loan = await environment.startLoan(loanFile());
  const { attention, since } = await loan.untilAttention(1);
  expect(attention?.cause).toContain('Submitting the underwriting profile: the bank refused it (404)');
  expect(Date.parse(attention!.since) - Date.parse(since)).toBeGreaterThanOrEqual(10 * 60_000);
});

test('replies that cannot be read for some minutes are asked for again', async () => {
  expect(await run({ unreadableReply: 'minutes' })).toEqual(DISBURSED);
});

test('the rest of a charge that was taken in part is charged at once, as another attempt', async () => {
  const wishes = { scenario: 'charge', policy: CHARGING };
  expect(await repay({ charge: 'partly-taken' }, wishes)).toEqual(CLOSED);
  const charged = environment.bank.committed.list({ effect: 'repayment' }).map(({ key }) => key);
  expect(charged.slice(-2).map((key) => key.slice(-3))).toEqual(['a11', 'a12']);
});

const GUARANTOR: Wishes = { scenario: 'guarantor' };

test('a guarantor whose answer the bank tells in a word has answered', async () => {
  expect(await run({ guarantorAnswer: 'status-word' }, GUARANTOR)).toEqual(DISBURSED);
});

test('a guarantor whom the bank asks for in other words is named', async () => {
  expect(await run({ postOfferGates: 'other-words' }, GUARANTOR)).toEqual(DISBURSED);
});

test('a board resolution that is refused in other words is left to a person', async () => {
  environment.read({ postOfferGates: 'other-words' });
  const loan = await environment.startLoan(loanFile({ scenario: 'board-fails' }));
  const { attention, stage } = await diligently(loan, (now) => now.attention !== undefined);
  expect(stage).toBe('POST_OFFER_KYC');
  expect(attention?.cause).toContain('Your resolution of the board was sent back');
  expect(attention?.actions).toEqual(expect.arrayContaining(['submitBoardResolution', 'retry']));
});

test('a failed review that the bank does not show is found when the disbursement takes too long', async () => {
  environment.read({ failedReview: 'next-step-refused' });
  const loan = await environment.startLoan(loanFile({ scenario: 'board-fails' }));
  await diligently(loan, ({ stage }) => stage === 'DISBURSEMENT');
  await loan.until(({ waiting }) => waiting?.for === 'BOARD_RESOLUTION', DAY);
  await loan.tell('submitBoardResolution', handedIn('board-again.pdf'));
  expect(await runToEnd(environment, loan)).toMatchObject({ stage: 'DISBURSED' });
});
