import { status } from '@grpc/grpc-js';
import { ServiceError, WorkflowUpdateFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { OUTCOME_UNKNOWN } from '../../src/domain/wire/failure-types';
import { untilDelivered } from '../../src/cases/commands';

/** As the client throws what the server has answered. */
const answered = (code: status) =>
  new ServiceError('Workflow Update failed', {
    cause: Object.assign(new Error('not delivered'), { code, details: '', metadata: {} }),
  });

test('a command that was lost with the task of a run that ends is sent again', async () => {
  const send = jest
    .fn()
    .mockRejectedValueOnce(answered(status.FAILED_PRECONDITION))
    .mockResolvedValue('taken');
  expect(await untilDelivered(send)).toBe('taken');
});

test('a command of which the server, and not its case, says that it failed is sent again', async () => {
  const unproven = ApplicationFailure.nonRetryable('not genuine', OUTCOME_UNKNOWN);
  const send = jest
    .fn()
    .mockRejectedValueOnce(new WorkflowUpdateFailedError('Workflow Update failed', unproven))
    .mockResolvedValue('taken');
  expect(await untilDelivered(send)).toBe('taken');
});

test('a failure without proof that stays is told', async () => {
  const unproven = ApplicationFailure.nonRetryable('not genuine', OUTCOME_UNKNOWN);
  const send = jest.fn().mockRejectedValue(new WorkflowUpdateFailedError('Workflow Update failed', unproven));
  await expect(untilDelivered(send)).rejects.toThrow('Workflow Update failed');
  expect(send).toHaveBeenCalledTimes(4);
});

test('a command that the server refuses otherwise is not sent again', async () => {
  const send = jest.fn().mockRejectedValue(answered(status.PERMISSION_DENIED));
  await expect(untilDelivered(send)).rejects.toThrow('Workflow Update failed');
  expect(send).toHaveBeenCalledTimes(1);
});
