import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { CommandBody, Kind, Receipt } from '../../../src/desk/contract';
import { Note } from '../parts/frames';
import { useNamedSentence } from '../parts/person';
import { Instant } from '../parts/instant';
import { isProblem } from '../api/problem';
import { givenQuery } from '../api/queries';
import { Refusal } from './refusal';

/** A receipt with what it is for. */
interface Given {
  readonly kind: Kind;
  readonly reference: string;
  readonly summary: string;
  readonly receipt: Receipt;
  readonly fields?: CommandBody['fields'];
  /** Of what was decided about. */
  readonly digest?: string;
  /** When it came, by the clock of this machine. */
  readonly atMs: number;
}

interface Receipts {
  readonly given: readonly Given[];
  readonly add: (given: Omit<Given, 'atMs'>) => void;
}

const Context = createContext<Receipts>({ given: [], add: () => undefined });

/** So many receipts are kept while the page is open. */
const KEPT = 20;

/** Keeps the receipts of this page: after a command it trusts them, not a list that follows later. */
export function ReceiptsProvider({ children }: { readonly children: ReactNode }) {
  const [given, setGiven] = useState<readonly Given[]>([]);
  const add = useCallback(
    (one: Omit<Given, 'atMs'>) =>
      setGiven((all) =>
        [
          { ...one, atMs: Date.now() },
          ...all.filter(({ receipt }) => receipt.requestId !== one.receipt.requestId),
        ].slice(0, KEPT),
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

/** The receipts of a case, or of what was done since the page was opened, the latest first; a screen reader tells each as it comes. */
export function ReceiptList({ kind, reference, most = 2 }: ReceiptListProps) {
  const [openedMs] = useState(Date.now);
  const here = useReceipts().given.filter(
    (one) =>
      (kind === undefined || one.kind === kind) &&
      (reference === undefined ? one.atMs >= openedMs : one.reference === reference),
  );
  return (
    <div role="log" aria-label="Receipts" aria-live="polite" className="stack tight">
      {here.slice(0, most).map((one) => (
        <ReceiptNote key={one.receipt.requestId} given={one} isNew={one.atMs >= openedMs} />
      ))}
    </div>
  );
}

interface ReceiptNoteProps {
  readonly given: Given;
  /** It came while the page was open, perhaps above what its person sees. */
  readonly isNew: boolean;
}

function ReceiptNote({ given: { summary, reference, receipt }, isNew }: ReceiptNoteProps) {
  const { acceptedAt, requestId, repeated, proposed } = receipt;
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNew) note.current?.scrollIntoView({ block: 'center' });
  }, [isNew]);
  return (
    <div ref={note}>
      <Note tone="good">
        <strong>
          {reference}: {summary}
        </strong>
        <span>
          {repeated
            ? 'This same request had been accepted before; nothing was changed this time.'
            : proposed === undefined
              ? 'Accepted.'
              : 'Accepted as a proposal: it takes effect once a second person has approved it.'}
        </span>
        <span className="small soft">
          Receipt <code>{requestId}</code>, <Instant at={acceptedAt} />
        </span>
      </Note>
    </div>
  );
}

/** With which the desk sends the browser back after a login for a command; the router has no place for it. */
const requestId = new URLSearchParams(window.location.search).get('given') ?? '';

/** What became of the command that the person has just logged in for: its receipt among the others, or why not. */
export function GivenAfterLogin() {
  const { data, error } = useQuery(givenQuery(requestId));
  const { add } = useReceipts();
  const named = useNamedSentence();
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
      <span className="break">{named(data.refusal)}</span>
    </Note>
  );
}
