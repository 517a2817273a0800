import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';
import { RawValue } from '@temporalio/common';
import { first } from '../../test/support/activities/gate';
import { startApproved } from './approved-payout';
import { endingSend, type Ending } from './from-outside';
import { readable, type Attempt } from './sending';

/** By then, a payout that has its approvals is sent. */
const SENT_WITHIN_MS = 3_000;

type Event = NonNullable<Awaited<ReturnType<WorkflowHandle['fetchHistory']>>['events']>[number];
type Sealed = NonNullable<NonNullable<Event['activityTaskScheduledEventAttributes']>['input']>;

/** Answers by the last ciphertext of this kind that a worker has made for this very case. */
const answeredBy =
  (sealedIn: (event: Event) => Sealed | null | undefined): Ending =>
  async (client, { workflowId, activityId }) => {
    const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
    const result = events?.map(sealedIn).findLast((sealed) => sealed != null);
    if (!result) throw new Error('the history of the case has nothing of the kind');
    const { namespace } = client.options;
    const answered = { namespace, workflowId, activityId, result };
    await client.workflowService.respondActivityTaskCompletedById(answered);
  };

/** The sealed approval of one person, sent once more, so that it may count as that of a second one. */
const approvedAgain: Attempt = async (client, payout, { committed }) => {
  const { handle } = await startApproved(client, payout, [first.key]);
  const { events } = await handle.fetchHistory();
  const accepted = events?.findLast((event) => event.workflowExecutionUpdateAcceptedEventAttributes);
  const [sealed] =
    accepted?.workflowExecutionUpdateAcceptedEventAttributes?.acceptedRequest?.input?.args?.payloads ?? [];
  if (!sealed) throw new Error('the history has no approval');
  const again = readable(client).workflow.getHandle(handle.workflowId);
  await again.executeUpdate('approve', { args: [RawValue.fromPayload(sealed)] }).catch(() => undefined);
  await sleep(SENT_WITHIN_MS);
  await handle.terminate('the attempt is over').catch(() => undefined);
  return committed(payout.payout.reference) > 0;
};

/** Ciphertexts that are genuine, used once more. */
export const byReplaying: readonly [string, Attempt][] = [
  [
    'a send that never arrives, answered by the ciphertext of an answer in place',
    endingSend(
      answeredBy(({ markerRecordedEventAttributes: marker }) => marker?.details?.['result']),
      { isLost: true },
    ),
  ],
  [
    'a send that never arrives, answered by the ciphertext of its own call',
    endingSend(
      answeredBy(({ activityTaskScheduledEventAttributes: scheduled }) => scheduled?.input),
      { isLost: true },
    ),
  ],
  ['an approval whose ciphertext is sent again', approvedAgain],
];
