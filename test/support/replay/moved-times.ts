import type { RecordedEvent } from './history-file';

/** How the times of a history are moved. */
export interface Move {
  /** By so many seconds longer takes each workflow task in which a local activity ended: its worker died, or its server was slow. */
  readonly longerSeconds: number;
  /** So many seconds later than the task's end its markers say that the local activities ended; negative: earlier. */
  readonly markerSeconds: number;
}

/** Events that came in the same order at other times; what a workflow has begun until then takes longer as well. */
export function moved(
  events: readonly RecordedEvent[],
  { longerSeconds, markerSeconds }: Move,
): RecordedEvent[] {
  let bySeconds = 0;
  return events.map((event, index) => {
    if (event.eventType === TASK_COMPLETED && endsLocalActivity(events.slice(index)))
      bySeconds += longerSeconds;
    const later = { ...event, eventTime: laterBy(bySeconds, event.eventTime as string) };
    return isMarker(event) ? withCompletion(later, bySeconds + markerSeconds) : later;
  });
}

const TASK_COMPLETED = 'EVENT_TYPE_WORKFLOW_TASK_COMPLETED';
const TASK_SCHEDULED = 'EVENT_TYPE_WORKFLOW_TASK_SCHEDULED';

const isMarker = ({ markerRecordedEventAttributes: marker }: RecordedEvent) =>
  (Object(marker) as { markerName?: string }).markerName === 'core_local_activity';

/** Whether the task that these events begin with has recorded the end of a local activity. */
function endsLocalActivity(events: readonly RecordedEvent[]): boolean {
  const nextTask = events.findIndex(({ eventType }) => eventType === TASK_SCHEDULED);
  return events.slice(0, nextTask < 0 ? undefined : nextTask).some(isMarker);
}

const laterBy = (seconds: number, instant: string) =>
  new Date(Date.parse(instant) + seconds * 1000).toISOString();

/** A marker, in plain, as far as it is read. */
interface Marker {
  readonly details: {
    readonly data: {
      readonly payloads: readonly [{ readonly json: { complete_time: { seconds: number } } }];
    };
  };
}

/** A marker whose local activity ended so much later than was recorded. */
function withCompletion(event: RecordedEvent, laterSeconds: number): RecordedEvent {
  const copy = structuredClone(event);
  const { details } = copy.markerRecordedEventAttributes as Marker;
  details.data.payloads[0].json.complete_time.seconds += laterSeconds;
  return copy;
}
