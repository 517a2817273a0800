import { ApplicationFailure } from '@temporalio/common';
import { allowedOf } from '../../src/temporal/logging';

test('what may stand beside a message of the log is who did it and how long it took, and nothing that was sent or received', () => {
  const meta = { workflowId: 'loan:L-1', attempt: 2, taskToken: 'x', input: { bvn: '22233344455' } };
  expect(allowedOf(meta)).toEqual({ workflowId: 'loan:L-1', attempt: 2 });
});

test('what may stand beside a message of the log is the message of a failure of ours, and of any other error only its kind', () => {
  const ours = ApplicationFailure.create({ type: 'REQUEST_REFUSED', message: 'refused with 400' });
  expect(allowedOf({ error: ours })).toEqual({
    error: { type: 'REQUEST_REFUSED', message: 'refused with 400' },
  });
  expect(allowedOf({ error: new TypeError('22233344455') })).toEqual({ error: { type: 'TypeError' } });
});
