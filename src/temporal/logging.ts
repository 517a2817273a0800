import { ApplicationFailure } from '@temporalio/common';
import { DefaultLogger, makeTelemetryFilterString, Runtime, type LogLevel } from '@temporalio/worker';
import { destination, pino, type Logger } from 'pino';
import pretty from 'pino-pretty';

/** What may stand beside a message. All else is dropped, since it could carry what was sent or received. */
const ALLOWED = [
  'activityId',
  'activityType',
  'at',
  'attempt',
  'durationMs',
  'namespace',
  'sdkComponent',
  'state',
  'taskQueue',
  'workflowId',
  'workflowRunId',
  'workflowType',
] as const;

const STDERR = 2;

/** Lines of JSON on stderr; plain text where a person looks on. */
export const createLog = (level: string): Logger =>
  process.stderr.isTTY
    ? pino({ level }, pretty({ destination: STDERR }))
    : pino({ level }, destination(STDERR));

/** Sends what the Temporal SDK, workflows and activities log into our log. Once per process, before anything connects.
 * With an address, metrics can be fetched there as Prometheus expects them. */
export function installTemporalLogging(log: Logger, metricsAddress?: string): void {
  const level = log.level.toUpperCase() as LogLevel;
  Runtime.install({
    // The programs decide when their workers end.
    shutdownSignals: [],
    logger: new DefaultLogger(level, ({ level: at, message, meta }) => {
      log[at.toLowerCase() as 'info'](allowedOf(meta ?? {}), message);
    }),
    telemetryOptions: {
      logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'WARN', other: 'WARN' }) },
      ...(metricsAddress !== undefined && { metrics: { prometheus: { bindAddress: metricsAddress } } }),
    },
  });
}

/** The allowed fields, and of an error what kind it is. Messages of failures are ours and safe, any others are not. */
export function allowedOf(meta: Record<string | symbol, unknown>): Record<string, unknown> {
  const kept = ALLOWED.filter((name) => meta[name] !== undefined).map((name) => [name, meta[name]]);
  return {
    ...(Object.fromEntries(kept) as Record<string, unknown>),
    ...(meta['error'] instanceof Error && { error: inShort(meta['error']) }),
  };
}

const inShort = (error: Error) =>
  error instanceof ApplicationFailure ? { type: error.type, message: error.message } : { type: error.name };
