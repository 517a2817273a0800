import { createSecretKey, randomBytes } from 'node:crypto';
import type { Client } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import { boundCall } from '../../../src/domain/wire/bound-call';
import { EncryptionCodec, throwUnreadable } from '../../../src/temporal/encryption/data-converters';
import type { KeyRing } from '../../../src/temporal/encryption/key-ring-file';

/**
 * Answers an open activity in the place of a worker, as the holder of some keys can: by them it reads which call the case has
 * made, and encrypts the answer to it.
 */
export async function answerInPlaceOfWorker(
  client: Client,
  keys: KeyRing,
  activity: { readonly workflowId: string; readonly activityType: string },
  result: unknown,
): Promise<void> {
  const { workflowId, activityType } = activity;
  const { namespace } = client.options;
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
  const scheduled = events
    ?.map(({ activityTaskScheduledEventAttributes: attributes }) => attributes)
    .findLast((attributes) => attributes?.activityType?.name === activityType);
  const codec = new EncryptionCodec(vouching(keys), 'worker', throwUnreadable);
  const context = { type: 'activity', namespace, workflowId, isLocal: false } as const;
  const input = await codec.decode(scheduled?.input?.payloads ?? [], context);
  const { call } =
    boundCall(
      input.map((one) => defaultPayloadConverter.fromPayload(one)),
      activityType,
    ) ?? {};
  if (call === undefined) throw new Error(`${workflowId} has not called ${activityType}`);
  const payloads = await codec.encode([defaultPayloadConverter.toPayload({ call, result })], context);
  const answered = { namespace, workflowId, activityId: scheduled?.activityId ?? '', result: { payloads } };
  await client.workflowService.respondActivityTaskCompletedById(answered);
}

/** The same keys, with which their holder encrypts as a worker: a voucher that they lack is made up. */
export function vouching(keys: KeyRing): KeyRing {
  const madeUp = createSecretKey(randomBytes(32));
  return {
    active: async () => ({ voucher: madeUp, ...(await keys.active()) }),
    key: (id) => keys.key(id),
    expects: (id) => keys.expects(id),
  };
}
