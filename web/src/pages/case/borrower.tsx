import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Borrower, CasePage } from '../../../../src/desk/contract';
import { post } from '../../api/client';
import { useSending } from '../../api/sending';
import { Refusal } from '../../commands/refusal';
import { nairaText } from '../../format/money';
import { counted, inWords } from '../../format/words';
import { Pair, Pairs } from '../../parts/facts';
import { Card } from '../../parts/frames';
import { Day } from '../../parts/instant';
import { paidIntoText } from './offer';

interface BorrowerCardProps {
  readonly shown: CasePage;
  readonly borrower: Borrower;
}

/** The borrower, with contact data, and only the last digits of identity numbers. */
export const BorrowerCard = ({ shown, borrower }: BorrowerCardProps) => {
  const { name, businessName, phone, address, bvn, nin, dateOfBirth, amountKobo, months, purpose } = borrower;
  const revealing = { of: shown, mayReveal: borrower.mayReveal };
  return (
    <Card title="Borrower">
      <Pairs>
        <Pair name="Name">{name}</Pair>
        {businessName !== undefined && <Pair name="Business">{businessName}</Pair>}
        <Pair name="Phone">
          <a href={`tel:${phone}`}>{phone}</a>
        </Pair>
        <Pair name="Address">{address}</Pair>
        <Pair name="Date of birth">
          <Day on={dateOfBirth} />
        </Pair>
        <Pair name="BVN">
          <IdentityNumber key={bvn} {...revealing} number="bvn" masked={bvn} />
        </Pair>
        {nin !== undefined && (
          <Pair name="NIN">
            <IdentityNumber key={nin} {...revealing} number="nin" masked={nin} />
          </Pair>
        )}
        {amountKobo !== undefined && <Pair name="Asked for">{nairaText(amountKobo)}</Pair>}
        {months !== undefined && <Pair name="Over">{counted(months, 'month')}</Pair>}
        {purpose !== undefined && <Pair name="Purpose">{inWords(purpose)}</Pair>}
        {shown.kind === 'loan' && <Pair name={paidIntoLabel(shown)}>{paidIntoText(shown)}</Pair>}
      </Pairs>
    </Card>
  );
};

function paidIntoLabel({ stages, ended }: CasePage): string {
  if (stages.some(({ stage, state }) => stage === 'DISBURSED' && state !== 'ahead')) return 'Paid into';
  return ended ? 'Was to be paid into' : 'To be paid into';
}

interface IdentityNumberProps {
  readonly of: Pick<CasePage, 'kind' | 'reference'>;
  readonly mayReveal: boolean;
  readonly number: 'bvn' | 'nin';
  /** Its last digits. */
  readonly masked: string;
}

/** The last digits of an identity number, and on demand the whole of it, which the audit records. */
function IdentityNumber({ of: { kind, reference }, mayReveal, number, masked }: IdentityNumberProps) {
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
