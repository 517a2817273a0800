import type { Client } from '@temporalio/client';
import { decodeArrayFromPayloads } from '@temporalio/common/lib/internal-non-workflow';

/** The names of the fields in which an input differs from that with which the workflow of this id was started. */
export async function fieldsThatDiffer(
  client: Client,
  workflowId: string,
  input: unknown,
): Promise<string[]> {
  const before = leaves(await startedInput(client, workflowId));
  const now = leaves(plain(input));
  const names = new Set([...before.keys(), ...now.keys()]);
  return [...names].filter((name) => before.get(name) !== now.get(name)).sort();
}

/** Nothing that is started from a file continues as new, so the latest run has the input of the first. */
async function startedInput(client: Client, workflowId: string): Promise<unknown> {
  const { namespace, loadedDataConverter } = client.options;
  const { history } = await client.workflowService.getWorkflowExecutionHistory({
    namespace,
    execution: { workflowId },
    maximumPageSize: 1,
  });
  const payloads = history?.events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads;
  const [input] = await decodeArrayFromPayloads(loadedDataConverter, payloads);
  return input;
}

/** An input as it looks after its way to the server. */
const plain = (input: unknown): unknown => JSON.parse(JSON.stringify(input));

/** Each single value by its path, such as `beneficiary.bankCode`; values as JSON. */
function leaves(value: unknown, path: readonly string[] = []): Map<string, string> {
  if (typeof value !== 'object' || value === null) return new Map([[path.join('.'), JSON.stringify(value)]]);
  return new Map(Object.entries(value).flatMap(([name, part]) => [...leaves(part, [...path, name])]));
}
