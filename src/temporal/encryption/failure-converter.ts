import { DefaultFailureConverter } from '@temporalio/common';

/** Messages and stacks of failures become payloads, so that the codec encrypts them, too. */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
