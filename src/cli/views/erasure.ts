import type { Erased } from '../commands/erase/erasing';

/** What was erased, for people, and what they have to look at themselves. */
export function erasureView(erased: Erased): string {
  const { customer, cases, runs, auditDetails, documents, sharedDocuments, unreadable } = erased;
  return [
    `Erased ${customer}: ${cases.join(', ')}.`,
    `${runs} runs in Temporal, ${auditDetails} details of the audit, ${documents} documents.`,
    ...(sharedDocuments > 0
      ? [`${sharedDocuments} documents stay: loans of other customers name them, too.`]
      : []),
    ...(unreadable.length > 0
      ? [`These loans cannot be read; look whether they are the customer's: ${unreadable.join(', ')}.`]
      : []),
    'The bank keeps what it was given; ask it to erase the customer, too.',
  ].join('\n');
}
