import { Button, NativeSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, useRef } from 'react';
import { nairaText } from '../../format/money';
import { counted } from '../../format/words';
import type { BulkReply, CaseRow, OfferedCommand } from '../../../../src/desk/contract';
import { caseQuery, LISTS } from '../../api/queries';
import { keyOf } from '../../parts/case-table';
import { Badge } from '../../parts/frames';
import { post } from '../../api/client';
import { useSending } from '../../api/sending';
import { FieldInput, NoteInput } from '../../commands/field-input';
import { FormDialog } from '../../commands/form-dialog';
import { checkTyped, initialOf } from '../../commands/field-values';
import { Others } from '../../commands/others';

interface BulkBarProps {
  readonly selected: readonly CaseRow[];
  readonly onClear: () => void;
}

/** Commands for many cases at once: none of them decides about a person, an account or money. */
const FOR_MANY: readonly string[] = [
  'addNote',
  'assign',
  'recheck',
  'retry',
  'hold',
  'pause',
  'pauseCharging',
];

/** One command for all selected cases. It offers those of the first case; every case decides for itself. */
export function BulkBar({ selected, onClear }: BulkBarProps) {
  const [first] = selected;
  const [chosen, setChosen] = useState('');
  // An open form stays, also once the first case takes its command no more.
  const [opened, setOpened] = useState<OfferedCommand>();
  const [results, setResults] = useState<BulkReply['results']>([]);
  const { data } = useQuery({
    ...caseQuery(first?.kind ?? 'loan', first?.reference ?? ''),
    enabled: first !== undefined,
    refetchInterval: false,
  });
  const offered = (data?.commands ?? []).filter(({ allowed, name }) => allowed && FOR_MANY.includes(name));
  const command = offered.find(({ name }) => name === chosen);
  if (selected.length + results.length === 0) return null;
  return (
    <section className="card stack tight" aria-label={`${counted(selected.length, 'case')} selected`}>
      {selected.length > 0 && (
        <div className="row">
          <strong className="nowrap">{counted(selected.length, 'case')} selected</strong>
          <NativeSelect
            className="grow"
            aria-label="Command for all of them"
            value={chosen}
            onChange={(event) => setChosen(event.currentTarget.value)}
            data={[
              { value: '', label: 'Command for all of them' },
              ...offered.map(({ name, summary }) => ({ value: name, label: summary })),
            ]}
          />
          <Button disabled={!command} onClick={() => setOpened(command)}>
            Open the form
          </Button>
          <Button variant="default" onClick={onClear}>
            Clear the selection
          </Button>
        </div>
      )}
      {opened && (
        <BulkDialog
          command={opened}
          cases={selected}
          onClose={() => setOpened(undefined)}
          onDone={(reply) => {
            setResults(reply.results);
            setOpened(undefined);
            setChosen('');
            onClear();
          }}
        />
      )}
      <Results results={results} />
    </section>
  );
}

const Results = ({ results }: { readonly results: BulkReply['results'] }) => (
  <ul className="list" role="log" aria-live="polite" aria-label="What became of each">
    {results.map(({ kind, reference, receipt, refusal }) => (
      <li key={`${kind}:${reference}`}>
        <span className="grow break">{reference}</span>
        {receipt === undefined ? (
          <span className="break">{refusal}</span>
        ) : receipt.proposed === undefined ? (
          <Badge tone="good">accepted</Badge>
        ) : (
          <Badge tone="attention">proposed: waits for a second person</Badge>
        )}
      </li>
    ))}
  </ul>
);

interface BulkDialogProps {
  readonly command: OfferedCommand;
  readonly cases: readonly CaseRow[];
  readonly onClose: () => void;
  readonly onDone: (reply: BulkReply) => void;
}

/** Most cases per request that the desk takes. */
const AT_A_TIME = 50;

/** The form of one command for many cases, sent in parts; each part keeps its key when sent again. */
function BulkDialog({ command, cases, onClose, onDone }: BulkDialogProps) {
  const [typed, setTyped] = useState(() => initialOf(command.fields));
  const [note, setNote] = useState('');
  const [isTried, setTried] = useState(false);
  const keys = useRef(new Map<number, string>());
  const client = useQueryClient();
  const { values, problems, needsNote } = checkTyped(command.fields, typed, note);
  const sending = useSending({
    send: async (signal) => {
      const results: BulkReply['results'] = [];
      for (let from = 0; from < cases.length; from += AT_A_TIME) {
        const key = keys.current.get(from) ?? crypto.randomUUID();
        keys.current.set(from, key);
        const part = cases.slice(from, from + AT_A_TIME).map(({ kind, reference }) => ({ kind, reference }));
        const body = { command: command.name, fields: values, cases: part, ...(needsNote && { note }) };
        results.push(...(await post('/api/commands', { key, signal, body })).results);
      }
      return { results };
    },
    onSuccess: (reply) => {
      void client.invalidateQueries({ queryKey: [LISTS] });
      onDone(reply);
    },
  });
  const change = (act: () => void) => {
    act();
    // A changed command is another request.
    if (sending.isError) keys.current.clear();
  };
  const send = () => {
    setTried(true);
    if (Object.keys(problems).length === 0) sending.send();
  };
  return (
    <FormDialog
      title={`${command.summary}: ${counted(cases.length, 'case')} selected`}
      size="lg"
      isSending={sending.isPending}
      error={sending.error}
      noValidate
      onSend={send}
      onClose={() => sending.cancel(onClose)}
    >
      <ul className="list short" aria-label="Cases" tabIndex={0}>
        {cases.map((row) => (
          <li key={keyOf(row)}>
            <span className="break">{row.reference}</span>
            <span className="grow break soft">{row.name}</span>
            {row.amountKobo !== undefined && nairaText(row.amountKobo)}
          </li>
        ))}
      </ul>
      {command.fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          target={cases[0]}
          value={typed[field.name] ?? ''}
          problem={isTried ? problems[field.name] : undefined}
          onChange={(value) => change(() => setTyped((all) => ({ ...all, [field.name]: value })))}
        />
      ))}
      {needsNote && (
        <NoteInput
          isNeeded
          value={note}
          problem={isTried ? problems.note : undefined}
          onChange={(value) => change(() => setNote(value))}
        />
      )}
      {command.others && cases.length > 1 && (
        <p className="soft">
          Who must agree is told of {cases[0]?.reference}; each other case has its own rule.
        </p>
      )}
      {cases[0] && (
        <Others command={command} kind={cases[0].kind} outcome={typed['outcome']} isLast={false} />
      )}
    </FormDialog>
  );
}
