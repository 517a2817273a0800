import { CommanderError } from '@commander-js/extra-typings';
import { isGrpcServiceError, ServiceError } from '@temporalio/client';
import { ConfigError } from '../config';
import { UnreachableTemporalError } from '../temporal/connection';
import { exitCodes, StarterError } from './exit-codes';

/** What a command ended with, and what is still to be said about it. */
interface Explanation {
  readonly code: number;
  readonly sentence?: string;
}

const UNAVAILABLE = 14;

/** Turns whatever was thrown into an exit code and a sentence for people. */
export function explain(error: unknown): Explanation {
  // Commander has said it already.
  if (error instanceof CommanderError) return { code: error.exitCode === 0 ? exitCodes.ok : exitCodes.usage };
  if (error instanceof StarterError) return { code: exitCodes[error.ending], sentence: error.message };
  if (error instanceof ConfigError) return { code: exitCodes.usage, sentence: error.message };
  if (error instanceof UnreachableTemporalError)
    return { code: exitCodes.unreachable, sentence: error.message };
  if (error instanceof ServiceError) return explainService(error);
  return { code: exitCodes.refused, sentence: error instanceof Error ? error.message : String(error) };
}

function explainService({ cause, message }: ServiceError): Explanation {
  if (!isGrpcServiceError(cause)) return { code: exitCodes.refused, sentence: message };
  const code: number = cause.code;
  if (code === UNAVAILABLE)
    return { code: exitCodes.unreachable, sentence: 'Temporal cannot be reached any more.' };
  return { code: exitCodes.refused, sentence: `Temporal refuses: ${cause.details}` };
}
