import { isGrpcServiceError, type Client } from '@temporalio/client';
import { NEWS_ARRIVED } from '../domain/money-events';

const NOT_FOUND = 5;

/**
 * Tells a case of news; false when nobody runs under this id. The server takes the same news for one case once, however
 * often a killed worker or an overloaded server has it told again.
 */
export async function tellNews(client: Client, workflowId: string, newsId: string): Promise<boolean> {
  try {
    await client.workflowService.signalWorkflowExecution({
      namespace: client.options.namespace,
      workflowExecution: { workflowId },
      signalName: NEWS_ARRIVED,
      requestId: newsId,
      identity: client.options.identity,
    });
    return true;
  } catch (error) {
    const code: number | undefined = isGrpcServiceError(error) ? error.code : undefined;
    if (code === NOT_FOUND) return false;
    throw error;
  }
}
