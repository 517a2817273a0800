import type { DocumentRecord } from '../records';
import type { BankState } from '../bank-state';

/** Keeps a document. The same content under the same tag is the same document, at the same address. (assumed) */
export function storeDocument(state: BankState, document: Omit<DocumentRecord, 'url'>): DocumentRecord {
  const key = [document.applicationId, document.tag, document.sha256].join(' ');
  const same = state.documents.get(key);
  if (same) return same;
  state.commit('document-stored', key);
  const url = `https://documents.sandbox.invalid/${state.random.uuid()}`;
  return state.documents.put(key, { ...document, url });
}

/** Whether an address is that of a document of an application, under a tag. */
export const isStored = (state: BankState, applicationId: string, tag: string, url: string): boolean =>
  state.documents
    .all()
    .some((known) => known.applicationId === applicationId && known.tag === tag && known.url === url);
