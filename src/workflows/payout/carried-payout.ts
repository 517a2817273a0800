import type { CaseApproval } from '../case/approval';
import type { CarriedApproval } from '../case/runs/carried-approval';
import type { ManualResolution, Outcome } from './manual-resolution';
import type { BatchPreApproval } from './preparation/batch-pre-approval';
import type { CarriedHolds, Holds } from './preparation/holds';
import type { CarriedMaking, Making } from './preparation/making';
import type { CarriedReturns, Returns } from './returns';
import type { CarriedSend, SendRecord } from './sending/send-record';

/** What a run of a payout hands over to the next one. */
export interface CarriedPayout {
  readonly preApproval?: BatchPreApproval;
  readonly approval: CarriedApproval;
  readonly holds: CarriedHolds;
  readonly making: CarriedMaking;
  readonly sending: CarriedSend;
  /** Missing where an older version has carried the payout. */
  readonly evidence?: readonly Outcome[];
  readonly returns: CarriedReturns;
}

/** The parts of a payout that a run hands over. */
interface Parts {
  readonly preApproval: BatchPreApproval | undefined;
  readonly approval: CaseApproval;
  readonly holds: Holds;
  readonly making: Making;
  readonly sending: SendRecord;
  readonly resolution: ManualResolution;
  readonly returns: Returns;
}

export const carriedPayout = ({
  preApproval,
  approval,
  holds,
  making,
  sending,
  resolution,
  returns,
}: Parts): CarriedPayout => ({
  ...(preApproval && { preApproval }),
  approval: approval.carry(),
  holds: holds.carry(),
  making: making.carry(),
  sending: sending.carry(),
  evidence: resolution.carry(),
  returns: returns.carry(),
});

export function takeOverPayout(payout: Parts, own: CarriedPayout): void {
  payout.approval.takeOver(own.approval);
  payout.holds.takeOver(own.holds);
  payout.making.takeOver(own.making);
  payout.sending.takeOver(own.sending);
  payout.resolution.takeOver(own.evidence);
  payout.returns.takeOver(own.returns);
}
