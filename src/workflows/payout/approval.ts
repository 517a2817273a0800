import { condition } from '@temporalio/workflow';
import { isApproved, objectionTo, ruleFor, type Approval, type ApprovalRule } from '../../domain/approvals';
import { businessNow, patience, realDuration } from '../../domain/clock';
import type { Command } from '../../domain/commands';
import type { PayoutCommands } from '../../domain/payout-commands';
import type { PayoutStage } from '../../domain/payout-states';
import type { PayoutInput } from '../../input/payout-input';
import type { Case } from '../case/case';
import { waitFor, within, type Steerable } from '../case/steps';
import { digests } from '../lanes';
import type { BatchCover } from './cover';

const HOUR_MS = 3_600_000;

/** What is being approved, and until when that holds (business milliseconds). */
export interface OpenApproval extends Approval {
  readonly lapsesAt: number;
}

/** A payout as far as its approval is concerned. */
interface Approvable extends Steerable {
  readonly file: Case<PayoutStage>;
  readonly input: PayoutInput;
  readonly cover: BatchCover | undefined;
  readonly atMostKobo: number;
  readonly authors: readonly string[];
  approval: OpenApproval | undefined;
}

/** Waits until as many people have agreed as the policy asks for. What takes too long lapses and begins anew. */
export async function obtainApproval(payout: Approvable, accountName: string): Promise<void> {
  const { approvals } = payout.input.policy;
  const rule = payout.cover ? undefined : ruleFor(approvals, payout.atMostKobo);
  if (!rule) return;
  const digest = await digests.digestOf(contentOf(payout, accountName));
  do {
    open(payout, digest, rule);
  } while (!(await isGiven(payout)));
  payout.file.enter('APPROVED');
}

/** Whether a payout may go out as far as approval is concerned: one that was held back for long may not any more. */
export const isStillApproved = ({ approval, file }: Approvable): boolean =>
  !approval || businessNow(file.clock, Date.now()) < approval.lapsesAt;

/** One more person agrees; the desk has asked `objectionToApproval` before. */
export function agree(payout: Approvable, actor: string): void {
  const { approval } = payout;
  if (!approval) return;
  payout.approval = { ...approval, approvers: [...approval.approvers, actor] };
  showProgress(payout, payout.approval);
}

/** Why somebody may not approve now. */
export const objectionToApproval = (
  { approval }: Approvable,
  command: Command<PayoutCommands, 'approve'>,
): string | undefined => {
  if (!approval) return 'there is nothing to approve yet';
  return isApproved(approval) ? 'it has been approved' : objectionTo(approval, command);
};

/** Everything that must not be another one when the money goes out. */
const contentOf = ({ input }: Approvable, accountName: string) => {
  const { reference, amountKobo, source, beneficiary, remark } = input;
  const { bankCode, accountNumber } = beneficiary;
  return [reference, amountKobo, source.accountNumber, bankCode, accountNumber, accountName, remark];
};

function open(payout: Approvable, digest: string, rule: ApprovalRule): void {
  const { file, input, authors } = payout;
  const termMs = patience(file.clock, input.policy.approvalExpiresHours * HOUR_MS) * file.clock.rate;
  const lapsesAt = businessNow(file.clock, Date.now()) + termMs;
  const approval = { digest, rule, authors, approvers: [], lapsesAt };
  payout.approval = approval;
  if (file.stage === 'APPROVAL')
    file.raiseAttention('it was not approved in time; what was given has lapsed', [
      'approve',
      'reject',
      'cancel',
    ]);
  else file.enter('APPROVAL');
  file.facts.approvalDigest = digest;
  showProgress(payout, approval);
}

async function isGiven(payout: Approvable): Promise<boolean> {
  const { lapsesAt } = payout.approval ?? { lapsesAt: 0 };
  const { clock } = payout.file;
  const leftMs = realDuration(clock, lapsesAt - businessNow(clock, Date.now()));
  const given = () => condition(() => !!payout.approval && isApproved(payout.approval)).then(() => true);
  const wait = () => within(leftMs, given, 'the approval lapses');
  return (await waitFor(payout, 'APPROVAL', wait, new Date(lapsesAt).toISOString())) ?? false;
}

function showProgress({ file }: Approvable, { approvers, rule }: Approval): void {
  file.facts.approvals = `${approvers.length} of ${rule.approvals}`;
  file.publish();
}
