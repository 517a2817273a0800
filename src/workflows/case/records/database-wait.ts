import { sleep } from '@temporalio/workflow';
import { ActivityFailure, ApplicationFailure } from '@temporalio/common';
import { RECORDS_UNAVAILABLE } from '../../../domain/wire/failure-types';
import type { Case } from '../case';
import { waitFor } from '../steps';
import { FIRST_WAIT_MS, longerWait } from './audit-trail';

/** Sends money. Where that needs the database of the records, which is away, the case waits until it is back. */
export async function onceRecorded<R>(owner: Case<string>, send: () => Promise<R>): Promise<R> {
  const sent = await unlessAway(send);
  return sent ? sent.result : waitFor(owner, 'RECORDS', () => untilBack(send));
}

async function untilBack<R>(send: () => Promise<R>): Promise<R> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = longerWait(waitMs)) {
    await sleep(waitMs, { summary: 'until the database of the records is back' });
    const sent = await unlessAway(send);
    if (sent) return sent.result;
  }
}

/** Nothing where the database is away. */
async function unlessAway<R>(send: () => Promise<R>): Promise<{ readonly result: R } | undefined> {
  try {
    return { result: await send() };
  } catch (error) {
    if (isRecordsAway(error)) return undefined;
    throw error;
  }
}

function isRecordsAway(error: unknown): boolean {
  const cause = error instanceof ActivityFailure ? error.cause : undefined;
  return cause instanceof ApplicationFailure && cause.type === RECORDS_UNAVAILABLE;
}
