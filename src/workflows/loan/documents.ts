import { isCancellation } from '@temporalio/workflow';
import type { ChecklistItem, ChecklistStatus } from '../../domain/case-file';
import type { DocumentReference } from '../../domain/documents';
import type { DocumentTag } from '../../domain/loan-commands';
import { isRegistered, requiredDocuments, type BusinessKind } from '../../domain/loan-documents';
import { inWords } from '../case/failures';

interface Item {
  readonly status: ChecklistStatus;
  readonly reason?: string;
  /** Where the service keeps it; known once it is uploaded. */
  readonly url?: string;
}

/** Uploads one document and answers with its address at the service. */
type Upload = (tag: DocumentTag, document: DocumentReference) => Promise<string>;

/** The checklist of an application. Whatever is handed in is uploaded at once, in whatever stage the loan is. */
export class LoanDocuments {
  private readonly items = new Map<DocumentTag, Item>();

  constructor(
    private readonly upload: Upload,
    private readonly onChange: () => void,
  ) {}

  checklist(): ChecklistItem[] {
    return [...this.items].map(([item, { status, reason }]) => ({
      item,
      status,
      ...(reason === undefined ? {} : { reason }),
    }));
  }

  /** Lists what the kind of business asks for. */
  require(business: BusinessKind): void {
    for (const tag of requiredDocuments(business)) this.items.set(tag, { status: 'missing' });
    if (isRegistered(business)) this.items.set('BOARD_RESOLUTION_DOC', { status: 'required' });
  }

  submit(tag: DocumentTag, document: DocumentReference): void {
    const uploading: Item = { status: 'uploading' };
    this.items.set(tag, uploading);
    void this.uploaded(tag, document).then((item) => {
      // A later document of the same kind, or a rejection, has the last word.
      if (item && this.items.get(tag) === uploading) this.items.set(tag, item);
      this.onChange();
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

  private async uploaded(tag: DocumentTag, document: DocumentReference): Promise<Item | undefined> {
    try {
      return { status: 'uploaded', url: await this.upload(tag, document) };
    } catch (error) {
      return isCancellation(error) ? undefined : { status: 'rejected', reason: inWords(error) };
    }
  }
}
