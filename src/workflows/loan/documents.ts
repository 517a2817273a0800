import { condition } from '@temporalio/workflow';
import { isCancellation } from '@temporalio/workflow';
import type { ChecklistItem, ChecklistStatus } from '../../domain/case-file';
import type { DocumentReference } from '../../domain/documents';
import type { DocumentTag } from '../../domain/loan-commands';
import { isRegistered, requiredDocuments } from '../../domain/loan-documents';
import { inWords } from '../case/failures';
import { waitFor } from '../case/steps';
import type { LoanCase } from './loan-case';

interface Item {
  readonly status: ChecklistStatus;
  readonly reason?: string;
  /** Where the service keeps it; known once it is uploaded. */
  readonly url?: string;
}

/** The checklist of an application. Whatever is handed in is uploaded at once, in whatever stage the loan is. */
export class LoanDocuments {
  private readonly items = new Map<DocumentTag, Item>();

  constructor(private readonly loan: LoanCase) {}

  checklist(): ChecklistItem[] {
    return [...this.items].map(([item, { status, reason }]) => ({
      item,
      status,
      ...(reason === undefined ? {} : { reason }),
    }));
  }

  /** Lists what the kind of business asks for. */
  require(): void {
    const { underwriting } = this.loan.input;
    for (const tag of requiredDocuments(underwriting)) this.items.set(tag, { status: 'missing' });
    if (isRegistered(underwriting)) this.items.set('BOARD_RESOLUTION_DOC', { status: 'required' });
  }

  submit(tag: DocumentTag, document: DocumentReference): void {
    const uploading: Item = { status: 'uploading' };
    this.items.set(tag, uploading);
    void this.upload(tag, document).then((item) => {
      // A later document of the same kind, or a rejection, has the last word.
      if (item && this.items.get(tag) === uploading) this.items.set(tag, item);
      this.loan.file.publish();
    });
  }

  reject(tag: DocumentTag, reason: string): void {
    this.items.set(tag, { status: 'rejected', reason });
  }

  /** Whether every required document is uploaded and none is on its way or rejected. */
  complete(): boolean {
    const pending: ChecklistStatus[] = ['missing', 'uploading', 'rejected'];
    return [...this.items.values()].every(({ status }) => !pending.includes(status));
  }

  url(tag: DocumentTag): string | undefined {
    return this.items.get(tag)?.url;
  }

  private async upload(tag: DocumentTag, document: DocumentReference): Promise<Item | undefined> {
    const { service, applicationId } = this.loan;
    try {
      const { file_url } = await service.uploads.uploadLoanDocument.executeWithOptions({ summary: tag }, [
        { applicationId, file_tag: tag, document },
      ]);
      return { status: 'uploaded', url: file_url };
    } catch (error) {
      return isCancellation(error) ? undefined : { status: 'rejected', reason: inWords(error) };
    }
  }
}

/** Uploads what came with the application and waits until nothing required is missing. */
export async function collectDocuments(loan: LoanCase): Promise<void> {
  loan.file.enter('DOCUMENTS');
  loan.documents.require();
  for (const { tag, path, sha256 } of loan.input.documents)
    loan.documents.submit(tag, { path, sha256: sha256 ?? '' });
  await waitFor(loan, 'DOCUMENTS', () => condition(() => loan.documents.complete()));
}
