import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { moneyEventId } from '../src/domain/money/bank-events';
import { notifiedSignal } from '../src/domain/wire/messages';
import { caseId } from '../src/domain/wire/workflow-ids';
import type { TestEnvironment } from './test-environment';

/** The kind of the events of this attack. */
export const EVENT = 'account.incoming-transaction';

/** An event, and the payout that it claims to be about. */
export interface Told {
  readonly uniqueRef: string;
  readonly reference: string;
}

/** Transfers that claim to be money that came back. */
export async function transferIn(
  { sandbox }: TestEnvironment,
  references: readonly string[],
  many: number,
): Promise<Told[]> {
  const told: Told[] = [];
  for (let place = 0; place < many; place++) {
    const reference = references[place % references.length]!;
    const payload = {
      accountNumber: '9000000001',
      amountKobo: 50_000,
      description: `Reversal of ${reference}`,
    };
    const { body } = await sandbox.app.inject({ method: 'POST', url: '/_sandbox/transfers', payload });
    told.push({ uniqueRef: (JSON.parse(body) as Told).uniqueRef, reference });
  }
  return told;
}

/** Whether an event was kept; waits until it is carried out. */
export async function isHandled(client: Client, uniqueRef: string): Promise<boolean> {
  try {
    await client.workflow.getHandle(moneyEventId({ event: EVENT, uniqueRef })).result();
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

/** Whether each payout was notified once for each event about it. */
export async function effectsOn(client: Client, references: readonly string[], told: readonly Told[]) {
  const effects = { duplicateEffects: 0, missingEffects: 0 };
  for (const reference of references) {
    // One more is the true event of its own debit.
    const expected = told.filter((one) => one.reference === reference).length + 1;
    const more = (await notificationsOf(client, reference)) - expected;
    effects.duplicateEffects += Math.max(0, more);
    effects.missingEffects += Math.max(0, -more);
  }
  return effects;
}

async function notificationsOf(client: Client, reference: string): Promise<number> {
  const { events } = await client.workflow.getHandle(caseId('payout', reference)).fetchHistory();
  return (events ?? []).filter(
    ({ workflowExecutionSignaledEventAttributes: signal }) => signal?.signalName === notifiedSignal.name,
  ).length;
}
