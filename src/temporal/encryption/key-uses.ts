import type { Client } from '@temporalio/client';

/** A run, or a schedule, that holds a payload which is encrypted under a certain key. */
export interface KeyUse {
  readonly workflowId: string;
  /** None for a schedule. */
  readonly runId: string;
}

type Api = Client['workflowService'];
type Executions = NonNullable<Awaited<ReturnType<Api['listWorkflowExecutions']>>['executions']>;
type Execution = Executions[number];

const AT_A_TIME = 10;

/**
 * Everything in Temporal that is needed until it is gone: open runs and those that the retention still keeps, as far as
 * they began before an instant, and schedules. Nothing is decrypted for it.
 */
export async function* usesOfKey(
  client: Client,
  keyId: string,
  startedBefore: string,
): AsyncGenerator<KeyUse> {
  const { workflowService: api } = client;
  const { namespace } = client.options;
  yield* schedulesUsing(api, namespace, keyId);
  let nextPageToken: Uint8Array = new Uint8Array();
  // Ends with the page that names no next one.
  do {
    const query = `StartTime < "${startedBefore}"`;
    const page = await api.listWorkflowExecutions({ namespace, query, nextPageToken });
    for (let from = 0; from < page.executions.length; from += AT_A_TIME) {
      const some = page.executions.slice(from, from + AT_A_TIME);
      const found = await Promise.all(some.map((one) => isUsing(api, namespace, one, keyId)));
      for (const [place, { execution }] of some.entries())
        if (found[place]) yield { workflowId: execution?.workflowId ?? '', runId: execution?.runId ?? '' };
    }
    nextPageToken = page.nextPageToken;
  } while (nextPageToken.length > 0);
}

async function* schedulesUsing(api: Api, namespace: string, keyId: string): AsyncGenerator<KeyUse> {
  const { schedules } = await api.listSchedules({ namespace, maximumPageSize: 100 });
  for (const { scheduleId } of schedules) {
    if (typeof scheduleId !== 'string') continue;
    const described = await api.describeSchedule({ namespace, scheduleId });
    if (mentions(described, keyId)) yield { workflowId: `schedule ${scheduleId}`, runId: '' };
  }
}

/** Its history, and what no history has: the memo, and what pending activities have told. */
async function isUsing(
  api: Api,
  namespace: string,
  { execution, memo }: Execution,
  keyId: string,
): Promise<boolean> {
  if (mentions(memo, keyId)) return true;
  const { pendingActivities } = await api.describeWorkflowExecution({
    namespace,
    execution: execution ?? null,
  });
  if (mentions(pendingActivities, keyId)) return true;
  let nextPageToken: Uint8Array = new Uint8Array();
  // Ends with the page that mentions the key, or that names no next one.
  do {
    const page = await api.getWorkflowExecutionHistory({
      ...{ namespace, nextPageToken },
      execution: execution ?? null,
    });
    if (mentions(page.history, keyId)) return true;
    nextPageToken = page.nextPageToken;
  } while (nextPageToken.length > 0);
  return false;
}

/** Whether some payload in it says that it is encrypted under the key. */
function mentions(value: unknown, keyId: string): boolean {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return false;
  const label = (value as Readonly<Record<string, unknown>>)['encryption-key-id'];
  if (label instanceof Uint8Array && Buffer.from(label).toString() === keyId) return true;
  return Object.values(value).some((part) => mentions(part, keyId));
}
