import { condition } from '@temporalio/workflow';
import { waitFor } from '../case/steps';
import type { Upload } from './document-checklist';
import type { LoanCase } from './loan-case';

/** Uploads what came with the application and waits until nothing required is missing. */
export async function collectDocuments(loan: LoanCase): Promise<void> {
  const { documents, input } = loan;
  loan.enter('DOCUMENTS');
  documents.open(input.underwriting);
  for (const { tag, path, sha256 } of input.documents) documents.submit(tag, { path, sha256: sha256 ?? '' });
  await waitFor(loan, 'DOCUMENTS', () => condition(() => documents.complete()));
}

/** Uploads what is handed in from now on to this application. */
export const takeDocuments = (loan: LoanCase, applicationId: string): void =>
  loan.documents.takeWith(uploadTo(loan, applicationId));

const uploadTo =
  ({ bank, steps }: LoanCase, applicationId: string): Upload =>
  async (tag, document) => {
    const given = { applicationId, file_tag: tag, document };
    const upload = () => bank.uploads.uploadLoanDocument.executeWithOptions({ summary: tag }, [given]);
    const { file_url } = await steps.run(`Uploading ${tag}`, upload, 'uploadLoanDocument');
    return file_url;
  };
