import { ApplicationFailure } from '@temporalio/common';
import { DefaultLogger, makeTelemetryFilterString, Runtime, type LogLevel } from '@temporalio/worker';
import { destination, pino, type Logger } from 'pino';
import pretty from 'pino-pretty';

/** The fields allowed beside a message. All others are dropped, since they could carry personal data. */
const ALLOWED = [
  ...(['activityId', 'activityType', 'at', 'attempt', 'durationMs', 'namespace', 'sdkComponent'] as const),
  ...(['state', 'taskQueue', 'workflowId', 'workflowRunId', 'workflowType'] as const),
] as const;

const STDERR = 2;

/** Logs lines of JSON to stderr, or plain text on a terminal. */
export const createLog = (level: string): Logger =>
  process.stderr.isTTY
    ? pino({ level }, pretty({ destination: STDERR }))
    : pino({ level }, destination(STDERR));

/**
 * Sends the logs of the Temporal SDK, workflows and activities into our log. Call it once per process, before
 * anything connects. With an address, Prometheus can fetch metrics there.
 */
export function installTemporalLogging(log: Logger, metricsAddress?: string): void {
  const level = log.level.toUpperCase() as LogLevel;
  Runtime.install({
    // Our programs decide themselves when their workers end.
    shutdownSignals: [],
    logger: new DefaultLogger(level, ({ level: at, message, meta }) =>
      log[at.toLowerCase() as 'info'](allowedOf(meta ?? {}), message),
    ),
    telemetryOptions: {
      logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'WARN', other: 'WARN' }) },
      ...(metricsAddress !== undefined && { metrics: { prometheus: { bindAddress: metricsAddress } } }),
    },
  });
}

/** The allowed fields, and an error's kind. `ApplicationFailure` messages are ours and safe, others not. */
export function allowedOf(meta: Record<string | symbol, unknown>): Record<string, unknown> {
  const { error } = meta;
  const kept = ALLOWED.filter((name) => meta[name] !== undefined).map((name) => [name, meta[name]]);
  return {
    ...(Object.fromEntries(kept) as Record<string, unknown>),
    ...(error instanceof ApplicationFailure
      ? { error: { type: error.type, message: error.message } }
      : error instanceof Error && { error: { type: error.name } }),
  };
}
