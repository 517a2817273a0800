import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CasePage, CommandBody, Kind, Receipt } from '../../../src/desk/contract';
import { PROPOSED } from '../../../src/domain/case/agreement';
import { Note } from '../parts/frames';
import { useNamedSentence, useNames } from '../parts/person';
import { Instant } from '../parts/instant';
import { useSession } from '../api/session';
import { isProblem } from '../api/problem';
import { caseQuery, givenQuery, LISTS } from '../api/queries';
import { useKeptNote } from './kept-note';
import { aboutOf, followsIn, rejectionOf } from './receipt-words';
import { Refusal } from './refusal';

/** A receipt, with the command it is for. */
export interface Given {
  readonly kind: Kind;
  readonly reference: string;
  readonly summary: string;
  readonly receipt: Receipt;
  readonly fields?: CommandBody['fields'];
  /** Digest of the content decided about. */
  readonly digest?: string;
  /** What the form showed as decided about, in a line. */
  readonly about?: string;
  /** Whether it was given by a login, so that no form told what it is about. */
  readonly isByLogin?: boolean;
  /** When it came, by this machine's clock. */
  readonly atMs: number;
}

interface Receipts {
  readonly given: readonly Given[];
  readonly add: (given: Omit<Given, 'atMs'>) => void;
  /** Request ids of the receipts that the person has dismissed. */
  readonly dismissed: readonly string[];
  readonly dismiss: (requestId: string) => void;
}

const Context = createContext<Receipts>({
  given: [],
  add: () => undefined,
  dismissed: [],
  dismiss: () => undefined,
});

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
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const dismiss = useCallback((requestId: string) => setDismissed((all) => [...all, requestId]), []);
  const value = useMemo(() => ({ given, add, dismissed, dismiss }), [given, add, dismissed, dismiss]);
  return <Context value={value}>{children}</Context>;
}

export const useReceipts = (): Receipts => use(Context);

interface ReceiptListProps {
  readonly kind?: Kind;
  readonly reference?: string;
}

/**
 * The receipts of a case, or over a list the latest since the page was opened, which takes no room from its rows;
 * screen readers announce each.
 */
export function ReceiptList({ kind, reference }: ReceiptListProps) {
  const [openedMs] = useState(Date.now);
  const isOverList = reference === undefined;
  const isNew = ({ atMs, isByLogin }: Given) => atMs >= openedMs || isByLogin === true;
  const { given, dismissed, dismiss } = useReceipts();
  const here = given
    .filter((one) => kind === undefined || one.kind === kind)
    .filter((one) => (isOverList ? isNew(one) : one.reference === reference))
    .slice(0, isOverList ? 1 : 2)
    .filter(({ receipt }) => !dismissed.includes(receipt.requestId));
  const takeAway = (requestId: string) => {
    dismiss(requestId);
    document.getElementById('page')?.focus({ preventScroll: true });
  };
  return (
    <div
      role="log"
      aria-label="Receipts"
      aria-live="polite"
      className={isOverList ? 'over-list no-print' : 'stack tight'}
    >
      {here.map((one) => (
        <ReceiptNote
          key={one.receipt.requestId}
          given={one}
          isNew={one.atMs >= openedMs}
          {...(isOverList && { onDismiss: () => takeAway(one.receipt.requestId) })}
        />
      ))}
    </div>
  );
}

interface ReceiptNoteProps {
  readonly given: Given;
  /** Whether it came while the page was open, perhaps above the visible part. */
  readonly isNew: boolean;
  /** Takes it away; missing where it stands between other parts of a page. */
  readonly onDismiss?: () => void;
}

function ReceiptNote({ given, isNew, onDismiss }: ReceiptNoteProps) {
  const { summary, reference, receipt } = given;
  const { acceptedAt, requestId, repeated, proposed } = receipt;
  const shown = useCaseAfter(given);
  // After the answer to a proposal the case asks for something else.
  const isOfCase = given.isByLogin && receipt.command === 'approve';
  const about = given.about ?? (isOfCase && shown && aboutOfCase(shown));
  const since = useDecidedSince(given);
  const rejected = proposed === undefined ? rejectionOf(given) : undefined;
  const isOver = onDismiss !== undefined;
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNew && !isOver) note.current?.scrollIntoView({ block: 'center' });
  }, [isNew, isOver]);
  return (
    <div ref={note} className={isOver ? 'card flush' : undefined}>
      <Note tone="good">
        <strong>
          {reference}: {summary}
        </strong>
        <span className="break">
          {[
            rejected ? `${[rejected, about].filter(Boolean).join(': ')}.` : about && `${about}.`,
            repeated
              ? 'This same request had been accepted before; nothing was changed this time.'
              : proposed === undefined
                ? !rejected && 'Accepted.'
                : (since ?? 'Accepted as a proposal: it takes effect once a second person has approved it.'),
            shown && (isKept(given, shown) ? KEPT_ANSWER : followsIn(shown, given)),
          ]
            .filter(Boolean)
            .join(' ')}
        </span>
        <span className="small soft">
          Receipt <code>{requestId}</code>, <Instant at={acceptedAt} />
        </span>
        {onDismiss && (
          <div>
            <Button size="xs" variant="default" onClick={onDismiss}>
              Dismiss
            </Button>
          </div>
        )}
      </Note>
    </div>
  );
}

const OFFER_ANSWERS = ['acceptOffer', 'declineOffer'];

/** Time in which a case goes on after a decision, so that it is asked often, in milliseconds. */
const SETTLING_MS = 10_000;
const ASK_EVERY_MS = 1_000;
/** Afterwards others may release it, or agree, while the receipt stands. */
const ASK_LATER_EVERY_MS = 5_000;

/** Whether it decides about a case, so that what was read before does not show it. */
export const isDecision = ({ about, digest, isByLogin, receipt }: Given): boolean =>
  (about ?? digest) !== undefined ||
  isByLogin === true ||
  ['withdraw', ...OFFER_ANSWERS].includes(receipt.command);

/** The person's latest decision on a case, as long as its page, as last read, has not caught up with it. */
export function useDecisionUnderWay({ kind, reference, stage, commands }: CasePage): string | undefined {
  const { given } = useReceipts();
  const { dataUpdatedAt } = useQuery({ ...caseQuery(kind, reference), enabled: false });
  const last = given.find((one) => one.kind === kind && one.reference === reference);
  if (!last || !isDecision(last) || last.receipt.proposed !== undefined) return undefined;
  const { receipt, atMs, summary } = last;
  const isStillOffered =
    stage === receipt.stage && commands.some(({ name, allowed }) => name === receipt.command && allowed);
  const isOld = dataUpdatedAt <= atMs || (isStillOffered && dataUpdatedAt < atMs + SETTLING_MS);
  return isOld ? summary : undefined;
}

/** The case after the receipt of a decision: others may have agreed while the form was open. */
function useCaseAfter(given: Given) {
  const { kind, reference, receipt, atMs } = given;
  const { data, dataUpdatedAt } = useQuery({
    ...caseQuery(kind, reference),
    enabled: isDecision(given) && receipt.proposed === undefined,
    refetchInterval: ({ state }) => {
      if (Date.now() < atMs + SETTLING_MS) return ASK_EVERY_MS;
      return state.data?.ended ? false : ASK_LATER_EVERY_MS;
    },
  });
  return isDecision(given) && receipt.proposed === undefined && dataUpdatedAt > atMs ? data : undefined;
}

/** What became of a proposal that no longer stands on the page of its case, as last read: an equal one may stand since. */
function useDecidedSince({ kind, reference, summary, receipt, atMs }: Given): string | undefined {
  const { proposed, acceptedAt } = receipt;
  const { data, dataUpdatedAt } = useQuery({ ...caseQuery(kind, reference), enabled: false });
  const nameOf = useNames();
  const me = useSession().data?.subject;
  const next = data?.timeline.find(({ at, what }) => at > acceptedAt && what === PROPOSED + summary);
  const isOpen = !next && data?.approvals.some(({ digest }) => digest === proposed) !== false;
  if (!data || proposed === undefined || isOpen || dataUpdatedAt < atMs + 2 * ASK_EVERY_MS) return undefined;
  const isOfIt = ({ at, digest }: CasePage['decisions'][number]) =>
    digest === proposed && at > acceptedAt && !(next && at > next.at);
  const last = data.decisions.find(isOfIt);
  if (last?.command === 'refuseProposal')
    return `It was a proposal, which ${last.by === me ? 'you have withdrawn' : `${nameOf(last.by)} has rejected`}.`;
  const agreed = last ? `, to which ${nameOf(last.by)} has agreed` : '';
  return `It was a proposal${agreed}, and does not wait any more: the page says what became of it.`;
}

/** Amount and payee as the case has them now. */
const aboutOfCase = ({ approvals, payout }: CasePage): string | undefined => {
  const item = approvals.find(({ what }) => what === 'case') ?? payout;
  return item && aboutOf(item);
};

const KEPT_ANSWER =
  'The loan is held: the bank gets the answer once an officer says that what the applicant was asked for came back.';

/** Whether the bank does not have an answer to an offer yet, since the loan was held when it was given. */
const isKept = ({ receipt }: Given, { waiting }: CasePage): boolean =>
  OFFER_ANSWERS.includes(receipt.command) &&
  waiting?.for === 'APPLICANT' &&
  waiting.since <= receipt.acceptedAt;

/** The request id in the address after a login for a command; no route reads it. */
const requestId = new URLSearchParams(window.location.search).get('given') ?? '';

/** The outcome of a command after its login: adds the receipt to the others, or shows the refusal. */
export function GivenAfterLogin() {
  const { data, error } = useQuery(givenQuery(requestId));
  const { add } = useReceipts();
  const client = useQueryClient();
  const named = useNamedSentence();
  const receipt = data?.receipt;
  const kept = useKeptNote(data, receipt?.command ?? '');
  useEffect(() => {
    if (!data || !receipt) return;
    add({ ...data, receipt, isByLogin: true });
    kept.keep('');
    void client.invalidateQueries({ queryKey: [LISTS] });
  }, [data, receipt, add, client, kept]);
  // An old address, whose command the desk no longer keeps.
  if (isProblem(error) && error.is('not-found')) return null;
  if (error) return <Refusal error={error} />;
  if (data?.refusal === undefined) return null;
  return (
    <Note tone="danger" role="alert">
      <strong>
        {data.reference}: {data.summary}: {data.isUnknown ? 'unknown whether it took effect' : 'not done'}
      </strong>
      <span className="break">
        {named(data.refusal)}
        {kept.note !== '' && ` Your note was: “${kept.note}”`}
        {data.isUnknown && ' Look at the page of the case in a minute: it names what was decided.'}
      </span>
    </Note>
  );
}
