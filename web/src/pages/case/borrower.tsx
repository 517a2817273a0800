import type { Borrower } from '../../../../src/desk/contract';
import { nairaText } from '../../format/money';
import { counted } from '../../format/words';
import { Pair, Pairs } from '../../parts/facts';
import { Card } from '../../parts/frames';
import { Day } from '../../parts/instant';

/** Who borrows, and how to reach them; of identity numbers the last digits. */
export const BorrowerCard = ({ borrower }: { readonly borrower: Borrower }) => {
  const { name, businessName, phone, address, bvn, nin, dateOfBirth, amountKobo, months } = borrower;
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
        <Pair name="BVN">{bvn}</Pair>
        {nin !== undefined && <Pair name="NIN">{nin}</Pair>}
        {amountKobo !== undefined && <Pair name="Asked for">{nairaText(amountKobo)}</Pair>}
        {months !== undefined && <Pair name="Over">{counted(months, 'month')}</Pair>}
      </Pairs>
    </Card>
  );
};
