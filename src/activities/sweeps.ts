import { heartbeat } from '@temporalio/activity';
import type { Client } from '../service/client';
import type { CallLimits } from '../service/exchange';
import type { ReconciliationReport } from '../domain/reconciliation-report';
import { repairGaps, type GapRepairRequest, type GapsFound } from './gap-repair';
import { attempted } from './attempt';
import { reconcileAccounts, type ReconcilingDependencies, type ReconciliationRequest } from './reconciling';

/** Work that takes many calls: it may last for more than one window of the budget. */
export interface Sweeps {
  reconcileAccounts(request: ReconciliationRequest): Promise<ReconciliationReport>;
  repairGaps(request: GapRepairRequest): Promise<GapsFound>;
}

export const createSweeps = (deps: ReconcilingDependencies & { service: Client }): Sweeps => ({
  repairGaps: sweep((request: GapRepairRequest, limits) => repairGaps(deps, request, limits)),
  reconcileAccounts: sweep((request: ReconciliationRequest, limits) =>
    reconcileAccounts(deps, request, limits),
  ),
});

const BEAT_MS = 5_000;

/** An activity that says that it is alive for as long as it takes, so that a killed worker is missed soon. */
const sweep = <I, O>(work: (input: I, limits: CallLimits) => Promise<O>): ((input: I) => Promise<O>) =>
  attempted('none', async (input, limits) => {
    const beat = setInterval(() => heartbeat(), BEAT_MS);
    try {
      return await work(input, limits);
    } finally {
      clearInterval(beat);
    }
  });
