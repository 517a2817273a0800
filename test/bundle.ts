import type { WorkflowBundlePath } from '@temporalio/worker';

/** The workflows as they ship, bundled once per test run. */
export const workflowBundle = (): WorkflowBundlePath => ({
  codePath: process.env.TEST_WORKFLOW_BUNDLE ?? '',
});
