import { Option } from '@commander-js/extra-typings';
import { resources } from '../cases/resources';
import { EXEMPT_PURPOSES } from '../domain/money/duty';
import { startBatch, startEnrolment, startFlush, startLimits, startLoan, startPayout } from '../cases/start';
import { addBatchCommands } from './commands/batch';
import { addReapply } from './commands/reapply';
import { addReconcile } from './commands/reconcile';
import { readBatchFile } from './files/batch-file';
import { openStore } from './files/documents';
import {
  readEnrolmentFile,
  readFlushFile,
  readLimitsFile,
  readLoanFile,
  readPayoutFile,
} from './files/input-file';
import { count } from './option-values';
import type { CliResource } from './resource';

const loan: CliResource = {
  ...resources.loan,
  about: 'Loans: start, show and steer them, from the application to the last repayment',
  sample: { reference: 'LN-2026-0001', file: 'examples/loan-application.json' },
  usualRole: 'officer',
  async prepare(path) {
    const input = await readLoanFile(path, await openStore());
    return { reference: input.reference, start: (client) => startLoan(client, input) };
  },
  addOwn: addReapply,
};

const payout: CliResource = {
  ...resources.payout,
  about: 'Payouts: start, show and steer them',
  sample: { reference: 'PO-2026-0001', file: 'examples/payout.json' },
  usualRole: 'operator',
  async prepare(path) {
    const input = await readPayoutFile(path);
    return { reference: input.reference, start: (client) => startPayout(client, input) };
  },
};

const flush: CliResource = {
  ...resources.flush,
  about: 'Flushes: pay out all that an account holds, as a payout',
  sample: { reference: 'FL-2026-0001', file: 'examples/flush.json' },
  usualRole: 'operator',
  async prepare(path) {
    const input = await readFlushFile(path);
    return { reference: input.reference, start: (client) => startFlush(client, input) };
  },
};

const limits: CliResource = {
  ...resources.limits,
  about: 'Transfer limits of an account: change them, with approval by the payout policy',
  sample: { reference: 'TL-2026-0001', file: 'examples/transfer-limits.json' },
  usualRole: 'operator',
  async prepare(path) {
    const input = await readLimitsFile(path);
    return { reference: input.reference, start: (client) => startLimits(client, input) };
  },
};

const batch: CliResource = {
  ...resources.batch,
  about: 'Batches of payouts: check a file, start it, approve it as a whole, see the result of every row',
  sample: { reference: 'BT-2026-0001', file: 'examples/batch.json' },
  usualRole: 'operator',
  fileKinds: 'CSV file (.csv), JSON file, or - for JSON on stdin',
  startOptions: [
    new Option('--reference <reference>', 'reference of the batch; needed with CSV'),
    new Option('--from <file>', 'JSON file with source.accountNumber; - for stdin; needed with CSV'),
    new Option('--source <account-number>').hideHelp(),
    new Option('--created-by <id>', 'who made the batch, and may not approve it; needed with CSV'),
    new Option('--allow-duplicates', 'rows with the same beneficiary and amount are meant'),
    new Option('--purpose <purpose>', 'what costs no stamp duty').choices(EXEMPT_PURPOSES),
    new Option('--concurrency <number>', 'payouts on their way at the same time').argParser(count),
  ],
  async prepare(path, options) {
    const input = await readBatchFile(path, options);
    return { reference: input.reference, start: (client) => startBatch(client, input) };
  },
  addOwn: addBatchCommands,
};

const enrolment: CliResource = {
  ...resources.enrolment,
  about: 'Enrolments: make a customer known, and verified, before there is any application',
  sample: { reference: 'CU-0003', file: 'examples/enrolment.json' },
  usualRole: 'officer',
  async prepare(path) {
    const input = await readEnrolmentFile(path);
    return { reference: input.customer.reference, start: (client) => startEnrolment(client, input) };
  },
};

const reconciliation: CliResource = {
  ...resources.reconciliation,
  about:
    'Reconciliations of the ledger with the statements: run one, show and steer those that found differences',
  sample: { reference: '2026-11-20' },
  usualRole: 'operator',
  addOwn: (group) => addReconcile(group, 'run'),
};

/** Everything that the command line has a group for. */
export const cliResources = { loan, payout, flush, limits, batch, enrolment, reconciliation };
