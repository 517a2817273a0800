import { CommanderError } from '@commander-js/extra-typings';
import { isGrpcServiceError, ServiceError } from '@temporalio/client';
import { RequestError } from '../cases/request-error';
import { masked } from '../domain/names/personal-data';
import { isTemporalAway } from '../temporal/connection';
import { isMendable, type exitCodes } from '../temporal/exit-codes';

/** The outcome of a command and a sentence about it; no sentence if help was asked for. */
export interface Explanation {
  readonly kind: keyof typeof exitCodes;
  readonly sentence?: string;
}

/** Turns an error into an exit code and a sentence for people. */
export function explain(error: unknown): Explanation {
  if (error instanceof CommanderError)
    return error.exitCode === 0 ? { kind: 'ok' } : { kind: 'usage', sentence: withoutValue(error.message) };
  if (error instanceof RequestError)
    return { kind: error.kind, sentence: `${error.message} ${error.atTerminal}`.trim() };
  if (isMendable(error)) return { kind: error.kind, sentence: error.message };
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
