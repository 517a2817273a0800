import { code, noting, OPERATORS, sha256, type CommandTable } from '../case/commands';
import { secondPerson } from '../case/agreement';

const RUNNING = ['CHECKING', 'REVIEW', 'APPROVAL', 'PAYING'] as const;
const rows = { kind: 'rows', about: 'Which rows' } as const;

/** The commands of a batch. People steer single payouts by their own references. */
export const batchCommands = {
  acceptRows: {
    summary: 'Pay rows in spite of what was found about them',
    overrules: true,
    roles: OPERATORS,
    stages: ['REVIEW'],
    fields: {
      rows,
      reason: code('Why', ['CHECKED_WITH_BENEFICIARY', 'KNOWN_ALIAS', 'MEANT_TWICE', 'OTHER']),
    },
  },
  excludeRows: {
    summary: 'Leave rows out of the batch; voids approvals',
    ends: true,
    roles: OPERATORS,
    stages: ['REVIEW', 'APPROVAL'],
    fields: {
      rows,
      reason: code('Why', [
        'ACCOUNT_NOT_RESOLVED',
        'WRONG_BENEFICIARY',
        'WRONG_AMOUNT',
        'DUPLICATE',
        'OTHER',
      ]),
    },
  },
  ...secondPerson(['REVIEW']),
  approve: {
    summary: 'Approve the whole batch',
    roles: [...OPERATORS, 'approver'],
    stages: ['APPROVAL'],
    fields: {
      expectedDigest: sha256('The digest of what you approve; the case shows it'),
    },
  },
  reject: {
    summary: 'Reject the whole batch; nothing is paid',
    ends: true,
    roles: [...OPERATORS, 'approver'],
    stages: ['APPROVAL'],
    fields: {
      reason: code('Why', [
        'WRONG_PAYEES',
        'WRONG_ROWS',
        'WRONG_AMOUNTS',
        'DUPLICATE',
        'NOT_EXPECTED',
        'OTHER',
      ]),
    },
  },
  pause: {
    summary: 'Start no further payouts until it is resumed; those that are started go on',
    roles: OPERATORS,
    stages: ['PAYING'],
    fields: {},
  },
  resume: { summary: 'Start payouts again', roles: OPERATORS, stages: ['PAYING'], fields: {} },
  cancel: {
    summary: 'Cancel what has not been started; payouts that are started go on',
    ends: true,
    roles: OPERATORS,
    stages: RUNNING,
    fields: { reason: code('Why', ['WRONG_ROWS', 'DUPLICATE', 'NO_LONGER_NEEDED', 'OTHER']) },
  },
  retry: {
    summary: 'Ask the bank once more about rows in question, or try again what has failed',
    roles: OPERATORS,
    stages: ['CHECKING', 'REVIEW', 'PAYING'],
    answers: true,
    fields: {},
  },
  ...noting(OPERATORS, RUNNING),
} as const satisfies CommandTable;

export type BatchCommands = typeof batchCommands;
