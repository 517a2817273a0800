import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { CommandBody, Kind, Receipt } from '../../../src/desk/contract';
import { Note } from '../parts/frames';
import { useNamedSentence } from '../parts/person';
import { Instant } from '../parts/instant';
import { isProblem } from '../api/problem';
import { leftOf, morePeople } from '../format/words';
import { caseQuery, givenQuery } from '../api/queries';
import { Refusal } from './refusal';

/** A receipt, with the command it is for. */
interface Given {
  readonly kind: Kind;
  readonly reference: string;
  readonly summary: string;
  readonly receipt: Receipt;
  readonly fields?: CommandBody['fields'];
  /** Digest of the content decided about. */
  readonly digest?: string;
  /** When it came, by this machine's clock. */
  readonly atMs: number;
}

interface Receipts {
  readonly given: readonly Given[];
  readonly add: (given: Omit<Given, 'atMs'>) => void;
}

const Context = createContext<Receipts>({ given: [], add: () => undefined });

/** Most receipts kept while the page is open. */
const KEPT = 20;

/** Keeps the receipts of this page, which trusts them after a command rather than a later list. */
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
  /** Number of the latest receipts to show. */
  readonly most?: number;
}

/** The receipts of a case, or all since the page was opened, latest first; screen readers announce each. */
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
  /** Whether it came while the page was open, perhaps above the visible part. */
  readonly isNew: boolean;
}

function ReceiptNote({ given, isNew }: ReceiptNoteProps) {
  const { summary, reference, receipt } = given;
  const { acceptedAt, requestId, repeated, proposed } = receipt;
  const left = useLeft(given);
  const isKept = useIsKept(given);
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
              ? isKept
                ? 'Accepted. The loan is held: the bank gets the answer once an officer says that what the applicant was asked for came back.'
                : `Accepted.${left > 0 ? ` ${morePeople(left)} must approve it.` : ''}`
              : 'Accepted as a proposal: it takes effect once a second person has approved it.'}
        </span>
        <span className="small soft">
          Receipt <code>{requestId}</code>, <Instant at={acceptedAt} />
        </span>
      </Note>
    </div>
  );
}

/** How many more people must agree, by the case after the receipt: others may have agreed while the form was open. */
function useLeft({ kind, reference, digest, atMs }: Given): number {
  const { data, dataUpdatedAt } = useQuery({
    ...caseQuery(kind, reference),
    enabled: digest !== undefined,
    refetchInterval: false,
  });
  const open = dataUpdatedAt > atMs ? data?.approvals : undefined;
  return leftOf(open?.find((item) => item.digest === digest)?.confirmations ?? '');
}

const OFFER_ANSWERS = ['acceptOffer', 'declineOffer'];

/** Whether the bank does not have an answer to an offer yet, since the loan was held when it was given. */
function useIsKept({ kind, reference, receipt }: Given): boolean {
  const enabled = OFFER_ANSWERS.includes(receipt.command);
  const { data } = useQuery({ ...caseQuery(kind, reference), enabled, refetchInterval: false });
  const { waiting } = data ?? {};
  return enabled && waiting?.for === 'APPLICANT' && waiting.since <= receipt.acceptedAt;
}

/** The request id in the address after a login for a command; no route reads it. */
const requestId = new URLSearchParams(window.location.search).get('given') ?? '';

/** The outcome of a command after its login: adds the receipt to the others, or shows the refusal. */
export function GivenAfterLogin() {
  const { data, error } = useQuery(givenQuery(requestId));
  const { add } = useReceipts();
  const named = useNamedSentence();
  const receipt = data?.receipt;
  useEffect(() => {
    if (data && receipt) add({ ...data, receipt });
  }, [data, receipt, add]);
  // An old address, whose command the desk no longer keeps.
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
