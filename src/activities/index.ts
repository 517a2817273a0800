import type { Client as TemporalClient } from '@temporalio/client';
import { REAL_TIME, type Clock } from '../domain/clock';
import { USUAL_PAYOUT_POLICY, type PayoutPolicy } from '../domain/payout-policy';
import type { Client } from '../service/client';
import { RequestBudget } from '../service/request-budget';
import { createBatchChecks, type BatchChecks } from './batch-checks';
import type { DocumentStore } from './document-store';
import { createBudgetReports, type BudgetReports } from './budget-report';
import { createDigests, type Digests } from './digest';
import { createServiceActivities, type ServiceActivities } from './operations';
import { createInputParsers, type InputParsers } from './parse-input';
import { createPolls, type Polls } from './polls';
import { createOutlooks } from './reads/outlooks';
import { createSweeps, type Sweeps } from './sweeps';
import { shareReads, type SharedReads } from './reads/shared-reads';
import { createWakes, type Wakes } from './wakes';

/** What the activities need of the outside. */
export interface ActivityDependencies {
  readonly service: Client;
  readonly documents: DocumentStore;
  /** Temporal, for those that start, wake or list workflows. */
  readonly client: TemporalClient;
  /** The one that `service` draws on; left out, reads follow their cadences alone and there is nothing to report. */
  readonly budget?: RequestBudget;
  /** How business time runs: real time but for demonstrations and tests. */
  readonly clock?: Clock;
  /** How careful to be with payouts; left out, nobody has to approve. */
  readonly payoutPolicy?: PayoutPolicy;
  /** Accounts that are reconciled even when nothing was paid from them. */
  readonly accounts?: readonly string[];
  /** Business hours for which this process knows a resolved beneficiary. */
  readonly beneficiaryMemoryHours?: number;
  /** Real milliseconds of one monotonic clock, that of the budget. */
  readonly now?: () => number;
}

const BENEFICIARY_MEMORY_HOURS = 24;

/** Everything that touches the outside, as workflows see it. */
export type Activities = ServiceActivities &
  Polls &
  InputParsers &
  Sweeps &
  BatchChecks &
  Wakes &
  Digests &
  BudgetReports &
  Pick<SharedReads, 'recallBeneficiary'>;

export function createActivities({
  service,
  documents,
  client,
  budget,
  accounts = [],
  clock = REAL_TIME,
  payoutPolicy = USUAL_PAYOUT_POLICY,
  beneficiaryMemoryHours = BENEFICIARY_MEMORY_HOURS,
  now = () => performance.now(),
}: ActivityDependencies): Activities {
  const reads = shareReads(service, { clock, now, beneficiaryMemoryHours });
  return {
    ...createServiceActivities(reads.service, documents),
    ...createPolls(createOutlooks(reads.service, { clock, now, budget })),
    ...createDigests(),
    ...createBudgetReports(budget ?? new RequestBudget()),
    ...createSweeps({ service: reads.service, client, clock, accounts }),
    ...createBatchChecks({ ...reads, client, clock, payoutPolicy }),
    ...createWakes(client, clock),
    ...createInputParsers({ documents, clock, payoutPolicy, ...reads }),
    recallBeneficiary: reads.recallBeneficiary,
  };
}
