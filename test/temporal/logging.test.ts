import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApplicationFailure } from '@temporalio/common';
import { pino } from 'pino';
import { allowedOf, LOST_TASK, passOn } from '../../src/temporal/logging';

test('a worker is told when the SDK has lost a task, in the words that the SDK still has', () => {
  const onLostTask = jest.fn();
  const told = (message: string) =>
    passOn({ level: 'ERROR', message, timestampNanos: 0n }, pino({ level: 'silent' }), onLostTask);
  told('something else');
  expect(onLostTask).not.toHaveBeenCalled();
  told(LOST_TASK);
  expect(onLostTask).toHaveBeenCalledTimes(1);
  const core = join(require.resolve('@temporalio/worker'), '../../../core-bridge/sdk-core/crates/sdk-core');
  expect(readFileSync(join(core, 'src/worker/workflow/workflow_stream.rs'), 'utf8')).toContain(LOST_TASK);
});

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
