import { CommanderError } from '@commander-js/extra-typings';
import { isGrpcServiceError, ServiceError } from '@temporalio/client';
import { RequestError } from '../cases/request-error';
import { KeyFileError } from '../authority';
import { ConfigError } from '../config/read-config';
import { masked } from '../domain/names/personal-data';
import { PayoutPolicyError } from '../input/payout-policy-file';
import { ErasureRoleError } from '../records/audit/append';
import { CheckpointError } from '../records/checkpoints/signer';
import { UnreachableRecordsError } from '../records/connection';
import { MigrationError } from '../records/migrations';
import { isTemporalAway, UnreachableTemporalError } from '../temporal/connection';

/** The exit codes of the command line, named as in `RequestErrorKind`. */
export const exitCodes = {
  ok: 0,
  refused: 1,
  usage: 2,
  unreachable: 3,
  timedOut: 4,
  /** A fault of this program (`EX_SOFTWARE` of `sysexits.h`). */
  internal: 70,
  interrupted: 130,
} as const;

/** The outcome of a command and a sentence about it; no sentence if help was asked for. */
export interface Explanation {
  readonly kind: keyof typeof exitCodes;
  readonly sentence?: string;
}

type ErrorClass = abstract new (...args: never[]) => Error;

/** Errors with a message for people, by outcome. A function, so that help loads none of these modules. */
const told = (): Readonly<Partial<Record<Explanation['kind'], readonly ErrorClass[]>>> => ({
  usage: [ConfigError, KeyFileError, PayoutPolicyError, ErasureRoleError],
  unreachable: [UnreachableTemporalError, UnreachableRecordsError],
  refused: [CheckpointError, MigrationError],
});

/** Turns an error into an exit code and a sentence for people. */
export function explain(error: unknown): Explanation {
  if (error instanceof CommanderError)
    return error.exitCode === 0 ? { kind: 'ok' } : { kind: 'usage', sentence: withoutValue(error.message) };
  if (error instanceof RequestError)
    return { kind: error.kind, sentence: `${error.message} ${error.atTerminal}`.trim() };
  for (const [kind, classes] of Object.entries(told()))
    if (error instanceof Error && classes.some((one) => error instanceof one))
      return { kind: kind as Explanation['kind'], sentence: error.message };
  if (isTemporalAway(error)) return { kind: 'unreachable', sentence: 'Temporal cannot be reached any more.' };
  if (error instanceof ServiceError) return { kind: 'refused', sentence: sentenceOf(error) };
  const { name, message } = error instanceof Error ? error : { name: 'an error', message: String(error) };
  return {
    kind: 'internal',
    sentence: `An internal fault, ${name}: ${masked(message.split('\n')[0] ?? '')}`,
  };
}

/** A complaint about an option, without the typed value, which may be personal. */
export const withoutValue = (complaint: string): string =>
  complaint.replace(/ argument '[^']*' is invalid\./, ' is invalid.');

const sentenceOf = ({ cause, message }: ServiceError): string =>
  isGrpcServiceError(cause) ? `Temporal refuses: ${cause.details}` : message;
