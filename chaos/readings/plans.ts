import { operationNames, type OperationName } from '../../src/bank/contract';
import { dimensionNames, readingsOf, type DimensionName } from '../../sandbox/readings/dimensions';
import type { Fault } from '../../sandbox/faults';
import { Random } from '../../sandbox/random';
import type { ChosenReadings } from '../../sandbox/readings/readings';
import { classOf, unusualReadings, type Reading } from './classes';
import type { LenderSettings } from './lender';
import type { Plan } from './trial';

/** What a lender must set for these readings. */
export const settingsFor = (readings: ChosenReadings): LenderSettings =>
  Object.assign(
    {},
    ...Object.entries(readings).map((reading) => {
      const found = classOf(reading as unknown as Reading);
      return found.class === 'configurable' ? found.settings : {};
    }),
  ) as LenderSettings;

const planWith = (readings: ChosenReadings, more: Omit<Plan, 'readings' | 'settings'>): Plan => ({
  ...more,
  readings,
  settings: settingsFor(readings),
});

/** The writes of which a trial of one reading loses the first reply each. */
const LOST_ONCE: OperationName[] = [
  'createCustomer',
  'createAccount',
  'enrolCustomer',
  'startKyc',
  'applyForLoan',
  'linkBankStatement',
  'startDecisioning',
  'acceptOffer',
  'agreeToTerms',
  'submitBoardResolution',
  'submitPostOfferKyc',
  'chargeRepayment',
  'flushAccount',
];

/** Lost replies, lost requests, and reads that lag so far behind that a write is repeated. */
function lostReplies(tag: string, reading?: string): Fault[] {
  const once = { probability: 1, count: 1 } as const;
  const [repeated, flushed] = [{ reference: `RW-${tag}-1` }, { reference: `FL-${tag}` }];
  const late = { kind: 'stale-read', seconds: 3_600, varying: false, probability: 1 } as const;
  return [
    ...LOST_ONCE.map((name): Fault => ({ kind: 'reset-after', operations: [name], ...once })),
    { kind: 'reset-before', operations: ['createPayout'], when: { reference: `PO-${tag}` }, ...once },
    { kind: 'reset-after', operations: ['createPayout'], when: repeated, ...once },
    { ...late, operations: ['getPayoutStatus'], when: repeated },
    { ...late, operations: ['getPayoutStatus'], when: flushed },
    // Where a repeated application is another one, it must be seen that the first stands.
    ...(reading === 'usedApplication=another'
      ? []
      : [{ ...late, operations: ['listLoanApplications'] as OperationName[], count: 4 }]),
    // So that the schedule is read while it is behind.
    ...(reading === 'scheduleContent=behind'
      ? [{ ...late, seconds: 30, operations: ['getRepaymentSchedule'] as OperationName[] }]
      : []),
  ];
}

/** The usual readings alone: what the others are compared with. */
export const controlPlan: Plan = { tag: 'T0', readings: {}, withLoan: true, faults: lostReplies('T0') };

/** A plan for each of these readings, with all others as usual. */
export const alonePlans = (readings: readonly Reading[] = unusualReadings()): Plan[] =>
  readings.map(([dimension, reading], place) =>
    planWith(
      { [dimension]: reading },
      {
        tag: `T${place + 1}`,
        withLoan: true,
        faults: lostReplies(`T${place + 1}`, `${dimension}=${reading}`),
      },
    ),
  );

const UNUSUAL_SHARE = 0.3;
const MOST_FAULTS = 3;
const KILLING_SHARE = 0.3;
const KILLED_SHARE = 0.08;
/** One seed of so many has a loan that runs to its end. */
const LOAN_EVERY = 8;
/** Accounts by their last digits: paid, failed, late, reversed, under review, refused by the bank, never settled. */
const ENDINGS = ['70', '04', '05', '06', '07', '03', '08', '09', '10'];

/** The plan of a seed: the same every time. Its tag is above those of the readings alone. */
export function combinedPlan(seed: number): Plan {
  const random = new Random(`readings ${seed}`);
  const one = <T>(values: readonly T[]): T => values[Math.floor(random.fraction() * values.length)]!;
  const chance = (share: number) => random.fraction() < share;
  const chosen = dimensionNames.filter(() => chance(UNUSUAL_SHARE));
  const readings = Object.fromEntries(chosen.map((name: DimensionName) => [name, one(readingsOf(name))]));
  const count = Math.floor(random.fraction() * (MOST_FAULTS + 1));
  const faults = Array.from({ length: count }, () => faultOf(one, random));
  return planWith(readings, {
    tag: `T${1_000 + seed}`,
    withLoan: seed % LOAN_EVERY === 0,
    ending: one(ENDINGS),
    faults: faults.filter((fault) => !contradicts(readings, fault)),
    killedShare: chance(KILLING_SHARE) ? KILLED_SHARE : 0,
  });
}

/**
 * A bank that shows a payout only after minutes refuses a duplicate of it. With the duplicate check off as well,
 * neither a read nor a refusal could tell whether the money went.
 */
export const contradicts = ({ duplicatePayout }: ChosenReadings, { kind }: Fault): boolean =>
  duplicatePayout === 'invisible-original' && kind === 'duplicate-check-off';

const WRITES: OperationName[] = [
  'createPayout',
  'flushAccount',
  'applyForLoan',
  'chargeRepayment',
  'createCustomer',
];
const READS: OperationName[] = [
  'getPayoutStatus',
  'getLoanApplication',
  'getRepaymentSchedule',
  'listTransactions',
];

/** Something that goes wrong a few times, or with every fifth call. */
export function faultOf(one: <T>(values: readonly T[]) => T, random: Random): Fault {
  const often =
    random.fraction() < 0.5
      ? { probability: 0.2 }
      : { probability: 1, count: 1 + Math.floor(random.fraction() * 3) };
  const operations = one([WRITES, READS, [one(operationNames)], [one(WRITES)]]);
  const kind = one([
    'reset-after',
    'reset-after',
    'reset-before',
    'error-after',
    'error-before',
    'malformed-body',
    'stale-read',
    'duplicate-check-off',
    'rate-limited',
  ] as const);
  if (kind === 'stale-read') return { kind, seconds: 90, varying: true, operations: READS, ...often };
  if (kind === 'duplicate-check-off') return { kind, operations: WRITES, probability: 1 };
  if (kind === 'malformed-body')
    return { kind, form: one(['truncated', 'html', 'empty', 'without-data']), operations, ...often };
  if (kind === 'rate-limited') return { kind, retryAfterSeconds: 5, operations, ...often };
  if (kind === 'error-after' || kind === 'error-before')
    return { kind, status: one([500, 502, 503, 504]), operations, ...often };
  return { kind, operations, ...often };
}
