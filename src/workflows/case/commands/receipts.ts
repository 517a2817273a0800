import { currentUpdateInfo } from '@temporalio/workflow';
import type { CommandReceipt } from '../../../domain/case/commands';

/** Request ids remembered, so that a repeat changes nothing. */
const REMEMBERED_MAX = 500;

/** The receipts of a case, by request id, the newest ones. */
export class Receipts {
  private readonly byRequest: Map<string, CommandReceipt>;

  constructor(carried: readonly CommandReceipt[]) {
    this.byRequest = new Map(carried.map((receipt) => [receipt.requestId, receipt]));
  }

  get(requestId: string): CommandReceipt | undefined {
    return this.byRequest.get(requestId);
  }

  all(): CommandReceipt[] {
    return [...this.byRequest.values()];
  }

  /** A receipt for a command that the case takes now; without a request id it is not remembered. */
  give(requestId: string, command: string, { stage, now }: { stage: string; now: string }): CommandReceipt {
    const receipt = { requestId, command, stage, acceptedAt: now, repeated: false };
    this.remember(receipt);
    const [oldest] = this.byRequest.keys();
    if (this.byRequest.size > REMEMBERED_MAX && oldest !== undefined) this.byRequest.delete(oldest);
    return receipt;
  }

  /** The receipt of a command that waits for a second person, under this digest. */
  proposed(receipt: CommandReceipt, digest: string): CommandReceipt {
    const proposed = { ...receipt, proposed: digest };
    this.remember(proposed);
    return proposed;
  }

  private remember(receipt: CommandReceipt): void {
    if (receipt.requestId !== '') this.byRequest.set(receipt.requestId, receipt);
  }
}

/** The sender's id of a request, else that of the update; empty for a signal without one, whose repeat nothing shows. */
export const requestIdOf = (command: { requestId?: string }): string =>
  command.requestId ?? currentUpdateInfo()?.id ?? '';
