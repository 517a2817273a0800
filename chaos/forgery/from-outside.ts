import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, WorkflowHandle } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { OperationName } from '../../src/bank/contract';
import { first, provenPayout, second, type ProvenPayout } from '../../test/support/activities/gate';
import { log } from '../report';
import { causeOfAttention, startApproved, startPayout } from './approved-payout';
import { makerOf } from './environment';
import { within } from '../within';
import { readable, type Attempt, type Attempted } from './sending';

/** So long the bank keeps the call waiting, and the activity stays open. */
const HELD_MS = 4_000;
const LOOK_EVERY_MS = 50;
/** By then, a payout that is neither believed nor forgotten was paid, unless the machine has other things to do. */
const PAID_WITHIN_MS = 45_000;

type Open = { readonly workflowId: string; readonly activityId: string };
export type Ending = (client: Client, open: Open, payout: ProvenPayout) => Promise<void>;

/** An activity of a case that a worker carries out right now. */
async function openActivity({ client, workflowId }: WorkflowHandle, name: string): Promise<Open> {
  for (;;) {
    const { raw } = await client.getHandle(workflowId).describe();
    const { activityId } =
      raw.pendingActivities?.find(({ activityType }) => activityType?.name === name) ?? {};
    if (typeof activityId === 'string') return { workflowId, activityId };
    await sleep(LOOK_EVERY_MS);
  }
}

/** The call takes its time; what is lost never arrives. */
function hold({ plant }: Attempted, operation: OperationName, when: Record<string, string>, isLost = false) {
  const which = { operations: [operation], when, count: 1 };
  plant({ kind: 'latency', milliseconds: HELD_MS, ...which });
  if (isLost) plant({ kind: 'reset-before', ...which });
}

/** Ends the send of a payout that people have approved: whatever is made up, the payout is paid exactly once. */
export const endingSend =
  (end: Ending, { isLost }: { readonly isLost: boolean }): Attempt =>
  async (client, { payout }, bank) => {
    const reference = `ONCE-${payout.reference}`;
    const wanted = provenPayout(reference, { madeBy: makerOf(reference) });
    hold(bank, 'createPayout', { reference }, isLost);
    const { handle } = await startApproved(client, wanted, [first.key, second.key]);
    await end(client, await openActivity(handle, 'createPayout'), wanted);
    const ended = handle.result().then(({ status }: { status: string }) => status);
    const status = await within(PAID_WITHIN_MS, undefined, ended);
    // A further attempt may end the case while the bank still keeps the first call waiting.
    await sleep(HELD_MS);
    const sent = bank.committed(reference);
    if (status !== undefined) return status !== 'SUCCESS' || sent !== 1;
    log(`  no end yet: ${reference}`); // A busy machine is no forgery.
    return sent > 1;
  };

const asPaid: Ending = (client, open, { order }) =>
  client.activity.complete(open, { ...order, status: 'SUCCESS', unique_ref: 'made up', fee: 0 });

const asRefused: Ending = (client, open) =>
  client.activity.fail(
    open,
    ApplicationFailure.nonRetryable('the bank refused it', 'REQUEST_REFUSED', { status: 400 }),
  );

/** The server then tries again by itself: no workflow ever learns of it. */
const asToBeTriedAgain: Ending = (client, open) =>
  client.activity.fail(
    open,
    ApplicationFailure.create({ message: 'try again', type: 'SERVICE_UNAVAILABLE', nextRetryDelay: '1s' }),
  );

/** What the service lets anybody do to an activity of a workflow; its types take a callback as well. */
const tell = (client: Client, call: 'resetActivity' | 'updateActivityOptions', request: object) =>
  (
    client.workflowService[call].bind(client.workflowService) as unknown as (told: object) => Promise<unknown>
  )({
    namespace: client.options.namespace,
    ...request,
  });

/** As if it had never been tried: the next attempt counts as the first one. */
const asReset: Ending = async (client, open, payout) => {
  await tell(client, 'resetActivity', {
    execution: { workflowId: open.workflowId },
    id: open.activityId,
    resetHeartbeat: true,
  });
  await asToBeTriedAgain(client, open, payout);
};

/** The server has its attempts last a second, and try again as often as they like. */
const withOtherOptions: Ending = async (client, open, payout) => {
  await tell(client, 'updateActivityOptions', {
    execution: { workflowId: open.workflowId },
    id: open.activityId,
    activityOptions: {
      startToCloseTimeout: { seconds: 30 },
      retryPolicy: { initialInterval: { seconds: 1 }, backoffCoefficient: 1, maximumAttempts: 0 },
    },
    updateMask: {
      paths: [
        'start_to_close_timeout',
        'retry_policy.initial_interval',
        'retry_policy.backoff_coefficient',
        'retry_policy.maximum_attempts',
      ],
    },
  });
  await asToBeTriedAgain(client, open, payout);
};

/** A bank that would pay twice under one reference. */
export const unchecked =
  (attempt: Attempt): Attempt =>
  (client, payout, bank) => {
    const reference = `ONCE-${payout.payout.reference}`;
    bank.plant({ kind: 'duplicate-check-off', operations: ['createPayout'], when: { reference } });
    return attempt(client, payout, bank);
  };

/** Says in whose name an account is held, before the bank does. */
export const madeUpHolder =
  (complete: (client: Client, open: Open, answer: object) => Promise<void>): Attempt =>
  async (client, { payout: { reference } }, bank) => {
    const accountNumber = String(2_000_000_000 + Math.floor(Math.random() * 1_000_000_000));
    const { payout, ...wanted } = provenPayout(reference, {
      amountKobo: 500_000,
      madeBy: makerOf(reference),
    });
    const accountName = 'Another Person Entirely';
    hold(bank, 'resolveAccount', { account_number: accountNumber });
    const beneficiary = { ...payout.beneficiary, accountNumber, accountName };
    const handle = await startPayout(client, { payout, ...wanted }, { more: { beneficiary } });
    const open = await openActivity(handle, 'resolveAccount');
    await complete(client, open, { account_name: accountName, account_number: accountNumber });
    const cause = await causeOfAttention(handle);
    await handle.terminate('the attempt is over').catch(() => undefined);
    return !cause.includes('the reply was lost');
  };

/** Activities that another program ends in the place of the worker that carries them out. */
export const byEndingFromOutside: readonly [string, Attempt][] = [
  ['a send that never arrives, completed from outside as paid', endingSend(asPaid, { isLost: true })],
  [
    'a send that never arrives, completed from outside in plain text',
    endingSend((client, ...rest) => asPaid(readable(client), ...rest), { isLost: true }),
  ],
  ['a send that arrives, failed from outside as refused', endingSend(asRefused, { isLost: false })],
  [
    'a send that arrives, failed from outside so that the server tries again',
    unchecked(endingSend(asToBeTriedAgain, { isLost: false })),
  ],
  [
    'a send that arrives, reset from outside, so that the server tries again for the first time',
    unchecked(endingSend(asReset, { isLost: false })),
  ],
  [
    'a send that arrives, whose options are changed from outside so that the server tries again',
    unchecked(endingSend(withOtherOptions, { isLost: false })),
  ],
  [
    "an account's holder, made up from outside",
    madeUpHolder((client, open, answer) => client.activity.complete(open, answer)),
  ],
];
