import { dueAt } from '../../src/domain/repayment/instalments';
import type { ReconciliationReport } from '../../src/domain/reconciliation/report';
import { REAL_TIME } from '../../src/domain/time/clock';
import { addDays, lagosDayOf, startOfLagosDay } from '../../src/domain/time/lagos-days';
import { caseId } from '../../src/domain/wire/workflow-ids';
import { workflowTypes } from '../../src/domain/wire/workflow-types';
import { holderOf } from '../../sandbox/money/banks';
import { BOOKS } from '../../sandbox/money/ledger';
import { moveMoney } from '../../sandbox/money/movements';
import { usualCourse } from '../../sandbox/scenarios/courses';
import type { RepaymentInput } from '../../src/workflows/repayment/repayment-case';
import { disburseLoan } from '../support/sandbox/disbursed-loan';
import { startLifecycle, type Interruptible } from '../support/workflows/lifecycle';
import { payoutFile } from '../support/workflows/sample';
import { Steering, type Steered } from '../support/workflows/steering';

let parts: Interruptible;
beforeAll(async () => void (parts = await startLifecycle()));
afterAll(() => parts.stop());
const environment = new Steering(() => parts);

const ACCOUNT = '9000000001';
const MONTHLY = 100_000;
const POLICY = { mode: 'charge', graceDays: 1, maximumAttempts: 3, retryAfterDays: 3 } as const;

const nowMs = () => parts.env.currentTimeMs();

/** Lets time pass until so many hours after midnight of a day in Lagos, and three seconds beside the whole minute. */
async function until(day: string, hours: number): Promise<void> {
  await environment.sleep((startOfLagosDay(day) + hours * 3_600_000 + 3_000 - (await nowMs())) / 60_000);
}

/** The next last day of a month that is a Sunday and lies at least so many days ahead. */
function sundayMonthEnd(afterDay: string): string {
  const isOne = (day: string) =>
    new Date(`${day}T00:00:00Z`).getUTCDay() === 0 && addDays(day, 1).endsWith('-01');
  let day = afterDay;
  while (!isOne(day)) day = addDays(day, 1);
  return day;
}

const reports = new Map<string, Steered>();

/** What the schedule starts every night at two, whether a worker is there or not. */
async function compareTheDayBefore(today: string): Promise<void> {
  await until(today, 2);
  const name = `nightly-${today}`;
  reports.set(
    addDays(today, -1),
    await environment.start(workflowTypes.reconciliation, caseId('reconciliation', name), { days: 1 }),
  );
}

async function repaying(name: string, policy: RepaymentInput['policy']) {
  const loanReference = `LN-away-${name}`;
  const { id: loanId, customerId } = disburseLoan(environment.bank, {
    reference: loanReference,
    terms: { principalKobo: 6 * MONTHLY, months: 6, monthlyInterestPercent: 0 },
    borrower: { ...usualCourse.borrower, stopsAfter: 0 },
    disbursedAt: await nowMs(),
  });
  const input: RepaymentInput = { loanReference, loanId, customerId, policy, clock: REAL_TIME };
  const repayment = await environment.start(workflowTypes.repayment, caseId('repayment', loanId), input);
  await repayment.until(({ facts }) => facts.nextDueOn != null, 1);
  return { repayment, loanId };
}

async function pay(name: string): Promise<void> {
  const number = '0000000050';
  const file = { ...payoutFile(holderOf('901', number), number, ACCOUNT), reference: `PO-away-${name}` };
  await (await environment.startPayout(file)).result();
}

test('after a pause of three months and a weekend without workers in which a month ends, nothing was charged twice and each day was compared once', async () => {
  const weekendEnd = sundayMonthEnd(addDays(lagosDayOf(await nowMs()), 150));
  const [friday, saturday, monday] = [-2, -1, 1].map((days) => addDays(weekendEnd, days)) as [
    string,
    string,
    string,
  ];
  // The fourth instalment is due on that Sunday.
  const begins = new Date(`${weekendEnd.slice(0, 7)}-01T00:00:00Z`);
  begins.setUTCMonth(begins.getUTCMonth() - 3);
  const firstDay = addDays(begins.toISOString().slice(0, 10), -1);
  await until(firstDay, 10);

  const loans = [await repaying('once', POLICY), await repaying('daily', { ...POLICY, retryAfterDays: 1 })];
  for (const { repayment } of loans) await repayment.tell('pauseCharging');
  let today = firstDay;
  const night = async () => {
    today = addDays(today, 1);
    await compareTheDayBefore(today);
  };
  const resumesOn = addDays(friday, -6);
  while (today < resumesOn) {
    await night();
    if (today.endsWith('5')) await pay(today);
  }
  for (const { loanId } of loans) expect(chargesOf(loanId)).toEqual([]);
  for (const { repayment } of loans) await repayment.tell('resumeCharging');
  while (today < friday) await night();
  await pay(friday);
  const due = loans.map(({ loanId }) => dueBefore(loanId, today));
  expect(loans.map(({ loanId }) => chargesOf(loanId))).toEqual(
    due.map((count) => Array(count).fill(MONTHLY)),
  );

  await until(friday, 18);
  parts.awayUntil(startOfLagosDay(monday) + 9 * 3_600_000);
  await night();
  await until(saturday, 12);
  await takeOut();
  await night();
  await night();
  await until(monday, 9);
  while (today < addDays(monday, 7)) await night();
  await until(today, 12);

  expect(today > monday && due.every((count) => count > 0)).toBe(true);
  expect(loans.map(({ loanId }) => chargesOf(loanId))).toEqual(
    loans.map(({ loanId }) => Array(dueBefore(loanId, today)).fill(MONTHLY)),
  );
  const compared = await Promise.all(
    [...reports].map(async ([day, one]) => {
      const { fromAt, toAt, unmatched } = await one.handle.query<ReconciliationReport>('report');
      return { day, fromAt, toAt, unmatched };
    }),
  );
  expect(compared).toEqual(
    [...reports.keys()].map((day) => ({
      day,
      fromAt: new Date(startOfLagosDay(day)).toISOString(),
      toAt: new Date(startOfLagosDay(addDays(day, 1))).toISOString(),
      unmatched: day === saturday ? 1 : 0,
    })),
  );
  expect(compared.length).toBeGreaterThan(90);
});

/** What the bank took for a loan by charges, in kobo. */
const chargesOf = (loanId: string) =>
  environment.bank.committed
    .list({ effect: 'repayment' })
    .filter(({ note }) => note === loanId)
    .map(({ amountKobo }) => amountKobo);

const dueBefore = (loanId: string, day: string) =>
  environment.bank.loans.get(loanId)!.instalments.filter(({ dueOn }) => dueAt(dueOn) < startOfLagosDay(day))
    .length;

/** Money leaves the account, which nobody of ours has ordered. */
async function takeOut(): Promise<void> {
  environment.bank.now = await nowMs();
  moveMoney(environment.bank, {
    from: ACCOUNT,
    to: BOOKS.outside,
    amountKobo: 7_700,
    category: 'TRANSFER',
    description: 'Card payment',
  });
}
