import { setTimeout as sleep } from 'node:timers/promises';
import type { Handlers } from '../../src/desk/http/run-route';
import { createApp } from '../../src/desk/http/app';
import { IdempotencyKeys } from '../../src/desk/http/idempotency-keys';
import { ProblemError } from '../../src/desk/http/problems';
import { Visitors } from '../../src/desk/http/visitors';
import { readRoleMapping } from '../../src/desk/login/roles';
import { Sessions } from '../../src/desk/login/sessions';
import { newSeal } from '../support/desk/seal';
import { testRecords, type TestRecords } from '../support/records/database';

/** Long enough for others to come meanwhile. */
const SLOW_MS = 50;

let records: TestRecords;
beforeAll(async () => (records = await testRecords()));
afterAll(() => records.close());

const DESK = 'https://desk.example';
const ACCEPT = '/api/cases/loan/LN-1/commands/acceptOffer';

/** A desk whose cases take every command, and starts every loan, unless they are told otherwise. */
async function desk() {
  const seal = newSeal();
  const sessions = new Sessions(records.pool, seal);
  const taken: unknown[] = [];
  const failures: Error[] = [];
  const take = (what: unknown) => {
    const failure = failures.shift();
    if (failure) throw failure;
    taken.push(what);
  };
  const receipt = { stage: 'TERMS', acceptedAt: '2030-01-01T00:00:00.000Z', repeated: false };
  const app = await createApp({
    visitors: new Visitors(sessions, undefined as never, readRoleMapping(), DESK),
    requests: new IdempotencyKeys(records.pool, seal),
    handlers: {
      command({ params, body, requestId }: { params: { command: string }; body: object; requestId: string }) {
        take(body);
        return { requestId, command: params.command, ...receipt };
      },
      async startLoan({ body }: { body: { reference: string } }) {
        take(body);
        await sleep(SLOW_MS);
        return { kind: 'loan', reference: body.reference, outcome: 'started' };
      },
    } as unknown as Handlers,
    login: () => undefined,
    url: DESK,
    record: () => undefined,
    report: () => undefined,
  });
  const as = async (subject: string) => {
    const person = { subject, name: subject, roles: ['officer'] as const, loggedInAt: new Date() };
    const cookie = `__Host-desk=${await sessions.begin(person)}`;
    return async (key: string, body: object, url = ACCEPT) => {
      const headers = { 'content-type': 'application/json', origin: DESK, cookie, 'idempotency-key': key };
      const reply = await app.inject({ method: 'POST', url, headers, payload: JSON.stringify(body) });
      return { status: reply.statusCode, body: reply.json<Record<string, unknown>>() };
    };
  };
  return { as, taken, failures };
}

test('another body under a key that was used is refused, and told what the key stands for', async () => {
  const { as, taken } = await desk();
  const post = await as('officer-1');
  const before = Date.now();
  expect((await post('key-1', { note: 'one' })).status).toBe(200);
  const { status, body } = await post('key-1', { note: 'two' });
  expect(status).toBe(422);
  const [, what, at] = /stands for another request already: (.*), at (\S+Z);/.exec(String(body.detail))!;
  expect(what).toBe(`POST ${ACCEPT}`);
  expect(Date.parse(at!)).toBeGreaterThanOrEqual(before);
  expect(taken).toHaveLength(1);
});

test('the same body for another case, or as another command, is another request', async () => {
  const { as, taken } = await desk();
  const post = await as('officer-2');
  await post('key-1', {});
  for (const url of [ACCEPT.replace('LN-1', 'LN-2'), ACCEPT.replace('acceptOffer', 'declineOffer')])
    expect((await post('key-1', {}, url)).status).toBe(422);
  expect(taken).toHaveLength(1);
});

test('a repeat is answered as the first was, says so, and reaches the case no more', async () => {
  const { as, taken } = await desk();
  const post = await as('officer-3');
  const first = await post('key-1', { fields: { a: 1, b: 2 } });
  expect(first.body).toMatchObject({ command: 'acceptOffer', repeated: false });
  expect((await post('key-1', { fields: { b: 2, a: 1 } })).body).toEqual({ ...first.body, repeated: true });
  expect(taken).toHaveLength(1);
});

test('a start heeds its key as commands do', async () => {
  const { as, taken } = await desk();
  const post = await as('officer-4');
  expect((await post('key-1', { reference: 'LN-1' }, '/api/loans')).body).toMatchObject({ repeated: false });
  expect((await post('key-1', { reference: 'LN-1' }, '/api/loans')).body).toMatchObject({
    ...{ reference: 'LN-1', outcome: 'started', repeated: true },
  });
  expect((await post('key-1', { reference: 'LN-2' }, '/api/loans')).status).toBe(422);
  expect(taken).toHaveLength(1);
});

test('keys of different people have nothing to do with each other', async () => {
  const { as, taken } = await desk();
  const [one, other] = [await as('officer-5'), await as('officer-6')];
  expect((await one('key-1', { note: 'one' })).status).toBe(200);
  expect((await other('key-1', { note: 'two' })).body).toMatchObject({ repeated: false });
  expect(taken).toHaveLength(2);
});

test('what was refused may be corrected under its key', async () => {
  const { as, taken, failures } = await desk();
  const post = await as('officer-7');
  failures.push(new ProblemError('refused', 'The case does not take it now.'));
  expect((await post('key-1', { note: 'one' })).status).toBe(409);
  expect((await post('key-1', { note: 'two' })).status).toBe(200);
  expect(taken).toEqual([expect.objectContaining({ note: 'two' })]);
});

test('what may take effect yet holds its key, and is given once more', async () => {
  const { as, failures } = await desk();
  const post = await as('officer-8');
  failures.push(new ProblemError('no-answer', 'No answer.'), new ProblemError('passkey', 'Sign.'));
  expect((await post('key-1', { note: 'one' })).status).toBe(504);
  expect((await post('key-1', { note: 'two' })).status).toBe(422);
  expect((await post('key-1', { note: 'one' })).status).toBe(401);
  const response = { clientDataJSON: 'c', authenticatorData: 'a', signature: 's' };
  const signed = await post('key-1', { note: 'one', passkey: { id: 'p', response } });
  expect(signed).toMatchObject({ status: 200, body: { repeated: false } });
});

test('nothing of what was asked or answered stands in the database in clear, nor counts after somebody has changed it', async () => {
  const { as, taken } = await desk();
  const post = await as('officer-9');
  await post('key-1', { note: 'one' });
  const { rows } = await records.pool.query("SELECT * FROM desk_request WHERE subject = 'officer-9'");
  expect(JSON.stringify(rows)).not.toMatch(/LN-1|acceptOffer|one/);
  await records.pool.query("UPDATE desk_request SET request_id = 'key-2' WHERE subject = 'officer-9'");
  expect((await post('key-2', { note: 'one' })).status).toBe(409);
  expect(taken).toHaveLength(1);
});

test('a key is free again after a week', async () => {
  const { as, taken } = await desk();
  const post = await as('officer-10');
  await post('key-1', { note: 'one' });
  await records.superuser.query("UPDATE desk_request SET created_at = created_at - interval '8 days'");
  expect((await post('key-1', { note: 'two' })).status).toBe(200);
  expect(taken).toHaveLength(2);
});

test('of requests that race under one key, the first alone is carried out, and all others repeat its answer', async () => {
  const { as, taken } = await desk();
  const post = await as('officer-1');
  const start = () => post('key-1', { reference: 'LN-1' }, '/api/loans');
  const answers = await Promise.all([start(), start(), start(), start()]);
  expect(answers.map(({ body }) => [body.outcome, body.repeated])).toEqual([
    ['started', false],
    ...Array.from({ length: 3 }, () => ['started', true]),
  ]);
  expect(taken).toHaveLength(1);
});
