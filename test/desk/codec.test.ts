import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import { JSONToPayload, payloadToJSON, type JSONPayload } from '@temporalio/common/lib/proto-utils';
import fastify, { type FastifyInstance } from 'fastify';
import { addDeskCodec, CODEC_PATH } from '../../src/desk/codec';
import type { DeskRole } from '../../src/desk/contract/fields';
import { codecPassOf, Sessions } from '../../src/desk/login/sessions';
import { EncryptionCodec, throwUnreadable } from '../../src/temporal/encryption/data-converters';
import { newSeal } from '../support/desk/seal';
import { testRecords, type TestRecords } from '../support/records/database';
import { ringOfOneKey } from '../support/encryption';

const keys = ringOfOneKey();
const webUi = 'http://127.0.0.1:8233/some/path';
const origin = 'http://127.0.0.1:8233';
const bvn = '22233344455';
const context = { type: 'workflow', namespace: 'default', workflowId: 'loan:LN-1' } as const;

let records: TestRecords;
let sessions: Sessions;
let app: FastifyInstance;
let lines: object[];
beforeAll(async () => (records = await testRecords()));
afterAll(() => records.close());
beforeEach(() => {
  [sessions, lines] = [new Sessions(records.pool, newSeal()), []];
  app = fastify();
  addDeskCodec(
    app,
    { webUi, encryptionKeys: keys, log: { info: (line: object) => void lines.push(line) } as never },
    sessions,
  );
});
afterEach(() => app.close());

const begin = (roles: readonly DeskRole[], branch?: string) =>
  sessions.begin({ subject: 'person-1', name: 'Sade', roles, branch, loggedInAt: new Date() });

async function sealed(): Promise<JSONPayload> {
  const plain = defaultPayloadConverter.toPayload({ bvn });
  const [payload] = await new EncryptionCodec(keys, 'worker', throwUnreadable).encode([plain], context);
  return payloadToJSON(payload as Payload);
}

const decode = async (pass: string, from = origin) =>
  app.inject({
    method: 'POST',
    url: `${CODEC_PATH}/${pass}/decode`,
    headers: { origin: from, 'x-namespace': 'default' },
    payload: { payloads: [await sealed()] },
  });

test('the Web UI reads payloads in the name of a supervisor, and the log says who has read', async () => {
  const reply = await decode(codecPassOf(await begin(['supervisor'])));
  expect(reply.statusCode).toBe(200);
  const [payload] = reply.json<{ payloads: JSONPayload[] }>().payloads;
  expect(defaultPayloadConverter.fromPayload(JSONToPayload(payload as JSONPayload))).toEqual({ bvn });
  expect(lines).toEqual([{ event: 'read', person: 'person-1', payloads: 1, status: 200 }]);
  expect(JSON.stringify(lines)).not.toContain(bvn);
});

test.each<[string, readonly DeskRole[], string | undefined]>([
  ['an officer', ['officer'], undefined],
  ['an approver', ['operator', 'approver'], undefined],
  ['a supervisor of one branch', ['supervisor'], 'ikeja'],
])('%s reads none', async (_, roles, branch) => {
  const reply = await decode(codecPassOf(await begin(roles, branch)));
  expect(reply.statusCode).toBe(403);
  expect(reply.json()).toEqual({ message: 'your role does not read payloads' });
});

test('nothing is read by an address that is made up, or whose session has ended', async () => {
  const token = await begin(['supervisor']);
  await sessions.end(token);
  for (const pass of [codecPassOf(token), codecPassOf('another'), token])
    expect((await decode(pass)).statusCode).toBe(401);
});

test('a page of another origin reads none, even with the address', async () => {
  const reply = await decode(codecPassOf(await begin(['supervisor'])), 'https://elsewhere.example');
  expect(reply.statusCode).toBe(403);
  expect(reply.headers['access-control-allow-origin']).toBeUndefined();
});

test('the address opens no session at the desk, and does not keep one alive', async () => {
  const token = await begin(['supervisor']);
  const pass = codecPassOf(token);
  expect(await sessions.use(pass)).toBeUndefined();
  await records.superuser.query("UPDATE desk_session SET used_at = now() - interval '14 minutes'");
  expect((await decode(pass)).statusCode).toBe(200);
  const { rows } = await records.superuser.query<{ idle: boolean }>(
    "SELECT used_at < now() - interval '13 minutes' AS idle FROM desk_session WHERE digest IS NOT NULL",
  );
  expect(rows.at(-1)?.idle).toBe(true);
});
