import { DOCUMENT_TAGS } from '../../bank/contract/codes';
import { ANSWERING, code, STAFF, type CommandTable } from '../case/commands';
import { AFTER_APPLICATION } from './stages';

const document = {
  path: { kind: 'text', max: 300, personal: true, about: 'Where the document lies in the document store' },
  sha256: { kind: 'sha256', about: 'SHA-256 of its content' },
} as const;

/** What a person may do about the documents of an application. */
export const documentCommands = {
  submitDocument: {
    summary: 'Hand in a document',
    roles: ANSWERING,
    stages: AFTER_APPLICATION,
    fields: { tag: code('What it is', DOCUMENT_TAGS), ...document },
  },
  rejectDocument: {
    summary: 'Reject a document, so that another one is asked for',
    roles: STAFF,
    stages: AFTER_APPLICATION,
    fields: {
      tag: code('Which', DOCUMENT_TAGS),
      reason: code('Why', ['UNREADABLE', 'OUTDATED', 'WRONG_DOCUMENT', 'INCOMPLETE', 'OTHER']),
    },
  },
  submitBoardResolution: {
    summary: 'Hand in the board resolution',
    roles: ANSWERING,
    stages: AFTER_APPLICATION,
    fields: document,
  },
} as const satisfies CommandTable;
