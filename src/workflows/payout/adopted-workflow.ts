import { workflowInfo } from '@temporalio/workflow';
import { claimsIn, unsigned } from '../../domain/case/acts';
import { withoutReference } from '../../domain/money/remarks';
import { adoption, type Adoption, type EarlierOrder } from '../../domain/payout/adoption';
import { businessNow } from '../../domain/time/clock';
import { caseOf } from '../../domain/wire/workflow-ids';
import type { PayoutInput } from '../../domain/payout/input';
import { inPlace, vouched } from '../activity-proxies';
import { PayoutCase } from './payout-case';
import { runCase } from '../case/run-case';
import { follow } from './following';
import { sendPrepared, takeUp, toItsEnd } from './submission';
import type { PayoutResult } from '../../domain/payout/stages';

/** A payout whose earlier run was ended by force. It counts as sent until that run's history proves that it was not. */
class AdoptedCase extends PayoutCase {
  /** The order that the earlier run may have sent; `undefined` if it never sent one. */
  private order: EarlierOrder | undefined;

  constructor(private adoption: Adoption) {
    const { kind, reference } = caseOf(workflowInfo().workflowId);
    super(adoption, { reference, kind: kind === 'flush' ? 'flush' : 'payout' });
    this.sending.assume('unanswered');
  }

  /** The account name to which the earlier run may have sent it; `undefined` if it never sent it. */
  get sentTo(): string | undefined {
    return this.order?.accountName;
  }

  /** The first run's input, with the order that may have been sent: the payout may have been amended. */
  override async parse(): Promise<PayoutInput> {
    const { adoption: by, authority } = await inPlace.parseAdoption(this.adoption);
    this.adoption = by;
    const { workflowId } = workflowInfo();
    const { given, order } = await inPlace.readEarlierRun({ workflowId, runId: by.runId });
    this.order = order;
    const { signature, fields } = unsigned(given);
    const maker = claimsIn(signature.act)?.sub ?? by.actor;
    const earlier = { createdBy: maker, ...(fields as object) };
    const [succeeding] = await vouched(authority.proof, [{ workflowId, input: earlier }]);
    this.commands.acts.begunWith = succeeding;
    const input = await super.parse(succeeding);
    return order ? ordered(input, order) : input;
  }

  override opened(input: PayoutInput): void {
    super.opened(input);
    const { actor, role, reason, note } = this.adoption;
    this.contributors.changedBy({ actor });
    this.note(`${role} ${actor}`, adoption.summary, note === undefined ? reason : `${reason}: ${note}`);
    if (this.order) this.countAsSent(this.order, input);
    else this.holdUnsent();
  }

  private countAsSent({ sentAt, authorisation }: EarlierOrder, { clock }: PayoutInput): void {
    this.sending.provenBy = authorisation;
    const at = businessNow(clock, Date.parse(sentAt));
    this.sendTold('unanswered', new Date(at).toISOString());
    this.enter('SUBMITTING', 'the earlier run may have sent it');
  }

  /** The earlier run's amendments are lost, so an operator looks before it goes out. */
  private holdUnsent(): void {
    this.sending.assume('neverSent');
    this.holds.hold('system');
    this.note('system', 'The earlier run never sent it: it is held until an operator releases it');
  }
}

const ordered = (input: PayoutInput, order: EarlierOrder): PayoutInput => ({
  ...input,
  amountKobo: order.amountKobo ?? input.amountKobo,
  remark: order.remark === undefined ? input.remark : withoutReference(input.reference, order.remark),
  beneficiary: {
    ...input.beneficiary,
    bankCode: order.bankCode,
    bankName: order.bankName,
    accountNumber: order.accountNumber,
  },
});

/** Takes up a payout, or a flush, whose earlier run was ended by force, and follows it to its end. */
export async function adoptedPayoutWorkflow(adoption: Adoption): Promise<PayoutResult> {
  const payout = new AdoptedCase(adoption);
  return runCase(payout, async () => {
    const { sentTo } = payout;
    if (sentTo === undefined) await sendPrepared(payout);
    else await toItsEnd(() => takeUp(payout, sentTo));
    return toItsEnd(() => follow(payout));
  });
}
