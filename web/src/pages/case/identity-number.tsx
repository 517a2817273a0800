import { Button } from '@mantine/core';
import { useState } from 'react';
import type { CasePage } from '../../../../src/desk/contract';
import { post } from '../../api/client';
import { useSending } from '../../api/sending';
import { Refusal } from '../../commands/refusal';

interface IdentityNumberProps {
  readonly of: Pick<CasePage, 'kind' | 'reference'>;
  readonly mayReveal: boolean;
  readonly number: 'bvn' | 'nin';
  /** Its last digits. */
  readonly masked: string;
}

/** The last digits of an identity number, and on demand the whole of it, which the audit records. */
export function IdentityNumber({ of: { kind, reference }, mayReveal, number, masked }: IdentityNumberProps) {
  const [value, setValue] = useState<string>();
  const sending = useSending({
    send: (signal) =>
      post('/api/cases/:kind/:reference/identity-number', {
        params: { kind, reference },
        body: { number },
        signal,
      }),
    onSuccess: (reply) => setValue(reply.value),
  });
  return (
    <>
      <span className="row end">
        <span aria-live="polite">{value ?? masked}</span>
        {value === undefined && mayReveal && (
          <Button
            size="compact-xs"
            variant="default"
            loading={sending.isPending}
            onClick={sending.send}
            aria-label={`Show the ${number.toUpperCase()}; the audit keeps that you have seen it`}
          >
            Show
          </Button>
        )}
        {value !== undefined && (
          <Button size="compact-xs" variant="default" onClick={() => setValue(undefined)}>
            Hide
          </Button>
        )}
      </span>
      <Refusal error={sending.error} />
    </>
  );
}
