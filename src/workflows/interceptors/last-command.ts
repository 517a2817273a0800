import type { ConcludeActivationInput, WorkflowInterceptorsFactory } from '@temporalio/workflow';

type Command = ConcludeActivationInput['commands'][number];

const ENDS = [
  'completeWorkflowExecution',
  'failWorkflowExecution',
  'cancelWorkflowExecution',
  'continueAsNewWorkflowExecution',
] as const satisfies readonly (keyof Command)[];

/**
 * Lets only answers to queries follow a workflow's last command. A replay may come to the end before messages
 * that came in with the end on its way: the server refuses their commands, and with them the end.
 */
export const interceptors: WorkflowInterceptorsFactory = () => {
  let hasEnded = false;
  const isTaken = (command: Command): boolean => {
    if (hasEnded) return !!command.respondToQuery;
    hasEnded = ENDS.some((end) => command[end]);
    return true;
  };
  return {
    internals: [
      {
        concludeActivation(input, next) {
          const { commands } = next(input);
          return { commands: commands.filter(isTaken) };
        },
      },
    ],
  };
};
