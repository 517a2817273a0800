import type { Client } from '@temporalio/client';
import type { HostileMessage } from './hostile-messages';

/** Messages on their way to one case at a time: of updates Temporal takes ten. */
const AT_ONCE = 8;
/** A case that does not answer by then is stuck; its failed workflow tasks tell why. */
const ANSWER_WITHIN_MS = 30_000;

/** Sends messages to a case. */
export async function sendAll(
  client: Client,
  workflowId: string,
  messages: readonly HostileMessage[],
): Promise<void> {
  for (let from = 0; from < messages.length; from += AT_ONCE)
    await Promise.all(
      messages
        .slice(from, from + AT_ONCE)
        .map((message) => send(client, workflowId, message).catch(expected)),
    );
}

/** A refusal is what is hoped for. */
function expected(error: unknown): void {
  if (error instanceof TypeError || error instanceof RangeError) throw error;
}

function send(client: Client, workflowId: string, message: HostileMessage): Promise<unknown> {
  return client.withDeadline(Date.now() + ANSWER_WITHIN_MS, () =>
    'values' in message.args
      ? sendValues(client, workflowId, message, message.args.values)
      : sendPayloads(client, workflowId, message, message.args.payloads),
  );
}

function sendValues(
  client: Client,
  workflowId: string,
  { way, name }: HostileMessage,
  values: readonly unknown[],
) {
  const handle = client.workflow.getHandle(workflowId);
  if (way === 'query') return handle.query(name, ...values);
  if (way === 'signal') return handle.signal(name, ...values);
  return handle.executeUpdate(name, { args: values as [unknown] });
}

type Payloads = Extract<HostileMessage['args'], { payloads: unknown }>['payloads'];

/** Through the server's own interface, past every converter of a client: half of them encrypted by a holder of the keys. */
async function sendPayloads(
  client: Client,
  workflowId: string,
  { way, name }: HostileMessage,
  given: Payloads,
): Promise<unknown> {
  const { workflowService } = client.connection;
  const { namespace, loadedDataConverter } = client.options;
  const owner = { type: 'workflow', namespace, workflowId } as const;
  const codecs = Math.random() < 0.5 ? loadedDataConverter.payloadCodecs : [];
  let payloads = [...given];
  for (const codec of codecs) payloads = await codec.encode(payloads, owner);
  const [workflowExecution, input] = [{ workflowId }, { payloads }];
  if (way === 'query')
    return workflowService.queryWorkflow({
      namespace,
      execution: workflowExecution,
      query: { queryType: name, queryArgs: input },
    });
  if (way === 'signal')
    return workflowService.signalWorkflowExecution({ namespace, workflowExecution, signalName: name, input });
  return workflowService.updateWorkflowExecution({
    namespace,
    workflowExecution,
    waitPolicy: { lifecycleStage: COMPLETED as never },
    request: { meta: { updateId: `u-${Math.random()}`, identity: 'chaos' }, input: { name, args: input } },
  });
}

/** UPDATE_WORKFLOW_EXECUTION_LIFECYCLE_STAGE_COMPLETED. */
const COMPLETED = 3;
