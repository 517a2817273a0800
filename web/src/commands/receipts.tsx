import { createContext, use, useCallback, useMemo, useState, type ReactNode, useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Kind, Receipt } from '../../../src/desk/contract';
import { Note } from '../parts/frames';
import { Instant } from '../parts/instant';
import { spoken } from '../format/words';
import { isProblem } from '../api/problem';
import { givenQuery } from '../api/queries';
import { Refusal } from './refusal';

/** A receipt with what it is for. */
interface Given {
  readonly kind: Kind;
  readonly reference: string;
  readonly summary: string;
  readonly receipt: Receipt;
  /** Of what was decided about. */
  readonly digest?: string;
}

interface Receipts {
  readonly given: readonly Given[];
  readonly add: (given: Given) => void;
}

const Context = createContext<Receipts>({ given: [], add: () => undefined });

/** So many receipts are kept while the page is open. */
const KEPT = 20;

/** Keeps the receipts of this page: after a command it trusts them, not a list that follows later. */
export function ReceiptsProvider({ children }: { readonly children: ReactNode }) {
  const [given, setGiven] = useState<readonly Given[]>([]);
  const add = useCallback(
    (one: Given) =>
      setGiven((all) =>
        [one, ...all.filter(({ receipt }) => receipt.requestId !== one.receipt.requestId)].slice(0, KEPT),
      ),
    [],
  );
  const value = useMemo(() => ({ given, add }), [given, add]);
  return <Context value={value}>{children}</Context>;
}

export const useReceipts = (): Receipts => use(Context);

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

/** With which the desk sends the browser back after a login for a command; the router has no place for it. */
const requestId = new URLSearchParams(window.location.search).get('given') ?? '';

/** What became of the command that the person has just logged in for: its receipt among the others, or why not. */
export function GivenAfterLogin() {
  const { data, error } = useQuery(givenQuery(requestId));
  const { add } = useReceipts();
  const receipt = data?.receipt;
  useEffect(() => {
    if (data && receipt) add({ ...data, receipt });
  }, [data, receipt, add]);
  // An old address: what it tells of is known by now.
  if (isProblem(error) && error.is('not-found')) return null;
  if (error) return <Refusal error={error} />;
  if (data?.refusal === undefined) return null;
  return (
    <Note tone="danger" role="alert">
      <strong>{data.summary}: not done</strong>
      <span className="break">{data.refusal}</span>
    </Note>
  );
}
