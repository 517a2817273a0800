import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addEndpoint } from '../../src/cases/event-endpoints';
import { readConfig } from '../../src/config/read-config';
import { searchAttributes } from '../../src/domain/wire/search-attributes';
import { caseId } from '../../src/domain/wire/workflow-ids';
import { createSandbox } from '../../sandbox/app';
import { startWorker } from '../../stack/program-process';
import { startRecords } from '../../stack/stack-records';
import { startDevServer } from '../../stack/dev-server';
import { freePort } from '../../src/temporal/ports';
import { EventReceiver } from '../../test/support/events/receiver';
import { byWorkflow } from '../payouts';
import { atMost, type Report } from '../report';
import type { Undo } from '../test-environment';
import { alternate, blocksOf } from './alternation';
import { closing, connect, SETTINGS, watched, type Variant, type Variants } from './variants';

/** `kept`: a payout whose events are kept with the audit, and told to nobody. `told`: an endpoint is told them, too. */
const NAMES = ['kept', 'told'] as const;
type Name = (typeof NAMES)[number];

const LOOK_MS = 50;

/** What telling events costs: payouts in turn, with an endpoint and without one. */
export async function measureEvents(quick: boolean): Promise<Report> {
  const lengths = new Map<Name, number>();
  const { figures, serverWork, ratio } = await alternate((undo) => openBoth(undo, lengths), blocksOf(quick));
  const toldToKept = ratio('told', 'kept', ({ workerCpuMs, serverCpuMs }) => workerCpuMs + serverCpuMs);
  const historyEvents = Object.fromEntries(lengths);
  return {
    setting: { limit: SETTINGS.limit, settlement: 'at once', beneficiaries: 'known', records: 'on' },
    figures: { ...figures, toldToKept, historyEvents },
    tables: {
      'In turn, 20 at a time': NAMES.map((variant) => ({
        variant,
        ...figures[variant],
        historyEvents: lengths.get(variant) ?? null,
      })),
      'What the server does': serverWork,
    },
    bars: [
      atMost("the processor's time of worker and server, told to kept", toldToKept, 1.1),
      atMost(
        'events more in the history of a payout',
        (lengths.get('told') ?? NaN) - (lengths.get('kept') ?? NaN),
        0,
      ),
    ],
  };
}

/** Two namespaces of one server, each with a worker and a database of records; `lengths` hears how long histories become. */
async function openBoth(undo: Undo, lengths: Map<Name, number>): Promise<Variants<Name>> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const metricsPort = await freePort();
  const temporal = await startDevServer({
    ...{ cliPath: readConfig(['temporalCli']).temporalCli.path, port: 0, uiPort: 0, metricsPort },
    ...{ searchAttributes, namespaces: [...NAMES], dbFile: join(folder, 'temporal.db') },
  });
  undo.push(() => temporal.stop());
  const sandbox = await createSandbox(SETTINGS);
  undo.push(() => sandbox.close());
  const sandboxUrl = await sandbox.listen({ port: 0 });
  const receiver = await EventReceiver.start();
  undo.push(() => receiver.close());

  const open = async (name: Name): Promise<Variant<Name>> => {
    const records = await startRecords(join(folder, name));
    undo.push(() => records.stop());
    const worker = startWorker({
      ...{ temporal, sandbox, sandboxUrl, records, logLevel: 'error', encryptionKeys: 'off' },
      settings: { TEMPORAL_NAMESPACE: name, EVENTS_PRIVATE_ENDPOINTS: 'allow' },
    });
    const workerPid = watched(undo, worker);
    const client = await connect(undo, temporal.address, name, 'off');
    const pay = byWorkflow({ client, closing: closing(undo) });
    const paid = new Set<string>();
    const payOut = async (reference: string) => {
      await pay(reference);
      paid.add(reference);
      if (lengths.has(name)) return;
      const { historyLength } = await client.workflow.getHandle(caseId('payout', reference)).describe();
      lengths.set(name, historyLength);
    };
    if (name === 'kept') return { name, workerPid, payOut };
    receiver.secret = await addEndpoint(client, 'bench', receiver.url);
    const isTold = () => {
      for (const { type, reference } of receiver.events)
        if (type === 'payout.succeeded') paid.delete(reference);
      return paid.size === 0;
    };
    const settled = async () => {
      while (!isTold()) await sleep(LOOK_MS);
    };
    return { name, workerPid, payOut, settled };
  };
  return {
    variants: [await open('kept'), await open('told')],
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
  };
}
