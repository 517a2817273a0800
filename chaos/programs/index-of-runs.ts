import { attributeKey } from '../../src/domain/wire/search-attributes';
import { WorkflowNotFoundError, type Client, type WorkflowExecutionInfo } from '@temporalio/client';

type Run = Awaited<ReturnType<ReturnType<Client['workflow']['getHandle']>['describe']>>;

/** The index of Temporal for the workflows of one world: the server that skips time keeps none. */
export class IndexOfRuns {
  private readonly ids = new Set<string>();
  private readonly runs = new Map<string, Run>();
  client: Client | undefined;

  add(workflowId: string): void {
    this.ids.add(workflowId);
  }

  /** Remembers the run that a new one is about to follow. */
  async look(workflowId: string): Promise<void> {
    const run = await this.client?.workflow.getHandle(workflowId).describe().catch(unlessGone);
    if (run) this.runs.set(`${workflowId} ${run.runId}`, run);
  }

  /** As `WorkflowClient.list` does it, for the queries that our own programs make. */
  list: Client['workflow']['list'] = ({ query = '' } = {}) => {
    const found = async function* (this: IndexOfRuns) {
      await Promise.all([...this.ids].map((id) => this.look(id)));
      for (const run of this.runs.values())
        if (fits(run, query)) yield run as unknown as WorkflowExecutionInfo;
    };
    return found.call(this) as unknown as ReturnType<Client['workflow']['list']>;
  };
}

function fits({ type, closeTime, status, typedSearchAttributes }: Run, query: string): boolean {
  const types = /WorkflowType IN \(([^)]*)\)/.exec(query)?.[1];
  const [, from] = /CloseTime >= "([^"]*)"/.exec(query) ?? [];
  const [, to] = /CloseTime < "([^"]*)"/.exec(query) ?? [];
  const [, account] = /AccountId = "([^"]*)"/.exec(query) ?? [];
  if (types !== undefined && !types.includes(`"${type}"`)) return false;
  if (from !== undefined && !(closeTime && closeTime >= new Date(from))) return false;
  if (to !== undefined && !(closeTime && closeTime < new Date(to))) return false;
  if (account !== undefined && typedSearchAttributes.get(attributeKey('AccountId')) !== account) return false;
  return !query.includes('ExecutionStatus = "Running"') || status.name === 'RUNNING';
}

/** What is not there tells nothing. */
export function unlessGone(error: unknown): undefined {
  if (error instanceof WorkflowNotFoundError) return undefined;
  throw error;
}
