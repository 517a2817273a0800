import { setTimeout as sleep } from 'node:timers/promises';
import { WorkflowUpdateFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { GOES_ON } from '../domain/wire/failure-types';

/** A case takes a few milliseconds to go on. */
const PAUSE_MS = 50;

/** Sends a command again for as long as the case refuses it because it goes on in a new run at that moment. */
export async function untilNextRun<R>(send: () => Promise<R>): Promise<R> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!saysThatItGoesOn(error)) throw error;
    }
    await sleep(PAUSE_MS);
  }
}

const saysThatItGoesOn = (error: unknown): boolean =>
  error instanceof WorkflowUpdateFailedError &&
  error.cause instanceof ApplicationFailure &&
  error.cause.type === GOES_ON;
