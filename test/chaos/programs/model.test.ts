import type { CaseSnapshot } from '../../../src/domain/case/snapshot';
import type { Difference } from '../../../src/domain/reconciliation/differences';
import { reportOf } from '../../../src/domain/reconciliation/report';
import type { Committed, EffectName } from '../../../sandbox/committed-log';
import type { CaseEvidence, Evidence } from '../../../chaos/programs/evidence';
import { findingsIn } from '../../../chaos/programs/model';
import { chargeText } from '../../../src/domain/repayment/charge';
import type { LoanRecord } from '../../../sandbox/bank-state';

const AT = '2027-01-05T09:00:00.000Z';

const snapshotOf = (changes: Partial<CaseSnapshot> = {}): CaseSnapshot => ({
  kind: 'payout',
  reference: 'PO-1',
  stage: 'SUCCESS',
  stageTitle: 'Paid',
  since: AT,
  checklist: [],
  facts: {},
  commands: [],
  timeline: [],
  ended: true,
  ...changes,
});

const payout = (changes: Partial<CaseSnapshot> = {}, more: Partial<CaseEvidence> = {}): CaseEvidence => ({
  workflowId: 'payout:PO-1',
  reference: 'PO-1',
  plan: undefined,
  snapshot: snapshotOf(changes),
  failure: undefined,
  looks: [],
  isStopped: false,
  wasTerminated: false,
  wasRestored: false,
  spoken: [],
  helped: 0,
  ...more,
});

const committed = (...effects: readonly (readonly [EffectName, string, number?])[]): Committed[] =>
  effects.map(([effect, key, amountKobo], place) => ({
    seq: place + 1,
    at: AT,
    operation: 'createPayout',
    effect,
    key,
    ...(amountKobo !== undefined && { amountKobo }),
  }));

const found = (effects: Committed[], one: CaseEvidence, more: Partial<Evidence> = {}) =>
  findingsIn({
    nowMs: Date.parse(AT),
    committed: effects,
    payouts: [],
    loans: [],
    accounts: [],
    charges: [],
    asked: [],
    written: undefined,
    applications: [],
    foreign: [],
    comparison: undefined,
    cases: [one],
    perAccountKobo: undefined,
    staleMs: 0,
    ...more,
  }).map(({ rule }) => rule);

const sent = ['payout-committed', 'PO-1', 50_000] as const;
const paid = ['payout-succeeded', 'PO-1'] as const;
const reversed = ['payout-reversed', 'PO-1'] as const;

test('the model finds nothing where a payout was paid once and says so', () => {
  expect(found(committed(sent, paid), payout())).toEqual([]);
});

test('the model finds a payout that took effect twice under one reference', () => {
  expect(found(committed(sent, sent, paid), payout())).toEqual(['once']);
});

test.each<[string, Committed[], Partial<CaseSnapshot>]>([
  ['a payout is called paid while the money is back', committed(sent, paid, reversed), {}],
  ['a payout is called cancelled that the bank has taken', committed(sent), { stage: 'CANCELLED' }],
  ['a payout is called reversed that stands', committed(sent, paid), { stage: 'REVERSED' }],
])('the model finds that %s', (_what, effects, changes) => {
  expect(found(effects, payout(changes))).toEqual(['truth']);
});

test('the model finds a case that no command moves on', () => {
  const attention = { cause: 'the reply cannot be read', since: AT, actions: [] };
  const stuck = { stage: 'SUBMITTING', ended: false, attention, commands: ['addNote'] };
  expect(found([], payout(stuck))).toEqual(['exit']);
});

test('the model finds an effect that came after an accepted no', () => {
  const cancel = { command: 'cancel', actor: 'operator-1', role: 'operator', fields: {} } as const;
  const spoken = [{ ...cancel, requestId: 'r-1', atMs: Date.parse(AT) - 1, accepted: true, proposed: false }];
  expect(found(committed(sent, paid), payout({}, { spoken }))).toEqual(['no']);
});

test('the model finds more money leaving in a day than the policy allows', () => {
  expect(found(committed(sent, paid), payout(), { perAccountKobo: 40_000 })).toEqual(['limits']);
});

const NONE = { matched: 0, inFlight: 0, difference: 0, duty: 0, fee: 0, ownTransfer: 0, income: 0 };

/** A comparison of one account, with these differences. */
const comparisonOf = (...differences: Difference[]) =>
  reportOf({ fromAt: AT, toAt: AT }, [
    { account: '9000000001', found: { counts: NONE, sumsKobo: NONE, differences, unsettled: [] } },
  ]);

test('the model finds a debit that nobody ordered and no comparison names', () => {
  const comparison = comparisonOf();
  expect(found(committed(sent, paid), payout(), { foreign: ['77'], comparison })).toEqual(['comparison']);
});

test('the model lets a restored case that was changed deny what it had sent before, where the comparison names that', () => {
  const named = { cause: 'NOT_SENT_BY_US', reference: 'PO-1', oursKobo: 0, theirsKobo: 50_000 } as const;
  const comparison = comparisonOf(named);
  const cancelled = (amountKobo: number, wasRestored: boolean) =>
    payout({ stage: 'CANCELLED', facts: { amountKobo } }, { wasRestored });
  const other = 30_000;
  expect(found(committed(sent, paid), cancelled(other, true), { comparison })).toEqual([]);
  expect(found(committed(sent, paid), cancelled(other, true))).toContain('truth');
  expect(found(committed(sent, paid), cancelled(other, false), { comparison })).toContain('truth');
  expect(found(committed(sent, paid), cancelled(50_000, true), { comparison })).toContain('truth');
});

const look = (minutesLater: number, changes: Partial<CaseSnapshot>) => ({
  atMs: Date.parse(AT) + minutesLater * 60_000,
  snapshot: snapshotOf({ ended: false, ...changes }),
});

test('the model finds a case that shows neither what it waits for nor whom it asks', () => {
  const commands = ['cancel', 'hold'];
  const at = (minutes: number, says: Partial<CaseSnapshot> = {}) =>
    look(minutes, { stage: 'SUBMITTING', commands, ...says });
  const seen = (...looks: ReturnType<typeof at>[]) => found(committed(sent, paid), payout({}, { looks }));
  expect([seen(at(59)), seen(at(61))]).toEqual([[], ['exit']]);
  const waiting = { for: 'REPAYMENT' } as unknown as NonNullable<CaseSnapshot['waiting']>;
  expect([seen(at(1, { waiting }), at(90)), seen(at(1, { waiting }), at(90), at(91))]).toEqual([
    [],
    ['exit'],
  ]);
});

test('the model finds an unsent payout that nobody can stop', () => {
  const looks = [look(1, { stage: 'SUBMITTING', commands: ['retry', 'addNote'] })];
  expect(found(committed(sent, paid), payout({}, { looks }))).toEqual(['no']);
  const asked = [
    { operation: 'createPayout', reference: 'PO-1', atMs: Date.parse(AT), answer: 'taken' },
  ] as const;
  expect(found(committed(sent, paid), payout({}, { looks }), { asked })).toEqual([]);
});

test('the model finds a row of a batch that is called paid while the money is back', () => {
  const rows = [{ row: 1, reference: 'PO-1', amountKobo: 50_000, status: 'SUCCESS' }] as const;
  const batch = payout(
    { kind: 'batch', stage: 'DONE' },
    { workflowId: 'batch:BT-1', reference: 'BT-1', rows },
  );
  expect(found(committed(sent, paid, reversed), batch)).toEqual(['figures']);
});

test('the model finds charges of one instalment that come closer together than the policy lets them', () => {
  const policy = { mode: 'charge', graceDays: 0, maximumAttempts: 3, retryAfterDays: 2 } as const;
  const plan = {
    kind: 'repayment',
    principalKobo: 1,
    months: 1,
    policy,
    borrower: {},
    funded: false,
  } as const;
  const one = payout({ kind: 'repayment', stage: 'CLOSED' }, { reference: 'RP-1', plan });
  const asked = (hours: number) =>
    [0, hours].map((later, place) => ({
      operation: 'chargeRepayment' as const,
      reference: `RP-1-d20270105-a${place + 1}`,
      atMs: Date.parse(AT) + later * 3_600_000,
      answer: 'other' as const,
    }));
  expect(found([], one, { asked: asked(1) })).toEqual(['pace']);
  expect(found([], one, { asked: asked(48) })).toEqual([]);
});

test('the model finds a charge that a loan says was taken, and was not', () => {
  const charge = {
    reference: 'RP-1-d20270105-a1',
    dueOn: '2027-01-05',
    askedKobo: 10_000,
    paidBeforeKobo: 0,
    madeAtMs: Date.parse(AT),
    sends: 1,
    status: 'TAKEN',
  } as const;
  const loan = { id: 'loan-1', instalments: [], paidKobo: 0 } as unknown as LoanRecord;
  const timeline = [{ at: AT, by: 'system', what: chargeText(charge) }];
  const one = payout({ kind: 'repayment', stage: 'CLOSED', timeline, facts: { loanId: 'loan-1' } });
  const took = (kobo: number) => committed(['repayment', charge.reference, kobo]);
  const more = { loans: [loan] };
  expect(found(took(10_000), one, more)).toEqual([]);
  expect(found(took(4_000), one, more)).toEqual(['figures']);
  expect(found([], one, more)).toEqual(['figures']);
});

test('the model finds a command that no audit has, and a send that no fence admitted', () => {
  const note = { command: 'addNote', actor: 'operator-1', role: 'operator', fields: {} } as const;
  const spoken = [{ ...note, requestId: 'r-1', atMs: Date.parse(AT), accepted: true, proposed: false }];
  const asked = [
    { operation: 'createPayout', reference: 'PO-1', atMs: Date.parse(AT), answer: 'taken' },
  ] as const;
  const entry = { id: 'e-1', at: AT, kind: 'command', what: 'addNote', requestId: 'r-1' } as const;
  const written = { entries: [entry], admitted: ['PO-1'] };
  const one = payout({}, { spoken });
  expect(found(committed(sent, paid), one, { asked, written })).toEqual([]);
  expect(found(committed(sent, paid), one, { asked, written: { entries: [], admitted: [] } })).toEqual([
    'audit',
    'audit',
  ]);
});
