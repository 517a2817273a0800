import type { DocumentRecord } from '../records';
import type { World } from '../world';

/** Keeps a document. The same content under the same tag is the same document, at the same address. (assumed) */
export function storeDocument(world: World, document: Omit<DocumentRecord, 'url'>): DocumentRecord {
  const key = [document.applicationId, document.tag, document.sha256].join(' ');
  const same = world.documents.get(key);
  if (same) return same;
  world.commit('document-stored', key);
  const url = `https://documents.sandbox.invalid/${world.random.uuid()}`;
  return world.documents.put(key, { ...document, url });
}

/** Whether an address is that of a document of an application, under a tag. */
export const isStored = (world: World, applicationId: string, tag: string, url: string): boolean =>
  world.documents
    .all()
    .some((known) => known.applicationId === applicationId && known.tag === tag && known.url === url);
