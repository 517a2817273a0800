import { condition, setHandler } from '@temporalio/workflow';
import {
  approvalRefusal,
  isApproved,
  type Approval,
  type Agreement,
  type ApprovalRule,
} from '../../domain/case/approval';
import type { ProvenAct } from '../../domain/case/proof';
import type { ShownApproval } from '../../domain/case/snapshot';
import type { WaitName } from '../../domain/case/waits';
import { approvalContentQuery } from '../../domain/wire/messages';
import { businessNow, patience, realDuration } from '../../domain/time/clock';
import { digests } from '../activity-proxies';
import type { Agreed } from '../results';
import { within } from './races';
import type { Case } from './case';
import { waitFor } from './steps';

const HOUR_MS = 3_600_000;

/** What is put before the approvers. */
export interface Proposal {
  /** Everything that must not change once it is approved; the digest stands for it. */
  readonly content: unknown;
  readonly rule: ApprovalRule;
  /** Who made or changed it. */
  readonly makers: readonly string[];
  /** Business hours after which approvals lapse. */
  readonly expiresHours: number;
}

interface OpenApproval extends Approval {
  /** Missing in a run that goes on from another one. */
  readonly content?: unknown;
  /** Business milliseconds. */
  readonly lapsesAt: number;
  readonly proofs: readonly ProvenAct[];
}

/** What of an approval a run hands over to the next one. */
export interface CarriedApproval {
  readonly current?: OpenApproval;
}

type Outcome = 'approved' | 'lapsed' | 'withdrawn';

/** The approval of a case by as many people as a rule asks for (maker–checker), shown as facts of the case. */
export class CaseApproval {
  private current: OpenApproval | undefined;
  private withdrawals = 0;

  constructor(
    private readonly owner: Case<string>,
    private readonly wait: WaitName = 'APPROVAL',
  ) {
    setHandler(approvalContentQuery, () => (this.shown ? this.current?.content : undefined));
  }

  /** Handler of the command `approve`: one more person agrees. */
  approve(actor: string, proof?: ProvenAct): void {
    if (!this.current) return;
    const { approvers, proofs } = this.current;
    this.current = {
      ...this.current,
      approvers: [...approvers, actor],
      proofs: [...proofs, ...(proof ? [proof] : [])],
    };
    this.showProgress(this.current);
  }

  /** The acts by which people have agreed; none where messages name their own actors. */
  get proofs(): readonly ProvenAct[] {
    return this.current?.proofs ?? [];
  }

  /** Who has agreed, and to what, for the result. */
  get agreed(): Agreed {
    const { digest, approvers = [] } = this.current ?? {};
    return digest !== undefined && approvers.length > 0 ? { digest, approvers } : {};
  }

  /** Guard of the command `approve`: why this person may not agree now, as a sentence. */
  refusal(agreement: Agreement): string | undefined {
    if (!this.current) return 'there is nothing to approve yet; look again';
    return isApproved(this.current) ? 'it has been approved' : approvalRefusal(this.current, agreement);
  }

  /** What was proposed has changed: whatever was agreed to it is void. */
  withdraw(): void {
    this.withdrawals++;
    this.current = undefined;
    delete this.owner.facts.digest;
    delete this.owner.facts.approvals;
  }

  /** What is to be approved now, for people. */
  get shown(): ShownApproval | undefined {
    if (!this.current || isApproved(this.current)) return undefined;
    const { digest, rule, makers, approvers, lapsesAt } = this.current;
    const [confirmations, until] = [confirmationsOf(this.current), new Date(lapsesAt).toISOString()];
    return { digest, confirmations, roles: rule.roles, makers, approvers, until };
  }

  /** The business instant at which the approval lapses, ISO 8601; nothing where none was needed. */
  get until(): string | undefined {
    return this.current && new Date(this.current.lapsesAt).toISOString();
  }

  /** Whether what was approved may still be carried out: an approval that lapsed meanwhile counts no more. */
  get isValid(): boolean {
    return !this.current || this.now() < this.current.lapsesAt;
  }

  /**
   * Enters the stage APPROVAL and waits until enough people have agreed; what takes too long lapses and begins anew, with attention.
   * What people have agreed to in an earlier run counts.
   * @returns false when the proposal was withdrawn meanwhile.
   */
  async obtain(proposal: Proposal): Promise<boolean> {
    const { withdrawals } = this;
    if (!this.isValid) this.current = undefined;
    const digest = await digests.digestOf(proposal.content);
    if (withdrawals !== this.withdrawals) return false;
    // In a run that goes on from another one, the content comes anew.
    if (this.current?.digest === digest) this.current = { ...this.current, content: proposal.content };
    let outcome: Outcome = 'lapsed';
    while (outcome === 'lapsed') {
      if (this.current?.digest !== digest || !this.isValid) this.open(digest, proposal);
      outcome = await this.untilDecided();
      if (outcome === 'lapsed') this.raiseLapse();
    }
    return outcome === 'approved';
  }

  carry(): CarriedApproval {
    // The rows of a batch are many, and the digest stands for them.
    const { content: _rows, ...current } = this.current ?? {};
    return { ...(this.current && { current: current as OpenApproval }) };
  }

  takeOver({ current }: CarriedApproval): void {
    this.current = current;
  }

  private open(digest: string, { content, rule, makers, expiresHours }: Proposal): void {
    const { clock, facts } = this.owner;
    const termMs = patience(clock, expiresHours * HOUR_MS) * clock.rate;
    const lapsesAt = this.now() + termMs;
    this.current = { content, digest, rule, makers, approvers: [], proofs: [], lapsesAt };
    this.owner.enter('APPROVAL');
    facts.digest = digest;
    this.showProgress(this.current);
  }

  private async untilDecided(): Promise<Outcome> {
    if (this.current && isApproved(this.current)) return 'approved';
    const lapsesAt = this.current?.lapsesAt ?? 0;
    const leftMs = realDuration(this.owner.clock, lapsesAt - this.now());
    const decided = () => condition(() => !this.current || isApproved(this.current)).then(() => true);
    const wait = () => within(leftMs, decided, 'the approval lapses');
    if (!(await waitFor(this.owner, this.wait, wait, new Date(lapsesAt).toISOString()))) return 'lapsed';
    return this.current ? 'approved' : 'withdrawn';
  }

  private raiseLapse(): void {
    this.owner.raiseAttention('it was not approved in time; what was given has lapsed', [
      'approve',
      'reject',
      'cancel',
    ]);
  }

  private showProgress(approval: Approval): void {
    this.owner.facts.approvals = confirmationsOf(approval);
    this.owner.publish();
  }

  private now(): number {
    return businessNow(this.owner.clock, Date.now());
  }
}

const confirmationsOf = ({ approvers, rule }: Approval) => `${approvers.length} of ${rule.approvals}`;
