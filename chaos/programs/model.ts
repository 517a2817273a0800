import type { CaseSnapshot } from '../../src/domain/case/snapshot';
import { nairaText } from '../../src/domain/money/amounts';
import { lagosDayOf } from '../../src/domain/time/lagos-days';
import { outstandingKobo, totalOf } from '../../sandbox/lending/loan';
import type { LoanRecord } from '../../sandbox/bank-state';
import type { AcceptedCharge, CaseEvidence, Evidence } from './evidence';
import { canBeMoved, HELP_MAX } from './people';
import type { Finding } from './finding';
import { bursts, hasForgotten, SENDS, unwritten } from './sent';
import { falseShown } from './shown';

/** Everything that is wrong when a program has ended; empty if all rules hold. */
export const findingsIn = (evidence: Evidence): Finding[] => [
  ...doubleEffects(evidence),
  ...beyondDue(evidence),
  ...overLimits(evidence),
  ...comparisonFindings(evidence),
  ...unwritten(evidence),
  ...evidence.cases.flatMap((one) => [
    ...untrue(one, evidence),
    ...withoutExit(one),
    ...(one.failure === undefined
      ? []
      : [{ rule: 'alive', about: one.workflowId, what: one.failure } as const]),
    ...brokenNos(one, evidence),
    ...falseFigures(one, evidence),
    ...falseShown(one, evidence),
    ...bursts(one, evidence),
  ]),
];

function doubleEffects({ committed }: Evidence): Finding[] {
  const counts = new Map<string, number>();
  for (const { effect, key } of committed)
    if (SENDS.includes(effect) || effect === 'repayment' || effect === 'disbursed')
      counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(([about, count]) => ({ rule: 'once', about, what: `it took effect ${count} times` }));
}

const isTransfer = (reference: string) => reference.startsWith('TRF-');

/** Charges that took more than was due when the bank accepted them, what was taken and transferred before set off. */
function beyondDue({ loans, charges, committed, staleMs }: Evidence): Finding[] {
  const takenBy = (loanId: string, reference: string) =>
    committed
      .filter(({ effect, key, note }) => effect === 'repayment' && key === reference && note === loanId)
      .reduce((sum, { amountKobo = 0 }) => sum + amountKobo, 0);
  const transferred = (loanId: string, beforeMs: number) =>
    committed
      .filter(
        ({ effect, key, note, at }) =>
          effect === 'repayment' && note === loanId && isTransfer(key) && Date.parse(at) <= beforeMs,
      )
      .reduce((sum, { amountKobo = 0 }) => sum + amountKobo, 0);
  return loans.flatMap((loan) => {
    const own = distinct(charges.filter(({ loanId }) => loanId === loan.id));
    return own.flatMap((charge, place) => {
      const taken = takenBy(loan.id, charge.reference);
      const before = own.slice(0, place).reduce((sum, { reference }) => sum + takenBy(loan.id, reference), 0);
      const due = dueOn(loan, lagosDayOf(charge.atMs)) - transferred(loan.id, charge.atMs - staleMs) - before;
      return taken > 0 && taken > Math.max(0, due)
        ? [
            {
              rule: 'once' as const,
              about: charge.reference,
              what: `it took ${taken} kobo where ${Math.max(0, due)} were due`,
            },
          ]
        : [];
    });
  });
}

const distinct = (charges: readonly AcceptedCharge[]) =>
  charges.filter(({ reference }, place) => charges.findIndex((one) => one.reference === reference) === place);

const dueOn = ({ instalments }: LoanRecord, day: string): number =>
  instalments.filter(({ dueOn }) => dueOn <= day).reduce((sum, one) => sum + totalOf(one), 0);

/** What the bank knows of a payout: whether its beneficiary has the money now. */
function standing({ committed }: Evidence, reference: string) {
  const effects = committed.filter(({ key }) => key === reference).map(({ effect }) => effect as string);
  const wasTaken = effects.some((effect) => SENDS.includes(effect));
  const cameBack = effects.some((effect) => ['payout-failed', 'payout-reversed'].includes(effect));
  return { wasTaken, cameBack, isPaid: effects.includes('payout-succeeded') && !cameBack };
}

const PAYMENTS: readonly CaseSnapshot['kind'][] = ['payout', 'flush'];

function untrue(one: CaseEvidence, evidence: Evidence): Finding[] {
  const { snapshot, workflowId: about, reference, plan } = one;
  if (!snapshot?.ended) return [];
  const wrong = (what: string): Finding[] => [
    { rule: 'truth', about, what: `says ${snapshot.stage}, and ${what}` },
  ];
  if (PAYMENTS.includes(snapshot.kind)) {
    const { wasTaken, cameBack, isPaid } = standing(evidence, reference);
    const isNamed = evidence.comparison?.accounts.some(({ differences }) =>
      differences.some((difference) => difference.reference === reference),
    );
    if (snapshot.stage === 'SUCCESS' && !isPaid && !isNamed)
      return wrong('the beneficiary does not have the money');
    const isAnother = hasForgotten(one, evidence.committed) && isNamed;
    if (['FAILED', 'CANCELLED'].includes(snapshot.stage) && wasTaken && !cameBack && !isAnother)
      return wrong('the bank has taken it');
    if (snapshot.stage === 'REVERSED' && !cameBack) return wrong('nothing came back');
  }
  if (snapshot.kind === 'limits' && plan?.kind === 'limits') {
    const isSet = evidence.accounts.some(({ dailyNaira }) => dailyNaira === plan.dailyNaira);
    if (snapshot.stage === 'CANCELLED' && isSet) return wrong('the account has the new limits');
  }
  const loan = evidence.loans.find(({ id }) => id === snapshot.facts.loanId);
  if (snapshot.kind === 'repayment' && loan && outstandingKobo(loan) > 0)
    return wrong('the loan is not repaid');
  return [];
}

function withoutExit({ snapshot, workflowId: about, helped, failure, isStopped }: CaseEvidence): Finding[] {
  if (!snapshot || failure !== undefined || isStopped) return [];
  const found = (what: string): Finding[] => [{ rule: 'exit', about, what: `in ${snapshot.stage}: ${what}` }];
  const cause = snapshot.attention?.cause ?? snapshot.waiting?.about ?? 'nothing is shown';
  if (helped > HELP_MAX) return found(`${helped} commands did not bring it to its end (${cause})`);
  if (snapshot.ended) return [];
  if (snapshot.attention && !canBeMoved(snapshot)) return found(`no command helps (${cause})`);
  return found(`it does not end (${cause})`);
}

const END_OF_PAYMENT = ['cancel', 'reject'];

/**
 * A "no" that was accepted, and an effect that came all the same. People of programs sign nothing, and only of signed acts
 * the gate remembers what a case has forgotten that was restored from an older copy.
 */
function brokenNos(one: CaseEvidence, { committed, charges }: Evidence): Finding[] {
  const { snapshot, workflowId: about, reference, spoken } = one;
  const effective = spoken.filter(({ accepted, proposed }) => accepted && !proposed);
  const broken = (command: string, atMs: number): Finding => ({
    rule: 'no',
    about,
    what: `${command} was accepted at ${new Date(atMs).toISOString()}, and it took effect all the same`,
  });
  if (snapshot && PAYMENTS.includes(snapshot.kind)) {
    const sentMs = committed
      .filter(({ key, effect }) => key === reference && SENDS.includes(effect))
      .map(({ at }) => Date.parse(at));
    return effective.flatMap(({ command, atMs }) => {
      const untilMs =
        command === 'hold'
          ? (effective.find((later) => later.command === 'release' && later.atMs >= atMs)?.atMs ?? Infinity)
          : Infinity;
      const isNo = command === 'hold' || END_OF_PAYMENT.includes(command);
      return isNo && sentMs.some((at) => at > atMs && at < untilMs) ? [broken(command, atMs)] : [];
    });
  }
  if (snapshot?.kind !== 'repayment') return [];
  return effective
    .filter(({ command }) => command === 'pauseCharging')
    .flatMap(({ command, atMs }) => {
      const untilMs =
        effective.find(
          (later) => ['resumeCharging', 'chargeNow'].includes(later.command) && later.atMs >= atMs,
        )?.atMs ?? Infinity;
      const wasCharged = charges.some(
        (charge) => charge.loanId === snapshot.facts.loanId && charge.atMs > atMs && charge.atMs < untilMs,
      );
      return wasCharged ? [broken(command, atMs)] : [];
    });
}

function overLimits({ committed, payouts, perAccountKobo }: Evidence): Finding[] {
  if (perAccountKobo === undefined) return [];
  const sums = new Map<string, number>();
  for (const { effect, key, at, amountKobo = 0 } of committed) {
    if (!SENDS.includes(effect)) continue;
    const source = payouts.find(({ reference }) => reference === key)?.source;
    const about = `${source} on ${lagosDayOf(Date.parse(at))}`;
    sums.set(about, (sums.get(about) ?? 0) + amountKobo);
  }
  return [...sums]
    .filter(([, sum]) => sum > perAccountKobo)
    .map(([about, sum]) => ({
      rule: 'limits',
      about,
      what: `${sum} kobo left it, and ${perAccountKobo} may`,
    }));
}

const isByEvidence = ({ spoken }: CaseEvidence) =>
  spoken.some(({ command, accepted }) => accepted && command === 'resolveAttention');

/**
 * The comparison of all days names every debit that nobody ordered, what was stopped from outside, what a restored case
 * has forgotten, and nothing else.
 */
function comparisonFindings({ comparison, foreign, cases, committed, payouts }: Evidence): Finding[] {
  if (!comparison) return [];
  const differences = comparison.accounts.flatMap((account) => account.differences);
  const found = (about: string, what: string): Finding => ({ rule: 'comparison', about, what });
  const missing = foreign.filter((uniqueRef) => !differences.some((one) => one.uniqueRef === uniqueRef));
  const expected = ({ uniqueRef, reference }: (typeof differences)[number]) =>
    foreign.includes(uniqueRef ?? '') ||
    cases.some((one) => one.reference === reference && (one.isStopped || hasForgotten(one, committed)));
  // Whoever gives evidence of a payment says nothing of a fee that stands inside its amount.
  const isUntoldFee = ({ cause, reference, oursKobo, theirsKobo }: (typeof differences)[number]) =>
    cause === 'OTHER_AMOUNT' &&
    payouts.some((one) => one.reference === reference && one.feeKobo === theirsKobo - oursKobo) &&
    cases.some((one) => one.reference === reference && isByEvidence(one));
  return [
    ...missing.map((uniqueRef) => found(uniqueRef, 'a debit that nobody ordered is not named')),
    ...differences
      .filter((one) => !expected(one) && !isUntoldFee(one))
      .map(({ cause, reference, uniqueRef, oursKobo, theirsKobo }) =>
        found(reference ?? uniqueRef ?? 'a line', `${cause}: ours ${oursKobo}, theirs ${theirsKobo}`),
      ),
  ];
}

/** What `chargeText` says of a charge that was taken. */
const CHARGED = /^(₦[\d,.]+) for the instalment due on [\d-]+, charge (\S+): charged$/;

function falseFigures(
  { snapshot, workflowId: about }: CaseEvidence,
  { loans, committed }: Evidence,
): Finding[] {
  if (snapshot?.kind !== 'repayment') return [];
  const loan = loans.find(({ id }) => id === snapshot.facts.loanId);
  if (!loan) return [];
  const wrong = (what: string): Finding => ({ rule: 'figures', about, what });
  const { repaidKobo, outstandingKobo: shown } = snapshot.facts;
  const owed = outstandingKobo(loan);
  const taken = (reference: string) =>
    committed
      .filter(({ effect, key }) => effect === 'repayment' && key === reference)
      .reduce((sum, { amountKobo = 0 }) => sum + amountKobo, 0);
  const invented = snapshot.timeline.flatMap(({ what }) => {
    const [, claimed, reference = ''] = CHARGED.exec(what) ?? [];
    const isFalse = claimed !== undefined && claimed !== nairaText(taken(reference));
    return isFalse ? [wrong(`it says "${what}", and the bank took ${nairaText(taken(reference))}`)] : [];
  });
  return [
    ...(repaidKobo !== undefined && Math.abs(Number(repaidKobo) - loan.paidKobo) > 5
      ? [wrong(`it shows ${repaidKobo} kobo repaid, and ${loan.paidKobo} are`)]
      : []),
    ...(shown !== undefined && Math.abs(Number(shown) - owed) > 5
      ? [wrong(`it shows ${shown} kobo outstanding, and ${owed} are`)]
      : []),
    ...invented,
  ];
}
