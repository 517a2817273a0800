import {
  ANSWERING,
  casework,
  code,
  optional,
  retrying,
  STAFF,
  STAFF_AND_OPERATOR,
  STANDING,
  text,
  whole,
  type CommandTable,
} from '../case/commands';
import { secondPerson } from '../case/agreement';
import type { RepaymentStage } from './stages';

const REPAYING = ['REPAYING', 'ARREARS'] as const satisfies RepaymentStage[];

export const repaymentCommands = {
  recheck: { summary: 'Read the schedule now', roles: STAFF_AND_OPERATOR, stages: REPAYING, fields: {} },
  ...retrying(STAFF_AND_OPERATOR, REPAYING),
  quote: {
    summary: 'Ask the bank what would settle the loan now',
    roles: ANSWERING,
    stages: REPAYING,
    fields: {},
  },
  recordPromise: {
    summary: 'Record that the borrower promised to pay on a date',
    roles: STAFF,
    stages: REPAYING,
    fields: { promisedOn: { kind: 'date', about: 'The day on which the borrower will pay' } },
  },
  pauseCharging: {
    summary: 'Stop the automatic charging until it is resumed',
    roles: STAFF,
    stages: REPAYING,
    fields: {},
  },
  resumeCharging: {
    summary: 'Resume the automatic charging, if it was stopped: what is overdue may be charged at once',
    roles: STAFF,
    stages: REPAYING,
    fields: {},
  },
  chargeNow: {
    summary: 'Charge the borrower what is due by now, or a part of the oldest instalment due',
    roles: STAFF,
    stages: REPAYING,
    fields: {
      amountKobo: optional(
        whole(
          'Left empty, all that is due is charged; an amount, in kobo, charges at most that of the oldest instalment due',
          1,
        ),
      ),
    },
    subject: {
      dueBy: { kind: 'date', about: 'The day by which it is due' },
      dueKobo: whole('All that is due by then, in kobo', 1),
    },
  },
  resolveCharge: {
    summary: 'Say what became of a charge that the bank accepted and never settled',
    roles: ['supervisor'],
    stages: REPAYING,
    fields: {
      outcome: code('What became of it', ['TAKEN', 'NOT_TAKEN']),
      evidence: text('How you know', 500),
      amountKobo: optional(whole('What the bank took, in kobo, where that is not all that was asked for', 1)),
    },
    subject: { charge: { kind: 'reference', about: 'The charge, by its reference' } },
  },
  closeAsRepaid: {
    summary: 'End the case of a loan that is repaid, although the bank does not show it so',
    ends: true,
    roles: ['supervisor'],
    stages: REPAYING,
    answers: true,
    fields: { evidence: text('How you know', 500) },
    subject: STANDING,
  },
  ...secondPerson(REPAYING),
  ...casework(REPAYING),
} as const satisfies CommandTable;

export type RepaymentCommands = typeof repaymentCommands;
