import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { type BankList, type ListedBank, ENQUIRY_WITHIN_SECONDS } from '../domain/names/enquiry';
import { WORKFLOW_QUEUE } from '../domain/wire/task-queues';
import { workflowTypes } from '../domain/wire/workflow-types';

const DAY_MS = 86_400_000;
/** Pause after a failed request for the list: each request may cost a call of the bank's window. */
const AGAIN_AFTER_MS = 300_000;
/** Longest time that a page waits for the first list. */
const PATIENCE_MS = 2_000;

/** The bank's own list of banks, requested from a worker at most once a day. */
export class Banks {
  private known: readonly ListedBank[] = [];
  private askAgainAtMs = -Infinity;
  private asking: Promise<unknown> = Promise.resolve();

  constructor(private readonly client: Client) {}

  /** The latest list; empty until the first one arrives. */
  async list(): Promise<readonly ListedBank[]> {
    if (performance.now() >= this.askAgainAtMs) {
      this.askAgainAtMs = performance.now() + AGAIN_AFTER_MS;
      this.asking = this.ask().catch(() => undefined);
    }
    if (this.known.length === 0)
      await Promise.race([this.asking, sleep(PATIENCE_MS, undefined, { ref: false })]);
    return this.known;
  }

  /** The names of the banks by each of their codes; empty until the first list arrives. */
  async names(): Promise<ReadonlyMap<string, string>> {
    const banks = await this.list();
    return new Map(
      banks.flatMap(({ name, code, otherCodes }) => [...otherCodes, code].map((one) => [one, name] as const)),
    );
  }

  /** Desks that ask at the same time share one workflow. */
  private async ask(): Promise<void> {
    const answer = await this.client.workflow.execute<() => Promise<BankList>>(workflowTypes.bankList, {
      ...{ workflowId: 'bank-list', workflowIdConflictPolicy: 'USE_EXISTING', taskQueue: WORKFLOW_QUEUE },
      workflowExecutionTimeout: ENQUIRY_WITHIN_SECONDS * 1_000,
    });
    if (!('banks' in answer)) return;
    this.known = answer.banks;
    this.askAgainAtMs = performance.now() + DAY_MS;
  }
}

/** Why a bank's code is wrong, as a sentence; `undefined` if it is known, or while there is no list. */
export function bankMistake(
  field: string,
  code: unknown,
  banks: ReadonlyMap<string, string>,
): string | undefined {
  // The field's schema refuses a value that is not a code at all.
  const isKnown = typeof code !== 'string' || !/^\d{3,}$/.test(code) || banks.has(code);
  return banks.size === 0 || isKnown
    ? undefined
    : `${field} must be the code of a bank: the bank's list has no bank of this code`;
}
