import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Kind, OfferedCommand } from '../../../src/desk/contract';
import { post } from '../api/client';
import { signWithDevice } from '../api/device';
import { isProblem, mistakeAt } from '../api/problem';
import { banksQuery, LISTS } from '../api/queries';
import { useSending } from '../api/sending';
import { goToLogin } from '../api/session';
import { codeIn, isBankField } from '../parts/bank-code';
import { checkTyped, initialOf, type Typed } from './field-values';
import { isBound, isForStage, STOPPING } from './form-standing';
import { useKeptNote } from './kept-note';
import { aboutOfFields } from './receipt-words';
import { useReceipts } from './receipts';

/** The case that a command is for, as the page showed it. */
export interface Target {
  readonly kind: Kind;
  readonly reference: string;
  readonly stage?: string;
  /** How often its content had been changed. */
  readonly changes?: number;
  /** Digest of the content decided about. */
  readonly digest?: string;
  /** What is decided about, in a line, for the receipt. */
  readonly about?: string;
}

interface UseCommand {
  readonly target: Target;
  readonly command: OfferedCommand;
  /** The page to come back to from a login for the command, if not that of the case. */
  readonly back: string | undefined;
  readonly onDone: () => void;
}

const newKey = () => crypto.randomUUID();

/**
 * One command: its typed texts, their problems, and its sending. A repeat after an answer that never came has
 * the same key and so takes effect at most once; a refused and corrected command gets a new key.
 */
export function useCommand({ target, command, back, onDone }: UseCommand) {
  const [typed, setTyped] = useState<Typed>(() => initialOf(command.fields));
  const kept = useKeptNote(target, command.name);
  const [note, setNote] = useState(kept.note);
  const [isTried, setTried] = useState(false);
  const key = useRef(newKey());
  const receipts = useReceipts();
  const client = useQueryClient();
  const { data: { banks = [] } = {} } = useQuery({
    ...banksQuery,
    enabled: command.fields.some(({ name }) => isBankField(name)),
  });
  const codeOf = ([name, text]: [string, string]) =>
    [name, isBankField(name) ? (codeIn(banks, text.trim()) ?? text) : text] as const;
  // What is decided about is the form's, which may have gone on with the case as it is now.
  const decided = initialOf(command.fields.filter(({ kind: one }) => one === 'sha256'));
  const meant = Object.fromEntries(Object.entries({ ...typed, ...decided }).map(codeOf));
  const checked = checkTyped(command.fields, meant, note);
  const { kind, reference, stage, changes } = target;
  const give = (signal: AbortSignal, passkey?: Awaited<ReturnType<typeof signWithDevice>>) =>
    post('/api/cases/:kind/:reference/commands/:command', {
      params: { kind, reference, command: command.name },
      key: key.current,
      signal,
      body: {
        fields: checked.values,
        ...(isForStage(command) && { expectedStage: stage }),
        ...(STOPPING.includes(command.name) && { seenStage: stage }),
        ...(changes === undefined || !isBound(command.name) ? {} : { expectedChanges: changes }),
        ...(note.trim() === '' ? {} : { note: note.trim() }),
        ...(passkey && { passkey }),
      },
    });
  const readAnew = () => {
    void client.invalidateQueries({ queryKey: ['case', kind, reference] });
    void client.invalidateQueries({ queryKey: [LISTS] });
  };
  const sending = useSending({
    send: (signal) =>
      give(signal).catch(async (error: unknown) => {
        if (!isProblem(error) || !error.is('passkey') || error.challenge === undefined) throw error;
        return give(signal, await signWithDevice(error.challenge));
      }),
    onSuccess: (receipt) => {
      const fields = checked.values;
      const about = target.about ?? aboutOfFields(fields);
      receipts.add({ ...target, ...(about && { about }), summary: command.summary, receipt, fields });
      readAnew();
      kept.keep('');
      onDone();
    },
    // The desk has stored the command, and sends it when the person comes back.
    onError: (error) => {
      if (isProblem(error) && (error.is('changed') || error.is('refused'))) readAnew();
      if (isProblem(error) && error.is('fresh-login') && error.login !== undefined) {
        // Who comes back without a login finds it again.
        kept.keep(note);
        goToLogin(error.login, back ?? `/cases/${kind}/${reference}`);
      }
    },
  });
  /** A form that is being sent keeps what it sends. */
  const change = (act: () => void) => {
    if (sending.isPending) return;
    act();
    if (sending.isError) {
      key.current = newKey();
      sending.reset();
    }
  };
  return {
    typed,
    note,
    values: checked.values,
    needsNote: checked.needsNote,
    type: (name: string, value: string) => change(() => setTyped((all) => ({ ...all, [name]: value }))),
    setNote: (value: string) => change(() => setNote(value)),
    problemOf: (name: string) =>
      (isTried ? checked.problems[name] : undefined) ??
      mistakeAt(sending.error, `fields.${name}`) ??
      mistakeAt(sending.error, name),
    /** Makes of what was refused another request, with the typed text. */
    change,
    isSending: sending.isPending,
    error: sending.error,
    send: () => {
      setTried(true);
      if (Object.keys(checked.problems).length === 0) sending.send();
    },
    isNoteKept: kept.note !== '',
    /** Keeps the note for the next form of this command on this case. */
    keepNote: () => kept.keep(note),
    cancel: () => {
      kept.keep('');
      sending.cancel(onDone);
    },
  };
}
