import type { Client } from '@temporalio/client';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { setTimeout as sleep } from 'node:timers/promises';
import { createActivities } from '../../src/activities';
import { folderStore } from '../../src/activities/documents/store';
import { createBankClient, OBSERVED_POLICY } from '../../src/bank/client';
import { sendCommand } from '../../src/cases/commands';
import { answerOf, readCase } from '../../src/cases/snapshot';
import { startCase } from '../../src/cases/start';
import { readConfig } from '../../src/config/read-config';
import { caseQuery } from '../../src/domain/wire/messages';
import { WORKER_DEPLOYMENT } from '../../src/domain/wire/task-queues';
import { searchAttributes } from '../../src/domain/wire/search-attributes';
import { caseId } from '../../src/domain/wire/workflow-ids';
import { loanInput } from '../../src/domain/loan/input';
import { payoutInput } from '../../src/domain/payout/input';
import { RateLimiter } from 'fixed-window-limiter';
import { connectClient, temporalTarget } from '../../src/temporal/connection';
import { startDevServer, type DevServer } from '../../stack/dev-server';
import { readBuilds } from '../../src/temporal/worker-deployment';
import { connectWorkers, runWorkers } from '../../src/temporal/workers';
import { createWorkers } from '../support/temporal/all-workers';
import { always, serve } from '../support/bank/hand-made-server';
import { workflowBundle } from '../support/workflow-bundle';
import { loanFile, payoutFile } from '../support/workflows/sample';
import { kinds } from '../../src/domain/kinds';

let server: DevServer;
beforeAll(async () => {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const { path: cliPath } = readConfig(['temporalCli']).temporalCli;
  server = await startDevServer({ cliPath, port: 0, uiPort: 0, searchAttributes });
});
afterAll(() => server.stop());

const target = () => temporalTarget({ address: server.address, encryption: 'off' });

interface Bank {
  readonly baseUrl: string;
  readonly key: string;
  readonly apiKey: string;
}

/** The workers of a build; what it answers ends them. */
async function startBuild(buildId: string | undefined, client: Client, at: Bank, bundle = workflowBundle()) {
  const limiter = new RateLimiter({ policy: OBSERVED_POLICY });
  const bank = createBankClient({ ...at, timeoutMs: 1_000, limiter });
  const connection = await connectWorkers(target());
  const workers = await createWorkers({
    ...{ connection, namespace: 'default', limiter, buildId, maxCachedWorkflows: 10 },
    dataConverter: target().dataConverters.forWorkers,
    workflowBundle: bundle,
    activities: createActivities({ bank, client, documents: folderStore('.'), authority: { mode: 'open' } }),
  });
  let end: () => void = () => undefined;
  const ended = runWorkers(workers, new Promise<void>((resolve) => (end = resolve)));
  return async () => {
    end();
    await ended;
    await Promise.all([connection.close(), bank.close()]);
  };
}

const makeCurrent = (client: Client, buildId: string) =>
  patiently(() =>
    client.workflowService.setWorkerDeploymentCurrentVersion({
      ...{ namespace: 'default', deploymentName: WORKER_DEPLOYMENT, buildId },
    }),
  );

/** A build is known once its workers have asked for work, and routed to soon after it was chosen. */
async function patiently<R>(ask: () => Promise<R>): Promise<R> {
  for (;;)
    try {
      return await ask();
    } catch {
      await sleep(200);
    }
}

async function buildOf(client: Client, workflowId: string) {
  const { raw } = await client.workflow.getHandle(workflowId).describe();
  return raw.workflowExecutionInfo?.versioningInfo?.deploymentVersion?.buildId;
}

const note = (client: Client, workflowId: string, text: string) =>
  patiently(() =>
    sendCommand(client, workflowId, 'addNote', {
      actor: 'op-1',
      role: 'operator',
      requestId: text.replaceAll(' ', '-'),
      text,
    }),
  );

/** A case moves with its next task, and not before the server has heard everywhere of the new build. */
async function untilOn(buildId: string, client: Client, workflowId: string): Promise<void> {
  for (let turn = 1; (await buildOf(client, workflowId)) !== buildId; turn++)
    await note(client, workflowId, `Note ${turn} for ${buildId}`);
}

test('a payout stays on its build, a loan moves to the new one, a payout whose build is gone is moved by hand, and workers without a build go on with what others began', async () => {
  const http = await serve(always(503, {}));
  // Answers nothing that would let a case go on.
  const bank = { baseUrl: http.url, key: 'k', apiKey: 'k' };
  const client = await connectClient(target());
  const endFirst = await startBuild(undefined, client, bank);
  const [loan, payout] = [loanFile(), payoutFile('Sandbox Merchant', '0000000001', '9000000001')];
  await startCase(client, kinds.loan, loanInput.parse(loan));
  await startCase(client, kinds.payout, payoutInput.parse(payout));
  const [loanId, payoutId] = [caseId('loan', loan.reference), caseId('payout', payout.reference)];
  await note(client, loanId, 'Begun without a build');
  await note(client, payoutId, 'Begun without a build');

  const endOld = await startBuild('old', client, bank);
  await makeCurrent(client, 'old');
  await endFirst();
  await untilOn('old', client, loanId);
  await untilOn('old', client, payoutId);

  const endNew = await startBuild('new', client, bank);
  await makeCurrent(client, 'new');
  await untilOn('new', client, loanId);
  await note(client, payoutId, 'The new build is there');
  expect(await buildOf(client, payoutId)).toBe('old');
  expect(await readBuilds(client)).toEqual([
    { id: 'new', state: 'current', isThere: true },
    { id: 'old', state: 'draining', isThere: true },
  ]);

  await endOld();
  const unanswered = answerOf(client, payoutId, caseQuery);
  await expect(unanswered).rejects.toThrow(
    'It belongs to the build old: only a worker of that build answers.',
  );
  await client.workflowService.updateWorkflowExecutionOptions({
    namespace: 'default',
    workflowExecution: { workflowId: payoutId },
    workflowExecutionOptions: {
      versioningOverride: {
        oneTime: { targetDeploymentVersion: { deploymentName: WORKER_DEPLOYMENT, buildId: 'new' } },
      },
    },
    updateMask: { paths: ['versioning_override'] },
  });
  await note(client, payoutId, 'Moved to the new build');
  const { timeline } = await readCase(client, payoutId);
  expect(timeline.flatMap(({ note: text }) => text ?? [])).toContain('Moved to the new build');

  const endWithout = await startBuild(undefined, client, bank);
  await makeCurrent(client, '');
  await endNew();
  await note(client, loanId, 'Without a build again');
  await endWithout();
  await http.close();
  await client.connection.close();
});
