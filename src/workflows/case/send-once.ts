import { CancellationScope, isCancellation, sleep } from '@temporalio/workflow';
import { ActivityFailure, ApplicationFailure } from '@temporalio/common';
import type { MarkedSend } from '../../activities/gate/fence';
import type { Refused } from '../../bank/contract/refusals';
import type { SendMark } from '../../domain/case/send-authorisation';
import type { WaitName } from '../../domain/case/waits';
import type { PayoutPolicy } from '../../domain/payout/policy';
import { GRACE_SECONDS } from '../../domain/time/activity-timeouts';
import { pollDelay } from '../../domain/time/clock';
import { POLICY_OLDER, RECORDS_UNAVAILABLE } from '../../domain/wire/failure-types';
import { inPlace } from '../activity-proxies';
import type { Case } from './case';
import { isOutcomeUnknown, refusalOf } from './failures';
import { FIRST_WAIT_MS, longerWait } from './records/audit-trail';
import { attempt, waitFor, type Steerable } from './steps';

/** How long to wait before each read, and how often to read, until an unanswered write counts as absent. */
type ProofOfAbsence = Pick<PayoutPolicy, 'graceSeconds' | 'readsToProveAbsence'>;

/** A write that must not happen twice, as `sendOnce` carries it out. */
interface OnceOnlyWrite<R> {
  readonly send: () => Promise<R>;
  /** Reads the write's effect from the bank; `undefined` if the bank does not show it. */
  readonly find: () => Promise<R | undefined>;
  /** Called when a send got no answer. */
  readonly unanswered?: () => void;
  /** When an unanswered write counts as absent; USUAL_PROOF if left out. */
  readonly proof?: ProofOfAbsence;
}

/** Sends without a reply and without a trace, before a person is asked. */
const SENDS_BEFORE_ATTENTION = 3;

/**
 * Makes a write that must not happen twice. If its outcome is unknown, reads decide: found, it counts as
 * done; absent in several reads over a while, it is sent again.
 */
export async function sendOnce<R>(on: Steerable, write: OnceOnlyWrite<R>): Promise<R> {
  let found: R | undefined;
  for (let sent = 1; found === undefined; sent++) {
    try {
      return await write.send();
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error;
    }
    on.owner.note('system', 'The reply to a write was lost; reading what became of it');
    write.unanswered?.();
    found = await findOut(on, write);
    if (found === undefined && sent % SENDS_BEFORE_ATTENTION === 0) await askForHelp(on, sent);
  }
  return found;
}

/**
 * Makes a write that the bank may refuse, in any words, because it has taken it before: a read then tells
 * whether the effect stands. If it does not, or if that read is refused as well, the refusal counts.
 */
export async function unlessItStands<R>(
  write: () => Promise<R>,
  standing: (refused: Refused) => Promise<R | undefined>,
): Promise<R> {
  try {
    return await write();
  } catch (error) {
    const refused = refusalOf(error);
    if (!refused) throw error;
    const found = await standing(refused).catch((unread: unknown) => {
      if (!refusalOf(unread)) throw unread;
    });
    if (found === undefined) throw error;
    return found;
  }
}

const USUAL_PROOF: ProofOfAbsence = { graceSeconds: GRACE_SECONDS, readsToProveAbsence: 2 };

/** Looks for a record page by page: a bank that ignores the filter lists others, too, until a page shows nothing new. */
export async function findInList<T>(
  readPage: (page: number) => Promise<readonly T[]>,
  { idOf, isWanted }: { readonly idOf: (record: T) => string; readonly isWanted: (record: T) => boolean },
): Promise<T | undefined> {
  const seen = new Set<string>();
  let hasMore = true;
  for (let page = 1; hasMore; page++) {
    const records = await readPage(page);
    const found = records.find(isWanted);
    if (found) return found;
    hasMore = records.some((record) => !seen.has(idOf(record)));
    for (const record of records) seen.add(idOf(record));
  }
  return undefined;
}

/** Reads what became of a write. A read that fails is tried again, never taken for an absence. */
export async function findOut<R>(
  on: Steerable,
  { find, proof = USUAL_PROOF }: Pick<OnceOnlyWrite<R>, 'find' | 'proof'>,
): Promise<R | undefined> {
  for (let read = 0; read < proof.readsToProveAbsence; read++) {
    await sleep(pollDelay(on.owner.clock, proof.graceSeconds * 1000), {
      summary: 'before reading what became of it',
    });
    const found = await attempt(on, 'Reading what became of a write whose reply was lost', find);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function askForHelp(on: Steerable, sent: number): Promise<void> {
  on.owner.raiseAttention(
    `sent ${sent} times without a clear reply, and without a trace at the bank`,
    on.remedies,
  );
  await on.askForRetry();
  on.owner.settleAttention();
}

/** The failures by which workers cannot send money now, each with the wait that shows it. */
const LACKS: Readonly<Record<string, WaitName>> = {
  [RECORDS_UNAVAILABLE]: 'RECORDS',
  [POLICY_OLDER]: 'POLICY',
};

/**
 * Sends money. While the database of the records is away, or no worker has a policy as new as the case's, the
 * case waits. An order that returns `undefined` was not sent after all.
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
 * Awaits a send. A cancelled send may have gone out in an earlier attempt that the server was made to retry,
 * and only the fence can tell. If it may have gone out, the outcome is unknown.
 */
export const unlessStopped = <R>(sent: Promise<R>, send: MarkedSend): Promise<R> =>
  sent.catch(async (error: unknown) => {
    if (isCancellation(error)) await requireUnsent(send);
    throw error;
  });

/** Waits until the records can tell. @throws ActivityFailure (OUTCOME_UNKNOWN) if it may have gone out */
export const requireUnsent = (send: MarkedSend): Promise<void> =>
  CancellationScope.nonCancellable(async () => {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = longerWait(waitMs))
      try {
        await inPlace.requireUnsent(send);
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
