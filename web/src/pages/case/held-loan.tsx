import type { CasePage } from '../../../../src/desk/contract';
import { MAY_END_HOLD } from '../../../../src/domain/loan/applicant-return';
import { Note } from '../../parts/frames';

/** Says in the form of what may end a loan's hold that the loan may go on after it. */
export const MayEndHold = ({ shown: { waiting } }: { readonly shown: Pick<CasePage, 'waiting'> }) =>
  waiting?.for === 'APPLICANT' && (
    <Note tone="attention">
      <span className="break">
        The loan is held: it waits for {waiting.about}. {MAY_END_HOLD}
      </span>
    </Note>
  );
