import { Client } from '@temporalio/client';
import type { z } from 'zod';
import type { faultSchema } from '../../sandbox/faults';
import type { TestRecords } from '../../test/support/records/database';
import type { ProvenPayout } from '../../test/support/activities/gate';
import { foreignWorkflow } from './foreign-workflow';

export const FOREIGN_QUEUE = 'foreign';
/** Of the worker whose policy asks for nothing. */
export const LAX_QUEUE = 'lax';
/** Of programs that hold what persons hold of the encryption keys: one makes up vouchers, the other one encrypts nothing. */
export const PERSONS_QUEUES = { vouching: 'persons-vouching', readable: 'persons-readable' } as const;

/** What is due of a loan that the bank is made to have: no case charges it by itself. */
export const FAR_INSTALMENT = { dueOn: '2099-01-31', totalDueKobo: 100_000, paidKobo: 0, status: 'UNPAID' };

/** The bank, and the database of the records, as an attempt sees them. */
export interface Attempted {
  /** How often it has paid under a reference. */
  readonly committed: (reference: string) => number;
  /** Has something go wrong between it and its callers. */
  readonly plant: (fault: z.input<typeof faultSchema>) => void;
  /** Has it know a loan of this id, with one instalment: far away, unless a day is named. */
  readonly lend: (loanId: string, dueOn?: string) => void;
  readonly records: TestRecords;
}

/** One try to have a payout sent without authority, or twice. Whether it was taken, by what its sender sees. */
export type Attempt = (client: Client, payout: ProvenPayout, bank: Attempted) => Promise<boolean>;

/** The same by people who may: whether it was paid. */
export type Twin = (client: Client, reference: string, bank: Attempted) => Promise<boolean>;

/** Has a workflow of another program schedule an activity of ours, under any id. @returns 'sent', or why it failed */
export const outcomeOfForeign = (
  client: Client,
  workflowId: string,
  activity: string,
  args: unknown[],
): Promise<string> =>
  client.workflow.execute(foreignWorkflow, { workflowId, taskQueue: FOREIGN_QUEUE, args: [activity, args] });

/** Whether it was carried out. */
export const scheduleForeign = async (...scheduled: Parameters<typeof outcomeOfForeign>): Promise<boolean> =>
  (await outcomeOfForeign(...scheduled)) === 'sent';

/** Has it send the payout, under the id that the payout's own case would have. */
export const sendForeign = (client: Client, workflowId: string, args: unknown[]): Promise<boolean> =>
  scheduleForeign(client, workflowId, 'createPayout', args);

/** A client that encrypts nothing. */
export const readable = ({ connection, options: { namespace } }: Client) =>
  new Client({ connection, namespace });

export const succeeded = (outcome: Promise<unknown>): Promise<boolean> =>
  outcome.then(
    () => true,
    () => false,
  );
