import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, type ReactNode, useState } from 'react';
import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { casesQuery, LISTS } from '../../api/queries';
import { useSession } from '../../api/session';
import { CaseTable } from '../../parts/case-table';
import { Card, Page } from '../../parts/frames';
import { Loaded, UnreadableCases } from '../../parts/loaded';
import { Empty } from '../../parts/states';
import { useRowKeys } from '../../parts/use-row-keys';
import Differences from './differences';
import { post } from '../../api/client';
import { mistakeAt } from '../../api/problem';
import { useSending } from '../../api/sending';
import { FormDialog } from '../../commands/form-dialog';

/** The list of reconciliations, and below it the differences of the first, which waits longest. */
export default function ReconciliationPage(): ReactNode {
  const mayStart = useSession().data?.mayUse.includes('reconcile') ?? false;
  const open = useQuery({
    ...casesQuery({ kind: 'reconciliation', tab: 'open' }),
    placeholderData: keepPreviousData,
  });
  const ended = useQuery({
    ...casesQuery({ kind: 'reconciliation', tab: 'ended', sort: 'newest', size: 20 }),
    placeholderData: keepPreviousData,
  });
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list);
  const first = open.data?.rows[0];
  return (
    <Page
      title="Reconciliation"
      about="Our ledger against the statements of our accounts, both sides next to each other."
      aside={mayStart ? <StartButton /> : undefined}
    >
      <div ref={list} className="stack wide">
        <Card title="Open" flush>
          <Loaded query={open} what="Reconciliations">
            {({ rows }) =>
              rows.length === 0 ? (
                <Empty title="No reconciliation is open">
                  With schedules on, one starts every day by itself. You can start one now with the button
                  above.
                </Empty>
              ) : (
                <CaseTable rows={rows} label="Reconciliations" />
              )
            }
          </Loaded>
        </Card>
        {first && <Differences reference={first.reference} isEnded={false} />}
        {ended.data && ended.data.total > 0 && (
          <Card title="Ended" flush>
            <UnreadableCases cases={ended.data.unreadable} />
            <CaseTable rows={ended.data.rows} label="Ended" />
          </Card>
        )}
      </div>
    </Page>
  );
}

const LABELS = { account: 'Account', fromOn: 'From', toOn: 'To' } as const;

/** Starts a reconciliation of the given days, or of the last ones. */
function StartButton() {
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
    label: LABELS[name],
    value: typed[name],
    error: mistakeAt(sending.error, name),
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => {
      const value = event.currentTarget.value.trim();
      setTyped((all) => ({ ...all, [name]: value }));
      if (sending.isError) setKey(crypto.randomUUID());
    },
  });
  return (
    <FormDialog
      title="Compare our ledger with the bank"
      send="Compare now"
      isSending={sending.isPending}
      error={sending.error}
      onSend={sending.send}
      onClose={() => sending.cancel(onClose)}
    >
      <TextInput
        {...field('account')}
        description="Optional: 10 digits; otherwise every account"
        inputMode="numeric"
        autoComplete="off"
      />
      <TextInput {...field('fromOn')} description="Optional; days in Lagos" type="date" />
      <TextInput {...field('toOn')} description="Optional; days in Lagos" type="date" />
    </FormDialog>
  );
}
