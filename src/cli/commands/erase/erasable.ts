import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import type { CasesOfCustomer } from '../../../cases/erasure/customer-cases';
import { RequestError } from '../../../cases/request-error';

/** @throws RequestError where a case is open, where there is nothing to erase, or where a named case is in Temporal */
export async function requireErasable(
  client: Client,
  customer: string,
  { cases }: CasesOfCustomer,
  more: readonly string[],
): Promise<void> {
  const open = cases.filter(({ isOpen }) => isOpen).map(({ workflowId }) => workflowId);
  if (open.length > 0)
    throw new RequestError(
      'refused',
      `Nothing was erased: ${open.join(', ')} ${open.length === 1 ? 'is' : 'are'} open. End ${open.length === 1 ? 'it' : 'them'} first.`,
    );
  if (cases.length + more.length === 0)
    throw new RequestError(
      'refused',
      `Temporal keeps no case of a customer ${customer}. Name older cases by --case.`,
    );
  const kept = new Set(cases.map(({ workflowId }) => workflowId));
  for (const id of more)
    if (!kept.has(id) && (await isInTemporal(client, id)))
      throw new RequestError(
        'refused',
        `Nothing was erased: ${id} is in Temporal, and is no case of ${customer}.`,
      );
}

async function isInTemporal(client: Client, workflowId: string): Promise<boolean> {
  try {
    await client.workflow.getHandle(workflowId).describe();
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
