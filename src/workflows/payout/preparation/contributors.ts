import { workflowInfo } from '@temporalio/workflow';
import type { ApprovedRow } from '../../../domain/batch/approved-rows';
import type { Authorisation } from '../../../domain/case/send-authorisation';
import type { ByPerson } from '../../../domain/case/agreement';
import type { ProvenAct } from '../../../domain/case/proof';
import { batchOfChunk } from '../../../domain/wire/workflow-ids';
import { refusedInput } from '../../case/run-case';

/** The people who changed a payout, or vouched for its account's name: they may not approve it. */
export class Contributors {
  private changes: readonly ByPerson[] = [];
  private vouchers: readonly ByPerson[] = [];
  private vouchedName: string | undefined;

  /** A change voids an earlier vouching for the name. */
  changedBy(person: ByPerson): void {
    this.changes = [...this.changes, person];
    this.vouchedName = undefined;
  }

  nameVouchedBy(person: ByPerson, accountName: string): void {
    this.vouchers = [...this.vouchers, person];
    this.vouchedName = accountName;
  }

  /** Whether a person has said, since the last change, that the account in this name is the beneficiary's. */
  isVouchedFor(accountName: string): boolean {
    return this.vouchedName === accountName;
  }

  get people(): readonly string[] {
    return [...this.changes, ...this.vouchers].map(({ actor }) => actor);
  }

  /** The proof that it may be sent; `undefined` if messages name their own actors. */
  authorisation(
    start: ProvenAct | undefined,
    others: Pick<Authorisation, 'approvals' | 'policy' | 'ofBatch'>,
  ): Authorisation | undefined {
    return start && { start, changes: actsOf(this.changes), names: actsOf(this.vouchers), ...others };
  }
}

const actsOf = (people: readonly ByPerson[]) => people.flatMap(({ proof }) => proof ?? []);

/** A batch's approval of one of its payouts, and the name of the account's holder. */
export interface BatchPreApproval {
  readonly accountName: string;
  /** Business instant at which it lapses; missing in batches approved before approvals had an end. */
  readonly until?: string | undefined;
  /** The people who made or changed the batch. */
  readonly makers?: readonly string[];
  /** The proof; missing if messages name their own actors. */
  readonly approved?: ApprovedRow;
}

/**
 * Takes a pre-approval only from a chunk that its batch has started itself: no other caller may spare a
 * payout its checks.
 * @throws ApplicationFailure (INVALID_INPUT)
 */
export function preApprovalFromBatch(given: BatchPreApproval | undefined): BatchPreApproval | undefined {
  if (given === undefined) return undefined;
  const { parent, root } = workflowInfo();
  const batch = batchOfChunk(parent?.workflowId ?? '');
  if (batch === undefined || root?.workflowId !== batch)
    throw refusedInput('only a batch can approve a payout before it is started');
  return given;
}
