import { approvals } from './approvals';
import { cases } from './cases';
import { commands, common, files, states } from './common';
import { audit, health } from './health';
import { batch, newBatch, payouts } from './payouts';
import { queue } from './queue';
import { reconciliation } from './reconciliation';
import { repayments } from './repayments';
import { starts } from './starts';

/** Every sentence of the pages, in one place. */
export const texts = {
  approvals,
  audit,
  batch,
  cases,
  commands,
  common,
  files,
  health,
  newBatch,
  payouts,
  queue,
  reconciliation,
  repayments,
  starts,
  states,
} as const;
