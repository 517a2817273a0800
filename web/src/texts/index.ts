import { approvals } from './approvals';
import { cases } from './cases';
import { commands } from './commands';
import { files } from './files';
import { audit, health } from './health';
import { batch, newBatch, payouts } from './payouts';
import { queue } from './queue';
import { reconciliation } from './reconciliation';
import { repayments } from './repayments';
import { shell } from './shell';
import { starts } from './starts';
import { states } from './states';

/** Every sentence of the pages, in one place. */
export const texts = {
  approvals,
  audit,
  batch,
  cases,
  commands,
  files,
  health,
  newBatch,
  payouts,
  queue,
  reconciliation,
  repayments,
  shell,
  starts,
  states,
} as const;
