import { CancellationScope, condition, sleep, workflowInfo } from '@temporalio/workflow';
import { TemporalFailure } from '@temporalio/common';
import type { AuditEntry, AuditHead } from '../../../domain/case/audit';
import type { AuthorityState } from '../../../domain/case/proof';
import { auditing } from '../../activity-proxies';
import { localActivities } from '../../interceptors/local-activities';

/** Entries that a case holds back at most while they cannot be stored; beyond it, the case takes no command. */
const UNSTORED_MAX = 50;

const SECOND_MS = 1_000;
/** How long a case waits before it asks the database of the records again: at first, and at most. */
export const FIRST_WAIT_MS = 15 * SECOND_MS;
const LONGEST_WAIT_MS = 600 * SECOND_MS;

export const longerWait = (waitMs: number): number => Math.min(waitMs * 2, LONGEST_WAIT_MS);

/** The audit as the case sees it: the entries that are not stored yet, and how far the store has come. */
export class AuditTrail {
  private readonly unstored: AuditEntry[];
  private count: number;
  private head: AuditHead | undefined;
  private isStoring = false;
  private readonly localActivities = localActivities();
  /** `undefined` until a worker has accepted the input that began the case. */
  private isKept: boolean | undefined;

  constructor(carried?: ReturnType<AuditTrail['carry']>) {
    this.unstored = [...(carried?.unstored ?? [])];
    this.count = carried?.count ?? 0;
    this.head = carried?.head;
  }

  /** Whether too many entries wait to be stored for the case to take another command. */
  get isFull(): boolean {
    return this.unstored.length >= UNSTORED_MAX;
  }

  /** A worker has accepted the input of the case, or of its new run. */
  begun({ isAudited }: Pick<AuthorityState, 'isAudited'>): void {
    this.isKept = isAudited === true;
    if (!this.isKept) this.unstored.length = 0;
    this.storeSoon();
  }

  /** Adds an entry, which is stored with the next ones. */
  hold(entry: Omit<AuditEntry, 'id'>): void {
    if (this.isKept === false) return;
    this.count++;
    this.unstored.push({ id: `${workflowInfo().firstExecutionRunId}:${this.count}`, ...entry });
  }

  /** Adds an entry, and has it stored beside whatever the case does. */
  add(entry: Omit<AuditEntry, 'id'>): void {
    this.hold(entry);
    this.storeSoon();
  }

  /** Waits until every entry is stored; a case that never began has none. */
  async stored(): Promise<void> {
    this.storeSoon();
    await condition(() => !this.isKept || this.unstored.length === 0);
  }

  carry() {
    const { unstored, count, head } = this;
    return { unstored, count, head };
  }

  /** Stores the entries held back, as before a long wait: one activity for all that are added in one go. */
  storeSoon(): void {
    if (!this.isKept || this.isStoring || this.unstored.length === 0) return;
    this.isStoring = true;
    void Promise.resolve().then(() => CancellationScope.nonCancellable(() => this.storeAll()));
  }

  private async storeAll(): Promise<void> {
    let waitMs = FIRST_WAIT_MS;
    while (this.unstored.length > 0) {
      if (await this.store()) waitMs = FIRST_WAIT_MS;
      else {
        await sleep(waitMs);
        waitMs = longerWait(waitMs);
      }
    }
    this.isStoring = false;
  }

  private async store(): Promise<boolean> {
    // Entries that are added during this wait are stored along.
    await this.localActivities.untilTurn();
    const entries = [...this.unstored];
    try {
      this.head = (await auditing.recordAudit({ entries, known: this.head })) ?? this.head;
    } catch (error) {
      // A local activity fails with the failure itself, not wrapped in an ActivityFailure.
      if (error instanceof TemporalFailure) return false;
      throw error;
    }
    this.unstored.splice(0, entries.length);
    return true;
  }
}
