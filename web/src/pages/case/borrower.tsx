import type { Borrower, CasePage } from '../../../../src/desk/contract';
import { nairaText } from '../../format/money';
import { counted } from '../../format/words';
import { Pair, Pairs } from '../../parts/facts';
import { Card } from '../../parts/frames';
import { Day } from '../../parts/instant';
import { IdentityNumber } from './identity-number';

interface BorrowerCardProps {
  readonly shown: CasePage;
  readonly borrower: Borrower;
}

/** The borrower, with contact data, and only the last digits of identity numbers. */
export const BorrowerCard = ({ shown, borrower }: BorrowerCardProps) => {
  const { name, businessName, phone, address, bvn, nin, dateOfBirth, amountKobo, months } = borrower;
  const { disbursementAccount: account } = shown;
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
        {account && (
          <Pair name="To be paid into">
            {account.accountNumber}, {account.bankName ?? `bank ${account.bankCode}`}
          </Pair>
        )}
      </Pairs>
    </Card>
  );
};
