import { ApplicationFailure } from '@temporalio/common';
import type { Client } from '@temporalio/client';
import type { BankOperations } from '../bank/contract';
import type { Authorisation } from '../domain/case/send-authorisation';
import type { EarlierOrder, EarlierRun } from '../domain/payout/adoption';
import { argumentsOf } from '../domain/wire/bound-call';
import type { Run } from './authority/acceptor';
import { decodedIn, isoOf } from '../temporal/runs';
import { INVALID_INPUT } from '../domain/wire/failure-types';
import { workflowTypes } from '../domain/wire/workflow-types';

/** The activity by which a run that adopts a payout reads the runs before it. */
export const createEarlierRuns = (client: Client) => ({
  /** Reads the input and the orders from an ended run's history, and from the runs that it had adopted. */
  readEarlierRun: (run: Run): Promise<EarlierRun> => earlierRun(client, run),
});

export type EarlierRuns = ReturnType<typeof createEarlierRuns>;

const BY_FORCE = ['TERMINATED', 'CANCELLED', 'TIMED_OUT', 'FAILED'];

async function earlierRun(client: Client, { workflowId, runId }: Run): Promise<EarlierRun> {
  const handle = client.workflow.getHandle(workflowId, runId);
  const { status, type } = await handle.describe();
  if (!BY_FORCE.includes(status.name)) {
    const why = `The run ${runId} was not ended by force: nothing to adopt`;
    throw ApplicationFailure.nonRetryable(why, INVALID_INPUT);
  }
  const { given, orders } = await toldIn(client, workflowId, await handle.fetchHistory());
  if (type !== workflowTypes.adoptedPayout) return { given, ...orderOf(orders) };
  const adopted = await earlierRun(client, { workflowId, runId: (given as { runId: string }).runId });
  return { ...adopted, ...orderOf([...(adopted.order ? [adopted.order] : []), ...orders]) };
}

/** The last order says what was sent; the first one, since when. */
function orderOf(orders: readonly EarlierOrder[]): { readonly order?: EarlierOrder } {
  const [first, last] = [orders[0], orders.at(-1)];
  return first && last ? { order: { ...last, sentAt: first.sentAt } } : {};
}

type History = Awaited<ReturnType<ReturnType<Client['workflow']['getHandle']>['fetchHistory']>>;

async function toldIn(client: Client, workflowId: string, { events }: History) {
  const orders: EarlierOrder[] = [];
  for (const event of events ?? []) {
    const { activityType, input } = event.activityTaskScheduledEventAttributes ?? {};
    const name = activityType?.name ?? '';
    const order = ORDERS[name];
    if (!order) continue;
    const [sent, authorisation] = argumentsOf(await decodedIn(client, workflowId, input?.payloads), name);
    orders.push({
      ...order(sent as never, isoOf(event.eventTime)),
      ...(authorisation !== undefined && { authorisation: authorisation as Authorisation }),
    });
  }
  const { input } = events?.[0]?.workflowExecutionStartedEventAttributes ?? {};
  const [given] = await decodedIn(client, workflowId, input?.payloads);
  return { given, orders };
}

type Input<N extends 'createPayout' | 'flushAccount'> = Parameters<BankOperations[N]>[0];

/** The activities that order a send, each with the reading of its order. */
const ORDERS: Readonly<Record<string, ((input: never, sentAt: string) => EarlierOrder) | undefined>> = {
  createPayout: ({ amount, beneficiary, remark }: Input<'createPayout'>, sentAt) => ({
    amountKobo: amount,
    ...targetOf(beneficiary),
    remark,
    sentAt,
  }),
  flushAccount: ({ beneficiary }: Input<'flushAccount'>, sentAt) => ({ ...targetOf(beneficiary), sentAt }),
};

const targetOf = (to: Input<'createPayout'>['beneficiary']) => ({
  bankCode: to.bank_code,
  bankName: to.bank_name,
  accountNumber: to.account_number,
  accountName: to.account_name,
});
