import { condition, isCancellation } from '@temporalio/workflow';
import type { ChecklistItem, ChecklistStatus } from '../../domain/case/snapshot';
import {
  type DocumentReference,
  isRegistered,
  requiredDocuments,
  type BusinessKind,
} from '../../domain/loan/documents';
import type { DocumentTag } from '../../bank/contract/codes';
import { inWords } from '../case/failures';
import { waitFor } from '../case/steps';
import type { LoanCase } from './loan-case';

interface Item extends Omit<ChecklistItem, 'item'> {
  /** Its address at the bank, once it is uploaded. */
  readonly url?: string;
}

/** The checklist of an application. A document is uploaded as soon as it is handed in, in any stage of the loan. */
export class DocumentChecklist {
  private readonly states = new Map<DocumentTag, Item>();
  /** The application that takes them, once the bank has registered it. */
  applicationId: string | undefined;

  constructor(private readonly loan: LoanCase) {}

  items(): ChecklistItem[] {
    return [...this.states].map(([item, { url: _url, ...shown }]) => ({ item, ...shown }));
  }

  /** Lists the documents that the kind of business needs. */
  open(business: BusinessKind): void {
    for (const tag of requiredDocuments(business)) this.states.set(tag, { status: 'missing' });
    if (isRegistered(business)) this.states.set('BOARD_RESOLUTION_DOC', { status: 'required' });
  }

  submit(tag: DocumentTag, document: DocumentReference): void {
    const { sha256 } = document;
    const uploading: Item = { status: 'uploading', sha256 };
    this.states.set(tag, uploading);
    void this.uploaded(tag, document).then((item) => {
      // A later document of the same kind, or a rejection, has the last word.
      if (item && this.states.get(tag) === uploading) {
        this.states.set(tag, { ...item, sha256 });
        if (item.status === 'uploaded') this.loan.applicantReturn.uploaded(tag);
      }
      this.loan.publish();
    });
  }

  reject(tag: DocumentTag, reason: string): void {
    const { sha256 } = this.states.get(tag) ?? {};
    this.states.set(tag, { status: 'rejected', reason, ...(sha256 !== undefined && { sha256 }) });
  }

  /** Whether every required document is uploaded and none is on its way or rejected. */
  complete(): boolean {
    const pending: ChecklistStatus[] = ['missing', 'uploading', 'rejected'];
    return [...this.states.values()].every(({ status }) => !pending.includes(status));
  }

  url(tag: DocumentTag): string | undefined {
    return this.states.get(tag)?.url;
  }

  private async uploaded(tag: DocumentTag, document: DocumentReference): Promise<Item | undefined> {
    await condition(() => this.applicationId !== undefined);
    try {
      return { status: 'uploaded', url: await this.upload(tag, document) };
    } catch (error) {
      return isCancellation(error) ? undefined : { status: 'rejected', reason: inWords(error) };
    }
  }

  private async upload(tag: DocumentTag, document: DocumentReference): Promise<string> {
    const { bank, steps } = this.loan;
    const given = { applicationId: this.applicationId ?? '', file_tag: tag, document };
    const upload = () => bank.uploads.uploadLoanDocument.executeWithOptions({ summary: tag }, [given]);
    return (await steps.run(`Uploading ${tag}`, upload, 'uploadLoanDocument')).file_url;
  }
}

/** Uploads the documents of the application, and waits until no required one is missing. */
export async function collectDocuments(loan: LoanCase): Promise<void> {
  const { documents, input } = loan;
  loan.enter('DOCUMENTS');
  documents.open(input.underwriting);
  for (const { tag, path, sha256 } of input.documents) documents.submit(tag, { path, sha256: sha256 ?? '' });
  await waitFor(loan, 'DOCUMENTS', () => condition(() => documents.complete()));
}
