import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { OPERATORS } from '../domain/case/commands';
import type { ReconciliationInput } from '../domain/reconciliation/input';
import { reportQuery } from '../domain/wire/messages';
import { WORKFLOW_QUEUE } from '../domain/wire/task-queues';
import { caseId } from '../domain/wire/workflow-ids';
import { workflowTypes } from '../domain/wire/workflow-types';
import { isBegun } from '../temporal/runs';
import { sendCommand } from './commands';
import { refusal, timedOut, wrongUse } from './request-error';
import { actorOf, roleOf } from './signing';
import { whyFailed } from './not-begun';
import { readCase } from './snapshot';
import { unanswered } from './connection';

type ReconciliationScope = Pick<ReconciliationInput, 'account' | 'fromOn' | 'toOn'>;

/** Starts a reconciliation, or lets an open one compare again (`wasOpen`), for the client's signer or `by`. */
export async function beginReconciliation(client: Client, scope: ReconciliationScope, by = 'command-line') {
  const reference = referenceOf(scope);
  const workflowId = caseId('reconciliation', reference);
  const starting = client.workflow.start(workflowTypes.reconciliation, {
    workflowId,
    taskQueue: WORKFLOW_QUEUE,
    args: [scope],
    staticSummary: 'Reconciliation on demand',
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
  });
  if (await isBegun(starting)) return { reference, wasOpen: false };
  await sendCommand(client, workflowId, 'compareAgain', {
    actor: actorOf(client, by),
    role: roleOf(client, OPERATORS),
  });
  return { reference, wasOpen: true };
}

/** A reference without the account's number, which must not become part of an id. */
const referenceOf = ({ account, fromOn = 'recent', toOn }: ReconciliationScope): string =>
  [fromOn, toOn, account && randomBytes(4).toString('hex')].filter((part) => part !== undefined).join('_');

const LOOK_EVERY_MS = 300;

/** The report, once both sides have been compared. @throws RequestError */
export async function reconciliationReport(client: Client, reference: string, timeoutSeconds = Infinity) {
  const workflowId = caseId('reconciliation', reference);
  const began = performance.now();
  // Ends with the report, the reason why it is missing, or a timeout.
  for (;;) {
    const snapshot = await readCase(client, workflowId).catch(() => undefined);
    const hasCompared = snapshot !== undefined && snapshot.stage !== 'COMPARING';
    const report = hasCompared ? await client.workflow.getHandle(workflowId).query(reportQuery) : undefined;
    if (report) return report;
    if (snapshot?.attention) throw refusal(snapshot.attention.cause);
    const { status } = await client.workflow.getHandle(workflowId).describe();
    if (status.name === 'FAILED')
      throw wrongUse((await whyFailed(client, workflowId)) ?? 'The reconciliation failed.');
    if (performance.now() - began > timeoutSeconds * 1_000) {
      if (!snapshot) throw await unanswered(client);
      throw timedOut(`The reconciliation ${reference} still compares; it goes on.`);
    }
    await sleep(LOOK_EVERY_MS);
  }
}
