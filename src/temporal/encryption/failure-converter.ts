import {
  ApplicationFailure,
  DefaultFailureConverter,
  type PayloadConverter,
  type ProtoFailure,
  type SerializationContext,
} from '@temporalio/common';
import { OUTCOME_UNKNOWN } from '../../domain/wire/failure-types';

/**
 * Turns messages and stacks of failures into payloads, so that the codec encrypts them, and copies the type
 * into them: the failure's own type is readable, and every client could write another one.
 */
class SealedFailureConverter extends DefaultFailureConverter {
  constructor() {
    super({ encodeCommonAttributes: true });
  }

  override errorToFailure(
    error: unknown,
    converter: PayloadConverter,
    context?: SerializationContext,
  ): ProtoFailure {
    const failure = super.errorToFailure(error, converter, context);
    const { encodedAttributes, applicationFailureInfo: info } = failure;
    if (!encodedAttributes || !info) return failure;
    const attributes = converter.fromPayload<object>(encodedAttributes, context);
    failure.encodedAttributes = converter.toPayload({ ...attributes, type: info.type ?? '' }, context);
    return failure;
  }

  /** An outsider who fails an activity could claim that nothing was sent: a forged failure proves nothing. */
  override failureToError(
    failure: ProtoFailure,
    converter: PayloadConverter,
    context?: SerializationContext,
  ): Error {
    const { applicationFailureInfo: info, encodedAttributes } = failure;
    if (!info) return super.failureToError(failure, converter, context);
    const attributes = encodedAttributes && converter.fromPayload<unknown>(encodedAttributes, context);
    const { type } = Object(attributes) as { readonly type?: unknown };
    return type === (info.type ?? '')
      ? super.failureToError(failure, converter, context)
      : ApplicationFailure.nonRetryable('A failure was refused: it is not genuine.', OUTCOME_UNKNOWN);
  }
}

export const failureConverter = new SealedFailureConverter();
