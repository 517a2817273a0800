import type { CasePage } from '../../../../src/desk/contract';
import { Note } from '../../parts/frames';

/** Commands by which people hand in what an applicant may have been asked for. */
export const BRINGING: readonly string[] = [
  ...['submitDocument', 'submitBoardResolution', 'updateApplication', 'correctCustomer'],
  ...['correctBankStatement', 'setDisbursementAccount', 'addGuarantor'],
];

/** Says in such a form that a loan which is held may go on after it. */
export const MayEndHold = ({ shown: { waiting } }: { readonly shown: Pick<CasePage, 'waiting'> }) =>
  waiting?.for === 'APPLICANT' && (
    <Note tone="attention">
      <span className="break">
        The loan is held: it waits for {waiting.about}. If this is what was asked for, the hold ends with it,
        and the loan goes on.
      </span>
    </Note>
  );
