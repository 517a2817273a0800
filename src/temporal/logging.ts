import { ApplicationFailure } from '@temporalio/common';
import {
  DefaultLogger,
  makeTelemetryFilterString,
  Runtime,
  type LogEntry,
  type LogLevel,
} from '@temporalio/worker';
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

/** What the SDK says when it loses a task that waited for room in the cache of workflows: until its worker is started anew, that workflow stands still. */
export const LOST_TASK = 'Extra buffered run should not have produced an activation';

/**
 * Sends the logs of the Temporal SDK, workflows and activities into our log. Call it once per process, before
 * anything connects. With an address, Prometheus can fetch metrics there. `onLostTask`: when a workflow of this
 * process has come to stand still.
 */
export function installTemporalLogging(log: Logger, metricsAddress?: string, onLostTask?: () => void): void {
  const level = log.level.toUpperCase() as LogLevel;
  Runtime.install({
    // Our programs decide themselves when their workers end.
    shutdownSignals: [],
    logger: new DefaultLogger(level, (entry) => {
      passOn(entry, log, onLostTask);
    }),
    telemetryOptions: {
      logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'WARN', other: 'WARN' }) },
      ...(metricsAddress !== undefined && { metrics: { prometheus: { bindAddress: metricsAddress } } }),
    },
  });
}

/** Writes down what the SDK logs, without what could carry personal data. */
export function passOn({ level, message, meta }: LogEntry, log: Logger, onLostTask?: () => void): void {
  log[level.toLowerCase() as 'info'](allowedOf(meta ?? {}), message);
  if (message === LOST_TASK) onLostTask?.();
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
