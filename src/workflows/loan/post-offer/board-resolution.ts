import { condition } from '@temporalio/workflow';
import { isRegistered } from '../../../domain/loan/documents';
import { attempt, firstOf, waitFor } from '../../case/steps';
import type { LoanCase } from '../loan-case';
import { gatedStep } from './steps';

export const BOARD_RESOLUTION = 'BOARD_RESOLUTION_DOC';

/** Hands in the board resolution where the kind of business needs one. */
export async function resolveBoardIfNeeded(loan: LoanCase, applicationId: string): Promise<void> {
  if (isRegistered(loan.input.underwriting)) await resolveBoard(loan, applicationId);
}

/** Hands in the board resolution, once there is one. */
export async function resolveBoard(loan: LoanCase, applicationId: string): Promise<void> {
  loan.enter('BOARD_RESOLUTION');
  await loan.optionalStep.run(() =>
    attempt(loan, 'Handing in the board resolution', async () => {
      const url = await uploadedUrl(loan);
      const handedIn = { applicationId, board_resolution_url: url };
      await gatedStep(loan, () => loan.bank.urgent.submitBoardResolution(handedIn));
    }),
  );
}

/** Hands in another board resolution, since the provider's review of the first one failed. */
export async function replaceBoardResolution(loan: LoanCase, applicationId: string): Promise<void> {
  loan.documents.reject(BOARD_RESOLUTION, 'the review by the lending partner failed');
  await resolveBoard(loan, applicationId);
}

/** The address of the board resolution at the bank, once it is uploaded. */
async function uploadedUrl(loan: LoanCase): Promise<string> {
  const { documents, optionalStep } = loan;
  if (documents.url(BOARD_RESOLUTION) === undefined)
    await waitFor(loan, 'BOARD_RESOLUTION', () =>
      firstOf(
        () => condition(() => documents.url(BOARD_RESOLUTION) !== undefined),
        () => optionalStep.ask(),
      ),
    );
  return documents.url(BOARD_RESOLUTION) ?? '';
}
