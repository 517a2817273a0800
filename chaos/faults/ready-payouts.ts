import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { readCase } from '../../src/cases/snapshot';
import { sendCommand } from '../../src/cases/commands';
import type { CaseSnapshot } from '../../src/domain/case/snapshot';
import { caseId } from '../../src/domain/wire/workflow-ids';
import { doubtfulPayoutFile, startPayouts } from '../payouts';
import { retryUntilAcknowledged } from '../retry-until-acknowledged';
import type { TestEnvironment } from '../test-environment';

export const LOOK_EVERY_MS = 300;

/** A payout that goes out once a second person confirms its name under this digest. */
export interface Ready {
  readonly reference: string;
  readonly expectedDigest: string | undefined;
}

/**
 * Payouts that wait for a word before they are sent: a second person must confirm the name on the account. Each has
 * an account of its own, so that every worker calls the bank, and knows how much it may ask for at once.
 */
export async function readyToSend(
  { client }: TestEnvironment,
  count: number,
  fromAccount: number,
): Promise<Ready[]> {
  const files = Array.from({ length: count }, (_, place) =>
    doubtfulPayoutFile('zombie', fromAccount + place),
  );
  const references = await startPayouts(client, files);
  return Promise.all(references.map((reference) => proposed(client, reference)));
}

/** One person has said that the name is right. */
async function proposed(client: Client, reference: string): Promise<Ready> {
  while (!(await look(client, reference))?.commands.includes('confirmName')) await sleep(LOOK_EVERY_MS);
  const said = { ...operator('operator-1'), reason: 'CHECKED_WITH_BENEFICIARY', requestId: 'proposed' };
  const workflowId = caseId('payout', reference);
  let expectedDigest: string | undefined;
  await retryUntilAcknowledged(async () => {
    ({ proposed: expectedDigest } = await sendCommand(client, workflowId, 'confirmName', said));
  });
  return { reference, expectedDigest };
}

export const operator = (actor: string) => ({ actor, role: 'operator' });

/** No answer comes while workflow tasks are in the hands of a worker that is stopped. */
export const look = (client: Client, reference: string): Promise<CaseSnapshot | undefined> =>
  readCase(client, caseId('payout', reference)).catch(() => undefined);
