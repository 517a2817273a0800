import type { BankOperations } from '../../../bank/contract';
import type { Authorisation, SendMark } from '../../../domain/case/authorisation';
import { flushOrder, payoutOrder } from '../../../domain/payout/order';
import { gateRulesOf } from '../../../domain/payout/policy';
import { unlessStopped } from '../../case/records/admission-wait';
import type { PayoutCase } from '../payout-case';

/** What the bank answers to an order. */
export type Ordered = Awaited<ReturnType<BankOperations['createPayout']>>;

/** The one call that moves money. */
export function order(payout: PayoutCase, accountName: string, mark: SendMark): Promise<Ordered> {
  const { kind, input, bank } = payout;
  const authorisation = provenBy(payout);
  const sent =
    kind === 'flush'
      ? bank.once.flushAccount(flushOrder(input, accountName), authorisation, mark)
      : bank.once.createPayout(payoutOrder(input, accountName), authorisation, mark);
  return unlessStopped(sent, { reference: input.reference, mark });
}

/** What proves that it may be sent; nothing where messages name their own actors. What may be under way keeps its proof. */
function provenBy(payout: PayoutCase): Authorisation | undefined {
  const { sending, making, approval, commands, preApproval, isUnsent, input } = payout;
  if (isUnsent || !sending.provenBy)
    sending.provenBy = making.authorisation(commands.acts, approval, {
      policy: gateRulesOf(input.policy),
      ...(preApproval?.approved && { ofBatch: preApproval.approved }),
    });
  return sending.provenBy;
}
