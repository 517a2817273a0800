import { Button, Checkbox, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { post } from '../../api/client';
import { mistakeAt } from '../../api/problem';
import { LISTS } from '../../api/queries';
import { Refusal } from '../../commands/refusal';
import { Card } from '../../parts/frames';
import { texts } from '../../texts';

const { newBatch: words } = texts;

interface FreezeProps {
  readonly csv: string;
  /** Nothing is wrong with the rows, and what was checked is what is shown. */
  readonly isReady: boolean;
}

/** The last step of a batch: its own reference, the account that pays, and no way back. */
export function Freeze({ csv, isReady }: FreezeProps) {
  const [reference, setReference] = useState('');
  const [sourceAccountNumber, setSource] = useState('');
  const [allowDuplicates, setAllowDuplicates] = useState(false);
  const [isSalaries, setIsSalaries] = useState(false);
  const key = useRef(crypto.randomUUID());
  const navigate = useNavigate();
  const client = useQueryClient();
  const sending = useMutation({
    mutationFn: () =>
      post('/api/batches', {
        key: key.current,
        body: {
          reference,
          csv,
          sourceAccountNumber,
          allowDuplicates,
          ...(isSalaries && { purpose: 'SALARY' as const }),
        },
      }),
    onSuccess: (started) => {
      void client.invalidateQueries({ queryKey: [LISTS] });
      void navigate({
        to: '/cases/$kind/$reference',
        params: { kind: 'batch', reference: started.reference },
      });
    },
  });
  const changed =
    (act: (value: string) => void) => (event: { readonly currentTarget: { readonly value: string } }) => {
      act(event.currentTarget.value.trim());
      if (sending.isError) key.current = crypto.randomUUID();
    };
  return (
    <Card title={words.freeze}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!sending.isPending) sending.mutate();
        }}
      >
        <TextInput
          label={words.reference}
          description={words.referenceAbout}
          required
          autoComplete="off"
          value={reference}
          onChange={changed(setReference)}
          error={mistakeAt(sending.error, 'reference')}
        />
        <TextInput
          label={words.source}
          description={words.sourceAbout}
          required
          inputMode="numeric"
          pattern="\d{10}"
          autoComplete="off"
          value={sourceAccountNumber}
          onChange={changed(setSource)}
          error={mistakeAt(sending.error, 'sourceAccountNumber')}
        />
        <Checkbox
          label={words.allowDuplicates}
          checked={allowDuplicates}
          onChange={(event) => setAllowDuplicates(event.currentTarget.checked)}
        />
        <Checkbox
          label={words.salaries}
          checked={isSalaries}
          onChange={(event) => setIsSalaries(event.currentTarget.checked)}
        />
        <Refusal error={sending.error} />
        <Button type="submit" disabled={!isReady} loading={sending.isPending}>
          {words.freeze}
        </Button>
      </form>
    </Card>
  );
}
