import { Button, Checkbox, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { post } from '../../api/client';
import { mistakeAt } from '../../api/problem';
import { LISTS } from '../../api/queries';
import { Refusal } from '../../commands/refusal';
import { Card } from '../../parts/frames';
import { PayingAccount } from '../../parts/paying-account';
import { SendForm } from '../../parts/send-form';

interface FreezeProps {
  readonly csv: string;
  /** Whether the shown rows were checked and have no problems. */
  readonly isReady: boolean;
  readonly onTyped: () => void;
}

/** The last step of a new batch, with its reference and source account; it cannot be undone. */
export function Freeze({ csv, isReady, onTyped }: FreezeProps) {
  const [reference, setReference] = useState('');
  const [sourceAccountNumber, setSource] = useState('');
  const [allowDuplicates, setAllowDuplicates] = useState(false);
  const [isSalaries, setIsSalaries] = useState(false);
  // A changed request has a key of its own; sent again as it was, it takes effect at most once.
  const request = useMemo(
    () => ({
      key: crypto.randomUUID(),
      body: {
        ...{ reference, csv, sourceAccountNumber, allowDuplicates },
        ...(isSalaries && { purpose: 'SALARY' as const }),
      },
    }),
    [reference, csv, sourceAccountNumber, allowDuplicates, isSalaries],
  );
  const navigate = useNavigate();
  const client = useQueryClient();
  const sending = useMutation({
    mutationFn: () => post('/api/batches', request),
    onSuccess: (started) => {
      void client.invalidateQueries({ queryKey: [LISTS] });
      void navigate({
        to: '/cases/$kind/$reference',
        params: { kind: 'batch', reference: started.reference },
        ignoreBlocker: true,
      });
    },
  });
  return (
    <Card title="Freeze the batch">
      <SendForm
        className="stack"
        isSending={sending.isPending}
        onChange={onTyped}
        onSend={() => {
          if (isReady) sending.mutate();
        }}
      >
        <TextInput
          label="Reference of the batch"
          description="Your own id; it is never used twice"
          required
          autoComplete="off"
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value.trim())}
          error={mistakeAt(sending.error, 'reference')}
        />
        <PayingAccount
          label="Account that pays"
          required
          value={sourceAccountNumber}
          onChange={(value) => setSource(value.trim())}
          error={mistakeAt(sending.error, 'sourceAccountNumber')}
        />
        <Checkbox
          label="Rows with the same beneficiary and amount are meant"
          checked={allowDuplicates}
          onChange={(event) => setAllowDuplicates(event.currentTarget.checked)}
        />
        <Checkbox
          label="All rows are salaries, which cost no stamp duty"
          checked={isSalaries}
          onChange={(event) => setIsSalaries(event.currentTarget.checked)}
        />
        <Refusal error={sending.error} isSending={sending.isPending} />
        <Button type="submit" disabled={!isReady} loading={sending.isPending}>
          Freeze the batch
        </Button>
      </SendForm>
    </Card>
  );
}
