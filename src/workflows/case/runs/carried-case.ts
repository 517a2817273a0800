import type { Attention, CaseSnapshot, Waiting } from '../../../domain/case/snapshot';
import type { Deadlines } from '../../../domain/case/waits';
import type { Clock } from '../../../domain/time/clock';
import type { CarriedRecords } from '../records/case-records';
import type { CarriedProgress } from './progress';

/** What every case knows. */
export interface CarriedCase extends CarriedRecords {
  readonly stage: string;
  readonly current: { readonly waiting?: Waiting; readonly attention?: Attention };
  readonly settledAt?: string;
  readonly assignee?: string;
  readonly since: string;
  readonly facts: CaseSnapshot['facts'];
  readonly clock: Clock;
  readonly deadlines: Deadlines;
  readonly progress: CarriedProgress;
}
