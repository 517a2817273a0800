import { currentUpdateInfo } from '@temporalio/workflow';
import { ApplicationFailure } from '@temporalio/common';
import { claimsIn, CLOCK_SKEW_SECONDS } from '../../../domain/case/acts';
import type { CommandReceipt } from '../../../domain/case/commands';
import { INVALID_INPUT } from '../../../domain/wire/failure-types';

/** Request ids remembered at least, so that a repeat changes nothing. */
const REMEMBERED = 500;
/** And at most: people give no more within the minutes in which a signed command can be repeated. */
const REMEMBERED_MAX = 5_000;

/** A receipt with the instant until which its act could be sent again, in milliseconds. A run hands it over to the next one. */
export interface RememberedReceipt extends CommandReceipt {
  readonly repeatableUntilMs?: number;
}

/** The receipts of a case, by request id: the newest ones, and all whose acts have not expired. */
export class Receipts {
  private readonly byRequest: Map<string, RememberedReceipt>;

  constructor(carried: readonly RememberedReceipt[]) {
    this.byRequest = new Map(carried.map((receipt) => [receipt.requestId, receipt]));
  }

  get(requestId: string): CommandReceipt | undefined {
    const remembered = this.byRequest.get(requestId);
    if (!remembered) return undefined;
    const { repeatableUntilMs: _until, ...receipt } = remembered;
    return receipt;
  }

  all(): RememberedReceipt[] {
    return [...this.byRequest.values()];
  }

  /** Whether the case remembers too many unexpired acts to take another one. */
  isFull(nowMs: number): boolean {
    const [oldest] = this.byRequest.values();
    return this.byRequest.size >= REMEMBERED_MAX && oldest !== undefined && !isOver(oldest, nowMs);
  }

  /**
   * A receipt for a command that the case takes now; without a request id it is not remembered.
   * `act`: the act of the command; `undefined` if messages name their own actors.
   */
  give(accepted: Omit<CommandReceipt, 'repeated' | 'proposed'>, act?: string): CommandReceipt {
    const receipt = { ...accepted, repeated: false };
    const { exp } = claimsIn(act) ?? {};
    this.remember({
      ...receipt,
      ...(exp !== undefined && { repeatableUntilMs: (exp + CLOCK_SKEW_SECONDS) * 1_000 }),
    });
    this.forgetOld(Date.now());
    return receipt;
  }

  /** The receipt of a command that waits for a second person, under this digest. */
  proposed(receipt: CommandReceipt, digest: string): CommandReceipt {
    const proposed = { ...receipt, proposed: digest };
    this.remember({ ...this.byRequest.get(receipt.requestId), ...proposed });
    return proposed;
  }

  private remember(receipt: RememberedReceipt): void {
    if (receipt.requestId !== '') this.byRequest.set(receipt.requestId, receipt);
  }

  /** Forgets expired receipts, the oldest first: acts live for minutes, so none is kept for long. */
  private forgetOld(nowMs: number): void {
    for (const [requestId, receipt] of this.byRequest) {
      if (this.byRequest.size <= REMEMBERED || !isOver(receipt, nowMs)) return;
      this.byRequest.delete(requestId);
    }
  }
}

const isOver = ({ repeatableUntilMs = 0 }: RememberedReceipt, nowMs: number): boolean =>
  repeatableUntilMs < nowMs;

/** The sender's request id, else the update's; empty for a signal without one, whose repeat is not seen. */
export const requestIdOf = (command: { requestId?: string }): string =>
  command.requestId ?? currentUpdateInfo()?.id ?? '';

/** A repeat must be the same command, or its sender would take the first one's receipt for its own. */
export const reusedIdOf = ({ command, requestId }: CommandReceipt) =>
  `the request id ${requestId} belongs to ${command}, which was accepted before: give this command another one`;

export const NO_MORE =
  'The case has taken so many messages that it takes no more commands. It finishes what was begun.';
export const BY_UPDATE_ALONE = 'The case has taken so many messages that it takes commands by update alone.';

/** The case would forget an act that could still be repeated. */
export const TOO_MANY = 'the case has taken too many commands within a few minutes: try again in five';

/** The reason that the command asks for, and the sender's note. */
export function noteOf(command: { note?: string; reason?: unknown }): string | undefined {
  const parts = [command.reason, command.note].filter((part) => typeof part === 'string');
  return parts.length > 0 ? parts.join(': ') : undefined;
}

/** A refusal that Temporal does not retry. */
export const refused = (sentence: string) => ApplicationFailure.nonRetryable(sentence, INVALID_INPUT);

/** Why a command that was taken up is refused after all; `undefined` if it is not. */
export async function refusalIn(taking: Promise<unknown>): Promise<string | undefined> {
  try {
    await taking;
    return undefined;
  } catch (error) {
    if (error instanceof ApplicationFailure) return error.message;
    throw error;
  }
}
