import { counted } from '../../format/words';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { BulkReply, CaseRow, OfferedCommand } from '../../../../src/desk/contract';
import { post } from '../../api/client';
import { LISTS } from '../../api/queries';
import { useSending } from '../../api/sending';
import { FieldInput } from '../../commands/field-input';
import { FormDialog } from '../../commands/form-dialog';
import { checkTyped, initialOf } from '../../commands/field-values';
import { Refusal } from '../../commands/refusal';

interface BulkDialogProps {
  readonly command: OfferedCommand;
  readonly cases: readonly CaseRow[];
  readonly onClose: () => void;
  readonly onDone: (reply: BulkReply) => void;
}

/** The form of one command for many cases. */
export function BulkDialog({ command, cases, onClose, onDone }: BulkDialogProps) {
  const [typed, setTyped] = useState(() => initialOf(command.fields));
  const [isTried, setTried] = useState(false);
  const key = useRef(crypto.randomUUID());
  const client = useQueryClient();
  const { values, problems } = checkTyped(command.fields, typed);
  const sending = useSending({
    send: (signal) =>
      post('/api/commands', {
        key: key.current,
        signal,
        body: {
          command: command.name,
          fields: values,
          cases: cases.map(({ kind, reference }) => ({ kind, reference })),
        },
      }),
    onSuccess: (reply) => {
      void client.invalidateQueries({ queryKey: [LISTS] });
      onDone(reply);
    },
  });
  const send = () => {
    setTried(true);
    if (Object.keys(problems).length === 0) sending.send();
  };
  const cancel = () => sending.cancel(onClose);
  return (
    <FormDialog
      onClose={cancel}
      title={`${command.summary}: ${counted(cases.length, 'case')} selected`}
      size="lg"
    >
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <p className="soft break">{cases.map(({ reference }) => reference).join(', ')}</p>
        {command.fields.map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={typed[field.name] ?? ''}
            problem={isTried ? problems[field.name] : undefined}
            onChange={(value) => setTyped((all) => ({ ...all, [field.name]: value }))}
          />
        ))}
        <Refusal error={sending.error} />
        <div className="row end">
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" loading={sending.isPending}>
            Send
          </Button>
        </div>
      </form>
    </FormDialog>
  );
}
