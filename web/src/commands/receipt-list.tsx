import type { Kind } from '../../../src/desk/contract';
import { Note } from '../parts/frames';
import { Instant } from '../parts/instant';
import { spoken } from '../format/words';
import { useReceipts, type Given } from './receipts';

interface ReceiptListProps {
  readonly kind?: Kind;
  readonly reference?: string;
  /** Of the latest ones, so many. */
  readonly most?: number;
}

/** The receipts of what was done here, the latest first; a screen reader tells each as it comes. */
export function ReceiptList({ kind, reference, most = 2 }: ReceiptListProps) {
  const here = useReceipts().given.filter(
    (one) =>
      (kind === undefined || one.kind === kind) && (reference === undefined || one.reference === reference),
  );
  return (
    <div role="log" aria-label="Receipts" aria-live="polite" className="stack tight">
      {here.slice(0, most).map((one) => (
        <ReceiptNote key={one.receipt.requestId} given={one} />
      ))}
    </div>
  );
}

function ReceiptNote({ given: { summary, reference, receipt } }: { readonly given: Given }) {
  const { stage, acceptedAt, requestId, repeated, proposed } = receipt;
  return (
    <Note tone="good">
      <strong>
        {reference}: {summary}
      </strong>
      <span>
        {repeated
          ? 'This same request had been accepted before; nothing was changed this time.'
          : `Accepted. The case stands in ${spoken(stage)}.`}{' '}
        {proposed !== undefined &&
          'Accepted as a proposal: it takes effect once a second person has confirmed this digest.'}
      </span>
      {proposed !== undefined && <span className="digest">{proposed}</span>}
      <span className="small soft">
        Receipt <code>{requestId}</code>, <Instant at={acceptedAt} />
      </span>
    </Note>
  );
}
