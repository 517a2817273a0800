import { Kbd, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import type { QueryOf, RepaymentRow } from '../../../../src/desk/contract';
import { post } from '../../api/client';
import { isProblem } from '../../api/problem';
import { caseQuery, LISTS, repaymentsQuery } from '../../api/queries';
import { CommandDialog } from '../../commands/command-dialog';
import { Dialog, FormDialog } from '../../commands/form-dialog';
import { useReceipts } from '../../commands/receipts';
import { Refusal } from '../../commands/refusal';
import { nairaText } from '../../format/money';
import {
  callAgainDay,
  callAgainNote,
  isOfCall,
  NO_ANSWER,
} from '../../../../src/domain/repayment/call-again';
import { addDays } from '../../../../src/domain/time/lagos-days';
import { Loaded } from '../../parts/loaded';

/** A note about a call to the borrower of a loan. */
interface CallNote {
  readonly reference: string;
  readonly text: string;
}

/** A note that was refused, or may not have been written. */
interface Failure {
  readonly note: CallNote;
  readonly error: unknown;
}

/** Writes notes into the timelines of loans. A note without an answer is sent again under the same key. */
function useCallNotes() {
  const keys = useRef(new Map<string, string>());
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const receipts = useReceipts();
  const client = useQueryClient();
  const sending = useMutation({
    mutationFn: (note: CallNote) => {
      const key = keys.current.get(nameOf(note)) ?? crypto.randomUUID();
      keys.current.set(nameOf(note), key);
      const { reference, text } = note;
      return post('/api/cases/:kind/:reference/commands/:command', {
        params: { kind: 'loan', reference, command: 'addNote' },
        key,
        body: { fields: { text } },
      });
    },
    onMutate: (note) => setFailures((all) => all.filter((one) => nameOf(one.note) !== nameOf(note))),
    onSuccess: (receipt, note) => {
      keys.current.delete(nameOf(note));
      receipts.add({
        kind: 'loan',
        reference: note.reference,
        summary: note.text,
        receipt,
        fields: { text: note.text },
      });
      void client.invalidateQueries({ queryKey: [LISTS] });
    },
    // Several notes may be on their way at a time.
    onError: (error, note) => {
      if (!isProblem(error) || !error.isUnanswered) keys.current.delete(nameOf(note));
      setFailures((all) => [...all, { note, error }]);
    },
  });
  return { ...sending, failures };
}

const nameOf = ({ reference, text }: CallNote) => `${reference}: ${text}`;

/** The acts on a loan's row after a call, by key. */
export type CallActs = Readonly<Record<'p' | 'n' | 'c', (reference: string) => void>>;

/** Records the result of a call by one key on the loan's row. @returns the acts, and the forms they open */
export function useCalls(rows: readonly RepaymentRow[]) {
  // An open form keeps its row, also once the loan has left the list.
  const [open, setOpen] = useState<{ readonly form: 'promised' | 'again'; readonly row: RepaymentRow }>();
  const notes = useCallNotes();
  const form = (name: 'promised' | 'again') => (reference: string) => {
    const row = rows.find((one) => one.reference === reference);
    notes.reset();
    setOpen(row && { form: name, row });
  };
  const acts: CallActs = {
    p: form('promised'),
    n: (reference) => notes.mutate({ reference, text: NO_ANSWER }),
    c: form('again'),
  };
  const close = () => setOpen(undefined);
  const shown: ReactNode = (
    <>
      {notes.failures.map(({ note, error }) => (
        <section key={nameOf(note)} aria-label={nameOf(note)}>
          <strong>{nameOf(note)}</strong>
          <Refusal error={error} />
        </section>
      ))}
      {open?.form === 'promised' && <Promised row={open.row} onClose={close} />}
      {open?.form === 'again' && (
        <CallAgain
          row={open.row}
          isSending={notes.isPending}
          error={notes.error}
          onSend={(text) => notes.mutate({ reference: open.row.reference, text }, { onSuccess: close })}
          onClose={close}
        />
      )}
    </>
  );
  return { acts, shown };
}

/** Explains the keys. */
export const CallKeys = () => (
  <p className="small soft no-print">
    <Kbd>j</Kbd> and <Kbd>k</Kbd> choose a loan. Then, after a call: <Kbd>p</Kbd> promised to pay,{' '}
    <Kbd>n</Kbd> no answer, <Kbd>c</Kbd> call again.
  </p>
);

/** Longest time until the list shows a command to a loan. */
const FOLLOWS_WITHIN_MS = 120_000;

type Due = NonNullable<QueryOf<'repayments'>['due']>;

/** Adds to a list, read at `listedMs`, the commands given here shortly before, and the loans that they bring into it. */
export function useTold(due: Due, rows: readonly RepaymentRow[], listedMs: number): readonly RepaymentRow[] {
  const fresh = useReceipts().given.filter(
    ({ kind, receipt, atMs }) =>
      kind === 'loan' && receipt.proposed === undefined && atMs > listedMs - FOLLOWS_WITHIN_MS,
  );
  const isListed = (reference: string) => rows.some((row) => row.reference === reference);
  const missing = fresh.filter(({ reference }) => !isListed(reference));
  const { data: all } = useQuery({
    ...repaymentsQuery({}),
    enabled: missing.length > 0 && (due === 'promised' || due === 'calls'),
  });
  const others = (all?.rows ?? []).filter(
    (row) => !isListed(row.reference) && missing.some((given) => isBrought(due, row, given)),
  );
  return [...rows, ...others].map((row) => {
    const told = (field: string) =>
      fresh.find(({ reference, fields }) => reference === row.reference && fields?.[field] !== undefined)
        ?.fields?.[field];
    const [text, promisedOn] = [told('text'), told('promisedOn')];
    return {
      ...row,
      ...(text !== undefined && { lastNote: { on: row.today, text: String(text) } }),
      ...(isOfCall(String(text)) && { callOn: callAgainDay(String(text)) }),
      ...(promisedOn !== undefined && { promisedOn: String(promisedOn), promise: 'OPEN' as const }),
    };
  });
}

/** Whether a command that was just given brings its loan into a list. */
function isBrought(
  due: Due,
  { reference, today }: RepaymentRow,
  given: ReturnType<typeof useReceipts>['given'][number],
): boolean {
  const { promisedOn, text } = given.fields ?? {};
  if (given.reference !== reference) return false;
  if (due === 'promised') return promisedOn !== undefined;
  return due === 'calls' && (promisedOn ?? callAgainDay(String(text)) ?? LATER) <= today;
}

const LATER = '9';

interface LoanFormProps {
  readonly row: RepaymentRow;
  readonly onClose: () => void;
}

/** The borrower to call, and the overdue amount. */
const Debt = ({ row: { reference, name = reference, overdueKobo } }: Pick<LoanFormProps, 'row'>) => (
  <p>
    {name}: {nairaText(overdueKobo)} overdue
  </p>
);

/** The form of a promise, as on the loan's page, or the reason why the case does not offer it. */
function Promised({ row, onClose }: LoanFormProps) {
  const { reference } = row;
  const query = useQuery({ ...caseQuery('loan', reference), refetchInterval: false });
  const offered = query.data?.commands.find(({ name }) => name === 'recordPromise');
  const title = `${reference}: promised to pay`;
  // An open form keeps its text, also once the case takes no promise any more.
  const [isOpen, setOpen] = useState(false);
  if (!isOpen && offered?.allowed) setOpen(true);
  // A dialog that only shows loading would keep the focus from returning to the row.
  if (query.isPending) return null;
  if (query.data && offered && (offered.allowed || isOpen))
    return (
      <CommandDialog
        title={title}
        target={{ kind: 'loan', reference, stage: query.data.stage }}
        command={offered}
        documents={[]}
        about={<Debt row={row} />}
        onClose={onClose}
      />
    );
  return (
    <Dialog title={title} onClose={onClose}>
      <Loaded query={query} what={`Loan ${reference}`}>
        {({ unanswered }) => <p>{offered?.whyNot ?? unanswered ?? 'This loan takes no promise now.'}</p>}
      </Loaded>
    </Dialog>
  );
}

interface CallAgainProps extends LoanFormProps {
  readonly isSending: boolean;
  readonly error: unknown;
  readonly onSend: (text: string) => void;
}

/** Asks for the day on which to call again; by default tomorrow. */
function CallAgain({ row, onSend, ...dialog }: CallAgainProps) {
  const { reference, today } = row;
  const [on, setOn] = useState(() => addDays(today, 1));
  return (
    <FormDialog title={`${reference}: call again`} {...dialog} onSend={() => onSend(callAgainNote(on))}>
      <Debt row={row} />
      <TextInput
        type="date"
        name="on"
        label="Day"
        data-autofocus
        required
        min={today}
        value={on}
        onChange={(event) => setOn(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
