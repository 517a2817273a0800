import { Fragment } from 'react';
import type { PayoutFacts } from '../../../src/desk/contract';
import { nairaText } from '../format/money';
import { CaseLink } from './case-link';
import { Note } from './frames';
import { Instant } from './instant';

interface AlikeProps extends Pick<PayoutFacts, 'alike' | 'amountKobo'> {
  readonly to?: string | undefined;
}

/** Warns of other payouts, and batches with a row, of the same amount to the same account. */
export const Alike = ({ alike = [], amountKobo, to = 'this account' }: AlikeProps) =>
  alike.length > 0 && (
    <Note tone="attention">
      <span>
        {amountKobo !== undefined && nairaText(amountKobo)} to {to} also:{' '}
        {alike.map(({ kind, reference, stageTitle, on }, place) => (
          <Fragment key={reference}>
            {place > 0 && ', '}
            {kind === 'batch' && 'a row of '}
            <CaseLink kind={kind} reference={reference} /> ({stageTitle}, <Instant at={on} isReal />)
          </Fragment>
        ))}
        . Make sure that it is not the same payment twice.
      </span>
    </Note>
  );

export const NotLooked = () => (
  <Note tone="attention">
    The desk cannot look for payments like this one at the moment. Make sure that it is not the same payment
    twice.
  </Note>
);
