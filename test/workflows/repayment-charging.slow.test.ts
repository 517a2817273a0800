import { defaultPayloadConverter } from '@temporalio/common';
import { isPaid } from '../../src/domain/repayment/instalments';
import { chargeReference, type ChargeRequest } from '../../src/domain/repayment/charge';
import { scheduleQuery } from '../../src/domain/wire/messages';
import { startRepaying } from '../support/workflows/loan-steering';
import { loanFile } from '../support/workflows/sample';
import { steering, type Steered } from '../support/workflows/steering';

const environment = steering();
const HOUR = 60;
const DAY = 24 * HOUR;
const CHARGING = {
  repayment: { mode: 'charge', graceDays: 1, maximumAttempts: 3, retryAfterDays: 3 },
} as const;

const repaying = (scenario: string) => startRepaying(environment, loanFile({ scenario, policy: CHARGING }));

const charged = async (repayment: Steered) => {
  const { facts } = await repayment.snapshot();
  return environment.bank.committed.list({ effect: 'repayment' }).filter(({ note }) => note === facts.loanId);
};

/** What workers were asked to charge, in order. */
async function chargesAsked({ handle }: Steered): Promise<ChargeRequest[]> {
  const { events } = await handle.fetchHistory();
  return (events ?? [])
    .map(({ activityTaskScheduledEventAttributes: scheduled }) => scheduled)
    .filter((scheduled) => scheduled?.activityType?.name === 'chargeInstalment')
    .map((scheduled) => defaultPayloadConverter.fromPayload(scheduled?.input?.payloads?.[0] ?? {}));
}

const says = (timeline: readonly { what: string }[], words: string) =>
  timeline.some(({ what }) => what.includes(words));

/** One charge of this loan gets no reply; loans of other tests go on being charged. */
async function lose(repayment: Steered, kind: 'reset-before' | 'reset-after'): Promise<void> {
  const when = { reference: `${(await repayment.snapshot()).reference}-*` };
  environment.plant({ kind, operations: ['chargeRepayment'], when, count: 1 });
}

test('an officer cannot charge an instalment that is not due yet', async () => {
  const repayment = await repaying('charge');
  await repayment.until(({ facts }) => facts.nextDueOn != null, 1);
  expect(await repayment.refusal('chargeNow')).toContain('Nothing is due.');
  expect(await charged(repayment)).toEqual([]);
});

test('an officer charges all that is overdue at once, each instalment once', async () => {
  const repayment = await repaying('charge');
  await repayment.tell('pauseCharging');
  await repayment.until(({ stage }) => stage === 'ARREARS', DAY);
  await environment.sleep(62 * DAY);
  await repayment.tell('chargeNow');
  await repayment.until(({ facts }) => facts.instalmentsPaid === 3, 1);
  const { reference } = await repayment.snapshot();
  const schedule = await repayment.handle.query(scheduleQuery);
  expect((await charged(repayment)).map(({ key }) => key)).toEqual(
    [0, 1, 2].map((place) => chargeReference(reference, schedule[place]!.dueOn, place + 1)),
  );
  expect(schedule.map(isPaid)).toEqual([true, true, true, false, false, false]);
});

test('an officer charges a part of an instalment, and the rest stays due', async () => {
  const repayment = await repaying('charge');
  await repayment.tell('pauseCharging');
  const late = await repayment.until(({ stage }) => stage === 'ARREARS', DAY);
  await repayment.tell('chargeNow', { amountKobo: 1_000_000 });
  const owed = Number(late.facts.outstandingKobo) - 1_000_000;
  const { stage } = await repayment.until(({ facts }) => facts.outstandingKobo === owed, 1);
  expect(stage).toBe('ARREARS');
  expect(await charged(repayment)).toHaveLength(1);
});

test('nobody is asked to agree to charging more than the oldest instalment due lacks', async () => {
  const repayment = await repaying('charge');
  await repayment.tell('pauseCharging');
  const { facts } = await repayment.until(({ stage }) => stage === 'ARREARS', DAY);
  const more = { amountKobo: Number(facts.outstandingKobo) };
  expect(await repayment.refusal('chargeNow', more)).toMatch(/at most the \d+ \(₦[\d,.]+\) that the oldest/);
  expect(await charged(repayment)).toEqual([]);
});

test('nobody charges a borrower whom somebody else has charged since they looked', async () => {
  const repayment = await repaying('charge');
  await repayment.tell('pauseCharging');
  const { changes, facts } = await repayment.until(({ stage }) => stage === 'ARREARS', DAY);
  const part = { amountKobo: 1_000_000, expectedChanges: changes };
  await repayment.tell('chargeNow', part);
  await repayment.until((now) => Number(now.facts.outstandingKobo) < Number(facts.outstandingKobo), 1);
  expect(await repayment.refusal('chargeNow', part)).toContain('was given for other content');
  expect(await charged(repayment)).toHaveLength(1);
});

test('a part whose reply was lost is counted once', async () => {
  const repayment = await repaying('charge');
  await repayment.tell('pauseCharging');
  const late = await repayment.until(({ stage }) => stage === 'ARREARS', DAY);
  environment.plant({ kind: 'reset-after', operations: ['chargeRepayment'], count: 1 });
  await repayment.tell('chargeNow', { amountKobo: 1_000_000 });
  await repayment.until(
    ({ timeline }) => timeline.some(({ what }) => what.includes(', or somebody transferred as much')),
    1,
  );
  const { facts } = await repayment.snapshot();
  expect(facts.outstandingKobo).toBe(Number(late.facts.outstandingKobo) - 1_000_000);
  expect(await charged(repayment)).toHaveLength(1);
  // What only the schedule shows may be settled for 34 hours; until then nothing else is charged.
  await repayment.tell('chargeNow', { amountKobo: 500_000 });
  const asked = `at most ₦5,000.00 of what is due by ${String(facts.nextDueOn)}`;
  const waits = await repayment.until(({ facts }) => facts.chargeAsked !== undefined, 1);
  expect(String(waits.facts.chargeAsked).slice(0, -10)).toBe(asked.slice(0, -10));
  await environment.sleep(2 * DAY);
  expect(await charged(repayment)).toHaveLength(2);
  expect((await repayment.snapshot()).facts).not.toHaveProperty('chargeAsked');
});

test('who stops charging takes back what an officer asked for before, as long as the bank does not have it', async () => {
  const repayment = await repaying('charge');
  await repayment.tell('pauseCharging');
  await repayment.until(({ stage }) => stage === 'ARREARS', DAY);
  environment.plant({ kind: 'reset-before', operations: ['chargeRepayment'], count: 1 });
  await repayment.tell('chargeNow', { amountKobo: 1_000_000 });
  await repayment.until(({ waiting }) => waiting?.for === 'CHARGE', 1);
  await repayment.tell('pauseCharging');
  expect(says((await repayment.snapshot()).timeline, 'Nothing is charged of what an officer asked for')).toBe(
    true,
  );
  await environment.sleep(5 * DAY);
  expect(await charged(repayment)).toEqual([]);
});

test('a charge that the bank accepted, unheard, and settles later is made once', async () => {
  const repayment = await repaying('charge');
  environment.read({ charge: 'pending-success' });
  environment.plant({ kind: 'duplicate-check-off', operations: ['chargeRepayment'] });
  await lose(repayment, 'reset-after');
  await environment.sleep(28 * DAY);
  const { waiting, facts } = await repayment.until(({ waiting }) => waiting?.for === 'CHARGE', 10);
  expect(waiting?.about).toBe('what became of a charge');
  const openChargeKobo = expect.any(Number) as number;
  expect(facts).toMatchObject({ openChargeKobo, openChargeDueOn: facts.nextDueOn });
  const paid = await repayment.until(({ facts }) => facts.instalmentsPaid === 1, DAY);
  expect(paid.facts).not.toHaveProperty('openCharge');
  await environment.sleep(DAY);
  expect(await charged(repayment)).toHaveLength(1);
});

test('a charge whose reply was lost is never repeated: the evidence of a supervisor settles it', async () => {
  const repayment = await repaying('charge');
  environment.read({ charge: 'pending-failed', usedCharge: 'bad-request' });
  await lose(repayment, 'reset-after');
  await environment.sleep(28 * DAY);
  const { facts, commands } = await repayment.until(({ attention }) => attention !== undefined, 2 * DAY);
  expect([facts.instalmentsPaid, commands.includes('resolveCharge')]).toEqual([0, true]);
  await environment.sleep(3 * DAY);
  environment.read({ charge: 'taken-at-once' });
  const evidence = { role: 'supervisor', evidence: 'statement 17' };
  const { proposed } = await repayment.tell('resolveCharge', { outcome: 'NOT_TAKEN', ...evidence });
  expect(proposed).toMatch(/^[0-9a-f]{64}$/);
  await repayment.tell('confirmProposal', {
    ...{ actor: 'supervisor-2', role: 'supervisor', expectedDigest: proposed },
  });
  expect((await repayment.snapshot()).facts.openCharge).not.toBe(facts.openCharge);
  await repayment.until((now) => now.facts.instalmentsPaid === 1, DAY);
  expect((await charged(repayment)).map(({ key }) => key)).toEqual([expect.stringMatching(/-a2$/)]);
  expect((await chargesAsked(repayment)).map(({ untaken }) => untaken)).toEqual([
    [],
    [expect.stringMatching(/-a1$/)],
  ]);
});

test('a charge whose reply was lost is not sent again once an officer has paused charging', async () => {
  const repayment = await repaying('charge');
  await lose(repayment, 'reset-before');
  await environment.sleep(28 * DAY);
  await repayment.until(({ waiting }) => waiting?.for === 'CHARGE', HOUR);
  await repayment.tell('pauseCharging');
  const { commands } = await repayment.until(({ stage }) => stage === 'ARREARS', DAY);
  expect(commands).toContain('resolveCharge');
  expect(await charged(repayment)).toEqual([]);
});
