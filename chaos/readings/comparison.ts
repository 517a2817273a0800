import type { Client } from '@temporalio/client';
import { MockActivityEnvironment } from '@temporalio/testing';
import type { ReconciliationRequest } from '../../src/activities/reconciliation/reconcile';
import type { ReconciliationReport } from '../../src/domain/reconciliation/report';
import type { Activities } from '../../src/activities';

const DAY_MS = 24 * 3_600_000;
/** The night's comparison runs when the day is so long over. */
const AFTER_MS = 2 * 3_600_000;
/** Real time for one comparison. */
const TIMEOUT_MS = 120_000;

/** The comparisons of the days of one trial, each in the night after. */
export class Comparisons {
  readonly differences: string[] = [];
  private comparedMs: number;

  constructor(
    private readonly trial: {
      readonly isCompared: boolean;
      readonly activities: Pick<Activities, 'reconcileAccounts'>;
    },
    beganMs: number,
  ) {
    this.comparedMs = beganMs - AFTER_MS;
  }

  /** Compares the time since the last comparison, once that is a day; whether it could. One that fails is due again. */
  async compareBy(nowMs: number): Promise<boolean> {
    const toMs = nowMs - AFTER_MS;
    if (!this.trial.isCompared || toMs - this.comparedMs < DAY_MS) return false;
    const [fromAt, toAt, nowAt] = [isoOf(this.comparedMs), isoOf(toMs), isoOf(nowMs)];
    const activity = new MockActivityEnvironment({ startToCloseTimeoutMs: TIMEOUT_MS });
    const compared: Promise<ReconciliationReport> = activity.run(
      (request: ReconciliationRequest) => this.trial.activities.reconcileAccounts(request),
      { fromAt, toAt, nowAt },
    );
    const report = await compared.catch(() => undefined);
    if (!report) return false;
    this.comparedMs = toMs;
    for (const { account, differences } of report.accounts)
      this.differences.push(
        ...differences.map((one) => `${account} on the day until ${toAt}: ${JSON.stringify(one)}`),
      );
    return true;
  }
}

const isoOf = (ms: number) => new Date(ms).toISOString();

/** The server that skips time keeps no index: of these workflows the closed ones are listed, by when they closed. */
export function withIndexOf(client: Client, workflowIds: ReadonlySet<string>): Client {
  async function* list({ query = '' } = {}) {
    const [fromMs = 0, toMs = 0] = [...query.matchAll(/CloseTime \S+ "([^"]+)"/g)].map(([, at]) =>
      Date.parse(at!),
    );
    for (const id of workflowIds) {
      const run = await client.workflow
        .getHandle(id)
        .describe()
        .catch(() => undefined);
      const closedMs = run?.closeTime?.getTime() ?? Infinity;
      if (run && fromMs <= closedMs && closedMs < toMs) yield run;
    }
  }
  const workflow = Object.assign(Object.create(client.workflow) as object, { list });
  return Object.assign(Object.create(client) as object, { workflow }) as unknown as Client;
}
