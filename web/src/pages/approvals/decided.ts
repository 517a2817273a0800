import type { ApprovalItem } from '../../../../src/desk/contract';
import { isDecision, useReceipts, type Given } from '../../commands/receipts';

/**
 * Whether this person has decided about it, so that it waits for them no more, whatever a list says. The same may
 * be proposed once more, and then has the same digest; both times are the case's own.
 */
export const isReceiptOf = ({ kind, reference, digest, receipt }: Given, item: ApprovalItem) =>
  kind === item.kind &&
  reference === item.reference &&
  digest === item.digest &&
  !receipt.proposed &&
  item.since <= receipt.acceptedAt;

/** Tells whether an answer came after this person's latest decision and counts nothing that they have decided. */
export function useIsCounted() {
  const { given } = useReceipts();
  const decidedAtMs = Math.max(0, ...given.filter(isDecision).map(({ atMs }) => atMs));
  return (items: readonly ApprovalItem[], { dataUpdatedAt }: { readonly dataUpdatedAt: number }) =>
    dataUpdatedAt > decidedAtMs &&
    !items.some((item) => item.allowed && given.some((one) => isReceiptOf(one, item)));
}
