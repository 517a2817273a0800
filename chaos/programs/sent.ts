import type { CaseEvidence, Evidence } from './evidence';
import type { Finding } from './finding';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** By these a person has a loan charged beside its policy, and so long it counts. */
const ASKING: readonly string[] = ['chargeNow', 'resolveCharge', 'retry'];
const HEARD_FOR_MS = 2 * DAY_MS;

/** Effects by which money leaves. */
export const SENDS: readonly string[] = ['payout-committed', 'flush-committed'];

/**
 * Whether a case was restored from an older copy, and then changed: what it had sent before is another payout to it, and
 * the comparison tells that its money left.
 */
export const hasForgotten = (
  { wasRestored, snapshot, reference }: CaseEvidence,
  committed: Evidence['committed'],
): boolean =>
  wasRestored &&
  committed.some(
    ({ effect, key, amountKobo }) =>
      SENDS.includes(effect) && key === reference && amountKobo !== snapshot?.facts.amountKobo,
  );

/** Charges of one instalment that came closer together than its policy lets them, nobody saying so. */
export function bursts(one: CaseEvidence, { asked, committed }: Evidence): Finding[] {
  const { plan, reference, workflowId: about, spoken } = one;
  if (plan?.kind !== 'repayment' || plan.policy.mode !== 'charge') return [];
  const { retryAfterDays } = plan.policy;
  const leastMs = retryAfterDays * DAY_MS - HOUR_MS;
  const charges = asked.filter(
    (each, place) =>
      each.operation === 'chargeRepayment' &&
      each.reference.startsWith(`${reference}-`) &&
      asked.findIndex((other) => other.reference === each.reference) === place,
  );
  const obligation = (charge: string) => charge.replace(/-a\d+$/, '');
  const wasTaken = (charge: string) =>
    committed.some(({ effect, key }) => effect === 'repayment' && key === charge);
  const wasSteered = (fromMs: number, toMs: number) =>
    spoken.some(
      ({ accepted, command, atMs }) =>
        accepted && ASKING.includes(command) && atMs > fromMs - HEARD_FOR_MS && atMs <= toMs,
    );
  return charges.flatMap((charge, place) => {
    const before = charges
      .slice(0, place)
      .findLast((each) => obligation(each.reference) === obligation(charge.reference));
    if (!before || wasTaken(before.reference) || wasSteered(before.atMs, charge.atMs)) return [];
    const afterMs = charge.atMs - before.atMs;
    return afterMs < leastMs
      ? [
          {
            rule: 'pace' as const,
            about,
            what: `asked for ${charge.reference} ${Math.round(afterMs / HOUR_MS)} hours after the charge before, which took nothing`,
          },
        ]
      : [];
  });
}

/** Commands that were accepted and stand in no audit, and sends that the fence knows fewer attempts of than there were. */
export function unwritten({ written, cases, asked, committed }: Evidence): Finding[] {
  if (!written) return [];
  const { entries, admitted } = written;
  const missing = cases.flatMap(({ workflowId: about, spoken, failure, isStopped }) =>
    spoken
      .filter(
        ({ accepted, requestId }) =>
          accepted &&
          failure === undefined &&
          !isStopped &&
          !entries.some((entry) => entry.requestId === requestId),
      )
      .map(({ command, requestId }) => ({
        rule: 'audit' as const,
        about,
        what: `${command} (${requestId}) was accepted, and no audit has it`,
      })),
  );
  const references = new Set([
    ...asked.map(({ reference }) => reference),
    ...committed.filter(({ effect }) => SENDS.includes(effect)).map(({ key }) => key),
  ]);
  const times = (all: readonly string[], reference: string) => all.filter((one) => one === reference).length;
  const unfenced = [...references].flatMap((reference) => {
    const sends = times(
      asked.map((one) => one.reference),
      reference,
    );
    const known = times(admitted, reference);
    return sends <= known
      ? []
      : [
          {
            rule: 'audit' as const,
            about: reference,
            what: `was sent ${sends} times, and admitted ${known}`,
          },
        ];
  });
  return [...missing, ...unfenced];
}
