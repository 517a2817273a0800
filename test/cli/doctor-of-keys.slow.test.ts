import { readFileSync, writeFileSync } from 'node:fs';
import { workersSettings } from '../../src/cli/doctor/keys';
import { settingOfKey } from '../../src/records/shared-settings';
import { examine } from '../support/cli/examine';
import { type } from '../support/cli/terminal';
import { connectClient, temporalTarget } from '../../src/temporal/connection';
import { pathOfHolder } from '../../src/temporal/encryption/key-ring-file';
import { createIngestion, ForeignKeyError } from '../../src/webhooks/ingestion';
import { TestEndpoint } from '../support/webhooks/endpoint';
import {
  at,
  environment,
  healthy,
  other,
  otherKeys,
  row,
  workerInProduction,
} from '../support/cli/worker-in-production';

jest.setTimeout(180_000);

workerInProduction();
const receiver = new TestEndpoint();
beforeAll(() => receiver.start());
afterAll(receiver.stop);

test('a desk is told that the workers do not take what its key signs', async () => {
  const ring = at('keys.json');
  await type(`keys create * --roles approver --ring ${ring} --out ${at('desk.json')}`);
  await type(`keys create * --roles approver --ring ${at('elsewhere.json')} --out ${at('foreign.json')}`);
  const settings = (await workersSettings()) ?? {};
  await row.renew('random', 1, 0, settings);
  const ofRing = async (keyFile: string) => {
    Object.assign(process.env, { DESK_KEY: at(keyFile), DESK_NAMES_KEY_FILE: at('names.key') });
    const { findings } = await examine('desk');
    return findings.find(({ what }) => what === 'Ring');
  };
  expect(await ofRing('desk.json')).toMatchObject({ verdict: 'fine' });
  expect(await ofRing('foreign.json')).toMatchObject({
    ...{
      verdict: 'wrong',
      found: expect.stringContaining('is unknown in the ring of the worker 7@somewhere'),
    },
    todo: expect.stringContaining('A new desk.key.json'),
  });
  const { kid } = JSON.parse(readFileSync(at('desk.json'), 'utf8')) as { kid: string };
  await row.renew('random', 1, 0, { ...settings, [settingOfKey(kid)]: 'revoked' });
  expect((await ofRing('desk.json'))?.found).toContain('is revoked in the ring');
});

test('a person is told that the ring does not have their key', async () => {
  await type(
    `keys create approver-9 --roles approver --ring ${at('elsewhere.json')} --out ${at('nine.json')}`,
  );
  process.env.STARTER_KEY = at('nine.json');
  const { code, wrong } = await examine('person');
  expect(code).toBe(1);
  expect(wrong).toMatchObject([{ what: 'Ring', todo: expect.stringContaining('keys add') }]);
  const { kid } = JSON.parse(readFileSync(at('nine.json'), 'utf8')) as { kid: string };
  process.env.AUTHORITY_KEYS = at('elsewhere.json');
  await type(`keys revoke ${kid} --now`);
  expect((await examine('person')).wrong).toMatchObject([
    {
      ...{ what: 'Ring', found: expect.stringContaining('is revoked') },
      todo: expect.stringMatching(/^no worker takes it again.*keys request/),
    },
  ]);
});

/** A receiver with the sender's file beside a file of workers. */
function receiverOf(ofWorkers: string): void {
  Object.assign(process.env, {
    ENCRYPTION_KEYS: pathOfHolder(ofWorkers, 'sender'),
    WEBHOOK_SECRET: 's'.repeat(32),
    WEBHOOK_PORT: new URL(receiver.url).port,
  });
}

/** What a receiver of this environment makes of an event. */
async function ingested(uniqueRef: string) {
  const client = await connectClient(temporalTarget());
  const event = { event: 'account.outgoing-transaction', uniqueRef, mentions: [] } as const;
  return createIngestion(client)(event).finally(() => client.connection.close());
}

test('a receiver with the key of the workers is fine, also while it or they still have a former one', async () => {
  receiverOf(healthy.ENCRYPTION_KEYS!);
  expect((await examine('webhooks')).code).toBe(0);
  expect(await ingested('10000000000000000001')).toBe('new');
  process.env.ENCRYPTION_KEYS = healthy.ENCRYPTION_KEYS;
  await type('encryption rotate');
  receiverOf(healthy.ENCRYPTION_KEYS!);
  expect((await examine('webhooks')).code).toBe(0);
});

test('a receiver whose key no worker has is wrong, and asks for its events again instead of answering that they arrived', async () => {
  await otherKeys();
  receiverOf(process.env.ENCRYPTION_KEYS!);
  const { code, wrong } = await examine('webhooks');
  expect(code).toBe(1);
  expect(wrong).toMatchObject([
    {
      what: 'Schedules',
      found: expect.stringMatching(
        /another worker has written.*under the key 2\S+, which this ring does not/,
      ),
      todo: expect.stringContaining('senders/encryption.sender.json'),
    },
  ]);
  expect(JSON.stringify(wrong)).not.toContain('schedule delete');
  await expect(ingested('10000000000000000002')).rejects.toBeInstanceOf(ForeignKeyError);
  receiverOf(healthy.ENCRYPTION_KEYS!);
  expect(await ingested('10000000000000000002')).toBe('new');
});

test.each([
  ['desk', 'worker', 'readers/encryption.reader.json'],
  ['codec', 'worker', 'readers/encryption.reader.json'],
  ['webhooks', 'worker', 'senders/encryption.sender.json'],
  ['webhooks', 'reader', 'senders/encryption.sender.json'],
] as const)('the %s with the file of a %s is told its own file', async (program, holder, file) => {
  process.env.ENCRYPTION_KEYS = pathOfHolder(healthy.ENCRYPTION_KEYS!, holder);
  const { wrong } = await examine(program);
  expect(wrong.find(({ what }) => what === 'Encryption')).toMatchObject({
    found: expect.stringContaining(`the file of a ${holder}, which can do more`),
    todo: expect.stringContaining(file),
  });
});

test('a desk with the keys of others is told the file for readers', async () => {
  await otherKeys();
  process.env.ENCRYPTION_KEYS = pathOfHolder(process.env.ENCRYPTION_KEYS!, 'reader');
  const { wrong } = await examine('desk');
  expect(wrong.find(({ what }) => what === 'Schedules')?.todo).toContain('readers/encryption.reader.json');
  expect(JSON.stringify(wrong)).not.toContain('schedule delete');
});

test('a receiver that does not encrypt is wrong where the workers do', async () => {
  receiverOf(healthy.ENCRYPTION_KEYS!);
  Object.assign(process.env, { ENCRYPTION_KEYS: '', ENCRYPTION: 'off' });
  const { code, wrong } = await examine('webhooks');
  expect([code, wrong]).toMatchObject([1, [{ what: 'Schedules' }]]);
});

test.each([
  [
    'another environment of the bank',
    () => ({ BANK_ENVIRONMENT: 'test' }),
    /^BANK_ENVIRONMENT: test here, live at/,
  ],
  [
    'another client of the login provider',
    () => ({ OIDC_CLIENT_ID: 'web' }),
    /^OIDC_CLIENT_ID: web here, desk at/,
  ],
  [
    'the clock of a demonstration',
    () => ({ DESK_DEMONSTRATION: 'true' }),
    /^BUSINESS_CLOCK_RATE: that of a demonstration \(DESK_DEMONSTRATION=true\) here, 1 at/,
  ],
  [
    'a public audit key of somebody else',
    async () => ({ AUDIT_KEY_FILE: await other('audit create-keys PATH', 'audit.public.key') }),
    /^AUDIT_KEY_FILE: the key \w+ here, the key \w+ at the worker 7@somewhere, the last to call the bank$/,
  ],
])('a desk with %s is told both sides', async (_what, variables, found) => {
  Object.assign(process.env, { DESK_NAMES_KEY_FILE: at('names.key') }, await variables());
  const { code, wrong } = await examine('desk');
  expect(code).toBe(1);
  expect(wrong.filter(({ what }) => what === 'Settings')).toMatchObject([
    { found: expect.stringMatching(found), todo: expect.stringContaining('restart the desk') },
  ]);
});

test('a desk with the settings of the workers is fine, also by the public parts of several audit keys', async () => {
  const [own, another] = [at('audit.public.key'), await other('audit create-keys PATH', 'audit.public.key')];
  writeFileSync(at('both.key'), readFileSync(another, 'utf8') + readFileSync(own, 'utf8'));
  Object.assign(process.env, { DESK_NAMES_KEY_FILE: at('names.key'), AUDIT_KEY_FILE: at('both.key') });
  const { findings } = await examine('desk');
  expect(findings.find(({ what }) => what === 'Settings')).toMatchObject({ verdict: 'fine' });
});

test('of a wrong key of the bank the variable is named that is set', async () => {
  writeFileSync(at('wrong.key'), 'wrong', { mode: 0o600 });
  Object.assign(process.env, { SERVICE_KEY: '', SERVICE_KEY_FILE: at('wrong.key') });
  expect((await examine()).wrong.find(({ what }) => what === 'Bank')?.todo).toBe(
    'give SERVICE_KEY_FILE and SERVICE_API_KEY the keys of this bank',
  );
});

test('a schedule that a person has paused is doubtful', async () => {
  const handle = environment.client.schedule.getHandle('missed-events');
  await handle.pause('bank holiday');
  const { findings } = await examine().finally(() => handle.unpause());
  expect(findings.filter(({ what }) => what === 'Schedules')).toEqual([
    {
      ...{ what: 'Schedules', verdict: 'doubtful', found: 'missed-events is paused: bank holiday' },
      todo: expect.stringContaining('schedules resume missed-events'),
    },
  ]);
});

test('a desk is told of each variable, key and folder that it lacks', async () => {
  Object.assign(process.env, { DESK_NAMES_KEY_FILE: at('names.key'), DOCUMENTS_DIR: at('none') });
  process.env.ENCRYPTION_KEYS = pathOfHolder(healthy.ENCRYPTION_KEYS!, 'reader');
  const { code, wrong } = await examine('desk');
  expect(code).toBe(1);
  expect(wrong.map(({ what, found }) => `${what}: ${found}`)).toEqual([
    expect.stringMatching(/^Documents: .*not to write/),
    expect.stringMatching(/^Files of the desk: .*names\.key/s),
    expect.stringMatching(/^Desk: nothing answers at/),
  ]);
});

test('a receiver is told that it has no secret', async () => {
  process.env.ENCRYPTION_KEYS = pathOfHolder(healthy.ENCRYPTION_KEYS!, 'sender');
  const { code, wrong } = await examine('webhooks');
  expect(code).toBe(1);
  expect(wrong).toMatchObject([{ found: 'WEBHOOK_SECRET is missing' }]);
});
