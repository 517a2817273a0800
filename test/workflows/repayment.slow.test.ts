import { startRepaying } from '../support/workflows/loan-steering';
import { loanFile, type Wishes } from '../support/workflows/sample';
import { steering, type Steered } from '../support/workflows/steering';

const environment = steering();
const DAY = 24 * 60;
const CHARGING = {
  repayment: { mode: 'charge', graceDays: 1, maximumAttempts: 3, retryAfterDays: 3 },
} as const;

const repaying = (wishes: Wishes) => startRepaying(environment, loanFile(wishes));

const repayments = (loanId: unknown) =>
  environment.bank.committed.list({ effect: 'repayment' }).filter(({ note }) => note === loanId);
const titles = async (repayment: Steered) =>
  (await repayment.snapshot()).timeline.map(({ what }) => what).filter((what) => what.startsWith('In '));

test('a borrower who pays on time never needs an officer', async () => {
  const repayment = await repaying({});
  expect(await repayment.result(7 * DAY)).toMatchObject({ stage: 'CLOSED' });
  const { facts, timeline } = await repayment.snapshot();
  expect(facts).toMatchObject({ instalments: 6, instalmentsPaid: 6, outstandingKobo: 0, nextDueOn: null });
  expect(timeline.filter(({ what }) => what.includes('attention'))).toEqual([]);
});

test('a borrower who pays late falls into arrears, with attention, and recovers each time', async () => {
  const repayment = await repaying({ scenario: 'pays-late' });
  const late = await repayment.until(({ stage }) => stage === 'ARREARS', DAY);
  expect(late.attention?.cause).toContain(`the instalment due on ${late.facts.overdueSince} is unpaid`);
  expect(late.attention?.actions).toContain('recordPromise');
  const recovered = await repayment.until(({ stage }) => stage === 'REPAYING', DAY);
  expect(recovered.attention).toBeUndefined();
  expect(recovered.facts).toMatchObject({ overdueSince: null });
  expect(await repayment.result(7 * DAY)).toMatchObject({ stage: 'CLOSED' });
  expect((await titles(repayment)).filter((title) => title === 'In arrears')).toHaveLength(6);
});

test('a borrower who pays half stays in arrears, and the half is seen', async () => {
  const repayment = await repaying({ scenario: 'pays-half' });
  const late = await repayment.until(({ stage }) => stage === 'ARREARS', DAY);
  await environment.sleep(40 * DAY);
  await repayment.tell('recheck');
  const owed = Number(late.facts.outstandingKobo);
  const seen = await repayment.until(({ facts }) => Number(facts.outstandingKobo) < owed, DAY);
  expect(seen.stage).toBe('ARREARS');
});

test('a borrower who settles early is CLOSED at the next due date', async () => {
  const repayment = await repaying({ scenario: 'pays-early' });
  expect(await repayment.result(DAY)).toMatchObject({ stage: 'CLOSED' });
  expect(repayments((await repayment.snapshot()).facts.loanId)).toHaveLength(1);
});

test('a borrower who stops and catches up is in arrears for as long as that takes', async () => {
  const repayment = await repaying({ scenario: 'stops' });
  expect(await repayment.result(7 * DAY)).toMatchObject({ stage: 'CLOSED' });
  expect(await titles(repayment)).toEqual(['In arrears', 'In repayment']);
});

const ofCase = async (repayment: Steered) => (await repayment.snapshot()).facts.loanId;

test('where the policy charges, each instalment is charged once on its due date, under a reference of its own', async () => {
  const repayment = await repaying({ scenario: 'charge', policy: CHARGING });
  await repayment.result(7 * DAY);
  const charged = repayments(await ofCase(repayment)).map(({ key }) => key);
  expect(new Set(charged.map((key) => /-d\d{8}-a\d+$/.exec(key)?.[0])).size).toBe(6);
});

test('where the policy charges, a borrower who paid by transfer is not charged as well', async () => {
  const repayment = await repaying({ policy: CHARGING });
  await repayment.result(7 * DAY);
  const all = repayments(await ofCase(repayment)).map(({ key }) => key);
  expect(all).toHaveLength(6);
  expect(all.filter((key) => /-d\d{8}-a\d+$/.test(key))).toEqual([]);
});

test('where the policy charges, an empty account is tried as often as the policy says, then a person is asked', async () => {
  const repayment = await repaying({ scenario: 'pays-never', policy: CHARGING });
  const late = await repayment.until(({ timeline }) => charges(timeline).length === 3, DAY);
  await environment.sleep(30 * DAY);
  const later = await repayment.snapshot();
  expect(charges(later.timeline)).toHaveLength(3);
  expect(late.stage).toBe('ARREARS');
  expect(later.attention?.actions).toContain('chargeNow');
  expect(repayments(later.facts.loanId)).toEqual([]);
});

test('where the policy charges, charging stops while it is paused, and a person can charge all the same', async () => {
  const repayment = await repaying({ scenario: 'charge', policy: CHARGING });
  await repayment.tell('pauseCharging');
  await repayment.until(({ stage }) => stage === 'ARREARS', DAY);
  expect(repayments(await ofCase(repayment))).toEqual([]);
  await repayment.tell('chargeNow');
  await repayment.until(({ facts }) => facts.instalmentsPaid === 1, 1);
  await repayment.tell('resumeCharging');
  expect(await repayment.result(7 * DAY)).toMatchObject({ stage: 'CLOSED' });
});

test.each(['reset-after', 'error-after'] as const)(
  'where the policy charges, a reply hit by %s charges once',
  async (kind) => {
    const repayment = await repaying({ scenario: 'charge', policy: CHARGING });
    environment.plant({ kind, operations: ['chargeRepayment'], count: 1 });
    await repayment.result(7 * DAY);
    const keys = repayments(await ofCase(repayment)).map(({ key }) => key);
    expect(keys).toHaveLength(6);
    expect(new Set(keys).size).toBe(6);
  },
);

test('where the policy charges, a refused charge needs a person, and is charged once all the same', async () => {
  const repayment = await repaying({ scenario: 'charge', policy: CHARGING });
  environment.parts().refusals.plan('chargeRepayment', { status: 400, message: 'Loan not found' });
  const { attention } = await repayment.until((file) => file.attention !== undefined, DAY);
  expect(attention?.cause).toContain('Loan not found');
  expect(attention?.actions).toContain('chargeNow');
  await repayment.tell('chargeNow');
  await repayment.result(7 * DAY);
  expect(repayments(await ofCase(repayment))).toHaveLength(6);
});

const charges = (timeline: readonly { what: string }[]) =>
  timeline.filter(({ what }) => what.includes('not charged'));

test('a promise is recorded, and pausing is for officers', async () => {
  const repayment = await repaying({ scenario: 'pays-late' });
  await repayment.tell('recordPromise', { promisedOn: '2099-12-31' });
  const { facts, timeline } = await repayment.snapshot();
  expect(facts.promisedOn).toBe('2099-12-31');
  expect(timeline.at(-1)?.what).toBe('The borrower promised to pay on 2099-12-31');
  expect(await repayment.refusal('pauseCharging', { role: 'borrower' })).toContain('officer');
});

test('a loan that the bank does not show as closed waits for a person', async () => {
  const repayment = await repaying({ scenario: 'pays-early' });
  environment
    .parts()
    .refusals.plan('getActiveLoan', { status: 400, message: 'Customer not enrolled for lending' });
  const { attention } = await repayment.until((file) => file.attention !== undefined, DAY);
  expect(attention?.cause).toContain('Reading the loan');
  await repayment.tell('retry');
  expect(await repayment.result()).toMatchObject({ stage: 'CLOSED' });
});

test('a loan that is paid off is closed where the bank then knows no active loan', async () => {
  const repayment = await repaying({ scenario: 'pays-early' });
  environment.parts().refusals.plan('getActiveLoan', { status: 400, message: 'Loan not found' });
  expect(await repayment.result(DAY)).toMatchObject({ stage: 'CLOSED' });
});
