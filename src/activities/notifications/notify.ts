import { isGrpcServiceError, type Client } from '@temporalio/client';
import { notifiedSignal } from '../../domain/wire/messages';

const NOT_FOUND = 5;

/**
 * Sends a case the wake-up signal; false when no workflow runs under this id. The server takes a notification id once
 * for each case, however often a killed worker or an overloaded server has it sent again.
 */
export async function notify(client: Client, workflowId: string, notificationId: string): Promise<boolean> {
  try {
    await client.workflowService.signalWorkflowExecution({
      namespace: client.options.namespace,
      workflowExecution: { workflowId },
      signalName: notifiedSignal.name,
      requestId: notificationId,
      identity: client.options.identity,
    });
    return true;
  } catch (error) {
    const code: number | undefined = isGrpcServiceError(error) ? error.code : undefined;
    if (code === NOT_FOUND) return false;
    throw error;
  }
}
