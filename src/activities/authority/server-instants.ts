import type { Client } from '@temporalio/client';
import { decodeArrayFromPayloads } from '@temporalio/common/lib/internal-non-workflow';
import type { Run } from './acceptor';

type Stamp = { readonly seconds?: unknown; readonly nanos?: number | null } | null | undefined;

const msOf = (at: Stamp) => Number(at?.seconds ?? 0) * 1_000 + Math.floor((at?.nanos ?? 0) / 1_000_000);

/** When the server started a run. */
export const startInstant =
  (client: Client) =>
  async ({ workflowId, runId }: Run): Promise<number> =>
    (await client.workflow.getHandle(workflowId, runId).describe()).startTime.getTime();

/** When the server took the signal of a command that carries this act; `undefined` if the history has none. */
export const signalInstant =
  (client: Client, command: string, act: unknown) =>
  async ({ workflowId, runId }: Run): Promise<number | undefined> => {
    const { events } = await client.workflow.getHandle(workflowId, runId).fetchHistory();
    for (const { eventTime, workflowExecutionSignaledEventAttributes: signal } of events ?? []) {
      if (signal?.signalName !== command) continue;
      const message = await readMessage(client, workflowId, signal.input?.payloads);
      if ((Object(message) as { act?: unknown }).act === act) return msOf(eventTime);
    }
    return undefined;
  };

type Payloads = Parameters<typeof decodeArrayFromPayloads>[1];

/** A message of a case; `undefined` if it cannot be read, since it then does not carry the act. */
async function readMessage(client: Client, workflowId: string, payloads: Payloads): Promise<unknown> {
  const { namespace, loadedDataConverter } = client.options;
  const owner = { type: 'workflow', namespace, workflowId } as const;
  const [message] = await decodeArrayFromPayloads(loadedDataConverter, payloads, owner).catch(() => []);
  return message;
}
