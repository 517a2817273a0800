import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { asRead } from './replay/plain-payloads';
import type { Steered } from './workflows/steering';

/** Parts of a history that carry payloads, which are for the bank and for our own results. */
const PAYLOADS = [
  'input',
  'result',
  'acceptedRequest',
  'workflowUpdateExecutionCompletedEventAttributes',
  'markerRecordedEventAttributes',
];

/** Whatever people see of a run who may look at workflows, but not into payloads: in the Web UI, in lists, in failures. */
export async function exposureOf({ handle }: Steered): Promise<string> {
  const { raw } = await handle.describe();
  const history = JSON.parse(historyToJSON(await handle.fetchHistory()), (key, value: unknown) =>
    PAYLOADS.includes(key) ? undefined : value,
  );
  const shown = [
    handle.workflowId,
    asRead(history),
    raw.pendingActivities?.map(({ lastFailure }) => lastFailure),
    await handle.query('case'),
    await handle.query('__temporal_workflow_metadata'),
  ];
  return JSON.stringify(shown);
}
