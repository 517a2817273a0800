import { Server, ServerCredentials, status, type handleUnaryCall } from '@grpc/grpc-js';
import { Client } from '@temporalio/client';
import { sendCommand } from '../../src/cases/commands';
import { connectTo } from '../support/temporal/servers';

type Answer = handleUnaryCall<Buffer, Buffer>;

const asIs = (bytes: Buffer) => bytes;
const method = (name: string) => ({
  ...{ path: `/temporal.api.workflowservice.v1.WorkflowService/${name}` },
  ...{ requestStream: false, responseStream: false },
  ...{ requestSerialize: asIs, requestDeserialize: asIs, responseSerialize: asIs, responseDeserialize: asIs },
});
/** A message without a field: no worker polls, no update has got anywhere. */
const nothing: Answer = (_, reply) => reply(null, Buffer.alloc(0));

const servers: { stop: () => Promise<void> }[] = [];
afterEach(() => Promise.all(servers.splice(0).map((each) => each.stop())));

/** A client of a server that answers each command so, and is not Temporal. */
async function clientOf(answer: Answer): Promise<Client> {
  const server = new Server();
  const answers = { GetSystemInfo: nothing, DescribeTaskQueue: nothing, UpdateWorkflowExecution: answer };
  server.addService(Object.fromEntries(Object.keys(answers).map((name) => [name, method(name)])), answers);
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, at) =>
      error ? reject(error) : resolve(at),
    ),
  );
  const connection = await connectTo(`127.0.0.1:${port}`);
  servers.push({
    async stop() {
      await connection.close();
      server.forceShutdown();
    },
  });
  return new Client({ connection });
}

const WITHIN_MS = 400;
const sent = async (answer: Answer) => {
  const by = { actor: 'officer-1', role: 'officer', text: 'Called' } as const;
  return sendCommand(await clientOf(answer), 'payout:PO-1', 'addNote', by, WITHIN_MS);
};

// A command that waits for ever never ends its test.
test.each<[string, Answer]>([
  ['is lost with its task again and again', (_, reply) => reply({ code: status.FAILED_PRECONDITION })],
  ['was answered at first that Temporal is busy', busyThenSilent()],
  ['gets nowhere, however often the SDK asks', nothing],
  ['is never answered', () => undefined],
])('a command that %s ends at its deadline, and may still be taken', async (_, answer) => {
  await expect(sent(answer)).rejects.toMatchObject({
    kind: 'timedOut',
    message: expect.stringContaining('may still be taken'),
  });
});

function busyThenSilent(): Answer {
  let calls = 0;
  return (_, reply) => {
    if (calls++ === 0) reply({ code: status.RESOURCE_EXHAUSTED });
  };
}
