import { OutcomeUnknownError, RequestRefusedError } from '../../src/bank/errors';
import { errorOf, fixture, payout, unlimited } from '../support/bank/client-fixture';
import { serveSockets } from '../support/bank/hand-made-server';
import { hostileLists, hostileReplies, type HostileReply } from '../support/bank/hostile-replies';
import { whole } from '../support/bank/socket-answers';

const { opening, clientOf } = fixture();

/** What one reply may cost, of the processor: twice the bar, since the server of the test and a busy machine's caches are among it. */
const CPU_MS_MAX = 100;
/** The least of so many calls: whatever else the process does is no part of it. */
const CALLS = 4;
/** When a call is given up, as an attempt of an activity is. */
const DEADLINE_MS = 400;

const COMPLAINTS_MAX = 20;
const WORDS_MAX = 400;

/** What a call ended in, the processor time that it took, and how many connections were made for it. */
async function called({ answer }: Pick<HostileReply, 'answer'>, way: 'read' | 'write' | 'list') {
  let connections = 0;
  const server = await opening(
    serveSockets((socket) => {
      connections++;
      socket.once('data', () => answer(socket));
    }),
  );
  const client = clientOf(server.url, { timeoutMs: DEADLINE_MS, limiter: unlimited() });
  const before = process.cpuUsage();
  const limits = { deadlineMs: performance.now() + DEADLINE_MS };
  const calls = {
    read: () => client.getKycStatus({ customerId: 'c-1' }, limits),
    write: () => client.createPayout(payout, limits),
    list: () => client.listLoanApplications({}, limits),
  };
  const error = await errorOf(calls[way]());
  const { user, system } = process.cpuUsage(before);
  return { error, connections, cpuMs: (user + system) / 1_000 };
}

test('there are fifty hostile replies or more', () => {
  expect(hostileReplies.length).toBeGreaterThanOrEqual(50);
});

test.each(hostileReplies)(
  '$what costs little, is sent once, and is taken for what it is',
  async (reply) => {
    const costs: number[] = [];
    for (let call = 0; call < CALLS; call++) {
      const way = call % 2 === 0 ? 'read' : 'write';
      const { error, connections, cpuMs } = await called(reply, way);
      costs.push(cpuMs);
      expect((error as Error).name).toBe(reply[way]);
      expect((error as Error).message.length).toBeLessThan(WORDS_MAX);
      expect(connections).toBe(1);
      if (error instanceof RequestRefusedError) {
        expect(error.fields.length).toBeLessThanOrEqual(COMPLAINTS_MAX);
        for (const { msg, param = '' } of error.fields)
          expect(msg.length + param.length).toBeLessThan(2 * WORDS_MAX);
      }
      if (error instanceof OutcomeUnknownError) expect(way).toBe('write');
    }
    expect(Math.min(...costs)).toBeLessThan(CPU_MS_MAX);
  },
  20_000,
);

test.each(hostileLists)('a list that is made of %s costs little', async (_what, body) => {
  const costs: number[] = [];
  for (let call = 0; call < CALLS; call++) {
    const { error, cpuMs } = await called({ answer: whole(200, body) }, 'list');
    costs.push(cpuMs);
    expect((error as Error).name).toBe('UnexpectedResponseError');
  }
  expect(Math.min(...costs)).toBeLessThan(CPU_MS_MAX);
});
