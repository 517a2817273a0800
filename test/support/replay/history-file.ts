import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { historyToJSON, type History } from '@temporalio/common/lib/proto-utils';
import { asRecorded, asRead } from './plain-payloads';

const FOLDER = join(__dirname, '../../replay/histories');

/** One run of a workflow as its server recorded it. */
export interface Recorded {
  readonly workflowId: string;
  readonly workflowType: string;
  readonly history: { readonly events: readonly RecordedEvent[] };
  /** The last event with its payloads in plain: how the run ended. */
  readonly plainEnd: unknown;
}

/** An event in Temporal's own JSON: what `temporal workflow show --output json` prints. */
export interface RecordedEvent {
  readonly eventType: string;
  readonly [attributes: string]: unknown;
}

/** Who wrote an event and how it was stored: different each time, and of no meaning to a replay. */
const NOISE = [
  'identity',
  'workerVersion',
  'taskId',
  'requestId',
  'historySizeBytes',
  'meteringMetadata',
  'binaryChecksum', // Differs with each change of any workflow.
  'stackTrace', // Holds the paths of the machine it was recorded on.
];

/** The process id and the host name of a worker; a recorded history holds neither. */
const WORKER = /\b\d+@[\w-]+/g;

const file = (name: string) => join(FOLDER, `${name}.json`);

export const recordedNames = (): string[] =>
  readdirSync(FOLDER)
    .map((found) => found.replace(/\.json$/, ''))
    .sort();

/** A recorded run, its events as they are or changed. */
export function readRecorded(name: string, change = (events: readonly RecordedEvent[]) => events): Recorded {
  const { workflowId, events } = JSON.parse(readFileSync(file(name), 'utf8'));
  return {
    workflowId,
    workflowType: events[0].workflowExecutionStartedEventAttributes.workflowType.name,
    history: { events: asRecorded(change(events)) as RecordedEvent[] },
    plainEnd: events.at(-1),
  };
}

/** Writes a run, an event per line. A run that took the same course as the recorded one is left as it is. */
export function writeRecorded(name: string, workflowId: string, history: History): void {
  const { events } = JSON.parse(historyToJSON(history), (key, value) =>
    NOISE.includes(key) ? undefined : value,
  );
  const lines = (asRead(events) as unknown[]).map((event) => JSON.stringify(event, inOrder)).join(',\n');
  const text = `{"workflowId":"${workflowId}","events":[\n${lines}\n]}\n`.replaceAll(WORKER, 'worker');
  if (recordedNames().includes(name) && course(readFileSync(file(name), 'utf8')) === course(text)) return;
  writeFileSync(file(name), text);
}

/** The server keeps its maps in no order. */
const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => one.localeCompare(other)))
    : value;

/** What stays the same when the same thing happens again: without instants, durations, attempts and given ids. */
const course = (text: string): string =>
  text
    .replaceAll(/\d{4}-\d\d-\d\d(T[\d:.]+(Z|\+0000))?/g, 'date')
    .replaceAll(/"(attempt|eventTime|startedTime|seconds|nanos)":[^,}]*/g, '$1')
    .replaceAll(/"coreUsedFlags":\[[\d,]*\]/g, 'flags')
    .replaceAll(/"[\d.]+s"/g, 'duration')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id');
