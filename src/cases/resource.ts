import type { Client } from '@temporalio/client';
import type { CommandTable } from '../domain/case/commands';
import type { StageRow } from '../domain/case/waits';
import type { StageAttribute } from '../domain/wire/search-attributes';
import type { WorkflowType } from '../domain/wire/workflow-types';
import type { Following } from './follow';
import type { WorkflowChain } from './snapshot';

/** How a case ended: for programs as it is, for people in a word. */
export interface CaseEnd {
  readonly result: object;
  readonly stage: string;
  readonly reason?: string | undefined;
  /** Whether it is the end that was hoped for. */
  readonly isGood: boolean;
}

/** One kind of case, as it is reached through Temporal. */
export interface Resource {
  readonly noun: 'loan' | 'payout' | 'flush' | 'limits' | 'batch' | 'enrolment' | 'reconciliation';
  readonly commands: CommandTable;
  readonly stages: Readonly<Record<string, StageRow>>;
  readonly workflowTypes: readonly WorkflowType[];
  /** The search attribute that holds the stage; without one, only snapshots tell the stage. */
  readonly stageAttribute?: StageAttribute;
  readonly workflowChain: WorkflowChain;
  /** Follows a case to its end, through its whole chain. */
  readonly follow: (client: Client, reference: string, following: Following) => Promise<CaseEnd>;
}
