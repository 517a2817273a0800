import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client as TemporalClient } from '@temporalio/client';
import { Client as PostgresClient } from 'pg';
import { endOf } from '../../chaos/payouts';
import { retryUntilAcknowledged } from '../../chaos/retry-until-acknowledged';
import { startCase } from '../../src/cases/start';
import { readConfig } from '../../src/config/read-config';
import { kinds } from '../../src/domain/kinds';
import { payoutInput } from '../../src/domain/payout/input';
import type { PayoutResult } from '../../src/domain/payout/stages';
import { searchAttributes } from '../../src/domain/wire/search-attributes';
import { caseId } from '../../src/domain/wire/workflow-ids';
import { connectClient, temporalTarget } from '../../src/temporal/connection';
import { startDevServer } from '../../stack/dev-server';
import { startWorker } from '../../stack/program-process';
import { encryptionOfStack } from '../../stack/stack-keys';
import { startRecords } from '../../stack/stack-records';
import { inParallel } from '../../bench/engine/in-parallel';
import { untilWindowEnds } from '../../bench/budget/windows';
import type { Payout } from '../engines/common/settings';
import type { End, Engine, OpenEngine, Task } from './engine';
import { bytesIn } from './servers';
import { holderOf } from '../../sandbox/money/banks';

/** This project as its users run it: a worker, payloads encrypted, records kept. */
export const ours: Engine = {
  name: 'this project',
  variant: '',
  files: ['src'],
  durability: 'SQLite of the development server, WAL, synchronous=FULL; records in PostgreSQL, fsync=on',
  open,
};

async function open(task: Task): Promise<OpenEngine> {
  const { folder, sandbox, bankUrl: sandboxUrl } = task;
  const data = join(folder, 'temporal');
  await mkdir(data);
  const { encryptionKeys, encryption } = encryptionOfStack(folder);
  const { path: cliPath } = readConfig(['temporalCli']).temporalCli;
  const dbFile = join(data, 'temporal.db');
  const temporal = await startDevServer({ cliPath, port: 0, uiPort: 0, dbFile, searchAttributes });
  const records = await startRecords(folder);
  const recordsFolder = await dataFolderOf(records.superuserUrl);
  const client = await connectClient(
    temporalTarget({ address: temporal.address, namespace: 'default', encryption }),
  );
  const ends: End[] = [];
  let isOver = false;
  const pay = async (payout: Payout) => {
    const begunMs = Date.now();
    const { reference } = payout;
    const end = await payOut(client, payout, () => isOver);
    if (end !== undefined) ends.push({ reference, end, begunMs, atMs: Date.now() });
  };
  return {
    start: () => startWorker({ temporal, sandbox, sandboxUrl, records, encryptionKeys, logLevel: 'error' }),
    prepare: () => warmUp(client, task),
    begin: async (startMs) => {
      const { payouts, atOnce } = task;
      const at = async (payout: Payout) => {
        await sleep(Math.max(0, startMs + payout.afterMs - Date.now()));
        await pay(payout);
      };
      if (atOnce === null) for (const payout of payouts) void at(payout);
      else void inParallel(atOnce, payouts.length, (number) => pay(payouts[number - 1]!));
    },
    ends: async () => ends,
    crashServer: () => temporal.crash(),
    diskBytes: async () => (await bytesIn(data)) + (await bytesIn(recordsFolder)),
    stop: async () => {
      isOver = true;
      await client.connection.close();
      await records.stop();
      await temporal.stop();
    },
  };
}

const ASK_FOR_MS = 10_000;
const SOMEBODY = '1234000000';

async function payOut(
  client: TemporalClient,
  payout: Payout,
  isOver: () => boolean,
): Promise<string | undefined> {
  const { reference, amountKobo, source, bankCode, bankName, accountNumber } = payout;
  const beneficiary = {
    ...{ bankCode, bankName, accountNumber },
    accountName: payout.accountName ?? holderOf(bankCode, accountNumber),
  };
  const input = payoutInput.parse({
    ...{ reference, amountKobo, beneficiary, remark: 'Bench' },
    source: { accountNumber: source },
  });
  try {
    await retryUntilAcknowledged(() => startCase(client, kinds.payout, input));
    for (;;) {
      const result = await endOf<PayoutResult>(client, caseId('payout', reference), ASK_FOR_MS);
      if (result) return result.status;
      if (isOver()) return undefined;
    }
  } catch (error) {
    return isOver() ? undefined : `an error: ${String(error)}`;
  }
}

/**
 * Pays every known beneficiary once, so that the worker knows them, too, and somebody else if there is none: then it
 * is ready. What comes after that finds a window of its own.
 */
async function warmUp(client: TemporalClient, { payouts, isLimited, sandbox }: Task): Promise<void> {
  const known = payouts.filter(({ accountName }) => accountName !== undefined);
  const somebody = { ...payouts[0]!, accountNumber: SOMEBODY };
  const one = new Map(
    (known.length > 0 ? known : [somebody]).map((payout) => [payout.accountNumber, payout]),
  );
  await Promise.all(
    [...one.values()].map((payout, place) =>
      payOut(client, { ...payout, reference: `WARM-UP-${place}` }, () => false),
    ),
  );
  if (isLimited) await untilWindowEnds(sandbox);
}

async function dataFolderOf(url: string): Promise<string> {
  const postgres = new PostgresClient({ connectionString: url });
  await postgres.connect();
  try {
    const { rows } = await postgres.query<{ data_directory: string }>('SHOW data_directory');
    return rows[0]?.data_directory ?? '';
  } finally {
    await postgres.end();
  }
}
