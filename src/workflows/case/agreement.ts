import { condition, setHandler } from '@temporalio/workflow';
import {
  consentRefusal,
  isAgreed,
  shownAgreement,
  withConsent,
  type Agreed,
  type ApprovalRule,
  type ByPerson,
  type Consent,
  type OpenAgreement,
} from '../../domain/case/agreement';
import type { ProvenAct } from '../../domain/case/proof';
import type { ShownApproval } from '../../domain/case/snapshot';
import type { WaitName } from '../../domain/case/waits';
import { approvalContentQuery } from '../../domain/wire/messages';
import { HOUR_MS, patience, realDuration } from '../../domain/time/clock';
import { inPlace } from '../activity-proxies';
import type { Case } from './case';
import type { FurtherApproval } from './failures';
import { waitFor, within } from './steps';

/** The terms on which people are asked to agree. */
export interface AgreementTerms {
  /** Everything that must not change once they have agreed; the digest stands for it. It holds personal data. */
  readonly content: unknown;
  readonly rule: ApprovalRule;
  /** The people who made or changed it. */
  readonly makers: readonly string[];
  /** Business hours after which the agreement lapses. */
  readonly expiresHours: number;
}

/** A new agreement, with no approvers yet. */
export const openAgreement = (
  owner: Case<string>,
  digest: string,
  { content, rule, makers, expiresHours }: AgreementTerms,
): OpenAgreement => ({
  approval: { digest, rule, makers, approvers: [] },
  content,
  until: lapseAfter(owner, expiresHours),
});

export const isValid = (owner: Case<string>, { until }: OpenAgreement): boolean => owner.now() < until;

const lapseAfter = (owner: Case<string>, hours: number): string =>
  new Date(Date.parse(owner.now()) + patience(owner.clock, hours * HOUR_MS) * owner.clock.rate).toISOString();

type Outcome = 'approved' | 'lapsed' | 'withdrawn';

const LAPSED = 'it was not approved in time; what was given has lapsed';

/** The agreement to a case as a whole before it is carried out, for which it waits in the stage APPROVAL (maker–checker). */
export class CaseApproval {
  private current: OpenAgreement | undefined;
  /** The approval rule that the gate asks for; `undefined` while it asks for none. */
  wantedRule: ApprovalRule | undefined;
  /** The gate's demand until people are asked for it. */
  private wanted: FurtherApproval | undefined;
  private withdrawals = 0;

  constructor(
    private readonly owner: Case<string>,
    private readonly wait: WaitName = 'APPROVAL',
  ) {
    setHandler(approvalContentQuery, () => (this.shown ? this.current?.content : undefined));
  }

  /** Handler of the command `approve`: one more person agrees. */
  approve(person: ByPerson): void {
    if (this.current) this.show(withConsent(this.current, person));
  }

  /** The acts by which people have agreed; none where messages name their own actors. */
  get proofs(): readonly ProvenAct[] {
    return this.current?.agreed ?? [];
  }

  /** The approvers and the digest that they agreed to, for the result. */
  get agreed(): Agreed {
    const { digest, approvers = [] } = this.current?.approval ?? {};
    return digest !== undefined && approvers.length > 0 ? { digest, approvers } : {};
  }

  /** Guard of the command `approve`: why this person may not agree now, as a sentence. */
  refusal(consent: Consent): string | undefined {
    if (!this.current) return 'there is nothing to approve yet; look again';
    const { approval } = this.current;
    return isAgreed(approval) ? 'it has been approved' : consentRefusal(approval, consent);
  }

  /** Keeps the gate's demand: it sends nothing until more people, or others, have agreed. */
  want(wanted: FurtherApproval): void {
    this.wantedRule = wanted.rule;
    this.wanted = wanted;
  }

  /** Voids the agreement: what people agreed to has changed. */
  withdraw(): void {
    this.withdrawals++;
    this.current = undefined;
    this.wantedRule = undefined;
    this.wanted = undefined;
    delete this.owner.facts.digest;
    delete this.owner.facts.approvals;
  }

  /** The open approval, as people see it. */
  get shown(): ShownApproval | undefined {
    return this.current && !isAgreed(this.current.approval) ? shownAgreement(this.current) : undefined;
  }

  /** The business instant at which the approval lapses, ISO 8601; `undefined` where none was needed. */
  get until(): string | undefined {
    return this.current?.until;
  }

  /** Whether the case may still be carried out: its approval has not lapsed. */
  get isValid(): boolean {
    return !this.current || isValid(this.owner, this.current);
  }

  /**
   * Waits in APPROVAL for enough people to agree; an approval that lapses begins anew, with attention.
   * @returns false when the proposal was withdrawn meanwhile.
   */
  async obtain(terms: AgreementTerms): Promise<boolean> {
    const { withdrawals } = this;
    if (!this.isValid) this.current = undefined;
    const digest = await inPlace.digestOf(terms.content);
    if (withdrawals !== this.withdrawals) return false;
    this.takeUpWanted(digest, terms);
    let outcome: Outcome = 'lapsed';
    while (outcome === 'lapsed') {
      if (this.current?.approval.digest !== digest || !this.isValid)
        this.ask(openAgreement(this.owner, digest, terms));
      outcome = await this.untilDecided();
      if (outcome === 'lapsed') this.raise(LAPSED);
    }
    return outcome === 'approved';
  }

  /** Asks anew by the wanted rule: earlier agreement stands, and the gate has said which approvers count. */
  private takeUpWanted(digest: string, terms: AgreementTerms): void {
    if (!this.wanted) return;
    const { rule, agreed: approvers, why } = this.wanted;
    this.wanted = undefined;
    const { current } = this;
    const anew = openAgreement(this.owner, digest, terms);
    const isSame = current?.approval.digest === digest;
    this.ask(
      isSame ? { ...current, approval: { ...current.approval, rule, approvers }, until: anew.until } : anew,
    );
    this.raise(why);
  }

  private ask(agreement: OpenAgreement): void {
    this.owner.enter('APPROVAL');
    this.owner.facts.digest = agreement.approval.digest;
    this.show(agreement);
  }

  private async untilDecided(): Promise<Outcome> {
    const { owner } = this;
    const isDecided = () => !this.current || isAgreed(this.current.approval);
    if (this.current && isDecided()) return 'approved';
    const { until = owner.now() } = this;
    const leftMs = realDuration(owner.clock, Date.parse(until) - Date.parse(owner.now()));
    const decided = () => condition(isDecided).then(() => true);
    const wait = () => within(leftMs, decided, 'the approval lapses');
    if (!(await waitFor(owner, this.wait, wait, until))) return 'lapsed';
    return this.current ? 'approved' : 'withdrawn';
  }

  private raise(cause: string): void {
    this.owner.raiseAttention(cause, ['approve', 'reject', 'cancel']);
  }

  private show(agreement: OpenAgreement): void {
    this.current = agreement;
    this.owner.facts.approvals = shownAgreement(agreement).confirmations;
    this.owner.publish();
  }
}
