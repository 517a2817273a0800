import { CancellationScope, isCancellation, sleep } from '@temporalio/workflow';
import { ActivityFailure, ApplicationFailure } from '@temporalio/common';
import type { MarkedSend } from '../../../activities/gate/fence';
import type { SendMark } from '../../../domain/case/authorisation';
import type { WaitName } from '../../../domain/case/waits';
import { POLICY_OLDER, RECORDS_UNAVAILABLE } from '../../../domain/wire/failure-types';
import { fence } from '../../activity-proxies';
import type { Case } from '../case';
import { waitFor } from '../steps';
import { FIRST_WAIT_MS, longerWait } from './audit-trail';

/** What the workers may lack to send money, and the wait that shows it. */
const LACKS: Readonly<Record<string, WaitName>> = {
  [RECORDS_UNAVAILABLE]: 'RECORDS',
  [POLICY_OLDER]: 'POLICY',
};

/**
 * Sends money. Where the database of the records is away, or no worker has a policy as new as the case's, the case waits
 * until that has changed. An order that comes to nothing was not sent after all.
 */
export async function onceAdmitted<R>(
  owner: Case<string>,
  order: (mark: SendMark) => Promise<R>,
): Promise<R> {
  const send = () => unlessLacking(owner, order);
  let sent = await send();
  while ('lacks' in sent) {
    const { lacks } = sent;
    sent = await waitFor(owner, lacks, () => untilChanged(lacks, send));
  }
  return sent.result;
}

/** Tries again until it is sent, or lacks something else. */
async function untilChanged<R>(lacks: WaitName, send: () => Promise<Sent<R>>): Promise<Sent<R>> {
  let sent: Sent<R> = { lacks };
  for (let waitMs = FIRST_WAIT_MS; 'lacks' in sent && sent.lacks === lacks; waitMs = longerWait(waitMs)) {
    await sleep(waitMs, { summary: 'until the workers can send it' });
    sent = await send();
  }
  return sent;
}

/**
 * A send. An attempt that the server calls stopped may have been made before: whoever had that one failed, has had the
 * server try again, and only the fence can tell. Then the outcome is unknown.
 */
export const unlessStopped = <R>(sent: Promise<R>, send: MarkedSend): Promise<R> =>
  sent.catch(async (error: unknown) => {
    if (isCancellation(error)) await requireUnsent(send);
    throw error;
  });

/** Waits until the records can tell. @throws ActivityFailure (OUTCOME_UNKNOWN) where it may have gone out */
export const requireUnsent = (send: MarkedSend): Promise<void> =>
  CancellationScope.nonCancellable(async () => {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = longerWait(waitMs))
      try {
        await fence.requireUnsent(send);
        return;
      } catch (error) {
        if (!lackIn(error)) throw error;
        await sleep(waitMs, { summary: 'until the records can tell' });
      }
  });

type Sent<R> = { readonly result: R } | { readonly lacks: WaitName };

async function unlessLacking<R>(
  { sends }: Case<string>,
  order: (mark: SendMark) => Promise<R>,
): Promise<Sent<R>> {
  const mark = sends.next();
  try {
    const result = await order(mark);
    if (result !== undefined) sends.mayHaveGone(mark);
    return { result };
  } catch (error) {
    const lacks = lackIn(error);
    if (lacks) return { lacks };
    if (!isCancellation(error)) sends.mayHaveGone(mark);
    throw error;
  }
}

function lackIn(error: unknown): WaitName | undefined {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  return cause instanceof ApplicationFailure ? LACKS[cause.type ?? ''] : undefined;
}
