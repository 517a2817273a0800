import { Context } from '@temporalio/activity';
import type { Client as TemporalClient } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { BatchRow } from '../domain/batch/rows';
import type { Pace } from '../domain/time/cadence';
import { clockRefusal, type Clock } from '../domain/time/clock';
import { INVALID_INPUT } from '../domain/wire/failure-types';
import type { PayoutPolicy } from '../domain/payout/policy';
import { caseId } from '../domain/wire/workflow-ids';
import { checkBatch, type BatchFile, type BatchInput } from '../domain/batch/input';
import { unlessRefused } from '../bank/errors';
import type { CallLimits } from '../bank/exchange';
import { attempted } from './activity-wrapper';
import type { Starts } from './authority/activities';
import { each, latestRun } from '../temporal/runs';
import { waitLonger } from './failures';
import { leave, leftIn } from './heartbeats';
import { poll, settled } from './polling/poll';
import type { CoalescedReads } from './remembered-reads';
import { attributeKey } from '../domain/wire/search-attributes';

/** The checked input of a batch without its rows, which its workflow has already. */
export type BatchHead = Omit<BatchInput, 'payouts'> & { readonly policy: PayoutPolicy };

type Account = Pick<BatchRow, 'bankCode' | 'accountNumber' | 'accountName'>;

/** The result of a payout that was started before, or that it is not of this batch. */
interface EarlierPayout {
  readonly isForeign: boolean;
  /** The workflow's result; `undefined` if it ended by force. */
  readonly result?: unknown;
}

interface Dependencies extends CoalescedReads {
  readonly client: TemporalClient;
  readonly clock: Clock;
  readonly payoutPolicy: PayoutPolicy;
  readonly starts: Starts;
}

export type BatchChecks = ReturnType<typeof createBatchChecks>;

interface References {
  readonly batch: string;
  readonly references: readonly string[];
}

/** The activities of batches alone. The first two run in place; the others use the task queue of waits. */
export const createBatchChecks = ({ client, clock, payoutPolicy, starts, ...reads }: Dependencies) => ({
  /** Checks every row. @returns the input without the rows, which the workflow has already */
  async parseBatchInput(given: BatchFile): Promise<BatchHead> {
    const { fields, authority } = await starts.take('batch', given);
    const { batch, problems } = checkBatch(fields);
    if (!batch) throw ApplicationFailure.nonRetryable(inShort(problems), INVALID_INPUT);
    const { payouts: _rows, clock: asked, ...head } = batch;
    const refusal = clockRefusal(asked, clock);
    if (refusal !== undefined) throw ApplicationFailure.nonRetryable(inShort([refusal]), INVALID_INPUT);
    return { ...head, clock: asked ?? clock, policy: payoutPolicy, authority };
  },
  /** The references that already have a payout of this batch. */
  findOwnPayouts: attempted('none', ({ batch, references }: References) =>
    referencesOf(client, references, (owner) => owner === batch),
  ),
  /** The names in which accounts are held, in order; null where the bank refuses to say. */
  resolveBeneficiaries: attempted(
    'none',
    ({ accounts }: { readonly accounts: readonly Account[] }, limits: CallLimits) =>
      resolveAll(reads, accounts, limits),
  ),
  /** The references that already have a payout which is not of this batch. */
  findUsedReferences: attempted('none', ({ batch, references }: References) =>
    referencesOf(client, references, (owner) => owner !== batch),
  ),
  /** Waits for a payout that this batch has started before. */
  awaitEarlierPayout: poll(async ({ batch, reference }: { batch: string; reference: string; pace: Pace }) => {
    const known = await payoutKnown(client, reference);
    if (known?.batch !== batch) return settled<EarlierPayout>({ isForeign: true });
    if (known.isRunning) return { pending: 'the payout has not ended' };
    const end = client.workflow.getHandle(caseId('payout', reference), known.runId).result();
    return settled<EarlierPayout>({ isForeign: false, result: await end.catch(() => undefined) });
  }),
});

/** Complaints of a failure: enough to begin with, few enough to be read. */
const COMPLAINTS_MAX = 20;

function inShort(problems: readonly string[]): string {
  const more = problems.length - COMPLAINTS_MAX;
  const shown = problems.slice(0, COMPLAINTS_MAX).join('; ');
  return `The batch cannot be used: ${shown}${more > 0 ? `; and ${more} more` : ''}`;
}

/** The share of an attempt in which another call is begun; names resolved by then are kept. */
const BEGIN_WITHIN = 0.6;

/** Resolves account by account. The heartbeat keeps the names, so that a later attempt repeats no call. */
async function resolveAll(reads: CoalescedReads, accounts: readonly Account[], limits: CallLimits) {
  const context = Context.current();
  const { names: known = [] } = leftIn(context) as { readonly names?: readonly (string | null)[] };
  const names = [...known];
  const until = performance.now() + context.info.startToCloseTimeoutMs * BEGIN_WITHIN;
  for (const account of accounts.slice(names.length)) {
    if (performance.now() > until)
      throw waitLonger(`${names.length} of ${accounts.length} accounts resolved`, 1);
    names.push(await resolve(reads, account, limits));
    leave(context, { names: [...names] });
  }
  return names;
}

/** A remembered name that does not fit is asked for anew. */
async function resolve({ bank, recallBeneficiary }: CoalescedReads, account: Account, limits: CallLimits) {
  const known = recallBeneficiary(account);
  if (known !== undefined) return known;
  const { bankCode: bank_code, accountNumber: account_number } = account;
  const found = await bank.resolveAccount({ bank_code, account_number }, limits).catch(unlessRefused);
  return found?.account_name ?? null;
}

const batchKey = attributeKey('BatchId');

/** Those references that have a payout whose batch, if it has one, is one of these. */
async function referencesOf(
  client: TemporalClient,
  references: readonly string[],
  isOne: (batch: string | undefined) => boolean,
): Promise<string[]> {
  const found = await each(references, async (reference) => {
    const known = await payoutKnown(client, reference);
    Context.current().heartbeat();
    return known && isOne(known.batch) ? [reference] : [];
  });
  return found.flat();
}

/** Whether Temporal knows a payout of this reference, and of which batch it is. */
async function payoutKnown(client: TemporalClient, reference: string) {
  const run = await latestRun(client, caseId('payout', reference));
  if (!run) return undefined;
  const { status, runId, typedSearchAttributes: attributes } = run;
  return { isRunning: status.name === 'RUNNING', runId, batch: attributes.get(batchKey) };
}
