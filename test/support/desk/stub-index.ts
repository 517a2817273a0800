import { defaultDataConverter, TypedSearchAttributes } from '@temporalio/common';
import { attributeKey, reportedProblems } from '../../../src/domain/wire/search-attributes';

/** A payout, and what Temporal's index says of it. */
interface StubCase {
  readonly reference: string;
  changedAt: Date | undefined;
  /** Since when the index calls it ended. */
  closedAt: Date | undefined;
  /** What the case itself says. */
  hasEnded: boolean;
  /** Whether no worker answers for it. */
  isUnanswered: boolean;
  /** What Temporal itself reports of its workflow tasks. */
  problems: string[];
}

/** As the server says that no worker polls. */
const NO_POLLER = { code: 9, details: 'no poller seen for task queue', metadata: {} };

const STARTED = new Date('2020-01-01T00:00:00Z');

/** Payouts as Temporal's index has them, which lags as far as a test wants, and as they answer themselves. */
export class StubIndex {
  private readonly cases: ReadonlyMap<string, StubCase>;
  /** Whom the watcher has asked, in order. */
  readonly asked: string[] = [];

  constructor(references: readonly string[]) {
    const fresh = {
      changedAt: undefined,
      closedAt: undefined,
      hasEnded: false,
      isUnanswered: false,
      problems: [],
    };
    this.cases = new Map(references.map((reference) => [`payout:${reference}`, { ...fresh, reference }]));
  }

  of(reference: string): StubCase {
    return this.cases.get(`payout:${reference}`)!;
  }

  /** What a watcher uses of a client. */
  readonly client = {
    options: { namespace: 'default', loadedDataConverter: defaultDataConverter },
    workflow: {
      list: ({ query }: { query: string }) => this.listed(query),
      getHandle: (workflowId: string) => ({
        describe: () => Promise.resolve({ workflowId, status: { name: 'RUNNING' }, raw: {} }),
        query: ({ name }: { name: string }) =>
          name === 'case' ? this.answer(workflowId) : Promise.resolve({}),
      }),
    },
    workflowService: {
      getWorkflowExecutionHistory: () => Promise.resolve({}),
      describeTaskQueue: () => Promise.resolve({ pollers: [] }),
    },
    withDeadline: <R>(_until: number, ask: () => Promise<R>) => ask(),
  };

  private async *listed(query: string) {
    const since = /ChangedAt > "([^"]+)"/.exec(query)?.[1];
    const ids = /WorkflowId IN \(([^)]+)\)/.exec(query)?.[1];
    for (const [workflowId, { changedAt, closedAt, problems }] of this.cases) {
      const isNew = [changedAt, closedAt].some((at) => at && at > new Date(since ?? 0));
      if (since !== undefined && !isNew) continue;
      if (ids !== undefined && !ids.includes(`"${workflowId}"`)) continue;
      if (query.includes('ExecutionStatus = "Running"') && closedAt) continue;
      yield {
        ...{ type: 'payoutWorkflow', workflowId, runId: 'run', startTime: STARTED, closeTime: closedAt },
        status: { name: closedAt ? 'COMPLETED' : 'RUNNING' },
        typedSearchAttributes: new TypedSearchAttributes([
          ...(changedAt ? [{ key: attributeKey('ChangedAt'), value: changedAt }] : []),
          ...(problems.length > 0 ? [{ key: reportedProblems, value: problems }] : []),
        ]),
      };
    }
  }

  private answer(workflowId: string): Promise<object> {
    const { reference, hasEnded, isUnanswered } = this.cases.get(workflowId)!;
    this.asked.push(reference);
    const stage = hasEnded ? 'SUCCESS' : 'PENDING';
    const since = STARTED.toISOString();
    return isUnanswered
      ? Promise.reject(Object.assign(new Error('no worker answers'), NO_POLLER))
      : Promise.resolve({
          ...{ reference, stage, stageTitle: stage, since, ended: hasEnded, facts: {} },
          ...{ checklist: [], commands: ['cancel'], timeline: [{ at: since, by: 'system', what: 'Sent' }] },
        });
  }
}
