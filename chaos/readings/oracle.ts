import type { Committed, EffectName } from '../../sandbox/committed-log';
import type { BankRecords, Evidence, CaseEvidence } from './evidence';

/** What must never be found, whatever the bank means by its interface. */
export const faults = [
  'doubleEffects',
  'falselyUnsent',
  'falselySettled',
  'calledPaid',
  'falseDifferences',
  'wrongRecord',
  'boundless',
  'wedged',
  'withoutExit',
] as const;
export type FaultName = (typeof faults)[number];

/** One thing that was found. */
export interface Finding {
  readonly fault: FaultName;
  /** The case, or the effect. */
  readonly about: string;
  readonly what: string;
}

/** Effects that may stand only once for what they are about. */
const ONCE: readonly EffectName[] = [
  'payout-committed',
  'flush-committed',
  'customer-created',
  'account-created',
  'enrolled',
  'application-created',
  'decisioning-started',
  'offer-accepted',
  'terms-agreed',
  'guarantor-invited',
  'post-offer-kyc-saved',
  'disbursed',
  'repayment',
];

/** More than this no case needs in the time of a trial, however badly the bank behaves. */
const MOST_EVENTS = 2_500;
const MOST_CALLS_PER_CASE = 250;

/** Commands that leave a case where it is. */
const MOVES_NOTHING = new Set(['addNote', 'assign', 'recheck', 'recordPromise', 'pauseCharging', 'hold']);

/** Everything that is wrong in a trial; nothing when all guarantees hold. */
export const findingsIn = (evidence: Evidence): Finding[] => [
  ...doubleEffects(evidence),
  ...doubleInstalments(evidence),
  ...tooManyCalls(evidence),
  ...falseDifferences(evidence),
  ...claimsOf(evidence.cases).flatMap((claim) => falseClaims(claim, evidence)),
  ...evidence.cases.flatMap((one) => [
    ...wrongRecords(one, evidence.records),
    ...tooManyEvents(one),
    ...wedged(one),
    ...withoutExit(one, evidence.cases),
  ]),
];

/** What an effect is about: an application by its reference, since each has another id. */
function identityOf({ effect, key, note }: Committed, before: readonly Committed[]): string {
  if (effect === 'application-created') return `${effect} ${note ?? key}`;
  if (effect !== 'post-offer-kyc-saved') return `${effect} ${key}`;
  // A review that fails takes it back.
  const reviews = before.filter((entry) => entry.key === key && entry.effect === 'board-resolution-reviewed');
  return `${effect} ${key} after ${reviews.filter((review) => review.note === 'FAILED').length} failed reviews`;
}

function doubleEffects({ committed }: Evidence): Finding[] {
  const counts = new Map<string, number>();
  for (const [place, entry] of committed.entries()) {
    if (!ONCE.includes(entry.effect)) continue;
    const about = identityOf(entry, committed.slice(0, place));
    counts.set(about, (counts.get(about) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(([about, count]) => ({ fault: 'doubleEffects', about, what: `committed ${count} times` }));
}

/** An instalment of which more was charged than it asks for, under whatever references: they name its due date. */
function doubleInstalments({ committed, records }: Evidence): Finding[] {
  return records.loans.flatMap(({ id, instalments }) =>
    instalments.flatMap(({ dueOn, dueKobo }) => {
      const charged = committed
        .filter(({ effect, note }) => effect === 'repayment' && note === id)
        .filter(({ key }) => key.includes(`-d${dueOn.replaceAll('-', '')}-a`))
        .reduce((sum, { amountKobo = 0 }) => sum + amountKobo, 0);
      const what = `${charged} kobo were charged where ${dueKobo} are due`;
      return charged > Math.ceil(dueKobo)
        ? [{ fault: 'doubleEffects' as const, about: `${id} ${dueOn}`, what }]
        : [];
    }),
  );
}

/** What is said to have become of something. */
interface Claim {
  readonly about: string;
  /** The key under which the bank commits it. */
  readonly key: string;
  readonly stated: string;
}

/** What cases say of themselves, and batches of their rows. */
const claimsOf = (cases: readonly CaseEvidence[]): Claim[] =>
  cases.flatMap(({ workflowId, snapshot: { kind, stage, reference, facts }, rows = [] }) => [
    { about: workflowId, key: keyOf(kind, reference, facts), stated: stage },
    ...rows.map((row) => ({
      about: `${workflowId} ${row.reference}`,
      key: row.reference,
      stated: row.status,
    })),
  ]);

function keyOf(kind: string, reference: string, facts: CaseEvidence['snapshot']['facts']): string {
  if (kind === 'loan') return String(facts.applicationId);
  if (kind === 'repayment') return String(facts.loanId);
  if (kind === 'enrolment') return String(facts.customerId);
  return reference;
}

const UNSENT = ['CANCELLED', 'WITHDRAWN', 'EXCLUDED'];
const SENT: readonly EffectName[] = ['payout-committed', 'flush-committed', 'disbursed'];

/** What the bank must have committed before a case may say so. */
const PROOF: Readonly<Record<string, EffectName>> = {
  SUCCESS: 'payout-succeeded',
  REVERSED: 'payout-reversed',
  DISBURSED: 'disbursed',
  CLOSED: 'loan-closed',
  VERIFIED: 'kyc-decided',
};

/** An enrolment that an officer closes says so too, and claims nothing. */
const claimsNothing = ({ about, stated }: Claim) => about.startsWith('enrolment:') && stated === 'CLOSED';

function falseClaims(claim: Claim, { committed, differences }: Evidence): Finding[] {
  const { about, key, stated } = claim;
  const effects = committed.filter((entry) => entry.key === key).map(({ effect }) => effect);
  const isSent = effects.some((effect) => SENT.includes(effect));
  if (UNSENT.includes(stated) && isSent)
    return [{ fault: 'falselyUnsent', about, what: `says ${stated}, and the bank has taken it` }];
  const isReturned = effects.includes('payout-reversed');
  if (stated === 'SUCCESS' && isReturned && differences !== undefined)
    return [{ fault: 'calledPaid', about, what: 'says SUCCESS, days after its money came back' }];
  if (stated === 'FAILED' && isSent && !isReturned && !effects.includes('payout-failed'))
    return [{ fault: 'falselyUnsent', about, what: 'says FAILED, and the bank does not' }];
  const proof = claimsNothing(claim) ? undefined : PROOF[stated];
  return proof === undefined || effects.includes(proof)
    ? []
    : [{ fault: 'falselySettled', about, what: `says ${stated}, and the bank has no ${proof}` }];
}

function wrongRecords(
  { workflowId, wanted, snapshot: { facts } }: CaseEvidence,
  held: BankRecords,
): Finding[] {
  const wrong = (what: string): Finding => ({ fault: 'wrongRecord', about: workflowId, what });
  const customer = held.customers.find(({ id }) => id === facts.customerId);
  const application = held.applications.find(({ id }) => id === facts.applicationId);
  const loan = held.loans.find(({ id }) => id === facts.loanId);
  const lent = held.applications.find(({ id }) => id === loan?.applicationId);
  const isTheirs = (one: BankRecords['applications'][number]) =>
    one.reference === wanted.reference &&
    held.customers.some(({ id, bvn }) => id === one.customerId && bvn === wanted.bvn);
  const payouts = held.payouts.filter(({ reference }) => reference === wanted.reference);
  return [
    ...(customer && customer.bvn !== wanted.bvn ? [wrong("the customer has another person's BVN")] : []),
    ...(application && !isTheirs(application) ? [wrong("the application is another borrower's")] : []),
    ...(lent && !isTheirs(lent) ? [wrong("the loan is another borrower's")] : []),
    ...payouts
      .filter(({ payee, amountKobo }) => payee !== wanted.payee || isAnother(wanted.amountKobo, amountKobo))
      .map(() => wrong('the bank paid another account or another amount')),
  ];
}

/** The amount of a flush is the bank's. */
const isAnother = (wanted: number | undefined, paid: number) => wanted !== undefined && wanted !== paid;

/** Every movement of a trial is known to a case: whatever the comparison finds to differ does not. */
const falseDifferences = ({ differences = [] }: Evidence): Finding[] =>
  differences.map((what) => ({ fault: 'falseDifferences', about: 'comparison', what }));

const tooManyCalls = ({ calls, cases }: Evidence): Finding[] =>
  calls > MOST_CALLS_PER_CASE * cases.length
    ? [{ fault: 'boundless', about: 'calls', what: `${calls} calls for ${cases.length} cases` }]
    : [];

const tooManyEvents = ({ workflowId: about, events }: CaseEvidence): Finding[] =>
  events > MOST_EVENTS ? [{ fault: 'boundless', about, what: `${events} events` }] : [];

/** A case that fails, or that is not over and shows neither what it waits for nor what is wrong. */
function wedged({ workflowId: about, snapshot, taskFailure }: CaseEvidence): Finding[] {
  if (taskFailure !== undefined) return [{ fault: 'wedged', about, what: taskFailure }];
  const { ended, waiting, attention, stage } = snapshot;
  return ended || waiting || attention
    ? []
    : [{ fault: 'wedged', about, what: `stands in ${stage} and shows no reason` }];
}

/** The way on of a batch that waits for its payouts is theirs. */
function withoutExit(
  { workflowId: about, snapshot, rows = [] }: CaseEvidence,
  cases: readonly CaseEvidence[],
): Finding[] {
  const { ended, attention, commands } = snapshot;
  const isOpen = ({ wanted, snapshot: { kind, ended } }: CaseEvidence) =>
    kind === 'payout' && !ended && rows.some(({ reference }) => reference === wanted.reference);
  const isOn = cases.some(isOpen) || commands.some((command) => !MOVES_NOTHING.has(command));
  return ended || !attention || isOn
    ? []
    : [{ fault: 'withoutExit', about, what: `no command helps: ${attention.cause}` }];
}
