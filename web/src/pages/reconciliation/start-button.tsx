import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { post } from '../../api/client';
import { mistakeAt } from '../../api/problem';
import { LISTS } from '../../api/queries';
import { useSending } from '../../api/sending';
import { FormDialog } from '../../commands/form-dialog';
import { Refusal } from '../../commands/refusal';
import { texts } from '../../texts';

const { reconciliation: words } = texts;

/** Starts a reconciliation of the days that are given, or of the last ones. */
export function StartButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{words.start}</Button>
      {isOpen && <StartDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function StartDialog({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState({ account: '', fromOn: '', toOn: '' });
  const [key, setKey] = useState(() => crypto.randomUUID());
  const navigate = useNavigate();
  const client = useQueryClient();
  const sending = useSending({
    send: (signal) =>
      post('/api/reconciliations', {
        key,
        signal,
        body: Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== '')),
      }),
    onSuccess: ({ reference }) => {
      void client.invalidateQueries({ queryKey: [LISTS] });
      void navigate({ to: '/cases/$kind/$reference', params: { kind: 'reconciliation', reference } });
    },
  });
  const field = (name: keyof typeof typed) => ({
    label: words[name],
    value: typed[name],
    error: mistakeAt(sending.error, name),
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => {
      const value = event.currentTarget.value.trim();
      setTyped((all) => ({ ...all, [name]: value }));
      if (sending.isError) setKey(crypto.randomUUID());
    },
  });
  const cancel = () => sending.cancel(onClose);
  return (
    <FormDialog onClose={cancel} title={words.startTitle}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          sending.send();
        }}
      >
        <TextInput
          {...field('account')}
          description={words.accountAbout}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextInput {...field('fromOn')} description={words.daysAbout} type="date" />
        <TextInput {...field('toOn')} description={words.daysAbout} type="date" />
        <Refusal error={sending.error} />
        <div className="row end">
          <Button variant="default" onClick={cancel}>
            {texts.commands.cancel}
          </Button>
          <Button type="submit" loading={sending.isPending}>
            {words.start}
          </Button>
        </div>
      </form>
    </FormDialog>
  );
}
