import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { get, post } from '../api/client';
import { isProblem } from '../api/problem';
import { banksQuery, LISTS } from '../api/queries';
import { useSession } from '../api/session';
import { makeDocument } from './document';
import { draftOf } from './drafts';
import { fieldsOf, type Schema, type SchemaField, type Typed } from './fields';

/** The kinds of case that forms start, with their addresses. */
const STARTS = { loan: '/api/loans', payout: '/api/payouts' } as const;
export type Startable = keyof typeof STARTS;

/** The desk's schema of the input that starts a case. */
export const useSchema = (kind: Startable) =>
  useQuery({
    queryKey: ['schema', kind],
    queryFn: async ({ signal }) =>
      (await get('/api/schemas/:kind', { params: { kind }, signal })) as unknown as Schema,
    staleTime: Infinity,
  });

/** A form that starts a case: its typed texts, kept as a draft, their problems, and sending. */
export function useStart(kind: Startable, schema: Schema) {
  const { subject = '', branch } = useSession().data ?? {};
  const draft = draftOf(kind, subject);
  // With its references, so that a repeat after an answer that never came has the same ones.
  const [{ typed, found: foundDraft }, setDraft] = useState(() => draft.begin(proposedReferences(kind)));
  const [tried, setTried] = useState<readonly string[]>([]);
  const key = useRef(crypto.randomUUID());
  const navigate = useNavigate();
  const client = useQueryClient();
  // The desk sets the branch of the person logged in, whatever a form says.
  const fields = fieldsOf(schema, typed).filter(({ path }) => path !== 'branch' || branch === undefined);
  const { data: { banks } = {} } = useQuery(banksQuery);
  const { document, problems } = makeDocument(fields, typed, banks);
  const sending = useMutation({
    mutationFn: () => post(STARTS[kind], { key: key.current, body: document }),
    onSuccess: (started) => {
      if (started.outcome === 'found') return;
      draft.write({});
      void client.invalidateQueries({ queryKey: [LISTS] });
      void navigate({ to: '/cases/$kind/$reference', params: { kind, reference: started.reference } });
    },
  });
  const { error: refusal, data: answer } = sending;
  useEffect(() => (refusal ? focusFirstWrong() : undefined), [refusal]);
  const mistakes = mistakesByPath(refusal);
  const change = (next: ReturnType<typeof draft.begin>) => {
    setDraft(next);
    draft.write(next.typed);
    if (!sending.isIdle) {
      key.current = crypto.randomUUID();
      sending.reset();
    }
  };
  return {
    fields,
    typed,
    document,
    banks,
    isSending: sending.isPending,
    error: refusal,
    /** The reference of the case that had been started with just this before, if the desk found one. */
    found: answer?.outcome === 'found' ? answer.reference : undefined,
    valueOf: ({ path, initial }: SchemaField) => typed[path] ?? initial,
    problemOf: ({ path }: SchemaField) =>
      (tried.includes(path) ? problems[path] : undefined) ?? mistakes[path],
    type: (values: Typed) =>
      change({ typed: { ...typed, ...values }, ...(foundDraft && { found: foundDraft }) }),
    /** How much of a draft was there when the form opened; `undefined` without one. */
    foundDraft,
    /** Begins anew, with new references. */
    clear: () => {
      setTried([]);
      change({ typed: proposedReferences(kind) });
    },
    /** Whether these fields have no problems, which the form shows from now on. */
    check: (some: readonly SchemaField[]) => {
      setTried((all) => [...new Set([...all, ...some.map(({ path }) => path)])]);
      const isRight = some.every(({ path }) => problems[path] === undefined);
      if (!isRight) requestAnimationFrame(focusFirstWrong);
      return isRight;
    },
    /** The first field that the desk or the form complains about. */
    firstWrong: () => fields.find(({ path }) => problems[path] !== undefined || mistakes[path] !== undefined),
    /** `lead` is called unless a case was started, with the first field that the desk refuses. */
    send: (lead: (wrong: SchemaField | undefined) => void) =>
      sending.mutate(undefined, {
        onSuccess: ({ outcome }) => outcome === 'found' && lead(undefined),
        onError: (error) => {
          const refused = mistakesByPath(error);
          lead(fields.find(({ path }) => refused[path] !== undefined));
        },
      }),
  };
}

/** The beginnings of the references that the forms propose, by path. */
const PROPOSED = { loan: { reference: 'LN', 'customer.reference': 'CU' }, payout: { reference: 'PO' } };

const proposedReferences = (kind: Startable): Typed =>
  Object.fromEntries(Object.entries(PROPOSED[kind]).map(([path, begin]) => [path, proposedReference(begin)]));

/** A new, unique reference, of letters only: digits might look like a person's number. */
function proposedReference(begin: string): string {
  const letters = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => ALPHABET[byte % 20]);
  return `${begin}-${new Date().getFullYear()}-${letters.join('')}`;
}

/** Letters without vowels, which could form words. */
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';

/** In the middle, since the bar on top covers what only just comes into view. */
function focusFirstWrong(): void {
  const wrong = document.querySelector<HTMLElement>('form [aria-invalid="true"]');
  wrong?.focus({ preventScroll: true });
  wrong?.scrollIntoView({ block: 'center' });
}

const mistakesByPath = (error: unknown): Typed =>
  isProblem(error)
    ? Object.fromEntries(
        error.mistakes.flatMap(({ field, message }) => (field === undefined ? [] : [[field, message]])),
      )
    : {};
