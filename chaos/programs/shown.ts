import type { CaseSnapshot } from '../../src/domain/case/snapshot';
import { daysBetween, lagosDayOf } from '../../src/domain/time/lagos-days';
import { totalOf } from '../../sandbox/lending/loan';
import type { LoanRecord } from '../../sandbox/bank-state';
import type { CaseEvidence, Evidence, Look } from './evidence';
import type { Finding } from './finding';
import { hasForgotten } from './sent';

const HOUR_MS = 3_600_000;
/** A case that is held up says so by then. */
const SAYS_SO_MS = HOUR_MS;
/** Whole days after which a poll has read what the bank knows. */
const POLL_DAYS = 2;

/** What a case has shown at one time or another that was not so. */
export const falseShown = (one: CaseEvidence, evidence: Evidence): Finding[] =>
  [
    ...one.looks.flatMap((look, place) => [
      ...silence(one, look, one.looks[place - 1]),
      ...unstoppable(one, look, evidence),
      ...arrears(one, look, evidence),
    ]),
    ...falseSentence(one, evidence),
    ...falseRows(one, evidence),
    ...earlyEnd(one, evidence),
  ].filter(
    ({ rule, what }, place, all) =>
      all.findIndex((each) => each.rule === rule && each.what === what) === place,
  );

/** Whether a case shows what it waits for, or whom it asks. */
const speaks = ({ ended, waiting, attention, approval, proposals }: CaseSnapshot): boolean =>
  ended || Boolean(waiting ?? attention ?? approval ?? proposals?.length);

/** A case that does nothing for an hour shows what it waits for, or asks somebody; when a wait ended, nothing tells. */
function silence({ workflowId: about }: CaseEvidence, { atMs, snapshot }: Look, before?: Look): Finding[] {
  const { since, stage, timeline } = snapshot;
  const lastAt = Math.max(Date.parse(since), ...timeline.map(({ at }) => Date.parse(at)));
  const isSilent = !speaks(snapshot) && !(before && speaks(before.snapshot));
  return isSilent && atMs - lastAt > SAYS_SO_MS
    ? [{ rule: 'exit', about, what: `in ${stage}: it shows nothing that it waits for, and asks nobody` }]
    : [];
}

const PAYMENTS: readonly CaseSnapshot['kind'][] = ['payout', 'flush'];

/** What the bank was never asked for can be stopped. */
function unstoppable(
  { workflowId: about, reference, wasTerminated }: CaseEvidence,
  { atMs, snapshot: { kind, ended, stage, commands } }: Look,
  { asked }: Evidence,
): Finding[] {
  const wasAsked = asked.some((one) => one.reference === reference && one.atMs <= atMs);
  if (!PAYMENTS.includes(kind) || ended || wasAsked || wasTerminated) return [];
  const canBeStopped =
    commands.includes('cancel') && (commands.includes('hold') || commands.includes('release'));
  return canBeStopped
    ? []
    : [{ rule: 'no', about, what: `in ${stage}: it cannot be stopped, and is unsent` }];
}

/** A loan that is late says so, and since when. */
function arrears(
  { workflowId: about, plan }: CaseEvidence,
  { atMs, snapshot: { kind, ended, stage, facts } }: Look,
  { loans, committed }: Evidence,
): Finding[] {
  const loan = loans.find(({ id }) => id === facts.loanId);
  // What could never be read, nobody can know.
  if (kind !== 'repayment' || ended || !loan || facts.instalments === undefined || plan?.kind !== 'repayment')
    return [];
  const paid = (untilMs: number) =>
    committed
      .filter(
        ({ effect, note, at }) => effect === 'repayment' && note === loan.id && Date.parse(at) <= untilMs,
      )
      .reduce((sum, { amountKobo = 0 }) => sum + amountKobo, 0);
  const now = paid(atMs);
  if (now !== paid(atMs - POLL_DAYS * 24 * HOUR_MS)) return [];
  const dueOn = oldestUnpaid(loan, now);
  const late = dueOn === undefined ? 0 : Math.max(0, daysBetween(dueOn, lagosDayOf(atMs)));
  if (late <= plan.policy.graceDays + POLL_DAYS) return [];
  const wrong = (what: string): Finding[] => [{ rule: 'figures', about, what }];
  if (stage !== 'ARREARS') return wrong(`is in ${stage} although its instalment of ${dueOn} is late`);
  return facts.overdueSince === dueOn
    ? []
    : wrong(`is late since ${facts.overdueSince}, as it says, and since ${dueOn} by the bank's books`);
}

/** The due date of the first instalment that so much does not pay. */
function oldestUnpaid({ instalments }: LoanRecord, paidKobo: number): string | undefined {
  let left = paidKobo;
  return instalments.find((one) => (left -= totalOf(one)) < 0)?.dueOn;
}

/** Programs give each reference to one case: no other can have begun under it. */
function falseSentence(one: CaseEvidence, { committed }: Evidence): Finding[] {
  const { workflowId: about, looks, wasTerminated } = one;
  const sentences = looks.flatMap(({ snapshot: { attention, timeline } }) => [
    attention?.cause ?? '',
    ...timeline.map(({ what }) => what),
  ]);
  const found = sentences.find((one) => /another \w+ was begun under this reference/.test(one));
  return found !== undefined && !wasTerminated && !hasForgotten(one, committed)
    ? [{ rule: 'figures', about, what: `says "${found}", and there is no other` }]
    : [];
}

/** The results of a batch tell of each row what the bank knows of it. */
function falseRows({ workflowId: about, rows = [] }: CaseEvidence, { committed }: Evidence): Finding[] {
  return rows.flatMap(({ reference, status }) => {
    const effects = committed.filter(({ key }) => key === reference).map(({ effect }) => effect as string);
    const cameBack = effects.some((effect) => ['payout-failed', 'payout-reversed'].includes(effect));
    const isPaid = effects.includes('payout-succeeded') && !cameBack;
    const isFalse = (status === 'SUCCESS' && !isPaid) || (['FAILED', 'CANCELLED'].includes(status) && isPaid);
    return isFalse
      ? [{ rule: 'figures' as const, about, what: `its results say ${status} of ${reference}` }]
      : [];
  });
}

/** An offer does not expire before the bank ends it, unless a person says so. */
function earlyEnd(
  { workflowId: about, reference, snapshot, spoken }: CaseEvidence,
  { applications }: Evidence,
): Finding[] {
  const { offer } = applications.find(({ request }) => request.reference === reference) ?? {};
  const endMs = offer?.expiresAt ?? 0;
  const isByPerson = spoken.some(({ command, accepted }) => accepted && /expire/i.test(command));
  return snapshot?.stage === 'OFFER_EXPIRED' && Date.parse(snapshot.since) < endMs && !isByPerson
    ? [{ rule: 'figures', about, what: `called its offer expired on ${snapshot.since}, which stood` }]
    : [];
}
