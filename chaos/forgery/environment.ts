import type { DataConverter, Payload } from '@temporalio/common';
import { Worker, type WorkerOptions } from '@temporalio/worker';
import { createActivities } from '../../src/activities';
import { signEnrolment } from '../../src/authority/passkey-enrolment';
import { nameOfPasskey, type RingPasskey } from '../../src/authority/key-ring';
import type { SigningKey } from '../../src/authority/person-key';
import { createBankClient } from '../../src/bank/client';
import { openRecords } from '../../src/records/records';
import { temporalTarget } from '../../src/temporal/connection';
import { activityInterceptors } from '../../src/temporal/encryption/bound-activities';
import {
  EncryptionCodec,
  standInForUnreadable,
  failureConverterPath,
} from '../../src/temporal/encryption/data-converters';
import { connectWorkers } from '../../src/temporal/workers';
import { POLICY, second, signers, supervisor } from '../../test/support/activities/gate';
import { personKey, ringWith, speakingFor } from '../../test/support/authority/acts';
import { newDevice } from '../../test/support/authority/device';
import { authority, ENVIRONMENT, receipts } from '../../test/support/authority/forgeries';
import { TestProvider } from '../../test/support/authority/logins';
import { startTestEnvironment, type TestEnvironment } from '../../test/support/cli/environment';
import { testRecords, type TestRecords } from '../../test/support/records/database';
import { bundleWith } from '../../test/support/workflow-bundle';
import { vouching } from '../../test/support/temporal/forged-answers';
import { personsKeys } from '../../test/support/encryption';
import { FOREIGN_QUEUE, LAX_QUEUE, PERSONS_QUEUES } from './sending';

/** What one person may have paid in a day: one usual payout. */
const PER_MAKER_KOBO = 2_500_000;
const STRICT = {
  // Longer than a call may last (5 s): by then the bank has whatever was sent.
  ...{ ...POLICY, graceSeconds: 8, dailyLimits: { perMakerKobo: PER_MAKER_KOBO } },
  // Personal keys need neither login nor device: only what the desk's key signs does.
  stepUpKobo: 2_000_000,
  passkeyFromKobo: 2_400_000,
};
/** So much takes a fresh login at the desk, and no device. */
export const BELOW_DEVICES_KOBO = 2_200_000;
const LAX = { ...POLICY, approvals: [], dailyLimits: {} };

/** Where the people of the desk log in. */
export const provider = new TestProvider();

const deviceOf = (person: string) => newDevice('ec', 0, person);
/** Two people whose devices two others have enrolled, and two whose devices were revoked after that. */
export const devices = {
  enrolled: [deviceOf('enrolled-1'), deviceOf('enrolled-2')],
  revoked: [deviceOf('revoked-1'), deviceOf('revoked-2')],
} as const;

const makers = personKey('*', ['operator']);
const keyRing = ringWith(...signers.map(({ entry }) => entry), makers.entry);
async function ringPasskeys(): Promise<RingPasskey[]> {
  const since = '2020-01-01T00:00:00Z';
  const enrolled = async ({ passkey }: ReturnType<typeof deviceOf>) => {
    const enrolment = { ...passkey, kid: nameOfPasskey(passkey.publicKey) };
    const by = [second.key, supervisor.key];
    const signatures = await Promise.all(by.map((key) => signEnrolment(enrolment, key, ENVIRONMENT)));
    return { ...enrolment, signatures, state: 'active' as const };
  };
  const revoked = (await Promise.all(devices.revoked.map(enrolled))).map((one) => ({
    ...one,
    state: 'revoked' as const,
    since,
  }));
  return [...(await Promise.all(devices.enrolled.map(enrolled))), ...revoked];
}

const settings = (passkeys: readonly RingPasskey[]) => ({
  ...authority,
  receipts,
  checkLogin: provider.check,
  keyRing: () => Object.assign(new Map([...authority.keyRing(), ...keyRing]), { passkeys }),
});

/** A maker of one payout alone, so that no daily limit is in its way. */
export const makerOf = (reference: string): SigningKey => speakingFor(`maker-of-${reference}`, makers.key);

/** With the database of its records. */
export interface SignedEnvironment extends TestEnvironment {
  readonly records: TestRecords;
}

/**
 * A real server, the fence in a real database, the sandbox in its own time, and workers in real time that take nothing
 * unsigned. Beside them a worker of another program, and one of ours whose policy asks for nothing.
 */
export async function signedEnvironment(): Promise<SignedEnvironment> {
  const database = await testRecords();
  const records = openRecords(database.roles, database.keys);
  const signed = settings(await ringPasskeys());
  const env = await startTestEnvironment(STRICT, {
    rate: 60,
    authority: signed,
    records,
    inRealTime: true,
  });
  await env.startWorkers();
  const stops = [
    await startForeignWorker(env),
    await startLaxWorker(env, signed),
    await startPersonsWorker(env, 'vouching'),
    await startPersonsWorker(env, 'readable'),
  ];
  return {
    ...env,
    records: database,
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
      await env.stop();
      await records.close();
      await database.close();
    },
  };
}

/** A worker of another program, which holds the encryption keys, too: acts alone must stop it. */
const startForeignWorker = ({ address }: TestEnvironment) =>
  startWorker(address, FOREIGN_QUEUE, () => ({
    workflowsPath: require.resolve('./foreign-workflow'),
    interceptors: { workflowModules: [require.resolve('../../src/workflows/interceptors/bound-calls')] },
  }));

/** A worker of somebody who holds what persons hold of the keys: it decrypts, and cannot encrypt as a worker of ours. */
async function startPersonsWorker(
  { address }: TestEnvironment,
  how: keyof typeof PERSONS_QUEUES,
): Promise<() => Promise<void>> {
  const codec = new EncryptionCodec(vouching(personsKeys()), 'worker', standInForUnreadable);
  const readable = { encode: async (payloads: Payload[]) => payloads, decode: codec.decode.bind(codec) };
  const dataConverter = { failureConverterPath, payloadCodecs: [how === 'vouching' ? codec : readable] };
  return startWorker(address, PERSONS_QUEUES[how], () => ({
    ...{ dataConverter, workflowsPath: require.resolve('./foreign-workflow') },
  }));
}

/** A worker with all our keys, which decides what cases wait for; it calls no bank. */
async function startLaxWorker(
  { address, client }: TestEnvironment,
  authority: ReturnType<typeof settings>,
): Promise<() => Promise<void>> {
  const keys = { key: 'none', apiKey: 'none' };
  const bank = createBankClient({ ...keys, baseUrl: 'http://127.0.0.1:9', timeoutMs: 1_000 });
  const documents = { open: () => Promise.reject(new Error('no documents here')) };
  const activities = createActivities({ bank, documents, client, payoutPolicy: LAX, authority });
  const stop = await startWorker(address, LAX_QUEUE, (dataConverter) => ({
    ...{ activities, enableNonLocalActivities: false },
    interceptors: { activity: activityInterceptors(dataConverter) },
    workflowBundle: bundleWith({}, dataConverter),
  }));
  return async () => {
    await stop();
    await bank.close();
  };
}

async function startWorker(
  address: string,
  taskQueue: string,
  parts: (dataConverter: DataConverter) => Partial<WorkerOptions>,
): Promise<() => Promise<void>> {
  const target = temporalTarget({ address, namespace: 'default' });
  const dataConverter = target.dataConverters.forWorkers;
  const connection = await connectWorkers(target);
  const shared = { connection, namespace: 'default', dataConverter, taskQueue };
  const worker = await Worker.create({ ...shared, ...parts(dataConverter) });
  const running = worker.run();
  return async () => {
    worker.shutdown();
    await running;
    await connection.close();
  };
}
