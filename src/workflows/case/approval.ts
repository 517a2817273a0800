import { condition, setHandler } from '@temporalio/workflow';
import {
  approvalRefusal,
  isApproved,
  termsOf,
  type Approval,
  type Agreement,
  type ApprovalRule,
  type Agreed,
} from '../../domain/case/approval';
import type { ProvenAct } from '../../domain/case/proof';
import type { ShownApproval } from '../../domain/case/snapshot';
import type { WaitName } from '../../domain/case/waits';
import { approvalContentQuery } from '../../domain/wire/messages';
import { businessNow, patience, realDuration } from '../../domain/time/clock';
import { digests } from '../activity-proxies';
import { within } from './races';
import type { Case } from './case';
import type { FurtherApproval } from './failures';
import { waitFor } from './steps';

const HOUR_MS = 3_600_000;
const LAPSED = 'it was not approved in time; what was given has lapsed';

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

/** An approval as its case has it. */
interface OpenApproval extends Approval {
  readonly content: unknown;
  /** Business milliseconds. */
  readonly lapsesAt: number;
  readonly proofs: readonly ProvenAct[];
}

/** The rule that the gate has asked for; the rest is missing once people have been asked. */
type Wanted = Pick<FurtherApproval, 'rule'> & Partial<FurtherApproval>;

type Outcome = 'approved' | 'lapsed' | 'withdrawn';

/** The approval of a case by as many people as a rule asks for (maker–checker), shown as facts of the case. */
export class CaseApproval {
  private current: OpenApproval | undefined;
  private wanted: Wanted | undefined;
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

  /** The gate sends nothing until more people have agreed, or others. */
  want(wanted: FurtherApproval): void {
    this.wanted = wanted;
  }

  /** By which rule the gate wants it approved; nothing while it has not said so. */
  get wantedRule(): ApprovalRule | undefined {
    return this.wanted?.rule;
  }

  /** What was proposed has changed: whatever was agreed to it is void. */
  withdraw(): void {
    this.withdrawals++;
    this.current = undefined;
    this.wanted = undefined;
    delete this.owner.facts.digest;
    delete this.owner.facts.approvals;
  }

  /** What is to be approved now, for people. */
  get shown(): ShownApproval | undefined {
    if (!this.current || isApproved(this.current)) return undefined;
    const { digest, rule, makers, approvers, lapsesAt } = this.current;
    const [confirmations, until] = [confirmationsOf(this.current), new Date(lapsesAt).toISOString()];
    return { digest, confirmations, ...termsOf(rule), makers, approvers, until };
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
   * @returns false when the proposal was withdrawn meanwhile.
   */
  async obtain(proposal: Proposal): Promise<boolean> {
    const { withdrawals } = this;
    if (!this.isValid) this.current = undefined;
    const digest = await digests.digestOf(proposal.content);
    if (withdrawals !== this.withdrawals) return false;
    this.takeUpWanted(digest, proposal);
    let outcome: Outcome = 'lapsed';
    while (outcome === 'lapsed') {
      if (this.current?.digest !== digest || !this.isValid) this.open(digest, proposal);
      outcome = await this.untilDecided();
      if (outcome === 'lapsed') this.raise(LAPSED);
    }
    return outcome === 'approved';
  }

  private open(digest: string, { content, rule, makers, expiresHours }: Proposal): void {
    const fresh = { approvers: [], proofs: [], lapsesAt: this.lapseAfter(expiresHours) };
    this.ask({ content, digest, rule, makers, ...fresh });
  }

  /** What people have agreed to stands; who of them counts by the rule that is wanted now, the gate has said. */
  private takeUpWanted(digest: string, proposal: Proposal): void {
    const { rule, agreed: approvers = [], why } = this.wanted ?? {};
    if (!rule || why === undefined) return;
    this.wanted = { rule };
    const lapsesAt = this.lapseAfter(proposal.expiresHours);
    if (this.current?.digest === digest) this.ask({ ...this.current, rule, approvers, lapsesAt });
    else this.open(digest, proposal);
    this.raise(why);
  }

  private ask(approval: OpenApproval): void {
    this.current = approval;
    this.owner.enter('APPROVAL');
    this.owner.facts.digest = approval.digest;
    this.showProgress(approval);
  }

  private lapseAfter(hours: number): number {
    return this.now() + patience(this.owner.clock, hours * HOUR_MS) * this.owner.clock.rate;
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

  private raise(cause: string): void {
    this.owner.raiseAttention(cause, ['approve', 'reject', 'cancel']);
  }

  private showProgress(approval: Approval): void {
    this.owner.facts.approvals = confirmationsOf(approval);
    this.owner.publish();
  }

  private readonly now = () => businessNow(this.owner.clock, Date.now());
}

const confirmationsOf = ({ approvers, rule }: Approval) => `${approvers.length} of ${rule.approvals}`;
