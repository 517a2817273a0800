import { addDays } from '../../src/domain/time/lagos-days';
import { dueAt } from '../../src/domain/repayment/instalments';
import { staticAccountOf } from '../../sandbox/money/accounts';
import { BOOKS } from '../../sandbox/money/ledger';
import { moveMoney } from '../../sandbox/money/movements';
import type { RepaymentInput } from '../../src/workflows/repayment/repayment-case';
import {
  CHARGING,
  chargesAt,
  DAY,
  disbursed,
  HOUR,
  MONTH,
  MONTHLY,
  PART,
  unpaid,
} from '../support/workflows/unpaid-loan';
import { steering, type Steered } from '../support/workflows/steering';

const environment = steering();
const { reached, taken } = chargesAt(environment);
const repaying = (months: number, policy: RepaymentInput['policy'] = CHARGING) =>
  unpaid(environment, { months, policy });

/** Lets time pass until so many minutes after the next due date's charge. */
async function passDueDate(repayment: Steered, minutes: number): Promise<void> {
  const { facts } = await repayment.snapshot();
  const nowMs = await environment.parts().env.currentTimeMs();
  await environment.sleep((dueAt(String(facts.nextDueOn)) - nowMs) / 60_000 + minutes);
}

/** The borrower transfers money, which no event tells. */
function transfer(loanId: string, amountKobo: number): void {
  const { paidKobo } = environment.bank.loans.get(loanId)!;
  environment.bank.loans.change(loanId, { paidKobo: paidKobo + amountKobo });
}

function empty(customerId: string): void {
  const { number: from } = staticAccountOf(environment.bank, customerId)!;
  const amountKobo = environment.bank.ledger.balanceOf(from);
  const to = BOOKS.outside;
  moveMoney(environment.bank, { from, to, amountKobo, category: 'FUNDING', description: 'Spent' });
}

const lose = (loanReference: string) =>
  environment.plant({
    kind: 'reset-after',
    operations: ['chargeRepayment'],
    when: { reference: `${loanReference}-*` },
    count: 1,
  });

const lines = async (repayment: Steered, words: string) =>
  (await repayment.snapshot()).timeline.filter(({ what }) => what.includes(words));

test.each([
  ['before it', 'before'],
  ['after it', 'meanwhile'],
] as const)(
  'a part that was transferred %s is not taken for a charge whose reply was lost',
  async (_what, when) => {
    const { repayment, loanId, loanReference } = await repaying(2);
    environment.read({ chargeSettlement: 'after-30-hours' });
    lose(loanReference);
    if (when === 'before') transfer(loanId, PART);
    await passDueDate(repayment, 10);
    if (when === 'meanwhile') transfer(loanId, PART);
    await environment.sleep(2 * HOUR);
    expect(await repayment.refusal('chargeNow')).toContain('A charge is pending');
    expect(await lines(repayment, 'the schedule shows it as paid')).toEqual([]);
    await environment.sleep(5 * DAY);
    expect([reached(loanId).length, taken(loanId).length]).toEqual([1, 1]);
    expect((await repayment.snapshot()).facts.instalmentsPaid).toBe(1);
  },
);

test('a policy that charges again after a day does not do so while a charge may still be settled', async () => {
  const { repayment, loanId, loanReference } = await repaying(2, { ...CHARGING, retryAfterDays: 1 });
  environment.read({ chargeSettlement: 'after-30-hours' });
  lose(loanReference);
  transfer(loanId, PART);
  await repayment.until(({ facts }) => facts.instalmentsPaid === 1, DAY);
  expect(reached(loanId).map(({ amountKobo }) => amountKobo)).toEqual([MONTHLY - PART]);
});

test('after a pause of three months an empty account is charged once, and again days later', async () => {
  const { repayment, loanId, customerId } = await repaying(4);
  empty(customerId);
  await repayment.tell('pauseCharging');
  await environment.sleep(3 * MONTH);
  await repayment.tell('resumeCharging');
  await environment.sleep(2 * DAY);
  expect(await lines(repayment, 'not charged')).toHaveLength(1);
  await environment.sleep(2 * DAY);
  expect(await lines(repayment, 'not charged')).toHaveLength(2);
  expect(taken(loanId)).toEqual([]);
});

test('two overdue instalments are charged once each by a schedule that is a minute old', async () => {
  const { repayment, loanId } = await repaying(4);
  await repayment.tell('pauseCharging');
  await environment.sleep(2 * MONTH + DAY);
  environment.plant({ kind: 'stale-read', seconds: 60, operations: ['getRepaymentSchedule'] });
  await repayment.tell('resumeCharging');
  await environment.sleep(DAY);
  expect(taken(loanId).map(({ amountKobo }) => amountKobo)).toEqual([MONTHLY, MONTHLY]);
  expect((await repayment.snapshot()).facts.instalmentsPaid).toBe(2);
});

test.each(['first', 'bad-request'] as const)(
  'where paid instalments leave the schedule, each is charged under a reference of its own, answered %s',
  async (usedCharge) => {
    environment.read({ scheduleContent: 'unpaid-alone', usedCharge });
    const { repayment, loanId } = await repaying(3);
    for (const paid of [1, 2]) {
      const { facts } = await repayment.until(({ facts }) => facts.instalmentsPaid === paid, 5 * DAY);
      expect(facts).toMatchObject({ instalments: 3, repaidKobo: paid * MONTHLY });
    }
    expect(await repayment.result(DAY)).toMatchObject({ stage: 'CLOSED' });
    const references = taken(loanId).map(({ key }) => key);
    expect([references.length, new Set(references).size]).toEqual([3, 3]);
    expect((await repayment.snapshot()).facts).toMatchObject({ instalmentsPaid: 3, repaidKobo: 3 * MONTHLY });
  },
);

test.each(['charge', 'observe'] as const)(
  'a loan whose schedule is gone when all is paid is closed, by its payments in the mode %s',
  async (mode) => {
    environment.read({ schedule: 'gone-when-paid' });
    const { repayment, loanId } = await repaying(1, { ...CHARGING, mode });
    environment.plant({ kind: 'reset-after', operations: ['chargeRepayment'], count: 1 });
    await passDueDate(repayment, 2 * HOUR);
    if (mode === 'observe') transfer(loanId, MONTHLY);
    expect(await repayment.result(DAY)).toMatchObject({ stage: 'CLOSED' });
    expect((await repayment.snapshot()).facts).toMatchObject({ instalmentsPaid: 1, repaidKobo: MONTHLY });
  },
);

test.each(['bad-request', 'not-found', 'empty-data'] as const)(
  'a loan that the borrower has paid is closed where its schedule is gone and the active loan is %s',
  async (loanAfterPayoff) => {
    environment.read({ schedule: 'gone-when-paid', loanAfterPayoff });
    const { repayment, loanId } = await repaying(1, { mode: 'observe', graceDays: 1 });
    transfer(loanId, MONTHLY);
    await passDueDate(repayment, 2 * HOUR);
    expect(await repayment.result(DAY)).toMatchObject({ stage: 'CLOSED' });
    expect((await repayment.snapshot()).facts).toMatchObject({ instalmentsPaid: 1, repaidKobo: MONTHLY });
  },
);

test('a loan that the bank does not know at first is read again without a person, and no promise of it is met until then', async () => {
  environment.plant({
    kind: 'stale-read',
    seconds: 900,
    operations: ['getRepaymentSchedule'],
    probability: 1,
  });
  const { repayment } = await disbursed(environment, { months: 1, policy: CHARGING });
  await repayment.tell('recordPromise', { promisedOn: '2031-01-31' });
  expect((await repayment.snapshot()).facts.promiseMetOn ?? null).toBeNull();
  const { facts, attention } = await repayment.until(({ facts }) => facts.nextDueOn != null, DAY);
  expect([facts.instalments, facts.promiseMetOn, attention]).toEqual([1, null, undefined]);
});

test('a loan that was repaid before the bank showed any schedule of it is closed by two people', async () => {
  environment.read({ schedule: 'gone-when-paid', loanAfterPayoff: 'empty-data' });
  const { repayment } = await disbursed(environment, { months: 1, policy: CHARGING }, MONTHLY);
  const { attention } = await repayment.until(({ attention }) => attention !== undefined, DAY);
  expect(attention?.actions).toEqual(['retry', 'closeAsRepaid']);
  const supervisor = (person: number) => ({ actor: `supervisor-${person}`, role: 'supervisor' });
  const evidence = 'letter of the bank';
  const { proposed } = await repayment.tell('closeAsRepaid', { ...supervisor(1), evidence });
  await repayment.tell('confirmProposal', { ...supervisor(2), expectedDigest: proposed });
  expect(await repayment.result(1)).toMatchObject({ stage: 'CLOSED' });
});

test.each(['moved', 'inserted'] as const)(
  'a loan of which an instalment is %s is charged for what it owes',
  async (scheduleContent) => {
    environment.read({ scheduleContent });
    const { repayment, loanId } = await repaying(3);
    const { instalments } = environment.bank.loans.get(loanId)!;
    const [first, second, third] = instalments as [Due, Due, Due];
    const later = {
      ...second,
      dueOn: new Date(Date.parse(second.dueOn) + 14 * 86_400_000).toISOString().slice(0, 10),
    };
    const half = (one: Due) => ({
      ...one,
      principalKobo: one.principalKobo / 2,
      interestKobo: one.interestKobo / 2,
    });
    const changed = scheduleContent === 'moved' ? [later] : [half(second), half(later)];
    environment.bank.loans.change(loanId, { instalments: [first, ...changed, third] });
    expect(await repayment.result(DAY)).toMatchObject({ stage: 'CLOSED' });
    expect(taken(loanId).reduce((sum, { amountKobo = 0 }) => sum + amountKobo, 0)).toBe(3 * MONTHLY);
  },
);

interface Due {
  readonly dueOn: string;
  readonly principalKobo: number;
  readonly interestKobo: number;
}

test('a loan whose charge is refused in whatever words falls into arrears, and closes once it is paid by transfer', async () => {
  const { repayment, loanId } = await repaying(2);
  environment
    .parts()
    .refusals.plan(
      'chargeRepayment',
      { status: 400, message: 'Direct debit was revoked by the customer' },
      50,
    );
  const { attention } = await repayment.until(({ attention }) => attention !== undefined, DAY);
  expect(attention?.cause).toContain('Direct debit was revoked by the customer');
  await environment.sleep(40 * DAY);
  await repayment.tell('recheck');
  const late = await repayment.until(({ stage }) => stage === 'ARREARS', 1);
  expect(late.facts.overdueSince).toBeDefined();
  transfer(loanId, 2 * MONTHLY);
  await repayment.tell('recheck');
  expect(await repayment.result(DAY)).toMatchObject({ stage: 'CLOSED' });
  expect(reached(loanId)).toEqual([]);
});

test('an officer cannot charge a part while another charge is unanswered, and a transfer of that part is not the charge', async () => {
  const { repayment, loanId, loanReference } = await repaying(2);
  environment.read({ chargeSettlement: 'after-30-hours' });
  lose(loanReference);
  await passDueDate(repayment, 10);
  expect(await repayment.refusal('chargeNow', { amountKobo: 5_000 })).toContain('A charge is pending');
  transfer(loanId, 5_000);
  await environment.sleep(10 * DAY);
  expect(reached(loanId).map(({ amountKobo }) => amountKobo)).toEqual([MONTHLY]);
});

test('a charge that could not go out yet does not go out any more once charging is paused', async () => {
  const { repayment, loanId } = await repaying(2);
  environment.plant({ kind: 'rate-limited', operations: ['chargeRepayment'], retryAfterSeconds: 3_600 });
  await passDueDate(repayment, 4 * HOUR);
  await repayment.tell('pauseCharging');
  environment.bank.faults.remove();
  await environment.sleep(3 * DAY);
  expect(reached(loanId)).toEqual([]);
  await repayment.tell('resumeCharging');
  await repayment.until(({ facts }) => facts.instalmentsPaid === 1, DAY);
});

test('a loan that nobody could follow over a weekend with a due date is charged once', async () => {
  const { repayment, loanId } = await repaying(3);
  await passDueDate(repayment, -DAY);
  const operations = ['getRepaymentSchedule', 'chargeRepayment'] as const;
  environment.plant({ kind: 'rate-limited', operations: [...operations], retryAfterSeconds: 43_200 });
  await environment.sleep(3 * DAY);
  environment.bank.faults.remove();
  await repayment.until((now) => now.facts.instalmentsPaid === 1, HOUR);
  await environment.sleep(5 * DAY);
  expect(taken(loanId).map(({ amountKobo }) => amountKobo)).toEqual([MONTHLY]);
});

test('a supervisor cannot say that a charge took more than was asked for', async () => {
  const { repayment, loanReference } = await repaying(2);
  environment.read({ chargeSettlement: 'after-30-hours' });
  lose(loanReference);
  await passDueDate(repayment, 10);
  const taken = { actor: 'supervisor-1', role: 'supervisor', outcome: 'TAKEN', evidence: 'ticket 9' };
  const refusal = await repayment.refusal('resolveCharge', { ...taken, amountKobo: MONTHLY + 1 });
  expect(refusal).toContain(`amountKobo must be at most the ${MONTHLY} that were asked for`);
});

test('an instalment that the bank puts together with the next one counts as owed with it, and not as repaid', async () => {
  const { repayment, loanId } = await repaying(3);
  const [first, second, third] = environment.bank.loans.get(loanId)!.instalments;
  const principalKobo = first!.principalKobo + second!.principalKobo;
  const interestKobo = first!.interestKobo + second!.interestKobo;
  const instalments = [{ ...second!, principalKobo, interestKobo }, third!];
  environment.bank.loans.change(loanId, { instalments });
  await repayment.tell('recheck');
  const { facts } = await repayment.until((shown) => shown.facts.instalments === 2, 1);
  expect(facts).toMatchObject({ instalmentsPaid: 0, repaidKobo: 0, outstandingKobo: 3 * MONTHLY });
});

test('a promise is met on the day on which all that was due by its day is seen as paid', async () => {
  const { repayment, loanId } = await repaying(2, { ...CHARGING, mode: 'observe' });
  await passDueDate(repayment, 2 * DAY);
  const today = new Date(await environment.parts().env.currentTimeMs()).toISOString().slice(0, 10);
  expect(await repayment.refusal('recordPromise', { promisedOn: addDays(today, -1) })).toBe(
    `recordPromise: promisedOn must be today (${today}) or later`,
  );
  await repayment.tell('recordPromise', { promisedOn: today });
  expect((await repayment.snapshot()).facts).toMatchObject({ promisedOn: today, promiseMetOn: null });
  await environment.sleep(14 * DAY);
  transfer(loanId, MONTHLY);
  await repayment.tell('recheck');
  const { facts } = await repayment.until((shown) => shown.facts.instalmentsPaid === 1, 1);
  expect(Date.parse(String(facts.promiseMetOn)) - Date.parse(today)).toBe(14 * 86_400_000);
});
