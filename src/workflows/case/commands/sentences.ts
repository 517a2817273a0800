import { ApplicationFailure } from '@temporalio/common';
import type { CommandReceipt } from '../../../domain/case/commands';
import { INVALID_INPUT } from '../../../domain/wire/failure-types';

/** A repeat must be the same command, or its sender would take the first one's receipt for its own. */
export const reusedIdOf = ({ command, requestId }: CommandReceipt) =>
  `the request id ${requestId} belongs to ${command}, which was accepted before: give this command another one`;

/** The case would forget an act that could still be repeated. */
export const TOO_MANY = 'the case has taken too many commands within a few minutes: try again in five';

/** The reason that the command asks for, and the sender's note. */
export function noteOf(command: { note?: string; reason?: unknown }): string | undefined {
  const parts = [command.reason, command.note].filter((part) => typeof part === 'string');
  return parts.length > 0 ? parts.join(': ') : undefined;
}

/** What is refused for good. */
export const refused = (sentence: string) => ApplicationFailure.nonRetryable(sentence, INVALID_INPUT);

/** Why a command that was taken up is refused after all; nothing when it is not. */
export async function refusalIn(taking: Promise<unknown>): Promise<string | undefined> {
  try {
    await taking;
    return undefined;
  } catch (error) {
    if (error instanceof ApplicationFailure) return error.message;
    throw error;
  }
}
