import type { Client } from '@temporalio/client';
import { backlogs, rateLimitReport } from '../../cases/rate-limit';
import { kinds } from '../../domain/kinds';
import { waits, type WaitName } from '../../domain/case/waits';
import { WORKFLOW_QUEUE } from '../../domain/wire/task-queues';
import { figuresOf, loanWeeks } from '../../records/projection/figures';
import { buildOf } from '../../temporal/worker-deployment';
import type { Kind } from '../contract/fields';
import type { Figures } from '../contract/figures';
import type { Handlers } from '../http/run-route';
import { cachedFor } from '../cached';
import type { RouteContext } from '../route-context';
import { bucketsOf, repaymentRowOf } from '../views/repayments';

/** Time for which all callers share one rate-limit report, which a workflow asks of a worker. */
const KEPT_MS = 5_000;
/** Time for which the weeks are cached, since they are sums over all loans. */
const WEEKS_KEPT_MS = 60_000;
const LOANS_MAX = 10_000;

export function figureHandlers({ client, copy, events }: RouteContext) {
  const budget = cachedFor(() => rateLimitReport(client).catch(() => undefined), KEPT_MS);
  const weeks = cachedFor(() => loanWeeks(copy.pool), WEEKS_KEPT_MS);
  return {
    async figures({ person }) {
      const [report, lastWeeks, queues, workers, counted, loans, freshness] = await Promise.all([
        budget(),
        weeks(),
        backlogs(client),
        workersOf(client),
        figuresOf(copy.pool),
        copy.page({ kind: 'loan', stage: 'ARREARS' }, { name: 'open', me: person }, 'waiting', LOANS_MAX),
        events.freshness(),
      ]);
      const nowMs = Date.now();
      return {
        budget: report && { ...report, windows: report.policies },
        backlogs: queues,
        workers,
        waits: counted.waits.map(waitOf),
        stages: counted.stages.map((row) => ({ ...row, kind: row.kind as Kind, title: titleOf(row) })),
        attention: counted.attention,
        weeks: lastWeeks,
        arrears: bucketsOf(loans.map((loan) => repaymentRowOf(loan, nowMs))),
        freshness,
      };
    },
  } satisfies Partial<Handlers>;
}

type Counted = Awaited<ReturnType<typeof figuresOf>>;

function waitOf({ waiting, cases, oldest }: Counted['waits'][number]): Figures['waits'][number] {
  const known = Object.hasOwn(waits, waiting) ? waits[waiting as WaitName] : undefined;
  const on = waiting === 'OFFICER' ? 'person' : (known?.on ?? '');
  return { for: waiting, cases, about: known?.about ?? waiting, on, oldestSince: oldest?.toISOString() };
}

const titleOf = ({ kind, stage }: Counted['stages'][number]): string =>
  kinds[kind as Kind].stages[stage]?.title ?? stage;

async function workersOf(client: Client): Promise<Figures['workers']> {
  const { pollers } = await client.workflowService.describeTaskQueue({
    namespace: client.options.namespace,
    taskQueue: { name: WORKFLOW_QUEUE },
  });
  return pollers.map((poller) => ({
    name: poller.identity ?? '',
    build: buildOf(poller),
    askedAt: new Date(Number(poller.lastAccessTime?.seconds ?? 0) * 1_000).toISOString(),
  }));
}
