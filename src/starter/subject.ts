import type { Command, Option } from '@commander-js/extra-typings';
import type { Client } from '@temporalio/client';
import type { CommandTable, Role } from '../domain/commands';
import type { StageRow } from '../domain/loan-stages';
import type { Following } from './follow';
import type { Started } from './start';

/** An input file that was read and found good. */
interface Prepared {
  readonly reference: string;
  readonly start: (client: Client) => Promise<Started>;
}

/** How something ended: for programs as it is, for people in a word. */
export interface End {
  readonly result: object;
  readonly stage: string;
  readonly reason?: string | undefined;
  readonly isGood: boolean;
}

/** What a group of the command line is about. Everything in the group follows from this row and its tables. */
export interface Subject {
  readonly noun: 'loan' | 'payout' | 'flush' | 'limits' | 'batch' | 'enrolment' | 'reconciliation';
  readonly about: string;
  /** A reference and a file for the examples of the help. */
  readonly sample: { readonly reference: string; readonly file?: string };
  readonly commands: CommandTable;
  readonly stages: Readonly<Record<string, StageRow>>;
  /** The role of who says nothing else. */
  readonly usualRole: Role;
  readonly workflowTypes: readonly string[];
  /** The search attribute that holds the stage. */
  readonly stageAttribute?: 'LoanStage' | 'PayoutStatus' | 'BatchStage';
  /** The kinds of files that `start` takes; JSON when left out. */
  readonly fileKinds?: string;
  /** What can be said on the command line of `start` beside the file. */
  readonly startOptions?: readonly Option[];
  /** Reads the file that it is started from; left out where it is started otherwise. */
  readonly prepare?: (path: string, options: Readonly<Record<string, unknown>>) => Promise<Prepared>;
  /** The workflows that have carried it, in order; the last one carries it now. */
  readonly carriers: (client: Client, reference: string) => Promise<readonly string[]>;
  readonly follow: (client: Client, reference: string, following: Following) => Promise<End>;
  /** Adds commands that only this group has. */
  readonly addOwn?: (group: Command) => void;
}

/** Several of them. */
export const plural = (noun: Subject['noun']): string =>
  noun.endsWith('s') ? noun : noun.endsWith('ch') || noun.endsWith('sh') ? `${noun}es` : `${noun}s`;
