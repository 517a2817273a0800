import { isDeepStrictEqual } from 'node:util';
import { contentDigest } from '../../authority/digest';
import type { BankOperations } from '../../bank/contract';
import { RequestRefusedError } from '../../bank/errors';
import type { CallLimits } from '../../bank/exchange';
import type { ApprovalRule } from '../../domain/case/agreement';
import type { Authorisation } from '../../domain/case/send-authorisation';
import { kinds } from '../../domain/kinds';
import { matchNames, suffices } from '../../domain/names/matching';
import { amended, flushOrder, payoutContent, payoutOrder, type Amendment } from '../../domain/payout/order';
import { namedAccount, payoutCommands } from '../../domain/payout/commands';
import { approvalFor, payoutConfirmation, policyFor } from '../../domain/payout/policy';
import { HOUR_MS, patience } from '../../domain/time/clock';
import { caseOf, caseId } from '../../domain/wire/workflow-ids';
import { flushInput, payoutInput } from '../../domain/payout/input';
import { requireAgreement, requireTogether } from './agreement';
import { requireRow } from './batch-rows';
import {
  clockOf,
  ProofRefused,
  type Beginning,
  type GateReads,
  type GateTerms,
  type Proofs,
  type TakenAct,
} from './proofs';

type Kind = 'payout' | 'flush';

/** A payout or a flush as it is sent to the bank; people have agreed to the name in it. */
export type PaidOrder = Pick<Parameters<BankOperations['createPayout']>[0], 'reference' | 'beneficiary'>;

/**
 * Checks that people have asked for this very payout: its maker, the people who changed it, and as many others as
 * the worker's policy wants for it. @throws ProofRefused
 */
export async function requirePayout(
  kind: Kind,
  order: PaidOrder,
  given: Partial<Authorisation>,
  terms: GateTerms,
): Promise<void> {
  const { proofs, policy, clock, nowMs } = terms;
  const asked = await requireAsked(kind, order, given, proofs);
  const { input, holder, beginning, changes } = asked;
  const sinceMs = nowMs - patience(clockOf(input, clock), policy.approvalExpiresHours * HOUR_MS);
  const approvals = await proofs.approvals(given.approvals, 'approve', payoutCommands.approve.roles);
  // A batch's approval vouches for the names of its rows. A row that it does not cover needs approvals of its own.
  const { makers, ownRule } = isOfBatch(beginning)
    ? await requireRow({ input, holder, beginning }, given.ofBatch, { proofs, policy, sinceMs })
    : await requireName(asked, given.names, terms);
  const rule = ownRule ?? (isOfBatch(beginning) ? undefined : approvalFor(policy, asked.atMostKobo));
  if (!rule) return;
  requireAgreement({
    digest: contentDigest(payoutContent(input, holder)),
    rule,
    makers: [...beginning.makers, ...changes.map(({ by }) => by), ...makers],
    approvals,
    sinceMs,
  });
}

/**
 * Checks that the bank itself names this holder. The name in the order is the word of a workflow, which another program may
 * have answered. An account that this process has resolved lately costs no call. @throws ProofRefused
 */
export async function requireHolder(
  { beneficiary: { account_name, account_number, bank_code } }: PaidOrder,
  { resolveAccount }: GateReads,
  limits: CallLimits,
): Promise<void> {
  const held = await resolveAccount({ account_number, bank_code }, limits).catch((error: unknown) => {
    // A refusal of this read is no refusal of the payout.
    if (error instanceof RequestRefusedError)
      throw new ProofRefused('the bank names no holder of its account');
    throw error;
  });
  if (held.account_name !== account_name)
    throw new ProofRefused('the bank names another holder of its account than people were shown');
}

type Asked = Awaited<ReturnType<typeof requireAsked>>;

/** The payout that people have asked for; the order must equal it. @throws ProofRefused */
async function requireAsked(kind: Kind, order: PaidOrder, given: Partial<Authorisation>, proofs: Proofs) {
  if (proofs.workflowId !== caseId(kind, order.reference))
    throw new ProofRefused('another case than its own is about to send it');
  const beginning = await proofs.begun(given.start, kinds[kind].start.roles);
  const changes = inOrder(await proofs.allTaken(given.changes, 'amend', payoutCommands.amend.roles));
  const input = changes.reduce(
    (before, { fields }) => ({ ...before, ...amended(before, fields as Amendment) }),
    inputOf(kind, beginning),
  );
  const holder = order.beneficiary.account_name;
  const ordered = kind === 'flush' ? flushOrder(input, holder) : payoutOrder(input, holder);
  if (!isDeepStrictEqual(order, ordered)) throw new ProofRefused('it is not what people have asked for');
  return { input, holder, beginning, changes, atMostKobo: kind === 'flush' ? Infinity : input.amountKobo };
}

/**
 * Checks that the name in which the account is held fits, or that a person has vouched for it since the last change: with
 * a second one where no approval follows. Where that one is missing, people must agree to the payout as a whole.
 * @returns all who have vouched @throws ProofRefused
 */
async function requireName(
  { input, holder, beginning, changes, atMostKobo }: Asked,
  names: unknown,
  { proofs, policy }: GateTerms,
) {
  const [given, row] = [Array.isArray(names) ? (names as unknown[]) : [], payoutCommands.confirmName];
  const vouched = await proofs.allTaken(given, 'confirmName', row.roles);
  const people = vouched.map(({ by }) => by);
  const { nameMatch } = policyFor(policy, input.policy.nameMatch);
  if (suffices(matchNames(input.beneficiary.accountName, holder), nameMatch)) return { makers: people };
  const changedMs = changes.at(-1)?.atMs ?? 0;
  const last = vouched.findLastIndex(({ atMs }) => atMs >= changedMs);
  if (last < 0)
    throw new ProofRefused('the account is held in another name, and no person has vouched for it');
  const name = 'confirmName';
  const confirming = requireTogether(
    given[last],
    {
      ...{ command: name, row, rules: policy.commands },
      ruleFor: () => payoutConfirmation(policy, { name }, atMostKobo),
      about: namedAccount(input.beneficiary, holder),
      makers: [...beginning.makers, ...changes.map(({ by }) => by), ...people],
    },
    proofs,
  );
  const ownRule = await confirming.then(() => undefined, wantedBy);
  return { makers: people, ...(ownRule && { ownRule }) };
}

/** The rule for agreeing to the payout if too few have confirmed the command. @throws any other error */
function wantedBy(error: unknown): ApprovalRule {
  if (error instanceof ProofRefused && error.wanted) return error.wanted.rule;
  throw error;
}

const inOrder = (acts: readonly TakenAct[]) => [...acts].sort((one, other) => one.atMs - other.atMs);

const isOfBatch = ({ rootCase }: Beginning) => caseOf(rootCase).kind === 'batch';

/** The signed input, as the case has parsed it. */
function inputOf(kind: Kind, { fields }: Beginning) {
  const { data } =
    kind === 'flush'
      ? flushInput
          .transform((flush) => ({ ...flush, amountKobo: 0, remark: '', metaData: undefined }))
          .safeParse(fields)
      : payoutInput.safeParse(fields);
  if (!data) throw new ProofRefused('what began its case is no such input');
  return data;
}
