import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import type { ActivateInput } from '@temporalio/workflow';
import { beforeActivation } from './before-activation';

/** Names that the SDK keeps to itself: it fails the whole workflow task where a message has one. */
const RESERVED = /^__temporal_/;

/** The name that such a message gets instead: no case has a message of this name. */
const STAND_IN = 'reserved-name';

/** A job that the SDK is about to carry out. */
type Job = NonNullable<ActivateInput['activation']['jobs']>[number];

/**
 * Defuses messages that would fail the workflow task, again and again, so that the case could not even be
 * cancelled. The interceptor gives them a name without a handler, or drops the arguments that cannot be read;
 * the case then refuses them like any other.
 */
export const interceptors = beforeActivation(({ jobs }) => jobs?.forEach(makeHarmless));

function makeHarmless({ signalWorkflow: signal, doUpdate: update, queryWorkflow: query }: Job): void {
  if (signal) {
    signal.signalName = harmlessName(signal.signalName);
    if (!areReadable(signal.input)) signal.input = [];
  }
  if (update) {
    update.name = harmlessName(update.name);
    if (!areReadable(update.input)) update.input = [];
  }
  if (query && !areReadable(query.arguments)) query.arguments = [];
}

const harmlessName = (name: string | null | undefined): string =>
  name === undefined || name === null || name === '' || RESERVED.test(name) ? STAND_IN : name;

function areReadable(payloads: readonly Payload[] | null | undefined): boolean {
  try {
    for (const payload of payloads ?? []) defaultPayloadConverter.fromPayload(payload);
    return true;
  } catch {
    return false;
  }
}
