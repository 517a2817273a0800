import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Client } from '@temporalio/client';
import type { CaseKind } from '../domain/case/kind';
import type { CaseSnapshot } from '../domain/case/snapshot';
import { caseId } from '../domain/wire/workflow-ids';
import { readCase } from './snapshot';

export interface Following {
  /** Called when stage, wait, attention or repayments have changed, and once at the start. */
  readonly onChange?: (snapshot: CaseSnapshot) => void | Promise<void>;
  /** Called each time that no worker answers: a worker may be restarting, or none may be running. */
  readonly onNoWorker?: () => void;
  /** Real milliseconds between two looks; queries cost no history. */
  readonly everyMs?: number;
  /** Stops following; the case goes on. The promise is then rejected. */
  readonly signal?: AbortSignal;
}

/** Follows a case to its end; workers may come and go. @throws WorkflowFailedError if it ended by failure */
export async function followCase<R extends object>(
  client: Client,
  kind: CaseKind<R>,
  reference: string,
  following: Following,
): Promise<R> {
  const first = await followWorkflow<R>(client, caseId(kind.noun, reference), following);
  const next = kind.next?.(first);
  if (next === undefined) return first;
  const { stage } = await followWorkflow<{ readonly stage: string }>(client, next, following);
  return { ...first, stage };
}

const LOOK_EVERY_MS = 1_000;

async function followWorkflow<R>(client: Client, workflowId: string, following: Following): Promise<R> {
  const left = new AbortController();
  const { signal, everyMs = LOOK_EVERY_MS } = following;
  const watching = signal ? AbortSignal.any([signal, left.signal]) : left.signal;
  setMaxListeners(0, watching); // The client adds one for every long poll of a year.
  const end = client.withAbortSignal(watching, () => client.workflow.getHandle(workflowId).result());
  try {
    return await untilEnd(end as Promise<R>, watcher(client, workflowId, following), everyMs, watching);
  } finally {
    left.abort(); // The SDK would retry a waiting call on a closed connection.
  }
}

/** Looks at the case repeatedly until it has ended, and once more then. */
async function untilEnd<R>(end: Promise<R>, look: () => Promise<void>, everyMs: number, signal: AbortSignal) {
  const ended = end.then((result) => ({ result }));
  ended.catch(() => undefined); // Seen by the race below, unless a look fails first.
  let outcome: { result: R } | undefined;
  while (!outcome) {
    await look();
    outcome = await Promise.race([ended, sleep<undefined>(everyMs, undefined, { signal })]);
  }
  await look();
  return outcome.result;
}

/** Looks at a case and reports changes. A look without an answer reports no change. */
function watcher(client: Client, workflowId: string, { onChange, onNoWorker, signal }: Following) {
  let seen: object | undefined;
  return async () => {
    const snapshot = await readCase(client, workflowId, signal).catch(() => undefined);
    signal?.throwIfAborted();
    if (!snapshot) return onNoWorker?.();
    const now = watchedPart(snapshot);
    if (isDeepStrictEqual(now, seen)) return;
    seen = now;
    await onChange?.(snapshot);
  };
}

/** The parts whose changes are reported; a case of many parts changes other facts all the time. */
function watchedPart({ stage, waiting, attention, facts }: CaseSnapshot): object {
  const { instalmentsPaid, rowsSuccess, accountsResolved } = facts;
  return { stage, waiting, attention, instalmentsPaid, rowsSuccess, accountsResolved };
}
