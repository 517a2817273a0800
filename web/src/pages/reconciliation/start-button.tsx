import { counted } from '../../format/words';
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
const RECONCILIATION = {
  about: 'Our ledger against the statements of our accounts, both sides next to each other.',
  start: 'Compare now',
  startTitle: 'Compare our ledger with the bank',
  account: 'Account',
  accountAbout: 'Optional: 10 digits; otherwise every account',
  fromOn: 'From',
  toOn: 'To',
  daysAbout: 'Optional; days in Lagos',
  wasOpen: 'One of these was open already; it compares again.',
  table: 'Reconciliations',
  tabs: { open: 'Open', ended: 'Ended' },
  empty: 'There is none',
  emptyAbout: 'One is made every day by itself, where schedules are on; start one now with the button above.',
  differences: 'Differences',
  comparing: 'It compares for the first time; what it finds comes here by itself.',
  period: 'Period',
  matched: 'Matched',
  inFlight: 'In flight',
  different: 'Different',
  inAll: 'Differences in all',
  none: 'Both sides agree.',
  accountTitle: (account: string) => `Account ${account}`,
  columns: {
    what: 'What',
    ours: 'Our ledger',
    theirs: 'Statement',
    difference: 'Difference',
    toDo: 'What to do',
  },
  bankReference: 'at the bank',
  more: (count: number) => `${counted(count, 'difference')} more are not listed.`,
  cancelled: 'A person ended it: nothing is concluded from these figures.',
  cause: 'Compare, find the evidence, then close the differences with the command beside.',
} as const;

/** Starts a reconciliation of the days that are given, or of the last ones. */
export function StartButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Compare now</Button>
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
    label: RECONCILIATION[name],
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
    <FormDialog onClose={cancel} title="Compare our ledger with the bank">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          sending.send();
        }}
      >
        <TextInput
          {...field('account')}
          description="Optional: 10 digits; otherwise every account"
          inputMode="numeric"
          autoComplete="off"
        />
        <TextInput {...field('fromOn')} description="Optional; days in Lagos" type="date" />
        <TextInput {...field('toOn')} description="Optional; days in Lagos" type="date" />
        <Refusal error={sending.error} />
        <div className="row end">
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" loading={sending.isPending}>
            Compare now
          </Button>
        </div>
      </form>
    </FormDialog>
  );
}
