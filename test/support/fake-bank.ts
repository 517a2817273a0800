import type { Client as TemporalClient } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import type { BankClient } from '../../src/bank/client';

/** A service that knows only these operations. */
export const bankWith = (operations: Partial<BankClient>): BankClient => operations as BankClient;

/** For activities that need no Temporal beyond the worker that runs them. */
export const noTemporal = Object.create(null) as TemporalClient;

/** The failure that a piece of work ends in. */
export async function failureOf(work: Promise<unknown>): Promise<ApplicationFailure> {
  const error = await work.then(
    () => new Error('it succeeded'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ApplicationFailure)) throw error;
  return error;
}

/** One attempt of an activity, whose log no test reads, with what the server says when it is asked for it. */
export const attempt = (
  info: ConstructorParameters<typeof MockActivityEnvironment>[0] = {},
  heartbeat: () => Promise<void> = () => Promise.resolve(),
) =>
  new MockActivityEnvironment(info, {
    logger: new DefaultLogger('ERROR', () => undefined),
    client: {
      activity: { heartbeat },
      withAbortSignal: <R>(_: AbortSignal, call: () => R) => call(),
    } as unknown as TemporalClient,
  });
