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

interface Item {
  readonly status: ChecklistStatus;
  readonly reason?: string;
  /** Where the bank keeps it; known once it is uploaded. */
  readonly url?: string;
}

/** Uploads one document and answers with its address at the bank. */
export type Upload = (tag: DocumentTag, document: DocumentReference) => Promise<string>;

/** The checklist of an application. A document is uploaded as soon as it is handed in, in any stage of the loan. */
export class DocumentChecklist {
  private readonly states = new Map<DocumentTag, Item>();
  private upload: Upload | undefined;

  constructor(private readonly onChange: () => void) {}

  items(): ChecklistItem[] {
    return [...this.states].map(([item, { status, reason }]) => ({
      item,
      status,
      ...(reason === undefined ? {} : { reason }),
    }));
  }

  /** Takes documents from now on. */
  takeWith(upload: Upload): void {
    this.upload = upload;
  }

  /** Lists what the kind of business asks for. */
  open(business: BusinessKind): void {
    for (const tag of requiredDocuments(business)) this.states.set(tag, { status: 'missing' });
    if (isRegistered(business)) this.states.set('BOARD_RESOLUTION_DOC', { status: 'required' });
  }

  submit(tag: DocumentTag, document: DocumentReference): void {
    const uploading: Item = { status: 'uploading' };
    this.states.set(tag, uploading);
    void this.uploaded(tag, document).then((item) => {
      // A later document of the same kind, or a rejection, has the last word.
      if (item && this.states.get(tag) === uploading) this.states.set(tag, item);
      this.onChange();
    });
  }

  reject(tag: DocumentTag, reason: string): void {
    this.states.set(tag, { status: 'rejected', reason });
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
    await condition(() => this.upload !== undefined);
    try {
      return { status: 'uploaded', url: (await this.upload?.(tag, document)) ?? '' };
    } catch (error) {
      return isCancellation(error) ? undefined : { status: 'rejected', reason: inWords(error) };
    }
  }
}
