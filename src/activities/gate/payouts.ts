import { isDeepStrictEqual } from 'node:util';
import { contentDigest } from '../../authority/digest';
import { ruleFor } from '../../domain/case/approval';
import { startRoles } from '../../domain/case/start-roles';
import type { Authorisation } from '../../domain/case/proof';
import { matchNames, suffices } from '../../domain/names/matching';
import { amended, type Amendment } from '../../domain/payout/amendment';
import { payoutCommands } from '../../domain/payout/commands';
import { flushOrder, payoutContent, payoutOrder } from '../../domain/payout/order';
import { ANY_OTHER, policyFor, type PayoutPolicy } from '../../domain/payout/policy';
import { clockRefusal, patience, type Clock } from '../../domain/time/clock';
import { caseOf, workflowIds } from '../../domain/wire/workflow-ids';
import { flushInput, payoutInput } from '../../input/payout-input';
import { requireAgreement } from './agreement';
import { requireRow } from './batch-rows';
import type { Beginning, Proofs, TakenAct } from './proofs';
import { ProofRefused } from './proofs';

/** By what the worker measures what it is about to send. */
export interface GateTerms {
  readonly proofs: Proofs;
  readonly policy: PayoutPolicy;
  readonly clock: Clock;
  readonly nowMs: number;
}

/** A payout or a flush as it is about to be sent. */
interface Order {
  readonly reference: string;
  readonly beneficiary: { readonly account_name: string };
}

const HOUR_MS = 3_600_000;

/**
 * Checks that people have asked for this very payout: its maker, the people who changed it, and as many others as
 * the worker's policy wants for it. @throws ProofRefused
 */
export async function requirePayout(
  kind: 'payout' | 'flush',
  order: Order,
  given: Partial<Authorisation>,
  { proofs, policy, clock, nowMs }: GateTerms,
): Promise<void> {
  if (proofs.workflowId !== workflowIds[kind](order.reference))
    throw new ProofRefused('another case than its own is about to send it');
  const beginning = await proofs.begun(given.start, startRoles[kind]);
  const changes = inOrder(await proofs.allTaken(given.changes, 'amend', payoutCommands.amend.roles));
  const input = changes.reduce(
    (before, { fields }) => ({ ...before, ...amended(before, fields as Amendment) }),
    inputOf(kind, beginning),
  );
  const holder = order.beneficiary.account_name;
  const ordered = kind === 'flush' ? flushOrder(input, holder) : payoutOrder(input, holder);
  if (!isDeepStrictEqual(order, ordered)) throw new ProofRefused('it is not what people have asked for');
  const asked = clockOf(input, clock);
  const sinceMs = nowMs - patience(asked, policy.approvalExpiresHours * HOUR_MS);
  const approvals = await proofs.allTaken(given.approvals, 'approve', payoutCommands.approve.roles);
  const isRow = isOfBatch(beginning);
  // A row whose batch's approval has lapsed needs one of its own; that the batch was approved once still shows its name.
  const makersOfBatch = isRow
    ? await requireRow({ input, holder, beginning }, given.ofBatch, {
        ...{ proofs, policy },
        sinceMs: approvals.length > 0 ? 0 : sinceMs,
      })
    : [];
  if (isRow && approvals.length === 0) return;
  const vouched = await proofs.allTaken(given.names, 'confirmName', payoutCommands.confirmName.roles);
  const changedMs = changes.at(-1)?.atMs ?? 0;
  const { nameMatch } = policyFor(policy, input.policy.nameMatch);
  const verdict = matchNames(input.beneficiary.accountName, holder);
  if (!isRow && !suffices(verdict, nameMatch) && !vouched.some(({ atMs }) => atMs >= changedMs))
    throw new ProofRefused('the account is held in another name, and no person has vouched for it');
  const atMostKobo = kind === 'flush' ? Infinity : input.amountKobo;
  const rule = ruleFor(policy.approvals, atMostKobo) ?? (isRow ? ANY_OTHER : undefined);
  if (!rule) return;
  requireAgreement({
    digest: contentDigest(payoutContent(input, holder)),
    rule,
    makers: [...beginning.makers, ...makersOfBatch, ...[...changes, ...vouched].map(({ by }) => by)],
    approvals,
    sinceMs,
  });
}

const inOrder = (acts: readonly TakenAct[]) => [...acts].sort((one, other) => one.atMs - other.atMs);

const isOfBatch = ({ rootCase }: Beginning) => caseOf(rootCase).kind === 'batch';

/** The clock by which an approval lapses: no sender may bring a clock that stands still. @throws ProofRefused */
export function clockOf({ clock }: { readonly clock?: Clock | undefined }, own: Clock): Clock {
  const refusal = clockRefusal(clock, own);
  if (refusal !== undefined) throw new ProofRefused(refusal);
  return clock ?? own;
}

/** What was signed, as the case has parsed it. */
function inputOf(kind: 'payout' | 'flush', { fields }: Beginning) {
  const { data } =
    kind === 'flush'
      ? flushInput
          .transform((flush) => ({ ...flush, amountKobo: 0, remark: '', metaData: undefined }))
          .safeParse(fields)
      : payoutInput.safeParse(fields);
  if (!data) throw new ProofRefused('what began its case is no such input');
  return data;
}
