import { status } from '@grpc/grpc-js';
import { ServiceError } from '@temporalio/client';
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

test('a command that the server refuses otherwise is not sent again', async () => {
  const send = jest.fn().mockRejectedValue(answered(status.PERMISSION_DENIED));
  await expect(untilDelivered(send)).rejects.toThrow('Workflow Update failed');
  expect(send).toHaveBeenCalledTimes(1);
});
